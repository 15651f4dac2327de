//! Experiments: the failing call of a minimised sequence made again with other values.
//!
//! [`gadfly_minimise::variants`] makes the variants; here they are run, and what became of the call is counted.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use gadfly_build::replay::{Replayed, Replays};
use gadfly_build::run::HarnessError;
use gadfly_minimise::variants::{ArgumentSite, Change, Effort, FailingCall, GrowthTrial, Variant};
use gadfly_minimise::{Producers, masked};
use gadfly_model::rust_path;
use gadfly_plan::prepared::OperationRecord;
use gadfly_triage::facts::{Site, Tally, Trials, Variation};
use gadfly_triage::{Facts, Kind, may_be_overruled, words};
use gadfly_wire::{CrashKind, Outcome, Sequence};

use crate::deliver::minimising::{Minimised, Minimiser};

/// The time of the experiments of one run, where results may depend on time.
const LONGEST: Duration = Duration::from_secs(10);
/// The most findings that are experimented with where no time is given.
const MOST_FINDINGS: usize = 80;
/// The time limit of a call in a variant.
const HANG_MILLIS: u32 = 100;
/// Variants that are run at once, between two looks at the time.
const BATCH: usize = 64;
/// The same where each that fails costs a process or time.
const BATCH_OF_DEATHS: usize = 8;
/// Variants of one finding that are run where each that fails costs a process or time.
const MOST_DEATHS: usize = 32;

/// A finding to experiment with.
pub(crate) struct VariedFinding<'f> {
    /// What is known of it.
    pub(crate) facts: &'f Facts,
    /// Its smallest sequence.
    pub(crate) shown: &'f Minimised,
}

/// The results for those findings whose class they may change, in the same order; `None` for the others.
pub(crate) fn vary_all(
    minimiser: &Minimiser<'_>,
    subjects: &[VariedFinding<'_>],
) -> Result<Vec<Option<Variation>>, HarnessError> {
    let is_open = |at: &usize| may_be_overruled(subjects[*at].facts);
    let open: Vec<usize> = (0..subjects.len()).filter(is_open).take(MOST_FINDINGS).collect();
    let producers = Producers::new(&minimiser.prepared.operations, &minimiser.plan.literals);
    let deadline = minimiser.config.time_budget_ms.map(|_| Instant::now() + LONGEST);
    let next = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<usize, Variation>> = Mutex::new(BTreeMap::new());
    let work = |number: usize| -> Result<(), HarnessError> {
        let mut replays = minimiser.replays(&format!("replay-{number}"));
        replays.config.hang_ms = HANG_MILLIS;
        replays.config.laws = false;
        while let Some(at) = open.get(next.fetch_add(1, Relaxed)) {
            let laboratory =
                Laboratory { minimiser, producers: &producers, replays: &replays, deadline };
            if let Some(variation) = laboratory.vary(&subjects[*at])? {
                results.lock().expect("no thread panics with it").insert(*at, variation);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> =
            (0..minimiser.jobs).map(|number| scope.spawn(move || work(number))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("workers do not panic"))
    })?;
    let mut results = results.into_inner().expect("no thread panics with it");
    Ok((0..subjects.len()).map(|at| results.remove(&at)).collect())
}

/// All that variants of one finding are run with.
struct Laboratory<'l> {
    minimiser: &'l Minimiser<'l>,
    producers: &'l Producers,
    replays: &'l Replays,
    deadline: Option<Instant>,
}

impl Laboratory<'_> {
    /// What became of the call of a finding with other values; `None` where no time is left, or where it fails otherwise than by
    /// a call.
    fn vary(&self, subject: &VariedFinding<'_>) -> Result<Option<Variation>, HarnessError> {
        let VariedFinding { facts, shown } = subject;
        let is_deadly = facts.kind() != Kind::Panic;
        let (effort, batch) =
            if is_deadly { (Effort::Few, BATCH_OF_DEATHS) } else { (Effort::Many, BATCH) };
        let operations = &self.minimiser.prepared.operations;
        let literals = (&*self.minimiser.plan.literals, &*shown.added);
        let failing = (&shown.sequence, &shown.outcome);
        let call = FailingCall::of(failing, operations, self.producers, literals, effort);
        let Some(mut call) = call else { return Ok(None) };
        let mut variants = call.variants();
        if is_deadly {
            variants.truncate(MOST_DEATHS);
        }
        let mut counts = Counts::default();
        if !self.count(&variants, &call, batch, shown, &mut counts)? {
            return Ok(None);
        }
        let receiver = &mut counts.variation.receiver;
        receiver.is_unchanged = call.receiver_is_unchanged();
        receiver.is_handmade = call.maker_of_receiver().is_some_and(is_struct);
        if is_deadly {
            return Ok(Some(counts.finished()));
        }
        counts.variation.receiver.is_broken = self.is_broken(&call)?;
        let trials = call.growth_trials();
        let sequences: Vec<Sequence> = trials.iter().map(|it| it.sequence.clone()).collect();
        let replayed = self.replays.run(&sequences, call.literals(), true)?;
        let observed: Vec<_> = replayed.into_iter().map(|it| it.values).collect();
        let first = trials.first().zip(observed.first());
        counts.variation.receiver.is_empty =
            first.and_then(|(trial, values)| GrowthTrial::reading(trial, values).is_empty());
        let grown = call.grown(&trials, &observed);
        self.count(&grown, &call, batch, shown, &mut counts)?;
        Ok(Some(counts.finished()))
    }

    /// Returns whether the receiver fails in a call without arguments that returns on a fresh value.
    fn is_broken(&self, call: &FailingCall<'_>) -> Result<bool, HarnessError> {
        let trials = call.wholeness_trials();
        let fails = |replayed: &Replayed, sequence: &Sequence| {
            let last = sequence.statements.len() as u32 - 1;
            match &replayed.outcome {
                Outcome::Panicked { statement, message, .. } => {
                    *statement == last && words::is_about_wrong_state(message)
                }
                Outcome::Died { statement, kind: CrashKind::Signal(_), .. } => *statement == last,
                _ => false,
            }
        };
        let before: Vec<Sequence> = trials.iter().map(|it| it.before.clone()).collect();
        let replayed = self.replays.run(&before, call.literals(), false)?;
        let failing = before.iter().zip(&replayed).zip(&trials);
        let failing = failing.filter(|((sequence, replayed), _)| fails(replayed, sequence));
        let fresh: Vec<Sequence> = failing.map(|(_, trial)| trial.fresh.clone()).collect();
        if fresh.is_empty() {
            return Ok(false);
        }
        let replayed = self.replays.run(&fresh, call.literals(), false)?;
        Ok(replayed
            .iter()
            .any(|it| matches!(it.outcome, Outcome::Returned | Outcome::Illegal { .. })))
    }

    /// Runs variants and counts what became of the call. Returns whether time was left for all.
    fn count(
        &self,
        variants: &[Variant],
        call: &FailingCall<'_>,
        batch: usize,
        shown: &Minimised,
        counts: &mut Counts,
    ) -> Result<bool, HarnessError> {
        for some in variants.chunks(batch) {
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(false);
            }
            let sequences: Vec<Sequence> = some.iter().map(|it| it.sequence.clone()).collect();
            let replayed = self.replays.run(&sequences, call.literals(), false)?;
            for (variant, replayed) in some.iter().zip(&replayed) {
                counts.add(variant, replayed, &shown.outcome);
            }
        }
        Ok(true)
    }
}

