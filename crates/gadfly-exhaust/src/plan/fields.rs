//! Planting structs and enums: the interface of derived code, one call per field or variant.

use std::any::TypeId;
use std::ops::RangeInclusive;
use std::rc::Rc;

use super::builder::push_image;
use super::{Alternatives, ChoiceGuard, Plan};
use crate::bounds::SharedDomain;
use crate::domain::Domain;
use crate::error::PlanError;
use crate::place::Place;

/// An enum whose variants are being planted.
#[derive(Debug)]
#[doc(hidden)]
pub struct VariantsInProgress {
    choice: usize,
    images: Vec<u8>,
}

impl Plan {
    /// Plants the fields of a struct named `name`.
    #[doc(hidden)]
    pub fn structure<T: 'static>(&mut self, name: &str, plant: impl FnOnce(&mut Self)) {
        if self.path.is_empty() {
            self.path.push(name.to_owned());
        }
        self.open.push(TypeId::of::<T>());
        self.entered.push(TypeId::of::<T>());
        plant(self);
        self.open.pop();
        self.entered.pop();
    }

    /// Plants a field from its domain, unless the bounds give it another one.
    #[doc(hidden)]
    pub fn field<F: 'static, D: Domain<F>>(
        &mut self,
        owner: &str,
        name: &str,
        place: Place<F>,
        domain: &D,
    ) {
        let outer = std::mem::replace(&mut self.field, format!("{owner}.{name}"));
        self.path.push(name.to_owned());
        match self.field_override::<F>() {
            Some(domain) => domain.plant(place, self),
            None => domain.plant(place, self),
        }
        self.path.pop();
        self.field = outer;
    }

    /// A first value for a field, without planting it.
    #[doc(hidden)]
    pub fn sample<F: 'static, D: Domain<F>>(&mut self, owner: &str, name: &str, domain: &D) -> F {
        let outer = std::mem::replace(&mut self.field, format!("{owner}.{name}"));
        let value = match self.field_override::<F>() {
            Some(domain) => domain.sample(self),
            None => domain.sample(self),
        };
        self.field = outer;
        value
    }

    /// Begins the variants of an enum at `place`.
    #[doc(hidden)]
    pub fn variants<T>(&mut self, place: Place<T>) -> VariantsInProgress {
        let alternatives = Alternatives::Variants { needs: Vec::new() };
        let at = place.as_ptr().cast();
        let choice = self.draft(at, std::mem::size_of::<T>(), Vec::new(), 0, alternatives);
        VariantsInProgress { choice, images: Vec::new() }
    }

    /// Adds one variant: `sample` is written to `place`, then `plant` plants its payload there.
    #[doc(hidden)]
    pub fn variant<T>(
        &mut self,
        variants: &mut VariantsInProgress,
        place: Place<T>,
        sample: T,
        plant: impl FnOnce(&mut Self),
    ) {
        place.write(sample);
        let draft = &mut self.choices[variants.choice];
        let value = draft.count;
        draft.count += 1;
        if let Alternatives::Variants { needs } = &mut draft.alternatives {
            needs.push(Vec::new());
        }
        let guard = ChoiceGuard { parent: variants.choice, low: value, high: value };
        let open = std::mem::take(&mut self.open);
        self.guarded(guard, plant);
        self.open = open;
        push_image(&mut variants.images, place.as_ptr());
    }

    /// Ends the variants: the first one that takes no fresh object becomes the default.
    #[doc(hidden)]
    pub fn finish_variants<T>(&mut self, variants: VariantsInProgress, place: Place<T>) {
        let VariantsInProgress { choice, mut images } = variants;
        let Alternatives::Variants { needs } = &mut self.choices[choice].alternatives else {
            return;
        };
        let Some(default) = needs.iter().position(Vec::is_empty) else {
            let ty = crate::bounds::short_name::<T>();
            if self.choices[choice].count == 0 {
                self.fail(|field| PlanError::Empty { field });
            } else {
                self.fail(|field| PlanError::Endless { field, ty });
            }
            return;
        };
        needs.swap(0, default);
        let size = std::mem::size_of::<T>();
        for byte in 0..size {
            images.swap(byte, default * size + byte);
        }
        for other in &mut self.choices[choice + 1..] {
            if let Some(guard) = &mut other.guard {
                if guard.parent == choice {
                    let value = match guard.low {
                        0 => default,
                        value if value == default => 0,
                        value => value,
                    };
                    (guard.low, guard.high) = (value, value);
                }
            }
        }
        let draft = &mut self.choices[choice];
        // SAFETY: `place` is `size` bytes of the arena, `images` at least as long and separate.
        unsafe {
            std::ptr::copy_nonoverlapping(images.as_ptr(), place.as_ptr().cast(), size);
        }
        draft.images = images;
    }

    /// Plants the element of a sequence that is always there.
    pub(crate) fn item(&mut self, index: usize, plant: impl FnOnce(&mut Self)) {
        self.path.push(index.to_string());
        plant(self);
        self.path.pop();
    }

    /// Plants an element that exists only with some lengths.
    pub(crate) fn guarded_item(
        &mut self,
        guard: ChoiceGuard,
        index: usize,
        plant: impl FnOnce(&mut Self),
    ) {
        let open = std::mem::take(&mut self.open);
        self.guarded(guard, |plan| plan.item(index, plant));
        self.open = open;
    }

    /// Returns whether a sequence of `T` is part of a `T` without a pool in between, and reports that.
    pub(crate) fn is_inside_itself<T: 'static>(&mut self) -> bool {
        let is_inside = self.entered.contains(&TypeId::of::<T>());
        if is_inside {
            let ty = crate::bounds::short_name::<T>();
            self.fail(|field| PlanError::NoPool { field, ty });
        }
        is_inside
    }

    /// The lengths of a sequence: from the bounds, or else those of its domain.
    pub(crate) fn lengths(&mut self, own: Option<&RangeInclusive<usize>>) -> RangeInclusive<usize> {
        if let Some(lengths) = self.bounds.lengths.get(&self.field) {
            self.used_bounds.push(self.field.clone());
            return lengths.clone();
        }
        match own {
            Some(lengths) => lengths.clone(),
            None => {
                self.fail(|field| PlanError::NoDomain { field, ty: "a sequence".to_owned() });
                0..=0
            }
        }
    }

    /// The domain that the bounds give to every field of this type.
    pub(crate) fn type_override<F: 'static>(&mut self) -> Option<SharedDomain<F>> {
        let (_, domain) = self.bounds.types.get(&TypeId::of::<F>())?;
        domain.downcast_ref::<SharedDomain<F>>().map(Rc::clone)
    }

    fn field_override<F: 'static>(&mut self) -> Option<SharedDomain<F>> {
        let domain = Rc::clone(self.bounds.fields.get(&self.field)?);
        if !self.used_bounds.contains(&self.field) {
            self.used_bounds.push(self.field.clone());
        }
        let found = domain.downcast_ref::<SharedDomain<F>>().map(Rc::clone);
        if found.is_none() {
            let ty = crate::bounds::short_name::<F>();
            self.fail(|field| PlanError::WrongBound { field, ty });
        }
        found
    }
}
