//! Ranges of integers and characters, also for the contents of an option, a cell or an array.

use std::cell::{Cell, RefCell};
use std::ops::{Range, RangeInclusive};

use super::{Domain, Each};
use crate::describe::{Atom, Describe, Shape};
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;

/// Types that have ranges.
pub trait Ordinal: Copy + PartialOrd + std::fmt::Debug + 'static {
    /// The next larger value.
    #[doc(hidden)]
    fn successor(self) -> Option<Self>;
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl Ordinal for $ty {
            fn successor(self) -> Option<Self> {
                self.checked_add(1)
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl Ordinal for char {
    fn successor(self) -> Option<Self> {
        match self {
            '\u{D7FF}' => Some('\u{E000}'),
            _ => char::from_u32(self as u32 + 1),
        }
    }
}

/// Values from `start` while `within`, at most one more than the search supports.
fn list<T: Ordinal>(start: T, within: impl Fn(T) -> bool) -> Vec<T> {
    std::iter::successors(Some(start), |value| value.successor())
        .take_while(|value| within(*value))
        .take(65_001)
        .collect()
}

macro_rules! range_domains {
    ($($range:ident: |$own:ident| $first:expr, $within:expr;)*) => {$(
        impl<T: Ordinal> Domain<T> for $range<T> {
            fn plant(&self, place: Place<T>, plan: &mut Plan) {
                let $own = self;
                plan.constants(place, list($first, $within));
            }

            fn sample(&self, _: &mut Plan) -> T {
                let $own = self;
                $first
            }

            fn rebuild(&self, value: &T, _: &mut Rebuild<'_>) -> T {
                *value
            }

            fn describe(&self, value: &T, _: &mut Describe<'_>) -> Shape {
                Atom::debug(value)
            }
        }

        lifted!($range, Option);
        lifted!($range, Cell);
        lifted!($range, RefCell);

        impl<T: Ordinal, U: 'static, const N: usize> Domain<[U; N]> for $range<T>
        where
            $range<T>: Domain<U> + Clone,
        {
            fn plant(&self, place: Place<[U; N]>, plan: &mut Plan) {
                Each(self.clone()).plant(place, plan);
            }

            fn sample(&self, plan: &mut Plan) -> [U; N] {
                Each(self.clone()).sample(plan)
            }

            fn rebuild(&self, value: &[U; N], rebuild: &mut Rebuild<'_>) -> [U; N] {
                Each(self.clone()).rebuild(value, rebuild)
            }

            fn describe(&self, value: &[U; N], describe: &mut Describe<'_>) -> Shape {
                Each(self.clone()).describe(value, describe)
            }
        }
    )*};
}

/// A range is also a domain for the content of a wrapper.
macro_rules! lifted {
    ($range:ident, $wrapper:ident) => {
        impl<T: Ordinal, U: 'static> Domain<$wrapper<U>> for $range<T>
        where
            $range<T>: Domain<U> + Clone,
        {
            fn plant(&self, place: Place<$wrapper<U>>, plan: &mut Plan) {
                Each(self.clone()).plant(place, plan);
            }

            fn sample(&self, plan: &mut Plan) -> $wrapper<U> {
                Each(self.clone()).sample(plan)
            }

            fn rebuild(&self, value: &$wrapper<U>, rebuild: &mut Rebuild<'_>) -> $wrapper<U> {
                Each(self.clone()).rebuild(value, rebuild)
            }

            fn describe(&self, value: &$wrapper<U>, describe: &mut Describe<'_>) -> Shape {
                Each(self.clone()).describe(value, describe)
            }
        }
    };
}

range_domains! {
    RangeInclusive: |range| *range.start(), |value| value <= *range.end();
    Range: |range| range.start, |value| value < range.end;
}
