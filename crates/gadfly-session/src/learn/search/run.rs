//! The search: sequences are written in batches, run in the harness, and extended if they passed.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use gadfly_build::replay::Replays;
use gadfly_build::run::HarnessError;
use gadfly_wire::{Outcome, Sequence, What};

use super::dice::Dice;
use super::draft::Draft;
use super::guide::Guide;
use super::literals::Traced;
use super::write::{Pool, Writer};
use crate::pipeline::{SearchBudget, TracedValues};

/// Sequences that are run at once.
const BATCH: usize = 256;
/// Attempts to write a sequence of a batch.
const ATTEMPTS: usize = 16;
/// The most sequences that are kept for being extended, and the most failing ones.
const MOST_KEPT: usize = 4000;
const MOST_FAILED: usize = 200;

/// The results of a search.
#[derive(Debug, Default)]
pub(in crate::learn) struct Searched {
    /// Sequences in which every call returned.
    pub(in crate::learn) passed: Vec<Sequence>,
    /// Sequences that panicked, died or broke a law.
    pub(in crate::learn) failed: Vec<Sequence>,
    /// Calls that were made.
    pub(in crate::learn) calls: u64,
    /// Sequences that ran.
    pub(in crate::learn) sequences: u64,
    /// Functions of the models that returned.
    pub(in crate::learn) returned: BTreeSet<usize>,
    pub(in crate::learn) seconds: f64,
}

/// Searches until the budget is spent or nothing new can be written.
pub(in crate::learn) fn search(
    guide: &Guide<'_>,
    traced: &Traced,
    values: TracedValues,
    replays: &Replays,
    (budget, seed): (SearchBudget, u64),
    progress: &mut dyn FnMut(&Searched),
) -> Result<Searched, HarnessError> {
    let start = Instant::now();
    let (mut searched, mut pool) = (Searched::default(), Pool::default());
    let mut writer = Writer { guide, traced, values, dice: Dice::new(seed), types: guide.types() };
    let mut known: BTreeSet<Vec<u32>> = BTreeSet::new();
    let is_over = |searched: &Searched| {
        budget.calls.is_some_and(|most| searched.calls >= most)
            || budget.time.is_some_and(|most: Duration| start.elapsed() >= most)
            || searched.passed.len() >= MOST_KEPT
    };
    while !is_over(&searched) {
        let mut batch: Vec<Draft> = Vec::new();
        for _ in 0..BATCH * ATTEMPTS {
            let draft = writer.next(&pool).filter(|draft| known.insert(draft.words()));
            batch.extend(draft);
            if batch.len() == BATCH {
                break;
            }
        }
        if batch.is_empty() {
            break;
        }
        let sequences: Vec<Sequence> = batch.iter().map(Draft::sequence).collect();
        let replayed = replays.run(&sequences, &[], false)?;
        for (draft, replayed) in batch.into_iter().zip(replayed) {
            searched.take(guide, draft, &replayed.outcome, &mut pool);
        }
        progress(&searched);
    }
    searched.seconds = start.elapsed().as_secs_f64();
    Ok(searched)
}

impl Searched {
    fn take(&mut self, guide: &Guide<'_>, draft: Draft, outcome: &Outcome, pool: &mut Pool) {
        self.sequences += 1;
        let ran = match outcome {
            Outcome::Illegal { statement } | Outcome::Rejected { statement } => *statement as usize,
            _ => draft.statements.len(),
        };
        let is_call = |what: What| matches!(what, What::Operation(_));
        self.calls += draft.statements[..ran].iter().filter(|it| is_call(it.what)).count() as u64;
        match outcome {
            Outcome::Returned => {
                self.note(guide, &draft, ran);
                self.passed.push(draft.sequence());
                pool.add(guide, draft);
            }
            // A result without the value that would go on is an outcome, and no object.
            Outcome::Illegal { .. } if ran + 1 == draft.statements.len() && ran > 0 => {
                self.note(guide, &draft, ran);
                let mut sequence = draft.sequence();
                sequence.statements.truncate(ran);
                self.passed.push(sequence);
            }
            Outcome::Illegal { .. } | Outcome::Rejected { .. } | Outcome::Left { .. } => {}
            Outcome::Panicked { .. } | Outcome::Broken { .. } | Outcome::Died { .. } => {
                if self.failed.len() < MOST_FAILED {
                    self.failed.push(draft.sequence());
                }
            }
        }
    }

    fn note(&mut self, guide: &Guide<'_>, draft: &Draft, ran: usize) {
        let called = draft.statements[..ran].iter().filter_map(|statement| match statement.what {
            What::Operation(id) => guide.function(id),
            What::Literal(_) => None,
        });
        self.returned.extend(called);
    }
}
