//! A search that is paused.

use super::engine::Engine;
use super::prefix::Prefix;
use super::summary::Progress;

/// A search between two candidates.
#[derive(Debug)]
pub struct Pause<'a>(&'a mut Engine);

impl<'a> Pause<'a> {
    pub(super) fn of(engine: &'a mut Engine) -> Self {
        Self(engine)
    }

    /// The progress of the search.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.0.progress()
    }

    /// Splits off the later part of the remaining search: the prefix after which this search ends,
    /// and parts for others, in order. Their results come after all results of this search. `None`
    /// if no alternatives are left.
    pub fn give_away(&mut self) -> Option<(Prefix, Vec<Prefix>)> {
        let last = self.0.last.clone();
        let core = self.0.core_mut();
        let parts = core.give_away(last.as_ref());
        let last = Prefix(core.entries(core.floor).collect());
        (!parts.is_empty()).then_some((last, parts))
    }
}
