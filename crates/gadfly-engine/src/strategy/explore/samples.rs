//! Passing sequences that a search sends, for tests that are made of them.

use crate::machine::Machine;
use crate::run::borrow::members;
use crate::run::program::to_wire;
use crate::strategy::explore::directed::ExploreStrategy;
use gadfly_wire::Event;
use std::sync::atomic::Ordering::Relaxed;

/// The passing sequences to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Samples {
    /// None.
    None,
    /// So many, above all those that end with live borrows, which test the borrow table most.
    Borrowing(u32),
    /// At most so many, each of which takes a new way through the subject.
    Varied(u32),
}

impl ExploreStrategy {
    /// Sends the finished sequence, if it is one of those to send. False when all were sent.
    pub(in crate::strategy) fn sample(&mut self, machine: &mut Machine<'_>, passed: bool) -> bool {
        let sent = machine.journal.samples.load(Relaxed);
        let (most, is_due) = match self.samples {
            Samples::None => return true,
            Samples::Borrowing(most) => (most, passed && sent < most && self.is_due(machine)),
            Samples::Varied(most) => (most, self.is_new_way(machine, passed) && sent < most),
        };
        if is_due {
            let sequence = to_wire(machine.registry, &machine.journal.words());
            machine.journal.samples.store(sent + 1, Relaxed);
            machine.send(&Event::Sample { sequence });
        }
        machine.journal.samples.load(Relaxed) < most
    }

    /// Returns whether chance has chosen the sequence, once the pool has something to offer.
    fn is_due(&mut self, machine: &Machine<'_>) -> bool {
        let borrows = machine.sequence().borrows();
        let borrowing = members(borrows.alive()).any(|var| !borrows.is_parentless(var));
        let rarity = if borrowing { 2 } else { 32 };
        machine.journal.sequences.load(Relaxed) >= 500
            && machine.sequence().len() >= 3
            && self.rng.one_in(rarity)
    }

    /// Returns whether the sequence passed and no passing one has taken its way. Where ways are not known, some are chosen by
    /// chance.
    fn is_new_way(&mut self, machine: &mut Machine<'_>, passed: bool) -> bool {
        match machine.coverage.take_way() {
            Some(way) => passed && self.ways.insert(way),
            None => passed && self.rng.one_in(8),
        }
    }
}
