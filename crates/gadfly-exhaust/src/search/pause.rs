//! A search that holds still for a moment.

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

    /// How far the search is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.0.progress()
    }

    /// Takes the later part of what is left off the search: parts that others may search, in
    /// order, and the prefix that the search will end with. What they find comes after all that
    /// this search finds. Nothing if there is nothing to choose any more.
    pub fn give_away(&mut self) -> Option<(Prefix, Vec<Prefix>)> {
        let last = self.0.last.clone();
        let core = self.0.core_mut();
        let parts = core.give_away(last.as_ref());
        let last = Prefix(core.entries(core.floor).collect());
        (!parts.is_empty()).then_some((last, parts))
    }
}
