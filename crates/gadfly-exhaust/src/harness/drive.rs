//! The function under test with its domains, and the loop that carries out the command's orders.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gadfly_wire::{
    ExhaustCounts, ExhaustEvent, ExhaustMode as Mode, ExhaustOrder, ExhaustPart, WeighedPart,
};

use super::attempt::listen;
use super::case::{arguments, Case};
use super::journal::InputJournal;
use super::pipes::{connect, Reports};
use super::verdict::Verdict;
use crate::bounds::Bounds;
use crate::error::SearchError;
use crate::finitize::Finitize;
use crate::search::{Found, Pause, Prefix, Progress, Search, Summary};

/// The most parts of a space before the search begins.
const MOST_PARTS: usize = 20_000;
/// The time between two reports of progress.
const BEAT: Duration = Duration::from_millis(200);

/// The place of the function and its call.
#[derive(Debug)]
pub struct Subject {
    /// Its file.
    pub file: &'static str,
    /// Its line.
    pub line: u32,
    /// Its parameters, and whether each is taken by `&mut`.
    pub parameters: &'static [(&'static str, bool)],
    /// A call with variables named like the parameters.
    pub call: &'static str,
    /// `true` if tracing continues while the function runs.
    pub white_box: bool,
}

/// A function under test, ready to be searched.
pub struct Harness<T, V, C> {
    /// The function.
    pub subject: Subject,
    /// Its bounds.
    pub bounds: Bounds,
    /// The predicate of its inputs.
    pub valid: V,
    /// Runs it on one input.
    pub check: C,
    /// The type of the inputs.
    pub input: PhantomData<fn() -> T>,
    /// Candidates tried so far by this process.
    pub tried: AtomicU64,
}

impl<T, V, C> std::fmt::Debug for Harness<T, V, C> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Harness").field("subject", &self.subject).finish_non_exhaustive()
    }
}

impl<T: Finitize, V: Fn(&T) -> bool, C: Fn(T) -> Verdict> Harness<T, V, C> {
    /// Replays one input, obeys the command, or (without it) searches and panics on a failure.
    ///
    /// # Panics
    /// If an input fails without a command that reads the report.
    pub fn main(&self, replay: Option<&str>) {
        listen();
        if let Some(vector) = replay {
            self.replay(vector).unwrap();
        } else if std::env::var_os("GADFLY_EXHAUST").is_some() {
            self.obey();
        } else {
            match self.part(Part::default(), Mode::Check, &Reports::default()) {
                Err(error) => panic!("{error}"),
                Ok((_, Some((_, case)))) => {
                    panic!("{} on {}", case.verdict.message(), case.arguments())
                }
                Ok((_, None)) => {}
            }
        }
    }

    fn replay(&self, vector: &str) -> Verdict {
        let vector = vector.parse();
        match vector.and_then(|vector| Search::<T>::new(&self.bounds).rebuild(&vector)) {
            Ok(input) => (self.check)(input),
            Err(error) => panic!("{error}"),
        }
    }

    /// Carries out orders until there are no more.
    fn obey(&self) {
        let Some((mut orders, reports)) = connect() else { return };
        let Subject { file, line, call, .. } = &self.subject;
        reports.send(&ExhaustEvent::Ready {
            file: (*file).to_owned(),
            line: *line,
            call: (*call).to_owned(),
            bounds: self.bounds.summary(),
        });
        while let Ok(Some(order)) = orders.receive() {
            let outcome = match order {
                ExhaustOrder::Split { parts, shards } => self.split(parts, shards),
                ExhaustOrder::Search(part) => self.report(part, &reports),
                ExhaustOrder::Replay(input) => self.confirm(input.into()),
                ExhaustOrder::Describe(input) => self.describe(input.into()),
                ExhaustOrder::Begin(_) => continue,
            };
            let event = outcome.unwrap_or_else(|error| ExhaustEvent::Refused(error.to_string()));
            reports.send(&event);
        }
    }

