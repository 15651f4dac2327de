//! A valid structure during a pause of the search.

use std::ops::Deref;

use super::engine::Engine;
use super::prefix::Prefix;
use crate::describe::{Describe, Picture};
use crate::error::SearchError;
use crate::finitize::Finitize;
use crate::rebuild::Rebuild;

/// A structure that satisfies the predicate. Dereferences to it; [rebuild](Self::rebuild) it to
/// change, keep or drop it.
pub struct Found<'a, T> {
    engine: &'a Engine,
    value: &'a T,
}

impl<T> std::fmt::Debug for Found<'_, T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Found({})", self.engine.vector())
    }
}

impl<'a, T: Finitize> Found<'a, T> {
    pub(crate) fn new(engine: &'a Engine) -> Self {
        Self { engine, value: engine.root() }
    }

    /// A real value of the same structure, on the heap, owned by the caller alone.
    ///
    /// # Errors
    /// If the structure has two boxes around one object (only possible with aliased boxes).
    pub fn rebuild(&self) -> Result<T, SearchError> {
        Rebuild::value(self.value, &self.engine.plan.bounds, &self.engine.managers)
    }

    /// The structure as a picture: text, source, drawing.
    #[must_use]
    pub fn picture(&self) -> Picture {
        Describe::picture(self.value, &self.engine.plan.bounds)
    }

    /// The choices that lead to it.
    #[must_use]
    pub fn vector(&self) -> Prefix {
        self.engine.vector()
    }

    /// The number of candidates up to and including this one.
    #[must_use]
    pub fn explored(&self) -> u64 {
        self.engine.summary.explored
    }
}

impl<T> Deref for Found<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value
    }
}