/// Outcomes of the call so far.
#[derive(Default)]
struct Counts {
    variation: Variation,
    sites: BTreeMap<ArgumentSite, Trials>,
}

/// The outcome of the call in one variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Returned,
    Alike,
    Otherwise,
}

impl Counts {
    fn add(&mut self, variant: &Variant, replayed: &Replayed, failing: &Outcome) {
        let last = variant.sequence.statements.len() as u32 - 1;
        let Some(end) = end_of(&replayed.outcome, last, failing) else { return };
        let receiver = &mut self.variation.receiver;
        let tally = match variant.change {
            Change::Argument(site, order) => of_order(self.sites.entry(site).or_default(), order),
            Change::Together => &mut self.variation.together,
            Change::Closure => &mut self.variation.closures,
            Change::Remade(order) => of_order(&mut receiver.remade, order),
            Change::Constructed => &mut receiver.constructed,
            Change::Grown => &mut receiver.grown,
        };
        match end {
            End::Returned => tally.returned += 1,
            End::Alike => tally.alike += 1,
            End::Otherwise => tally.otherwise += 1,
        }
    }

    fn finished(self) -> Variation {
        let site = |(site, trials): (ArgumentSite, Trials)| Site {
            argument: site.argument,
            is_zero: site.is_zero,
            trials,
        };
        Variation { sites: self.sites.into_iter().map(site).collect(), ..self.variation }
    }
}

/// The tally of values that compare so with the failing one.
fn of_order(trials: &mut Trials, order: Option<Ordering>) -> &mut Tally {
    match order {
        Some(Ordering::Less) => &mut trials.smaller,
        Some(Ordering::Greater) => &mut trials.larger,
        Some(Ordering::Equal) | None => &mut trials.other,
    }
}