    fn split(&self, target: u32, shards: u32) -> Result<ExhaustEvent, SearchError> {
        // The reads of a white-box search are not known before the function runs.
        let target = if self.subject.white_box { 1 } else { target as usize };
        let search = Search::<T>::new(&self.bounds);
        let parts = search.split(&self.valid, target)?;
        let weighed = if shards > 1 && target > 1 {
            self.even(parts, shards)?
        } else {
            parts.into_iter().map(|part| (part, 1.0)).collect()
        };
        let part =
            |(start, weight): &(Prefix, f64)| WeighedPart { start: start.into(), weight: *weight };
        Ok(ExhaustEvent::Parts(weighed.iter().map(part).collect()))
    }

    /// Weighs the parts, and splits those that are a large share of a shard.
    fn even(&self, parts: Vec<Prefix>, shards: u32) -> Result<Vec<(Prefix, f64)>, SearchError> {
        let search = Search::<T>::new(&self.bounds);
        let weights = search.weigh(&self.valid, &parts)?;
        let most = weights.iter().sum::<f64>() / f64::from(shards) / 16.0;
        let mut weighed: Vec<(Prefix, f64)> = parts.into_iter().zip(weights).collect();
        let mut next = 0;
        while let Some((part, weight)) = weighed.get(next).filter(|_| weighed.len() < MOST_PARTS) {
            let is_heavy = *weight > most;
            let within = Search::<T>::new(&self.bounds).within(part.clone());
            let finer = if is_heavy { within.split(&self.valid, 2)? } else { Vec::new() };
            if finer.len() < 2 {
                next += 1;
                continue;
            }
            let weights = search.weigh(&self.valid, &finer)?;
            weighed.splice(next..=next, finer.into_iter().zip(weights));
        }
        Ok(weighed)
    }

    /// Searches one part, and reports its results.
    fn report(&self, part: ExhaustPart, reports: &Reports) -> Result<ExhaustEvent, SearchError> {
        let ExhaustPart { mode, start, last, skipped, share_after_ms } = part;
        let part = Part {
            prefix: start.into(),
            last: last.map(Prefix::from),
            skipped: skipped.into_iter().map(Prefix::from).collect(),
            patience: Some(Duration::from_millis(share_after_ms)),
        };
        let (summary, worst) = self.part(part, mode, reports)?;
        let (failures, failure) = match worst {
            Some((failures, case)) => (failures, Some(case.reported(self.subject.parameters))),
            None => (0, None),
        };
        let counts = ExhaustCounts {
            explored: summary.explored,
            valid: summary.valid,
            panicked: summary.panicked,
            cut: summary.cut,
            overflowed: summary.overflowed,
            hung: summary.hung,
            unowned: summary.unowned,
            audited: summary.audited,
            failures,
        };
        Ok(ExhaustEvent::Searched { counts, unread: summary.unread, failure })
    }

    /// Runs one input again and reports how it ended.
    fn confirm(&self, vector: Prefix) -> Result<ExhaustEvent, SearchError> {
        let input = Search::<T>::new(&self.bounds).rebuild(&vector)?;
        InputJournal::open().note(&vector.to_string());
        Ok(ExhaustEvent::Replayed((self.check)(input).message()))
    }

    fn describe(&self, vector: Prefix) -> Result<ExhaustEvent, SearchError> {
        let picture = Search::<T>::new(&self.bounds).picture(&vector)?;
        let case = Case { vector, picture, verdict: Verdict::Passed };
        Ok(ExhaustEvent::Described(case.reported(self.subject.parameters)))
    }

