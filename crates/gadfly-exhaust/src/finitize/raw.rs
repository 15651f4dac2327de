//! Pointers without ownership: any object of the pool may be the target.

use std::ptr::NonNull;

use super::Finitize;
use crate::describe::{Describe, PointerKind, Shape};
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;

macro_rules! raw_pointers {
    ($($pointer:ty, $kind:expr, $null:expr, $cast:expr;)*) => {$(
        impl<T: Finitize> Finitize for $pointer {
            fn plant(place: Place<Self>, plan: &mut Plan) {
                plan.shared::<_, T>(place, vec![$null], None, false, $cast);
            }

            fn sample(_: &mut Plan) -> Self {
                $null
            }

            fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self {
                if self.is_null() {
                    return $null;
                }
                // SAFETY: a pointer of the candidate is null or leads to a planted object.
                $cast(rebuild.raw(unsafe { &**self }))
            }

            fn describe(&self, describe: &mut Describe<'_>) -> Shape {
                // SAFETY: as in `rebuild`.
                match unsafe { self.as_ref() } {
                    None => Shape::Null($kind),
                    Some(target) => describe.pointer($kind, target),
                }
            }
        }
    )*};
}

raw_pointers! {
    *const T, PointerKind::Const, std::ptr::null(), |object: *mut T| object.cast_const();
    *mut T, PointerKind::Mut, std::ptr::null_mut(), |object: *mut T| object;
}

impl<T: Finitize> Finitize for NonNull<T> {
    fn plant(place: Place<Self>, plan: &mut Plan) {
        plan.shared::<_, T>(place, Vec::new(), None, false, non_null);
    }

    fn sample(plan: &mut Plan) -> Self {
        non_null(plan.counted::<T>())
    }

    fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self {
        // SAFETY: a pointer of the candidate leads to a planted object.
        non_null(rebuild.raw(unsafe { self.as_ref() }))
    }

    fn describe(&self, describe: &mut Describe<'_>) -> Shape {
        // SAFETY: as in `rebuild`.
        describe.pointer(PointerKind::NonNull, unsafe { self.as_ref() })
    }

    fn plant_option(place: Place<Option<Self>>, plan: &mut Plan) {
        plan.shared::<_, T>(place, vec![None], None, false, NonNull::new);
    }
}

fn non_null<T>(object: *mut T) -> NonNull<T> {
    NonNull::new(object).expect("objects have addresses")
}
