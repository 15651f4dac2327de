//! The observer of a session: the command's console, or a test.

use crate::report::Finding;

/// Observes a session.
pub trait Observer {
    /// Begins a stage: `Reading`, `ropey 1.5.1`.
    fn stage(&self, name: &'static str, subject: &str) -> Box<dyn StageProgress + '_>;

    /// Announces a finding as it is made.
    fn finding(&self, finding: &Finding);

    /// Reports a problem that does not end the run.
    fn warn(&self, text: &str);
}

/// Receives the progress of one stage. Dropped before it is finished, the stage has failed.
pub trait StageProgress {
    /// Replaces the description of the current work.
    fn update(&self, detail: &str);

    /// Sets the fraction that is done.
    fn progress(&self, done: u64, total: u64);

    /// Ends the stage with its result.
    fn finish(self: Box<Self>, detail: &str);
}
