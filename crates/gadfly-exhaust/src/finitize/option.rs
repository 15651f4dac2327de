//! Optional values.

use super::Finitize;
use crate::describe::{Describe, Shape};
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;

impl<T: Finitize> Finitize for Option<T> {
    fn plant(place: Place<Self>, plan: &mut Plan) {
        T::plant_option(place, plan);
    }

    fn sample(_: &mut Plan) -> Self {
        None
    }

    fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self {
        self.as_ref().map(|inner| inner.rebuild(rebuild))
    }

    fn describe(&self, describe: &mut Describe<'_>) -> Shape {
        match self {
            None => Shape::None,
            Some(inner) => Shape::Some(Box::new(inner.describe(describe))),
        }
    }
}
