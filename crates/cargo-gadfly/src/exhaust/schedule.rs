//! Searching one function with several workers: parts are handed out in order, and whatever order
//! they finish in, their results are put together in the order of the search.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::discover::Entry;
use super::error::ExhaustError;
use super::event::Event;
use super::message::{Failed, Message};
use super::options::ExhaustOptions;
use super::parts::{self, PartResult};
use super::progress::Progress;
use super::report::CaseKind;
use super::worker::{Arrival, Worker};

/// Parts per worker: enough that uneven ones even out.
const PARTS_PER_JOB: usize = 64;
/// A function that kills this many processes is not tried further.
const MOST_DEATHS: usize = 5;

/// What a search gave.
#[derive(Default)]
pub(super) struct Searched {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) call: String,
    pub(super) bounds: String,
    /// In the order of the search; missing if time ran out.
    pub(super) results: Vec<Option<PartResult>>,
    /// Inputs that killed the process or did not end.
    pub(super) deaths: Vec<(CaseKind, Failed)>,
    pub(super) out_of_time: bool,
    pub(super) interrupted: bool,
}

/// One search in progress.
pub(super) struct Schedule<'a> {
    pub(super) entry: &'a Entry,
    pub(super) options: &'a ExhaustOptions,
    pub(super) directory: &'a Path,
    pub(super) scratch: &'a Path,
    pub(super) deadline: Option<Instant>,
    pub(super) events: &'a mut dyn FnMut(Event),
}

/// A worker and what it is doing.
struct Busy {
    worker: Worker,
    part: usize,
    result: PartResult,
    lines: Vec<String>,
    explored: u64,
    valid: u64,
    fraction: f64,
}

