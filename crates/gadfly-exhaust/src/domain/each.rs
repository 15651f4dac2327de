//! Domains for the contents of containers.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::mem::ManuallyDrop;
use std::ops::RangeInclusive;

use super::{Auto, Domain};
use crate::describe::{Describe, Shape};
use crate::finitize::{sequence_shape, Finitize};
use crate::place::Place;
use crate::plan::{Alternatives, ChoiceGuard, Plan};
use crate::rebuild::Rebuild;

/// The domain of every element of an option, cell, box, array or sequence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Each<D>(pub D);

impl<T: 'static, D: Domain<T>> Domain<Option<T>> for Each<D> {
    fn plant(&self, place: Place<Option<T>>, plan: &mut Plan) {
        let mut variants = plan.variants(place);
        plan.variant(&mut variants, place, None, |_| ());
        let sample = self.0.sample(plan);
        plan.variant(&mut variants, place, Some(sample), |plan| {
            if let Some(inner) = place.get() {
                self.0.plant(place.inside(inner), plan);
            }
        });
        plan.finish_variants(variants, place);
    }

    fn sample(&self, _: &mut Plan) -> Option<T> {
        None
    }

    fn rebuild(&self, value: &Option<T>, rebuild: &mut Rebuild<'_>) -> Option<T> {
        value.as_ref().map(|inner| self.0.rebuild(inner, rebuild))
    }

    fn describe(&self, value: &Option<T>, describe: &mut Describe<'_>) -> Shape {
        match value {
            None => Shape::None,
            Some(inner) => Shape::Some(Box::new(self.0.describe(inner, describe))),
        }
    }
}

impl<T: 'static, D: Domain<T>> Domain<Cell<T>> for Each<D> {
    fn plant(&self, place: Place<Cell<T>>, plan: &mut Plan) {
        place.write(Cell::new(self.0.sample(plan)));
        self.0.plant(Place::new(place.get().as_ptr()), plan);
    }

    fn sample(&self, plan: &mut Plan) -> Cell<T> {
        Cell::new(self.0.sample(plan))
    }

    fn rebuild(&self, value: &Cell<T>, rebuild: &mut Rebuild<'_>) -> Cell<T> {
        // SAFETY: the candidate is not written while it is being rebuilt, so a shared reference
        // to the content is valid for that time.
        Cell::new(self.0.rebuild(unsafe { &*value.as_ptr() }, rebuild))
    }

    fn describe(&self, value: &Cell<T>, describe: &mut Describe<'_>) -> Shape {
        // SAFETY: as in `rebuild`: nothing writes the candidate meanwhile.
        Shape::wrapped("Cell::new", self.0.describe(unsafe { &*value.as_ptr() }, describe))
    }
}

impl<T: 'static, D: Domain<T>> Domain<RefCell<T>> for Each<D> {
    fn plant(&self, place: Place<RefCell<T>>, plan: &mut Plan) {
        place.write(RefCell::new(self.0.sample(plan)));
        self.0.plant(Place::new(place.get().as_ptr()), plan);
    }

    fn sample(&self, plan: &mut Plan) -> RefCell<T> {
        RefCell::new(self.0.sample(plan))
    }

    fn rebuild(&self, value: &RefCell<T>, rebuild: &mut Rebuild<'_>) -> RefCell<T> {
        RefCell::new(self.0.rebuild(&value.borrow(), rebuild))
    }

    fn describe(&self, value: &RefCell<T>, describe: &mut Describe<'_>) -> Shape {
        Shape::wrapped("RefCell::new", self.0.describe(&value.borrow(), describe))
    }
}

impl<T: 'static, D: Domain<T>> Domain<Box<T>> for Each<D> {
    fn plant(&self, place: Place<Box<T>>, plan: &mut Plan) {
        let object = plan.counted::<T>();
        self.0.plant(Place::new(object), plan);
        // SAFETY: `object` is planted arena memory; the box is never dropped.
        place.write(unsafe { Box::from_raw(object) });
    }

    fn sample(&self, plan: &mut Plan) -> Box<T> {
        // SAFETY: arena memory for a `T` that is only carried around as an address until the
        // place of the box is planted.
        unsafe { Box::from_raw(plan.counted::<T>()) }
    }

    fn rebuild(&self, value: &Box<T>, rebuild: &mut Rebuild<'_>) -> Box<T> {
        Box::new(self.0.rebuild(value, rebuild))
    }

    fn describe(&self, value: &Box<T>, describe: &mut Describe<'_>) -> Shape {
        Shape::wrapped("Box::new", self.0.describe(value, describe))
    }
}