/// What became of the call, which is the statement `last`; `None` if the sequence did not reach it.
fn end_of(outcome: &Outcome, last: u32, failing: &Outcome) -> Option<End> {
    match outcome {
        Outcome::Returned => Some(End::Returned),
        // The call yields `None`, of which nothing can be taken.
        Outcome::Illegal { statement } if *statement == last => Some(End::Returned),
        Outcome::Panicked { statement, .. } | Outcome::Died { statement, .. }
            if *statement == last =>
        {
            Some(if is_alike(outcome, failing) { End::Alike } else { End::Otherwise })
        }
        _ => None,
    }
}

/// Returns whether two failures have the same place and message, or are the same kind of death.
fn is_alike(outcome: &Outcome, failing: &Outcome) -> bool {
    match (outcome, failing) {
        (
            Outcome::Panicked { message, location, .. },
            Outcome::Panicked { message: wanted, location: place, .. },
        ) => {
            let line = |place: &Option<gadfly_wire::Location>| {
                place.as_ref().map(|place| (place.file.clone(), place.line))
            };
            masked(message) == masked(wanted) && line(location) == line(place)
        }
        (Outcome::Died { kind, .. }, Outcome::Died { kind: wanted, .. }) => kind == wanted,
        _ => false,
    }
}

/// Returns whether an operation puts a struct together of its public fields.
fn is_struct(record: &OperationRecord) -> bool {
    let made = record.body.split(['(', '{']).next().unwrap_or_default().trim();
    record.function.is_none()
        && record.body.contains(['{', '('])
        && rust_path::plain(made) == rust_path::plain(&record.output)
}

#[cfg(test)]
mod tests {
    use gadfly_wire::{During, Location, Statement};

    use super::*;
    use crate::triage::foreign_calls::tests::record;

    fn panicked(statement: u32, message: &str, line: u32) -> Outcome {
        let location = Some(Location { file: "src/lib.rs".to_owned(), line, column: 1 });
        let message = message.to_owned();
        Outcome::Panicked { statement, during: During::Call, message, location }
    }

    #[test]
    fn failures_are_alike_at_one_place_with_one_message() {
        let failing = panicked(1, "the len is 3 but the index is 7", 5);
        let end = |outcome: Outcome| end_of(&outcome, 2, &failing);
        assert_eq!(end(panicked(2, "the len is 0 but the index is 1", 5)), Some(End::Alike));
        assert_eq!(end(panicked(2, "the len is 3 but the index is 7", 6)), Some(End::Otherwise));
        assert_eq!(end(panicked(2, "no", 5)), Some(End::Otherwise));
        assert_eq!(end(panicked(1, "the len is 3 but the index is 7", 5)), None, "too early");
        assert_eq!(end(Outcome::Returned), Some(End::Returned));
        assert_eq!(end(Outcome::Illegal { statement: 2 }), Some(End::Returned));
        assert_eq!(end(Outcome::Illegal { statement: 1 }), None);
        assert_eq!(end(Outcome::Rejected { statement: 2 }), None);
    }

    #[test]
    fn variants_are_counted_by_site_and_order() {
        let failing = panicked(0, "no", 5);
        let site = ArgumentSite { argument: 1, literal: Some(3), is_zero: false };
        let mut counts = Counts::default();
        let mut add = |change: Change, outcome: Outcome| {
            let sequence = Sequence::of(vec![Statement::operation(0)]);
            let replayed = Replayed {
                outcome,
                sequence: None,
                values: Vec::new(),
                steps: Vec::new(),
                note: String::new(),
            };
            counts.add(&Variant { sequence, change }, &replayed, &failing);
        };
        add(Change::Argument(site, Some(Ordering::Less)), Outcome::Returned);
        add(Change::Argument(site, Some(Ordering::Greater)), failing.clone());
        add(Change::Argument(site, None), Outcome::Rejected { statement: 0 });
        add(Change::Grown, Outcome::Returned);
        let variation = counts.finished();
        let [only] = &variation.sites[..] else { panic!("{variation:?}") };
        assert_eq!((only.trials.smaller.returned, only.trials.larger.alike), (1, 1));
        assert_eq!((only.trials.all().reached(), variation.receiver.grown.returned), (2, 1));
    }

    #[test]
    fn structs_are_neither_variants_nor_calls() {
        let is_made = |body: &str| {
            is_struct(&OperationRecord { output: "k::Span".to_owned(), ..record(body, "u8") })
        };
        assert!(is_made("k::Span { start: x0 }") && is_made("k::Span(x0)"));
        assert!(!is_made("k::Span::Open(x0)") && !is_made("k::span(x0)") && !is_made("x0"));
    }
}
