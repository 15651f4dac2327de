//! Effects of sequences, as far as they were the same in several processes.

use std::collections::BTreeSet;

use gadfly_build::replay::{Replayed, Replays};
use gadfly_build::run::HarnessError;
use gadfly_plan::prepared::Prepared;
use gadfly_wire::{Literal, Observed, Outcome, RecordedStep, Sequence};

use crate::deliver::passing::PassingTests;
use crate::deliver::unstable::{Unstable, culprit};

/// A sequence that returned, and what it did.
#[derive(Clone, Debug)]
pub(super) struct Recording {
    /// The sequence, with kills and drops.
    pub(super) sequence: Sequence,
    /// The effects of its statements. Texts that differed between processes are missing.
    pub(super) steps: Vec<RecordedStep>,
}

/// Recordings by the sequences' indices; nothing where one did not return every time.
pub(super) struct Recordings {
    /// The recordings.
    pub(super) all: Vec<Option<Recording>>,
    /// Functions whose results differ from process to process.
    pub(super) unstable: BTreeSet<Unstable>,
}

/// Records sequences of one harness.
pub(super) struct Recorder<'r> {
    /// The harness.
    pub(super) replays: Replays,
    /// The record of its operations.
    pub(super) prepared: &'r Prepared,
    /// The kind of tests that it is for.
    pub(super) passing: PassingTests,
    /// The start of the orders in which sequences are run.
    pub(super) seed: u64,
}

impl Recorder<'_> {
    /// Runs sequences in several processes, each in another order: what depends on what ran before differs.
    pub(super) fn record(
        &self,
        sequences: &[Sequence],
        literals: &[Literal],
        processes: std::ops::Range<usize>,
    ) -> Result<Recordings, HarnessError> {
        let mut runs = Vec::new();
        for process in processes {
            runs.push(self.in_some_order(sequences, literals, process)?);
        }
        let mut recordings = Recordings { all: Vec::new(), unstable: BTreeSet::new() };
        for index in 0..sequences.len() {
            let runs: Vec<&Replayed> = runs.iter().map(|run| &run[index]).collect();
            recordings.unstable.extend(culprit(self.prepared, &runs));
            recordings.all.push(agreed(&runs));
        }
        Ok(recordings)
    }

    /// Runs sequences in a process: in the first as they come, in the second the other way round, then in orders that chance
    /// decides.
    fn in_some_order(
        &self,
        sequences: &[Sequence],
        literals: &[Literal],
        process: usize,
    ) -> Result<Vec<Replayed>, HarnessError> {
        let mut order: Vec<usize> = (0..sequences.len()).collect();
        let mut state = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(process as u64);
        if process == 1 {
            // Whatever ran before something else runs after it here.
            order.reverse();
        }
        for last in (1..order.len()).rev().filter(|_| process > 1) {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            order.swap(last, (state >> 33) as usize % (last + 1));
        }
        let shuffled: Vec<Sequence> = order.iter().map(|index| sequences[*index].clone()).collect();
        let replayed = self.replays.record(&shuffled, literals, self.passing.looks_at_borrows())?;
        let mut sorted: Vec<(usize, Replayed)> = order.into_iter().zip(replayed).collect();
        sorted.sort_by_key(|(index, _)| *index);
        Ok(sorted.into_iter().map(|(_, replayed)| replayed).collect())
    }
}

/// The effects that all runs of a sequence show.
fn agreed(runs: &[&Replayed]) -> Option<Recording> {
    let (first, others) = runs.split_first()?;
    let is_same =
        |run: &&&Replayed| run.outcome == Outcome::Returned && run.steps.len() == first.steps.len();
    if first.outcome != Outcome::Returned || !others.iter().all(|run| is_same(&run)) {
        return None;
    }
    let sequence = first.sequence.clone()?;
    if first.steps.len() != sequence.statements.len() {
        return None;
    }
    let mut steps = first.steps.clone();
    for (at, step) in steps.iter_mut().enumerate() {
        for other in others {
            let other = &other.steps[at];
            forget_differences(&mut step.result, Some(&other.result));
            for (number, look) in step.changed.iter_mut().enumerate() {
                forget_differences(look, other.changed.get(number));
            }
        }
    }
    Some(Recording { sequence, steps })
}

fn forget_differences(look: &mut Observed, other: Option<&Observed>) {
    if other.map(|it| &it.debug) != Some(&look.debug) {
        look.debug = None;
    }
    if other.map(|it| &it.display) != Some(&look.display) {
        look.display = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_wire::Statement;

    fn look(debug: &str, display: &str) -> Observed {
        Observed {
            var: 0,
            is_final: false,
            debug: Some(debug.to_owned()),
            display: Some(display.to_owned()),
        }
    }

    fn replayed(debug: &str, display: &str) -> Replayed {
        let step =
            RecordedStep { result: look(debug, display), changed: Vec::new(), edges: Vec::new() };
        Replayed {
            outcome: Outcome::Returned,
            sequence: Some(Sequence::of(vec![Statement::literal(0)])),
            values: Vec::new(),
            steps: vec![step],
            note: String::new(),
        }
    }

    #[test]
    fn texts_that_differ_are_forgotten() {
        let (one, two) = (replayed("A(1)", "x"), replayed("A(2)", "x"));
        let agreed = agreed(&[&one, &two]).expect("both returned");
        assert_eq!(agreed.steps[0].result.debug, None);
        assert_eq!(agreed.steps[0].result.display.as_deref(), Some("x"));
    }

    #[test]
    fn sequences_return_in_all_processes() {
        let fine = replayed("1", "1");
        let mut fails = fine.clone();
        fails.outcome = Outcome::Illegal { statement: 0 };
        assert!(agreed(&[&fine, &fine]).is_some());
        assert!(agreed(&[&fine, &fails]).is_none());
        assert!(agreed(&[&fails, &fine]).is_none());
    }
}
