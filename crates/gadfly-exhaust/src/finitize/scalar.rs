//! Scalars. `bool` has few enough values to try them all; the others need a bound.

use std::fmt::Debug;
use std::marker::PhantomData;

use super::Finitize;
use crate::bounds::short_name;
use crate::describe::{Atom, Describe, Shape};
use crate::error::PlanError;
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;

/// Plants from the bounds, or reports that they are missing.
fn bounded<T: Clone + 'static>(place: Place<T>, plan: &mut Plan, first: T) {
    match plan.type_override::<T>() {
        Some(domain) => domain.plant(place, plan),
        None => {
            place.write(first);
            let ty = short_name::<T>();
            plan.fail(|field| PlanError::NoDomain { field, ty });
        }
    }
}

fn atom<T: Debug + 'static>(value: &T) -> Shape {
    Atom::debug(value)
}

macro_rules! bounded_scalars {
    ($($ty:ty)*) => {$(
        impl Finitize for $ty {
            fn plant(place: Place<Self>, plan: &mut Plan) {
                bounded(place, plan, <$ty>::default());
            }

            fn sample(plan: &mut Plan) -> Self {
                match plan.type_override::<$ty>() {
                    Some(domain) => domain.sample(plan),
                    None => <$ty>::default(),
                }
            }

            fn rebuild(&self, _: &mut Rebuild<'_>) -> Self {
                self.clone()
            }

            fn describe(&self, _: &mut Describe<'_>) -> Shape {
                atom(self)
            }
        }
    )*};
}

bounded_scalars!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char f32 f64 String);

impl Finitize for bool {
    fn plant(place: Place<Self>, plan: &mut Plan) {
        match plan.type_override::<bool>() {
            Some(domain) => domain.plant(place, plan),
            None => plan.constants(place, vec![false, true]),
        }
    }

    fn sample(_: &mut Plan) -> Self {
        false
    }

    fn rebuild(&self, _: &mut Rebuild<'_>) -> Self {
        *self
    }

    fn describe(&self, _: &mut Describe<'_>) -> Shape {
        atom(self)
    }
}

macro_rules! listed {
    ($($ty:ty: $first:expr, $($value:expr),*;)*) => {$(
        impl Finitize for $ty {
            fn plant(place: Place<Self>, plan: &mut Plan) {
                plan.constants(place, vec![$first, $($value),*]);
            }

            fn sample(_: &mut Plan) -> Self {
                $first
            }

            fn rebuild(&self, _: &mut Rebuild<'_>) -> Self {
                *self
            }

            fn describe(&self, _: &mut Describe<'_>) -> Shape {
                Shape::Atom(Atom {
                    text: format!("{self:?}"),
                    source: Some(format!("std::cmp::Ordering::{self:?}")),
                })
            }
        }
    )*};
}

listed! {
    std::cmp::Ordering: Self::Less, Self::Equal, Self::Greater;
}

impl Finitize for () {
    fn plant(_: Place<Self>, _: &mut Plan) {}

    fn sample(_: &mut Plan) -> Self {}

    fn rebuild(&self, _: &mut Rebuild<'_>) -> Self {}

    fn describe(&self, _: &mut Describe<'_>) -> Shape {
        atom(self)
    }
}

impl<T: 'static> Finitize for PhantomData<T> {
    fn plant(_: Place<Self>, _: &mut Plan) {}

    fn sample(_: &mut Plan) -> Self {
        Self
    }

    fn rebuild(&self, _: &mut Rebuild<'_>) -> Self {
        Self
    }

    fn describe(&self, _: &mut Describe<'_>) -> Shape {
        Shape::Atom(Atom { text: "PhantomData".into(), source: Some("PhantomData".into()) })
    }
}
