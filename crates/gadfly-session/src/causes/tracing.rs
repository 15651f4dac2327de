//! The runs that find the call to blame for each finding.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use gadfly_build::replay::{Replayed, Replays};
use gadfly_build::run::HarnessError;
use gadfly_minimise::Producers;
use gadfly_plan::prepared::Prepared;
use gadfly_wire::{CrashKind, Literal, Outcome, Sequence};

use super::battery::{Tail, Trial, beginnings, type_of};
use super::hits::{Hit, SIGABRT, Shows, first, hit};
use super::suspect::Suspect;
use crate::deliver::minimising::Minimiser;

/// The time that all runs may take, where results may depend on time.
const LONGEST: Duration = Duration::from_secs(15);
/// Rounds in which the last calls of findings are tried on the values of others.
const ROUNDS: usize = 4;
/// The number of last calls that are tried.
const MOST_TAILS: usize = 16;
/// The number of runs of one finding in one round.
const MOST_TRIALS: usize = 400;

/// A failing sequence.
#[derive(Clone, Copy)]
pub(crate) struct Case<'c> {
    /// The sequence.
    pub(crate) sequence: &'c Sequence,
    /// The literals that it uses beyond the plan's.
    pub(crate) added: &'c [Literal],
    /// Its outcome, and what is known of the end of its process beyond that.
    pub(crate) outcome: (&'c Outcome, &'c str),
}

/// Runs beginnings of sequences.
pub(crate) struct Tracer<'t> {
    minimiser: &'t Minimiser<'t>,
    producers: Producers,
    deadline: Option<Instant>,
}

/// A thread's part of the work.
struct Bench<'t> {
    tracer: &'t Tracer<'t>,
    replays: Replays,
    /// By type, whether every new value of it misuses memory when it is looked at.
    own: RefCell<BTreeMap<String, bool>>,
}

impl<'t> Tracer<'t> {
    /// A tracer that works as a minimiser does.
    pub(crate) fn new(minimiser: &'t Minimiser<'t>) -> Tracer<'t> {
        let prepared = minimiser.prepared;
        let producers = Producers::new(&prepared.operations, &minimiser.plan.literals);
        let deadline = minimiser.config.time_budget_ms.map(|_| Instant::now() + LONGEST);
        Tracer { minimiser, producers, deadline }
    }

    /// The call to blame for each sequence: the first after which memory is misused, if it ever is.
    pub(crate) fn suspects(
        &self,
        cases: &[Case<'_>],
    ) -> Result<Vec<Option<Suspect>>, HarnessError> {
        let mut onsets = self.for_each(cases.len(), &|bench, index| bench.onset(&cases[index]))?;
        for _ in 0..ROUNDS {
            let suspects: Vec<Option<Suspect>> = self.suspected(cases, &onsets);
            let blamed: BTreeSet<&str> =
                suspects.iter().flatten().map(|suspect| suspect.item.as_str()).collect();
            let tails = self.tails(cases, &blamed)?;
            let earlier = self.for_each(cases.len(), &|bench, index| {
                bench.earlier(&cases[index], onsets[index], &tails)
            })?;
            let is_settled = earlier.iter().all(Option::is_none);
            for (onset, earlier) in onsets.iter_mut().zip(earlier) {
                *onset = earlier.or(*onset);
            }
            if is_settled {
                break;
            }
        }
        Ok(self.suspected(cases, &onsets))
    }

    fn suspected(&self, cases: &[Case<'_>], onsets: &[Option<Hit>]) -> Vec<Option<Suspect>> {
        let cases = cases.iter().zip(onsets);
        cases
            .map(|(case, onset)| Suspect::of_hit(self.prepared(), case.sequence, (*onset)?))
            .collect()
    }

    /// The last calls of sequences, but for those of blamed functions and those that misuse memory with new values.
    fn tails(
        &self,
        cases: &[Case<'_>],
        blamed: &BTreeSet<&str>,
    ) -> Result<Vec<Tail>, HarnessError> {
        let planned = self.minimiser.plan.literals.len();
        let mut tails: BTreeMap<u32, Tail> = BTreeMap::new();
        for case in cases {
            let last = case.sequence.statements.len().saturating_sub(1) as u32;
            let called = Suspect::of(self.prepared(), case.sequence, last);
            let is_blamed = called.is_none_or(|it| blamed.contains(it.item.as_str()));
            let tail = Tail::of(self.prepared(), case.sequence, planned, case.added);
            if let Some(tail) = tail.filter(|_| !is_blamed && tails.len() < MOST_TAILS) {
                tails.entry(tail.operation).or_insert(tail);
            }
        }
        let tails: Vec<Tail> = tails.into_values().collect();
        let is_sound = self.for_each(tails.len(), &|bench, index| bench.is_sound(&tails[index]))?;
        Ok(tails.into_iter().zip(is_sound).filter(|(_, sound)| *sound).map(|it| it.0).collect())
    }

    /// Does something for each of so many numbers, several at a time.
    fn for_each<T: Send>(
        &self,
        count: usize,
        work: &(dyn Fn(&Bench<'_>, usize) -> Result<T, HarnessError> + Sync),
    ) -> Result<Vec<T>, HarnessError> {
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
        let one = |number: usize| -> Result<(), HarnessError> {
            let mut replays = self.minimiser.replays(&format!("trace-{number}"));
            replays.config.isolated = true;
            replays.config.only_law.clear();
            let bench = Bench { tracer: self, replays, own: RefCell::default() };
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    return Ok(());
                }
                let result = work(&bench, index)?;
                results.lock().expect("no thread panics with it").push((index, result));
            }
        };
        std::thread::scope(|scope| {
            let one = &one;
            let workers: Vec<_> =
                (0..self.minimiser.jobs).map(|number| scope.spawn(move || one(number))).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("workers do not panic"))
        })?;
        let mut results = results.into_inner().expect("no thread panics with it");
        results.sort_by_key(|(index, _)| *index);
        Ok(results.into_iter().map(|(_, result)| result).collect())
    }

    fn prepared(&self) -> &'t Prepared {
        self.minimiser.prepared
    }
}

