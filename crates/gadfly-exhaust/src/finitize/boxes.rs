//! Boxes, which own their target exclusively.

use super::Finitize;
use crate::describe::{Describe, PointerKind, Shape};
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;

impl<T: Finitize> Finitize for Box<T> {
    fn plant(place: Place<Self>, plan: &mut Plan) {
        plan.mandatory_box(place);
    }

    fn sample(plan: &mut Plan) -> Self {
        // SAFETY: arena memory for a `T`. The box only carries the address into an enum's image
        // and is overwritten when its place is planted; it is never dropped.
        unsafe { Box::from_raw(plan.counted::<T>()) }
    }

    fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self {
        rebuild.boxed(self)
    }

    fn describe(&self, describe: &mut Describe<'_>) -> Shape {
        describe.pointer(PointerKind::Box, &**self)
    }

    fn plant_option(place: Place<Option<Self>>, plan: &mut Plan) {
        plan.owned_option(place);
    }
}