impl<T: 'static, D: Domain<T>, const N: usize> Domain<[T; N]> for Each<D> {
    fn plant(&self, place: Place<[T; N]>, plan: &mut Plan) {
        for index in 0..N {
            let item = place.field::<T>(index * std::mem::size_of::<T>());
            plan.item(index, |plan| self.0.plant(item, plan));
        }
    }

    fn sample(&self, plan: &mut Plan) -> [T; N] {
        std::array::from_fn(|_| self.0.sample(plan))
    }

    fn rebuild(&self, value: &[T; N], rebuild: &mut Rebuild<'_>) -> [T; N] {
        std::array::from_fn(|index| self.0.rebuild(&value[index], rebuild))
    }

    fn describe(&self, value: &[T; N], describe: &mut Describe<'_>) -> Shape {
        let items = value.iter().map(|item| self.0.describe(item, describe)).collect();
        sequence_shape("", items)
    }
}

/// The lengths of a sequence and the domain of its elements.
#[derive(Clone, Debug)]
pub struct Sequence<D> {
    /// Permitted lengths; may also come from the bounds.
    pub len: Option<RangeInclusive<usize>>,
    /// Values of every element.
    pub each: D,
}

impl<D> Sequence<D> {
    /// Plants the elements in a separate buffer and the choice of the length at `place`, as the image
    /// of the result of `make` for buffer, length and capacity.
    fn plant_at<T: 'static, S>(
        &self,
        place: Place<S>,
        plan: &mut Plan,
        make: impl Fn(*mut T, usize, usize) -> S,
    ) where
        D: Domain<T>,
    {
        let lengths = plan.lengths(self.len.as_ref());
        let (shortest, longest) = (*lengths.start(), *lengths.end());
        if shortest > longest {
            plan.fail(|field| crate::error::PlanError::Empty { field });
            return;
        }
        if plan.is_inside_itself::<T>() {
            return;
        }
        let buffer = plan.buffer::<T>(longest);
        let mut images = Vec::new();
        for length in lengths {
            let image = ManuallyDrop::new(make(buffer, length, longest));
            crate::plan::push_image(&mut images, std::ptr::from_ref(&*image));
        }
        let count = longest - shortest + 1;
        let needs = vec![Vec::new(); count];
        let choice = plan.choose(place, images, Alternatives::Variants { needs });
        for index in 0..longest {
            let item = Place::new(buffer.wrapping_add(index));
            if index < shortest && count == 1 {
                plan.item(index, |plan| self.each.plant(item, plan));
                continue;
            }
            let low = (index + 1).saturating_sub(shortest);
            let guard = ChoiceGuard { parent: choice, low, high: count - 1 };
            plan.guarded_item(guard, index, |plan| self.each.plant(item, plan));
        }
    }
}

impl<T: 'static, D: Domain<T>> Domain<Vec<T>> for Sequence<D> {
    fn plant(&self, place: Place<Vec<T>>, plan: &mut Plan) {
        self.plant_at(place, plan, |buffer, length, capacity| {
            // SAFETY: the buffer is arena memory for `capacity` elements, all planted before the
            // predicate runs; the vector is never dropped, grown or shrunk.
            unsafe { Vec::from_raw_parts(buffer, length, capacity) }
        });
    }

    fn sample(&self, _: &mut Plan) -> Vec<T> {
        Vec::new()
    }

    fn rebuild(&self, value: &Vec<T>, rebuild: &mut Rebuild<'_>) -> Vec<T> {
        value.iter().map(|item| self.each.rebuild(item, rebuild)).collect()
    }

    fn describe(&self, value: &Vec<T>, describe: &mut Describe<'_>) -> Shape {
        let items = value.iter().map(|item| self.each.describe(item, describe)).collect();
        sequence_shape("vec!", items)
    }
}

