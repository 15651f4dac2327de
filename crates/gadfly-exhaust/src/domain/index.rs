//! Arenas: objects in the slots of a vector that refer to each other by number.

use std::fmt::Debug;
use std::marker::PhantomData;

use super::Domain;
use crate::describe::{Atom, Describe, Shape};
use crate::finitize::{sequence_shape, Finitize};
use crate::place::Place;
use crate::plan::{Alternatives, Plan};
use crate::rebuild::Rebuild;

/// Numbers of the slots of `T`.
pub struct Index<T, I> {
    constants: Vec<I>,
    number: fn(usize) -> Option<I>,
    interchangeable: bool,
    slots: PhantomData<fn() -> T>,
}

impl<T, I> Debug for Index<T, I> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Index").finish_non_exhaustive()
    }
}

impl<T: Finitize, I: Slot> Index<T, I> {
    /// All slot numbers; for an optional number also `None`.
    #[must_use]
    pub fn new() -> Self {
        let (constants, number) = (I::none(), I::number as fn(usize) -> Option<I>);
        Self { constants, number, interchangeable: false, slots: PhantomData }
    }

    /// A number that means "nothing".
    #[must_use]
    pub fn nil(mut self, nil: I) -> Self {
        self.constants = vec![nil];
        self
    }

    /// Of structures that differ only in the numbers of their slots, one is generated. That is right only if
    /// no code depends on the order of slots.
    #[must_use]
    pub fn interchangeable(mut self) -> Self {
        self.interchangeable = true;
        self
    }
}

impl<T: Finitize, I: Slot> Default for Index<T, I> {
    fn default() -> Self {
        Self::new()
    }
}

/// Types of slot numbers.
pub trait Slot: Clone + Debug + 'static {
    /// The value that stands for slot `index`.
    #[doc(hidden)]
    fn number(index: usize) -> Option<Self>;

    /// The value that stands for no slot, if the type has one.
    #[doc(hidden)]
    fn none() -> Vec<Self>;
}

macro_rules! slot_numbers {
    ($($ty:ty)*) => {$(
        impl Slot for $ty {
            fn number(index: usize) -> Option<Self> {
                <$ty>::try_from(index).ok()
            }

            fn none() -> Vec<Self> {
                Vec::new()
            }
        }
    )*};
}

slot_numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

impl<I: Slot> Slot for Option<I> {
    fn number(index: usize) -> Option<Self> {
        I::number(index).map(Some)
    }

    fn none() -> Vec<Self> {
        vec![None]
    }
}

impl<T: Finitize, I: Slot> Domain<I> for Index<T, I> {
    fn plant(&self, place: Place<I>, plan: &mut Plan) {
        let Some(pool) = plan.pool::<T>() else { return };
        let mut values = self.constants.clone();
        values.extend((0..plan.pools[pool].size).filter_map(self.number));
        let before = plan.choices.len();
        plan.constants(place, values);
        plan.pools[pool].interchangeable |= self.interchangeable;
        if let (true, Some(draft)) = (self.interchangeable, plan.choices.get_mut(before)) {
            let constants = self.constants.len();
            draft.alternatives = Alternatives::Shared { pool, constants, weak: false };
        }
    }

    fn sample(&self, _: &mut Plan) -> I {
        let first = self.constants.first().cloned();
        first.or_else(|| I::number(0)).expect("zero fits every integer type")
    }

    fn rebuild(&self, value: &I, _: &mut Rebuild<'_>) -> I {
        value.clone()
    }

    fn describe(&self, value: &I, _: &mut Describe<'_>) -> Shape {
        Atom::debug(value)
    }
}

/// A vector whose slots are the pool of `T`, with the length of the pool.
#[derive(Clone, Copy, Debug)]
pub struct Slots;

impl<T: Finitize> Domain<Vec<T>> for Slots {
    fn plant(&self, place: Place<Vec<T>>, plan: &mut Plan) {
        match plan.slots::<T>() {
            Some((buffer, size)) => {
                // SAFETY: the buffer is arena memory for `size` planted values; the vector is
                // never dropped, grown or shrunk.
                place.write(unsafe { Vec::from_raw_parts(buffer, size, size) });
            }
            None => place.write(Vec::new()),
        }
    }

    fn sample(&self, _: &mut Plan) -> Vec<T> {
        Vec::new()
    }

    fn rebuild(&self, value: &Vec<T>, rebuild: &mut Rebuild<'_>) -> Vec<T> {
        value.iter().map(|item| item.rebuild(rebuild)).collect()
    }

    fn describe(&self, value: &Vec<T>, describe: &mut Describe<'_>) -> Shape {
        let items = value.iter().map(|item| item.describe(describe)).collect();
        sequence_shape("vec!", items)
    }
}