impl Bench<'_> {
    /// The first misuse of memory that beginnings show with nothing behind them, and with all laws.
    fn onset(&self, case: &Case<'_>) -> Result<Option<Hit>, HarnessError> {
        let starts = beginnings(case.sequence);
        let mut hits = self.hits(&starts, case.added, false)?;
        hits.extend(self.hits(&starts, case.added, true)?);
        // In another process it may show elsewhere, or not at all.
        let last = case.sequence.statements.len().saturating_sub(1) as u32;
        hits.extend(hit(last, case.outcome.0, case.outcome.1));
        let statements = &case.sequence.statements;
        let mut failed = None;
        let onset = first(&hits, &mut |var| {
            let ty = statements.get(var as usize).and_then(|it| type_of(self.prepared(), it));
            let is_own = ty.map_or(Ok(false), |ty| self.is_own(ty));
            is_own.unwrap_or_else(|error| {
                failed.get_or_insert(error);
                false
            })
        });
        failed.map_or(Ok(onset), Err)
    }

    /// A misuse before the one that is known, which the last calls of others show.
    fn earlier(
        &self,
        case: &Case<'_>,
        known: Option<Hit>,
        tails: &[Tail],
    ) -> Result<Option<Hit>, HarnessError> {
        let mut literals = case.added.to_vec();
        let mut trials = Vec::new();
        let starts = beginnings(case.sequence);
        let is_open = |start: &&Trial| known.is_none_or(|known| start.upto < known.upto);
        let starts: Vec<&Trial> = starts.iter().filter(is_open).collect();
        for tail in tails {
            let first = self.tracer.minimiser.plan.literals.len() + literals.len();
            let behind =
                starts.iter().map(|start| tail.behind(self.prepared(), start, first as u32));
            trials.extend(behind.flatten());
            literals.extend_from_slice(tail.literals());
        }
        trials.truncate(MOST_TRIALS);
        let hits = self.hits(&trials, &literals, false)?;
        let mut behind: Vec<Hit> =
            hits.into_iter().filter(|hit| hit.shows == Shows::Behind).collect();
        behind.sort_unstable();
        Ok(behind.first().copied())
    }

    /// Returns whether the last call of a finding leaves memory alone on some new value, and misuses it on none.
    fn is_sound(&self, tail: &Tail) -> Result<bool, HarnessError> {
        let first = self.tracer.minimiser.plan.literals.len() as u32;
        let mut trials = Vec::new();
        for way in self.tracer.producers.of_type(tail.receiver()) {
            let upto = way.len().saturating_sub(1) as u32;
            let start = Trial { upto, sequence: Sequence::of(way.clone()) };
            trials.extend(tail.behind(self.prepared(), &start, first));
        }
        let hits = self.hits(&trials, tail.literals(), false)?;
        Ok(!trials.is_empty() && hits.is_empty())
    }

    /// Returns whether every new value of a type misuses memory when it is looked at.
    fn is_own(&self, ty: &str) -> Result<bool, HarnessError> {
        if let Some(known) = self.own.borrow().get(ty) {
            return Ok(*known);
        }
        let ways = self.tracer.producers.of_type(ty).iter();
        let trials: Vec<Trial> = ways
            .map(|way| Trial {
                upto: way.len().saturating_sub(1) as u32,
                sequence: Sequence::of(way.clone()),
            })
            .collect();
        let hits = self.hits(&trials, &[], false)?;
        let is_own = !trials.is_empty() && hits.len() == trials.len();
        self.own.borrow_mut().insert(ty.to_owned(), is_own);
        Ok(is_own)
    }

    /// The misuses of memory that runs show.
    fn hits(
        &self,
        trials: &[Trial],
        literals: &[Literal],
        laws: bool,
    ) -> Result<Vec<Hit>, HarnessError> {
        let is_over = self.tracer.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if trials.is_empty() || is_over {
            return Ok(Vec::new());
        }
        let sequences: Vec<Sequence> = trials.iter().map(|trial| trial.sequence.clone()).collect();
        let mut replays = self.replays.clone();
        replays.config.laws = laws;
        let replayed = replays.run(&sequences, literals, false)?;
        let runs = trials.iter().zip(&replayed);
        Ok(runs.filter_map(|(trial, run)| shown_by(trial, run)).collect())
    }

    fn prepared(&self) -> &Prepared {
        self.tracer.prepared()
    }
}

/// The misuse of memory that a run shows.
fn shown_by(trial: &Trial, run: &Replayed) -> Option<Hit> {
    let found = hit(trial.upto, &run.outcome, &run.note)?;
    // A call that aborts its process on purpose says nothing of the value.
    let is_deliberate = found.shows == Shows::Behind
        && run.note.is_empty()
        && matches!(run.outcome, Outcome::Died { kind: CrashKind::Signal(SIGABRT), .. });
    (!is_deliberate).then_some(found)
}