    /// Searches one part. Of inputs that fail it returns the number and the smallest.
    fn part(
        &self,
        part: Part,
        mode: Mode,
        reports: &Reports,
    ) -> Result<(Summary, Option<(u64, Case)>), SearchError> {
        let Part { prefix, last, skipped, patience } = part;
        let journal = InputJournal::open();
        let is_slow = mode == Mode::Check || patience.is_some_and(|patience| patience.is_zero());
        let mut beat = Beat::new(reports, patience, if is_slow { 1 } else { 64 });
        let mut worst: Option<Case> = None;
        let mut failures = 0_u64;
        let mut failure = None;
        let visit = |found: &Found<'_, T>| {
            match mode {
                Mode::Count => {}
                Mode::Show | Mode::Draw => {
                    let picture = found.picture();
                    let svg = if mode == Mode::Draw { picture.svg() } else { String::new() };
                    reports.send(&ExhaustEvent::Structure { text: arguments(&picture), svg });
                }
                Mode::Check => {
                    let vector = found.vector();
                    if skipped.contains(&vector) {
                        return ControlFlow::Continue(());
                    }
                    let verdict = match found.rebuild() {
                        Ok(input) => {
                            journal.note(&vector.to_string());
                            let verdict = (self.check)(input);
                            journal.note("");
                            verdict
                        }
                        Err(error) => {
                            failure = Some(error);
                            return ControlFlow::Break(());
                        }
                    };
                    if verdict != Verdict::Passed {
                        failures += 1;
                        let (vector, picture) = (found.vector(), found.picture());
                        let case = Case { vector, picture, verdict };
                        match &worst {
                            Some(known) if case.weight() >= known.weight() => {}
                            _ => worst = Some(case),
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        };
        let tried = self.tried.load(Ordering::Relaxed);
        let mut search = Search::<T>::new(&self.bounds).within(prefix).tried_before(tried);
        if let Some(last) = last {
            search = search.until(last);
        }
        let tick = |pause: &mut Pause<'_>| beat.tick(pause);
        let summary = if self.subject.white_box && mode == Mode::Check {
            let fails = |input: T| (self.check)(input) != Verdict::Passed;
            search.run_white_box(&self.valid, fails, visit, tick)
        } else {
            search.run_with_progress(&self.valid, visit, tick)
        };
        if let Some(error) = failure {
            return Err(error);
        }
        let summary = summary?;
        self.tried.store(tried + summary.explored, Ordering::Relaxed);
        Ok((summary, worst.map(|case| (failures, case))))
    }
}

/// A worker's part of the search.
#[derive(Default)]
struct Part {
    prefix: Prefix,
    last: Option<Prefix>,
    skipped: Vec<Prefix>,
    /// Others wait for a share after this time.
    patience: Option<Duration>,
}

/// Reports progress periodically, and shares the remaining parts with others.
struct Beat<'r> {
    reports: &'r Reports,
    last: Instant,
    shared: Instant,
    patience: Option<Duration>,
    /// Calls between two readings of the clock, which cost more than a candidate.
    every: u32,
    calls: u32,
}

impl<'r> Beat<'r> {
    fn new(reports: &'r Reports, patience: Option<Duration>, every: u32) -> Self {
        let now = Instant::now();
        Self { reports, last: now, shared: now, patience, every, calls: 0 }
    }

    fn tick(&mut self, pause: &mut Pause<'_>) -> ControlFlow<()> {
        self.calls += 1;
        if self.calls < self.every {
            return ControlFlow::Continue(());
        }
        self.calls = 0;
        let now = Instant::now();
        if self.patience.is_some_and(|patience| now - self.shared >= patience) {
            self.shared = now;
            if let Some((last, parts)) = pause.give_away() {
                let parts = parts.iter().map(Into::into).collect();
                self.reports.send(&ExhaustEvent::Shared { last: (&last).into(), parts });
            }
        }
        if now - self.last >= BEAT {
            self.last = now;
            let Progress { explored, valid, fraction } = pause.progress();
            if !self.reports.send(&ExhaustEvent::Progress { explored, valid, fraction }) {
                // The command is gone.
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