impl Schedule<'_> {
    /// Runs the search to its end, or to that of the time.
    pub(super) fn run(mut self) -> Result<Searched, ExhaustError> {
        let started = Instant::now();
        let progress = Progress::of(self.entry, self.options, self.scratch)?;
        let mut known = if self.options.resume { progress.known() } else { Default::default() };
        let jobs = self.jobs();
        let (sender, arrivals) = channel();
        let mut searched = Searched::default();
        let mut first = self.worker(0, &sender)?;
        if let Message::Ready { file, line, call, bounds } = self.answer(&mut first, &arrivals)? {
            (searched.file, searched.line) = (file, line);
            (searched.call, searched.bounds) = (call, bounds);
        }
        if known.parts.is_empty() {
            first.order(&format!("split {}", PARTS_PER_JOB * jobs.max(self.shards())));
            let mut all = Vec::new();
            while let Message::Part(part) = self.answer(&mut first, &arrivals)? {
                all.push(part);
            }
            known.parts = parts::of_shard(all, self.options.shard);
            progress.begin(&known.parts)?;
        }
        (self.events)(Event::Started {
            function: self.entry.function.clone(),
            bounds: searched.bounds.clone(),
            parts: known.parts.len(),
            resumed: known.results.len(),
        });
        let total = known.parts.len();
        searched.results = (0..total).map(|index| known.results.remove(&index)).collect();
        let mut state = State {
            queue: (0..total).filter(|index| searched.results[*index].is_none()).collect(),
            parts: known.parts,
            skipped: BTreeMap::new(),
            busy: BTreeMap::new(),
            next_id: 1,
            shown: 0,
            number: 0,
            falsified: false,
            started,
            reported: started,
        };
        state.hand_out(first, self.options.mode.order());
        while state.busy.len() < jobs && !state.queue.is_empty() {
            let worker = self.worker(state.next_id, &sender)?;
            state.next_id += 1;
            state.hand_out(worker, self.options.mode.order());
        }
        while !state.busy.is_empty() {
            let arrival = arrivals.recv_timeout(Duration::from_millis(100));
            // What ended now was ended.
            if gadfly_cargo::is_interrupted() {
                searched.interrupted = true;
                return Ok(searched);
            }
            match arrival {
                Ok((id, Some((message, line)))) => {
                    self.heard(id, message, line, &mut state, &mut searched, &progress)?;
                }
                Ok((id, None)) => {
                    self.lost(id, CaseKind::Crash, &mut state, &mut searched, &sender)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.report(&mut state, &searched);
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                searched.out_of_time = true;
                return Ok(searched);
            }
            for id in state.silent(self.options.patience) {
                self.lost(id, CaseKind::Hang, &mut state, &mut searched, &sender)?;
            }
        }
        progress.clear();
        Ok(searched)
    }

    fn jobs(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.options.jobs.unwrap_or_else(processors).max(1)
    }

    fn shards(&self) -> usize {
        self.options.shard.map_or(1, |shard| shard.count)
    }

    fn worker(&self, id: u64, sender: &Sender<Arrival>) -> Result<Worker, ExhaustError> {
        Worker::start(id, self.entry, self.directory, self.scratch, sender.clone())
    }

    fn failure(&self, message: String) -> ExhaustError {
        ExhaustError::Search { function: self.entry.function.clone(), message }
    }

    /// The next message of a worker that was asked something.
    fn answer(
        &self,
        worker: &mut Worker,
        arrivals: &Receiver<Arrival>,
    ) -> Result<Message, ExhaustError> {
        // A predicate may be slow on the few candidates that an answer takes.
        let patience = self.options.patience.max(Duration::from_secs(60));
        match arrivals.recv_timeout(patience) {
            Ok((_, Some((Message::Error(message), _)))) => Err(self.failure(message)),
            Ok((_, Some((message, _)))) => Ok(message),
            _ if gadfly_cargo::is_interrupted() => Err(ExhaustError::Interrupted),
            Ok((_, None)) => {
                Err(self.failure(format!("the predicate ended the process ({})", worker.epitaph())))
            }
            Err(_) => Err(self.failure("the predicate does not come to an end".to_owned())),
        }
    }

    /// A message about a part.
    fn heard(
        &mut self,
        id: u64,
        message: Message,
        line: String,
        state: &mut State,
        searched: &mut Searched,
        progress: &Progress,
    ) -> Result<(), ExhaustError> {
        let Some(busy) = state.busy.get_mut(&id) else { return Ok(()) };
        busy.worker.heard = Instant::now();
        match message {
            Message::Tick { explored, valid, fraction } => {
                (busy.explored, busy.valid) = (explored, valid);
                busy.fraction = f64::from_bits(fraction);
            }
            Message::Error(message) => return Err(self.failure(message)),
            Message::Falsified => {
                if !std::mem::replace(&mut state.falsified, true) {
                    (self.events)(Event::Falsified { function: self.entry.function.clone() });
                }
            }
            message => {
                if matches!(
                    message,
                    Message::Failures(_) | Message::Failed(_) | Message::Done { .. }
                ) {
                    busy.lines.push(line);
                }
                if busy.result.take(message) {
                    if let Some(done) = state.busy.remove(&id) {
                        progress.record(done.part, &done.lines)?;
                        searched.results[done.part] = Some(done.result);
                        state.hand_out(done.worker, self.options.mode.order());
                    }
                    self.show(state, searched);
                }
            }
        }
        Ok(())
    }

    /// Emits the structures of all parts that are done with no gap before them.
    fn show(&mut self, state: &mut State, searched: &mut Searched) {
        while let Some(Some(result)) = searched.results.get_mut(state.shown) {
            for (text, svg) in std::mem::take(&mut result.found) {
                state.number += 1;
                let function = self.entry.function.clone();
                (self.events)(Event::Structure { function, number: state.number, text, svg });
            }
            state.shown += 1;
        }
    }

    /// A worker died or stands still: its input is a finding, and its part is done again without.
    fn lost(
        &mut self,
        id: u64,
        kind: CaseKind,
        state: &mut State,
        searched: &mut Searched,
        sender: &Sender<Arrival>,
    ) -> Result<(), ExhaustError> {
        let Some(busy) = state.busy.remove(&id) else { return Ok(()) };
        let trying = busy.worker.trying();
        let epitaph = busy.worker.stop();
        let Some(vector) = trying else {
            let what = if kind == CaseKind::Hang {
                "does not come to an end"
            } else {
                "ended the process"
            };
            return Err(self.failure(format!("the predicate {what} ({epitaph})")));
        };
        let message = match kind {
            CaseKind::Hang => "does not come to an end".to_owned(),
            _ => format!("ends the process ({epitaph})"),
        };
        let known = Failed { vector: vector.clone(), message, in_call: true, ..Failed::default() };
        searched.deaths.push((kind, known));
        if searched.deaths.len() >= MOST_DEATHS {
            state.queue.clear();
        } else {
            state.skipped.entry(busy.part).or_default().insert(vector);
            state.queue.push_front(busy.part);
        }
        if !state.queue.is_empty() {
            let worker = self.worker(state.next_id, sender)?;
            state.next_id += 1;
            state.hand_out(worker, self.options.mode.order());
        }
        Ok(())
    }

    fn report(&mut self, state: &mut State, searched: &Searched) {
        if state.reported.elapsed() < Duration::from_millis(200) {
            return;
        }
        state.reported = Instant::now();
        let done = searched.results.iter().flatten();
        let (mut explored, mut valid, mut parts) = (0, 0, 0.0);
        for result in done {
            explored += result.counts.explored;
            valid += result.counts.valid;
            parts += 1.0;
        }
        for busy in state.busy.values() {
            explored += busy.explored;
            valid += busy.valid;
            parts += busy.fraction;
        }
        let fraction = parts / state.parts.len().max(1) as f64;
        let rate = explored as f64 / state.started.elapsed().as_secs_f64().max(1e-9);
        let estimate = (fraction > 0.001).then(|| (explored as f64 / fraction) as u64);
        let function = self.entry.function.clone();
        (self.events)(Event::Progress { function, explored, valid, rate, estimate });
    }
}

/// What is to be done and who does it.
struct State {
    parts: Vec<String>,
    queue: VecDeque<usize>,
    /// Per part, inputs that are known to kill the process.
    skipped: BTreeMap<usize, BTreeSet<String>>,
    busy: BTreeMap<u64, Busy>,
    next_id: u64,
    /// Parts whose structures have been emitted.
    shown: usize,
    number: u64,
    falsified: bool,
    started: Instant,
    reported: Instant,
}

impl State {
    /// Gives the next part to a worker; without one, the worker ends.
    fn hand_out(&mut self, mut worker: Worker, order: &str) {
        let Some(part) = self.queue.pop_front() else { return };
        let skipped: Vec<&str> =
            self.skipped.get(&part).into_iter().flatten().map(String::as_str).collect();
        worker.order(&format!("{order} {} {}", self.parts[part], skipped.join(",")));
        let busy = Busy {
            part,
            result: PartResult::default(),
            lines: Vec::new(),
            explored: 0,
            valid: 0,
            fraction: 0.0,
            worker,
        };
        self.busy.insert(busy.worker.id, busy);
    }

    /// Workers that have not been heard of for too long.
    fn silent(&self, patience: Duration) -> Vec<u64> {
        let silent = self.busy.iter().filter(|(_, busy)| busy.worker.heard.elapsed() > patience);
        silent.map(|(id, _)| *id).collect()
    }
}
