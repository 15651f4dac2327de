//! Arrays and sequences with the elements' own domains.

use std::collections::VecDeque;

use super::Finitize;
use crate::describe::{Describe, Shape};
use crate::domain::{Auto, Domain, Each, Many, Sequence};
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;

/// The picture of a sequence, written with `prefix` before the bracket.
pub(crate) fn sequence_shape(prefix: &'static str, items: Vec<Shape>) -> Shape {
    Shape::List { prefix, items }
}

impl<T: Finitize, const N: usize> Finitize for [T; N] {
    fn plant(place: Place<Self>, plan: &mut Plan) {
        Each(Auto).plant(place, plan);
    }

    fn sample(plan: &mut Plan) -> Self {
        Each(Auto).sample(plan)
    }

    fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self {
        Each(Auto).rebuild(self, rebuild)
    }

    fn describe(&self, describe: &mut Describe<'_>) -> Shape {
        Each(Auto).describe(self, describe)
    }
}

macro_rules! sequences {
    ($($sequence:ident)*) => {$(
        impl<T: Finitize> Finitize for $sequence<T> {
            fn plant(place: Place<Self>, plan: &mut Plan) {
                place.write(Self::new());
                match plan.type_override::<Self>() {
                    Some(domain) => domain.plant(place, plan),
                    None => Many::default().plant(place, plan),
                }
            }

            fn sample(_: &mut Plan) -> Self {
                Self::new()
            }

            fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self {
                self.iter().map(|item| item.rebuild(rebuild)).collect()
            }

            fn describe(&self, describe: &mut Describe<'_>) -> Shape {
                Sequence { len: None, each: Auto }.describe(self, describe)
            }
        }
    )*};
}

sequences!(Vec VecDeque);

impl<T: Finitize> Finitize for Box<[T]> {
    fn plant(place: Place<Self>, plan: &mut Plan) {
        place.write(Self::default());
        match plan.type_override::<Self>() {
            Some(domain) => domain.plant(place, plan),
            None => Many::default().plant(place, plan),
        }
    }

    fn sample(_: &mut Plan) -> Self {
        Self::default()
    }

    fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self {
        Many::default().rebuild(self, rebuild)
    }

    fn describe(&self, describe: &mut Describe<'_>) -> Shape {
        Many::default().describe(self, describe)
    }
}
