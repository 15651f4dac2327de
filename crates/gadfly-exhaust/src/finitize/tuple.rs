//! Tuples, of types and of domains.

use super::Finitize;
use crate::describe::{Describe, Shape};
use crate::domain::{Auto, Domain};
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;

macro_rules! tuples {
    ($($all:ty: $($ty:ident $domain:ident $index:tt),+;)*) => {$(
        impl<$($ty: Finitize),+> Finitize for ($($ty,)+) {
            fn plant(place: Place<Self>, plan: &mut Plan) {
                $(
                    let part = place.field::<$ty>(std::mem::offset_of!(Self, $index));
                    plan.item($index, |plan| $ty::plant(part, plan));
                )+
            }

            fn sample(plan: &mut Plan) -> Self {
                ($($ty::sample(plan),)+)
            }

            fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self {
                ($(self.$index.rebuild(rebuild),)+)
            }

            fn describe(&self, describe: &mut Describe<'_>) -> Shape {
                let items = vec![$(Auto.describe(&self.$index, describe)),+];
                Shape::Tuple { name: String::new(), items }
            }
        }

        impl<$($ty: 'static),+, $($domain: Domain<$ty>),+> Domain<($($ty,)+)> for ($($domain,)+) {
            fn plant(&self, place: Place<($($ty,)+)>, plan: &mut Plan) {
                $(
                    let offset = std::mem::offset_of!($all, $index);
                    let part = place.field::<$ty>(offset);
                    plan.item($index, |plan| self.$index.plant(part, plan));
                )+
            }

            fn sample(&self, plan: &mut Plan) -> ($($ty,)+) {
                ($(self.$index.sample(plan),)+)
            }

            fn rebuild(&self, value: &($($ty,)+), rebuild: &mut Rebuild<'_>) -> ($($ty,)+) {
                ($(self.$index.rebuild(&value.$index, rebuild),)+)
            }

            fn describe(&self, value: &($($ty,)+), describe: &mut Describe<'_>) -> Shape {
                let items = vec![$(self.$index.describe(&value.$index, describe)),+];
                Shape::Tuple { name: String::new(), items }
            }
        }
    )*};
}

tuples! {
    (A,): A DA 0;
    (A, B,): A DA 0, B DB 1;
    (A, B, C,): A DA 0, B DB 1, C DC 2;
    (A, B, C, D,): A DA 0, B DB 1, C DC 2, D DD 3;
    (A, B, C, D, E,): A DA 0, B DB 1, C DC 2, D DD 3, E DE 4;
    (A, B, C, D, E, F,): A DA 0, B DB 1, C DC 2, D DD 3, E DE 4, F DF 5;
}
