//! `Rc`, `Arc` and their weak pointers. The target lies in the arena behind a pair of counters,
//! where the standard library expects them; `layout_is_known` makes sure that it does.

use std::rc::{self, Rc};
use std::sync::{self, Arc};

use super::Finitize;
use crate::describe::{Describe, PointerKind, Shape};
use crate::place::Place;
use crate::plan::{Manager, Plan};
use crate::rebuild::Rebuild;

macro_rules! counted_pointers {
    ($($pointer:ident, $weak:ty, $weak_new:expr, $manager:expr, $strong_kind:expr, $weak_kind:expr,
        $rebuild:ident, $rebuild_weak:ident;)*) => {$(
        impl<T: Finitize> Finitize for $pointer<T> {
            fn plant(place: Place<Self>, plan: &mut Plan) {
                plan.shared::<_, T>(place, Vec::new(), Some($manager), false, |object| {
                    // SAFETY: pooled objects lie behind the counters that `from_raw` expects
                    // (`layout_is_known`), which say that one owner exists. The pointer is kept
                    // as bytes and never dropped.
                    unsafe { $pointer::from_raw(object) }
                });
            }

            fn sample(plan: &mut Plan) -> Self {
                // SAFETY: as above; replaced when its place is planted.
                unsafe { $pointer::from_raw(plan.counted::<T>()) }
            }

            fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self {
                rebuild.$rebuild(self)
            }

            fn describe(&self, describe: &mut Describe<'_>) -> Shape {
                describe.pointer($strong_kind, &**self)
            }

            fn plant_option(place: Place<Option<Self>>, plan: &mut Plan) {
                plan.shared::<_, T>(place, vec![None], Some($manager), false, |object| {
                    // SAFETY: as in `plant`.
                    Some(unsafe { $pointer::from_raw(object) })
                });
            }
        }

        impl<T: Finitize> Finitize for $weak {
            fn plant(place: Place<Self>, plan: &mut Plan) {
                plan.shared::<_, T>(place, vec![$weak_new], Some($manager), true, |object| {
                    // SAFETY: a weak pointer is as good as the strong one it comes from, and is
                    // kept as bytes only.
                    unsafe { <$weak>::from_raw(object) }
                });
            }

            fn sample(_: &mut Plan) -> Self {
                $weak_new
            }

            fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self {
                rebuild.$rebuild_weak(self)
            }

            fn describe(&self, describe: &mut Describe<'_>) -> Shape {
                match self.upgrade() {
                    Some(target) => describe.pointer($weak_kind, &*target),
                    None => Shape::Dangling,
                }
            }

            fn plant_option(place: Place<Option<Self>>, plan: &mut Plan) {
                let constants = vec![None, Some($weak_new)];
                plan.shared::<_, T>(place, constants, Some($manager), true, |object| {
                    // SAFETY: as in `plant`.
                    Some(unsafe { <$weak>::from_raw(object) })
                });
            }
        }
    )*};
}

counted_pointers! {
    Rc, rc::Weak<T>, rc::Weak::new(), Manager::Rc, PointerKind::Rc, PointerKind::RcWeak, rc, rc_weak;
    Arc, sync::Weak<T>, sync::Weak::new(), Manager::Arc, PointerKind::Arc, PointerKind::ArcWeak, arc, arc_weak;
}

/// Returns whether `Rc` and `Arc` have their two counters right before the value, the strong one first.
pub(crate) fn layout_is_known() -> bool {
    let rc = Rc::new(7_u64);
    let (other, weak) = (Rc::clone(&rc), Rc::downgrade(&rc));
    let rc_counts = counters(Rc::as_ptr(&rc));
    let arc = Arc::new(7_u64);
    let (another, weaker) = (Arc::clone(&arc), Arc::downgrade(&arc));
    let arc_counts = counters(Arc::as_ptr(&arc));
    drop((other, weak, another, weaker));
    rc_counts == [2, 2] && arc_counts == [2, 2]
}

fn counters(value: *const u64) -> [usize; 2] {
    // SAFETY: an `Rc` or `Arc` allocation starts with its counters, whatever their order, so the
    // two words before the value belong to it. They are read, not written.
    unsafe { value.cast::<[usize; 2]>().sub(1).read() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_standard_library_keeps_counters_where_they_are_expected() {
        assert!(super::layout_is_known());
    }
}
