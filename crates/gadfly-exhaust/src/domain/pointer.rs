//! Boxes that may share their target, as references do in other languages. No valid Rust value
//! has this form; it serves to compare candidate counts with searches in those languages, and to
//! test predicates that reject sharing.

use super::Domain;
use crate::describe::{Describe, Shape};
use crate::finitize::Finitize;
use crate::place::Place;
use crate::plan::{Manager, Plan};
use crate::rebuild::Rebuild;

/// `None`, or a box around any object of the pool, also one that another box holds.
#[derive(Clone, Copy, Debug)]
pub struct Aliased;

impl<T: Finitize> Domain<Option<Box<T>>> for Aliased {
    fn plant(&self, place: Place<Option<Box<T>>>, plan: &mut Plan) {
        plan.shared::<_, T>(place, vec![None], Some(Manager::Box), false, |object| {
            // SAFETY: the box is kept as bytes and never dropped; its target is arena memory.
            Some(unsafe { Box::from_raw(object) })
        });
    }

    fn sample(&self, _: &mut Plan) -> Option<Box<T>> {
        None
    }

    fn rebuild(&self, value: &Option<Box<T>>, rebuild: &mut Rebuild<'_>) -> Option<Box<T>> {
        value.rebuild(rebuild)
    }

    fn describe(&self, value: &Option<Box<T>>, describe: &mut Describe<'_>) -> Shape {
        value.describe(describe)
    }
}

impl<T: Finitize> Domain<Box<T>> for Aliased {
    fn plant(&self, place: Place<Box<T>>, plan: &mut Plan) {
        plan.shared::<_, T>(place, Vec::new(), Some(Manager::Box), false, |object| {
            // SAFETY: as above.
            unsafe { Box::from_raw(object) }
        });
    }

    fn sample(&self, plan: &mut Plan) -> Box<T> {
        Box::<T>::sample(plan)
    }

    fn rebuild(&self, value: &Box<T>, rebuild: &mut Rebuild<'_>) -> Box<T> {
        value.rebuild(rebuild)
    }

    fn describe(&self, value: &Box<T>, describe: &mut Describe<'_>) -> Shape {
        value.describe(describe)
    }
}
