//! The function under test with its domains, and the loop that does what the command says.

use std::io::BufRead as _;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::attempt::listen;
use super::case::{arguments, Case};
use super::journal::Journal;
use super::message::send;
use super::verdict::Verdict;
use crate::bounds::Bounds;
use crate::error::SearchError;
use crate::finitize::Finitize;
use crate::search::{Found, Pause, Prefix, Progress, Search, Summary};

/// A space is not cut into more parts before the search begins.
const MOST_PARTS: usize = 20_000;
/// How often progress is reported.
const BEAT: Duration = Duration::from_millis(200);

/// Where the function is and how it is called.
#[derive(Debug)]
pub struct Subject {
    /// Its name.
    pub name: &'static str,
    /// Its module.
    pub module: &'static str,
    /// Its file.
    pub file: &'static str,
    /// Its line.
    pub line: u32,
    /// Its parameters, and whether each is taken by `&mut`.
    pub parameters: &'static [(&'static str, bool)],
    /// A call with variables named like the parameters.
    pub call: &'static str,
    /// Keep tracing while the function runs.
    pub white_box: bool,
}

/// A function under test, ready to be searched.
pub struct Harness<T, V, C> {
    /// The function.
    pub subject: Subject,
    /// Its bounds.
    pub bounds: Bounds,
    /// Which inputs it takes.
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
    /// If an input fails, unless the command is there to hear of it.
    pub fn main(&self, replay: Option<&str>) {
        listen();
        if let Some(vector) = replay {
            self.replay(vector).unwrap();
        } else if std::env::var_os("GADFLY_EXHAUST").is_some() {
            self.obey();
        } else {
            let mut failed = None;
            let summary = self.part(Part::default(), Mode::Check, &mut |case| {
                failed = Some(case);
            });
            match (summary, failed) {
                (Err(error), _) => panic!("{error}"),
                (_, Some(case)) => panic!("{} on {}", case.verdict.message(), case.arguments()),
                _ => {}
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

    /// Reads one order per line until there are no more.
    fn obey(&self) {
        let bounds = self.bounds.summary();
        let Subject { name, module, file, line, call, .. } = &self.subject;
        send("ready", &[name, module, file, &line.to_string(), call, &bounds]);
        for order in std::io::stdin().lock().lines() {
            let Ok(order) = order else { return };
            let mut words = order.split(' ');
            let outcome = match words.next() {
                Some("split") => self.split(words.next().unwrap_or_default(), words.next()),
                Some("count") => self.report(&mut words, Mode::Count),
                Some("check") => self.report(&mut words, Mode::Check),
                Some("show") => self.report(&mut words, Mode::Show),
                Some("draw") => self.report(&mut words, Mode::Draw),
                Some("replay") => self.confirm(words.next().unwrap_or_default()),
                Some("describe") => self.describe(words.next().unwrap_or_default()),
                _ => return,
            };
            if let Err(error) = outcome {
                send("error", &[&error.to_string()]);
            }
        }
    }

    fn split(&self, target: &str, shards: Option<&str>) -> Result<(), SearchError> {
        // What a white-box search reads is not known before the function runs.
        let target = if self.subject.white_box { "1" } else { target };
        let target = target.parse().unwrap_or(1);
        let search = Search::<T>::new(&self.bounds);
        let parts = search.split(&self.valid, target)?;
        let shards = shards.and_then(|count| count.parse().ok()).filter(|count| *count > 1);
        let weighed = match shards {
            Some(shards) if target > 1 => self.even(parts, shards)?,
            _ => parts.into_iter().map(|part| (part, 1.0)).collect(),
        };
        for (part, weight) in weighed {
            send("part", &[&part.to_string(), &format!("{weight}")]);
        }
        send("end", &[]);
        Ok(())
    }

    /// Weighs the parts, and cuts those again that make up much of a shard.
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

    /// One part of the search, with everything it shows reported. The order says where it starts,
    /// which inputs are known to kill the process and have to be skipped, after how many
    /// milliseconds what is left should be shared, and where the part ends if it was shared before.
    fn report<'w>(
        &self,
        words: &mut impl Iterator<Item = &'w str>,
        mode: Mode,
    ) -> Result<(), SearchError> {
        let mut word = || words.next().unwrap_or_default();
        let prefix = word().parse()?;
        let skipped = word().split(',').filter(|text| !text.is_empty());
        let skipped: Result<Vec<Prefix>, _> = skipped.map(str::parse).collect();
        let patience = word().parse().ok().map(Duration::from_millis);
        let last = Some(word()).filter(|last| !last.is_empty());
        let last = last.map(str::parse).transpose()?;
        let part = Part { prefix, last, skipped: skipped?, patience };
        let summary = self.part(part, mode, &mut |case| self.send_case(&case))?;
        let counts = [
            summary.explored,
            summary.valid,
            summary.panicked,
            summary.cut,
            summary.overflowed,
            summary.hung,
            summary.unowned,
            summary.audited,
        ];
        let counts = counts.map(|count| count.to_string());
        let mut fields: Vec<&str> = counts.iter().map(String::as_str).collect();
        let unread = summary.unread.join(", ");
        fields.push(&unread);
        send("done", &fields);
        Ok(())
    }

    fn send_case(&self, case: &Case) {
        let source = case.statements(self.subject.parameters).unwrap_or_default();
        let (objects, length) = case.weight();
        let direct = matches!(case.verdict, Verdict::Panicked(_));
        send(
            "failed",
            &[
                &case.vector.to_string(),
                &case.arguments(),
                &case.verdict.message(),
                case.verdict.location(),
                &source,
                &format!("{objects} {length}"),
                if direct { "call" } else { "check" },
                &case.picture.svg(),
            ],
        );
    }

    /// Runs one input again and says how it ended.
    fn confirm(&self, vector: &str) -> Result<(), SearchError> {
        let vector: Prefix = vector.parse()?;
        let input = Search::<T>::new(&self.bounds).rebuild(&vector)?;
        Journal::open().note(&vector.to_string());
        send("replayed", &[&(self.check)(input).message()]);
        Ok(())
    }

    fn describe(&self, vector: &str) -> Result<(), SearchError> {
        let vector = vector.parse()?;
        let picture = Search::<T>::new(&self.bounds).picture(&vector)?;
        let case = Case { vector, picture, verdict: Verdict::Passed };
        self.send_case(&case);
        Ok(())
    }

    /// Searches one part; `failed` gets the first failing input of it, and the smallest at its end
    /// if that is another one.
    fn part(
        &self,
        part: Part,
        mode: Mode,
        failed: &mut dyn FnMut(Case),
    ) -> Result<Summary, SearchError> {
        let Part { prefix, last, skipped, patience } = part;
        let journal = Journal::open();
        let is_slow = mode == Mode::Check || patience.is_some_and(|patience| patience.is_zero());
        let mut beat = Beat::new(patience, if is_slow { 1 } else { 64 });
        let mut worst: Option<Case> = None;
        let mut failures = 0_u64;
        let mut failure = None;
        let visit = |found: &Found<'_, T>| {
            match mode {
                Mode::Count => {}
                Mode::Show | Mode::Draw => {
                    let picture = found.picture();
                    let svg = if mode == Mode::Draw { picture.svg() } else { String::new() };
                    send("found", &[&found.vector().to_string(), &arguments(&picture), &svg]);
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
                            None => {
                                send("falsified", &[&case.vector.to_string()]);
                                worst = Some(case);
                            }
                            Some(known) if case.weight() < known.weight() => worst = Some(case),
                            Some(_) => {}
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
        if let Some(case) = worst {
            send("failures", &[&failures.to_string()]);
            failed(case);
        }
        let explored = summary.as_ref().map_or(0, |summary| summary.explored);
        self.tried.store(tried + explored, Ordering::Relaxed);
        summary
    }
}

/// What to do with valid inputs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Count,
    Check,
    Show,
    Draw,
}

/// What a worker is asked to search.
#[derive(Default)]
struct Part {
    prefix: Prefix,
    last: Option<Prefix>,
    skipped: Vec<Prefix>,
    /// Others wait for a share after this time.
    patience: Option<Duration>,
}

/// Reports progress now and then, and shares what is left with others.
struct Beat {
    last: Instant,
    shared: Instant,
    patience: Option<Duration>,
    /// Looks at the clock after so many calls: it takes longer than a candidate.
    every: u32,
    calls: u32,
}

impl Beat {
    fn new(patience: Option<Duration>, every: u32) -> Self {
        let now = Instant::now();
        Self { last: now, shared: now, patience, every, calls: 0 }
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
                let fields = std::iter::once(last).chain(parts).map(|it| it.to_string());
                let fields: Vec<String> = fields.collect();
                send("given", &fields.iter().map(String::as_str).collect::<Vec<_>>());
            }
        }
        if now - self.last >= BEAT {
            self.last = now;
            let Progress { explored, valid, fraction } = pause.progress();
            let fraction = format!("{fraction:.9}");
            if !send("tick", &[&explored.to_string(), &valid.to_string(), &fraction]) {
                // The command is gone.
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