impl<T: 'static, D: Domain<T>> Domain<VecDeque<T>> for Sequence<D> {
    fn plant(&self, place: Place<VecDeque<T>>, plan: &mut Plan) {
        self.plant_at(place, plan, |buffer, length, capacity| {
            // SAFETY: as for `Vec`; the conversion takes over the buffer without touching it.
            VecDeque::from(unsafe { Vec::from_raw_parts(buffer, length, capacity) })
        });
    }

    fn sample(&self, _: &mut Plan) -> VecDeque<T> {
        VecDeque::new()
    }

    fn rebuild(&self, value: &VecDeque<T>, rebuild: &mut Rebuild<'_>) -> VecDeque<T> {
        value.iter().map(|item| self.each.rebuild(item, rebuild)).collect()
    }

    fn describe(&self, value: &VecDeque<T>, describe: &mut Describe<'_>) -> Shape {
        let items = value.iter().map(|item| self.each.describe(item, describe)).collect();
        Shape::wrapped("VecDeque::from", sequence_shape("vec!", items))
    }
}

/// The lengths of a sequence whose elements have the domain of their type: pooled objects, if the type has a
/// pool.
#[derive(Clone, Debug, Default)]
pub struct Many {
    /// Permitted lengths; may also come from the bounds.
    pub len: Option<RangeInclusive<usize>>,
}

impl Many {
    fn each(&self) -> Sequence<Auto> {
        Sequence { len: self.len.clone(), each: Auto }
    }
}

macro_rules! many {
    ($($sequence:ty, $make:expr;)*) => {$(
        impl<T: Finitize> Domain<$sequence> for Many {
            fn plant(&self, place: Place<$sequence>, plan: &mut Plan) {
                if !plan.pooled_sequence(place, self.len.as_ref(), $make) {
                    self.each().plant(place, plan);
                }
            }

            fn sample(&self, plan: &mut Plan) -> $sequence {
                self.each().sample(plan)
            }

            fn rebuild(&self, value: &$sequence, rebuild: &mut Rebuild<'_>) -> $sequence {
                self.each().rebuild(value, rebuild)
            }

            fn describe(&self, value: &$sequence, describe: &mut Describe<'_>) -> Shape {
                self.each().describe(value, describe)
            }
        }
    )*};
}

many! {
    // SAFETY: the elements are planted objects of the arena, `capacity` of them side by side; the sequence is
    // never dropped, grown or shrunk.
    Vec<T>, |first: *mut T, length, capacity| unsafe {
        Vec::from_raw_parts(first, length, capacity)
    };
    // SAFETY: the same; the conversion takes over the buffer without touching it.
    VecDeque<T>, |first: *mut T, length, capacity| VecDeque::from(unsafe {
        Vec::from_raw_parts(first, length, capacity)
    });
    // SAFETY: the same.
    Box<[T]>, |first: *mut T, length, _| unsafe {
        Box::from_raw(std::ptr::slice_from_raw_parts_mut(first, length))
    };
}

impl<T: 'static, D: Domain<T>> Domain<Box<[T]>> for Sequence<D> {
    fn plant(&self, place: Place<Box<[T]>>, plan: &mut Plan) {
        self.plant_at(place, plan, |buffer, length, _| {
            // SAFETY: as for `Vec`.
            unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(buffer, length)) }
        });
    }

    fn sample(&self, _: &mut Plan) -> Box<[T]> {
        Box::default()
    }

    fn rebuild(&self, value: &Box<[T]>, rebuild: &mut Rebuild<'_>) -> Box<[T]> {
        value.iter().map(|item| self.each.rebuild(item, rebuild)).collect()
    }

    fn describe(&self, value: &Box<[T]>, describe: &mut Describe<'_>) -> Shape {
        let items = value.iter().map(|item| self.each.describe(item, describe)).collect();
        Shape::wrapped("Box::from", sequence_shape("", items))
    }
}

/// The lengths of a sequence: a number or a range.
pub trait Lengths {
    /// As an inclusive range.
    #[doc(hidden)]
    fn range(self) -> RangeInclusive<usize>;
}

impl Lengths for usize {
    fn range(self) -> RangeInclusive<usize> {
        self..=self
    }
}

impl Lengths for RangeInclusive<usize> {
    fn range(self) -> RangeInclusive<usize> {
        self
    }
}

impl Lengths for std::ops::Range<usize> {
    fn range(self) -> RangeInclusive<usize> {
        // An empty range stays empty: the plan reports it with the field's name.
        if self.is_empty() {
            RangeInclusive::new(1, 0)
        } else {
            self.start..=self.end - 1
        }
    }
}

/// The lengths in an attribute.
#[doc(hidden)]
pub fn lengths(lengths: impl Lengths) -> RangeInclusive<usize> {
    lengths.range()
}
