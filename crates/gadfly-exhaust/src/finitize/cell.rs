//! Interior mutability: the content is searched, borrow flags are not.

use std::any::TypeId;
use std::cell::{Cell, RefCell};

use super::Finitize;
use crate::describe::{Describe, Shape};
use crate::domain::{Auto, Domain, Each};
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;

macro_rules! cells {
    ($($cell:ident)*) => {$(
        impl<T: Finitize> Finitize for $cell<T> {
            fn plant(place: Place<Self>, plan: &mut Plan) {
                Each(Auto).plant(place, plan);
            }

            fn sample(plan: &mut Plan) -> Self {
                $cell::new(T::sample(plan))
            }

            fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self {
                Each(Auto).rebuild(self, rebuild)
            }

            fn describe(&self, describe: &mut Describe<'_>) -> Shape {
                Each(Auto).describe(self, describe)
            }

            fn pool_key() -> TypeId {
                T::pool_key()
            }
        }
    )*};
}

cells!(Cell RefCell);
