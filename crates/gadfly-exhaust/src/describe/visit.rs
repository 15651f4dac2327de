//! Traverses a candidate and builds its picture, each object once.

use std::collections::BTreeMap;

use super::{Picture, PointerKind, Shape};
use crate::bounds::{short_name, Bounds, SharedDomain};
use crate::domain::Domain;
use crate::finitize::Finitize;

/// A picture under construction.
#[derive(Debug)]
pub struct Describe<'a> {
    bounds: &'a Bounds,
    seen: BTreeMap<usize, usize>,
    objects: Vec<(String, Shape)>,
}

impl<'a> Describe<'a> {
    /// The picture of a candidate.
    pub(crate) fn picture<T: Finitize>(value: &T, bounds: &'a Bounds) -> Picture {
        let mut describe = Self { bounds, seen: BTreeMap::new(), objects: Vec::new() };
        let root = value.describe(&mut describe);
        Picture { root, objects: describe.objects }
    }

    /// A field, with its domain or the one that the bounds set.
    #[doc(hidden)]
    pub fn field<F: 'static, D: Domain<F>>(
        &mut self,
        owner: &str,
        name: &str,
        value: &F,
        domain: &D,
    ) -> (String, Shape) {
        let own = self.bounds.fields.get(&format!("{owner}.{name}"));
        let shape = match own.and_then(|any| any.downcast_ref::<SharedDomain<F>>()) {
            Some(domain) => domain.describe(value, self),
            None => domain.describe(value, self),
        };
        (name.to_owned(), shape)
    }

    /// A pointer; its target is described on the first visit.
    pub(crate) fn pointer<T: Finitize>(&mut self, kind: PointerKind, target: &T) -> Shape {
        let address = std::ptr::from_ref(target) as usize;
        if let Some(known) = self.seen.get(&address) {
            return Shape::Pointer { kind, target: *known };
        }
        let index = self.objects.len();
        self.seen.insert(address, index);
        self.objects.push((short_name::<T>(), Shape::None));
        let shape = target.describe(self);
        self.objects[index].1 = shape;
        Shape::Pointer { kind, target: index }
    }
}

impl Picture {
    /// The picture of a value, with the domains that the bounds set for its fields.
    pub fn of<T: Finitize>(value: &T, bounds: &Bounds) -> Self {
        Describe::picture(value, bounds)
    }
}
