//! A typed position inside the candidate's memory. Derived code only passes places on; this crate
//! makes and writes them.

use std::fmt;

/// The position of a value of type `T` in the candidate.
pub struct Place<T> {
    at: *mut T,
}

impl<T> Clone for Place<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Place<T> {}

impl<T> fmt::Debug for Place<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Place({:p})", self.at)
    }
}

impl<T> Place<T> {
    /// A place at `at`: arena memory, aligned and large enough for a `T`, without another planted
    /// value.
    pub(crate) fn new(at: *mut T) -> Self {
        debug_assert!(at as usize % std::mem::align_of::<T>() == 0);
        Self { at }
    }

    /// Its address.
    pub(crate) fn as_ptr(self) -> *mut T {
        self.at
    }

    /// The place of a field with its `offset_of!`.
    #[doc(hidden)]
    #[must_use]
    pub fn field<F>(self, offset: usize) -> Place<F> {
        assert!(offset + std::mem::size_of::<F>() <= std::mem::size_of::<T>());
        Place::new(self.at.cast::<u8>().wrapping_add(offset).cast())
    }

    /// The place of a part of the value, given a reference to the part.
    #[doc(hidden)]
    #[must_use]
    pub fn inside<F>(self, part: &F) -> Place<F> {
        let offset = (part as *const F as usize).wrapping_sub(self.at as usize);
        self.field(offset)
    }

    /// Writes a value without dropping the previous one: candidates are never dropped.
    pub(crate) fn write(self, value: T) {
        // SAFETY: places are aligned arena memory of the right size (see `new`), and the search
        // holds no reference into the arena while it plants or patches.
        unsafe { self.at.write(value) }
    }

    /// The value at the place, which must be valid.
    #[doc(hidden)]
    #[must_use]
    pub fn get<'a>(self) -> &'a T {
        // SAFETY: derived code asks only after planting, which leaves a valid value; the arena
        // outlives the plan's user and nothing writes it while the reference is in use.
        unsafe { &*self.at }
    }
}
