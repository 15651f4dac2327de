//! Searching one function with several workers: parts are handed out in order, and whatever order
//! they finish in, their results are put together in the order of the search.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use gadfly_wire::{Choices, ExhaustEvent, ExhaustOrder, ExhaustPart, FailingInput, WeighedPart};

use super::discover::Entry;
use super::error::SearchError;
use super::parts::{self, PartResult, Parts};
use super::progress::ProgressFile;
use super::target::Target;
use super::watch::{Standing, Watch};
use super::worker::{Arrival, Worker};
use crate::error::CliError;
use crate::pipeline::ExhaustOrders;
use crate::report::CaseKind;

/// Parts per worker: enough that uneven ones even out.
const PARTS_PER_JOB: usize = 64;
/// A worker shares what is left of its part after this fraction of the time that the search took
/// so far: about as much as one may wait for another in the end.
const SHARES: u32 = 64;
/// A function that kills this many processes is not tried further.
const MOST_DEATHS: usize = 5;

/// The result of a search.
#[derive(Default)]
pub(super) struct Searched {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) call: String,
    pub(super) bounds: String,
    /// In the order of the search; missing if time ran out.
    pub(super) results: Vec<Option<PartResult>>,
    /// Inputs that killed the process or did not end.
    pub(super) deaths: Vec<(CaseKind, FailingInput)>,
    pub(super) out_of_time: bool,
    pub(super) interrupted: bool,
}

/// One search in progress.
pub(super) struct Schedule<'s, 'w> {
    pub(super) entry: &'s Entry,
    pub(super) target: &'s Target<'s>,
    pub(super) deadline: Option<Instant>,
    pub(super) watch: &'s mut Watch<'w>,
}

/// A worker and what it is doing.
struct BusyWorker {
    worker: Worker,
    part: usize,
    /// Valid structures as text and drawing, if they were asked for.
    found: Vec<(String, String)>,
    explored: u64,
    valid: u64,
    fraction: f64,
}

impl Schedule<'_, '_> {
    /// Runs the search to its end, or to that of the time.
    pub(super) fn run(mut self) -> Result<Searched, SearchError> {
        let started = Instant::now();
        let progress = ProgressFile::of(self.entry, self.target)?;
        let mut parts =
            if self.target.settings.resume { progress.known()? } else { Parts::default() };
        let (sender, arrivals) = channel();
        let mut searched = Searched::default();
        let mut first = self.worker(0, &sender)?;
        if let ExhaustEvent::Ready { file, line, call, bounds } =
            self.answer(&mut first, &arrivals)?
        {
            (searched.file, searched.line) = (file, line);
            (searched.call, searched.bounds) = (call, bounds);
        }
        if parts.len() == 0 {
            let all = self.split(&mut first, &arrivals)?;
            let all = parts::of_shard(all, self.target.orders.shard);
            progress.begin(&all)?;
            parts = Parts::new(all);
        }
        let (all, known) = (parts.len(), parts.done().count());
        self.watch.started(&self.entry.function, &searched.bounds, all, known);
        let mut state = ScheduleState {
            queue: parts.open().into(),
            total: (0..parts.len()).filter_map(|number| Some(parts.get(number)?.weight)).sum(),
            parts,
            skipped: BTreeMap::new(),
            busy: BTreeMap::new(),
            idle: vec![first],
            next_id: 0,
            shown: 0,
            started,
            reported: started,
        };
        self.hand_out(&mut state, &sender)?;
        while !state.busy.is_empty() {
            let arrival = arrivals.recv_timeout(Duration::from_millis(100));
            // An interrupt ends workers too: that is no finding.
            if gadfly_cargo::is_interrupted() {
                searched.interrupted = true;
                break;
            }
            match arrival {
                Ok((id, Ok(Some(event)))) => {
                    self.heard(id, event, &mut state, &progress)?;
                }
                Ok((_, Err(error))) => return Err(error.into()),
                Ok((id, Ok(None))) => {
                    self.lost(id, CaseKind::Crash, &mut state, &mut searched)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.report(&mut state);
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                searched.out_of_time = true;
                break;
            }
            for id in state.silent(self.target.orders.patience) {
                self.lost(id, CaseKind::Hang, &mut state, &mut searched)?;
            }
            self.hand_out(&mut state, &sender)?;
        }
        if !searched.interrupted && !searched.out_of_time {
            progress.clear();
        }
        searched.results = state.parts.into_results();
        Ok(searched)
    }

    /// Gives parts to workers, as long as there are some of both.
    fn hand_out(
        &self,
        state: &mut ScheduleState,
        sender: &Sender<Arrival>,
    ) -> Result<(), SearchError> {
        while state.busy.len() < self.jobs() && !state.queue.is_empty() {
            let worker = match state.idle.pop() {
                Some(worker) => worker,
                None => {
                    state.next_id += 1;
                    self.worker(state.next_id, sender)?
                }
            };
            let least = self.target.orders.share_after;
            let so_far = if least.is_zero() { least } else { state.started.elapsed() / SHARES };
            state.hand_out(worker, self.target.orders, so_far.max(least));
        }
        Ok(())
    }

    fn jobs(&self) -> usize {
        self.target.settings.jobs.get()
    }

    fn shards(&self) -> usize {
        self.target.orders.shard.map_or(1, |shard| shard.count)
    }

    /// Has a worker cut the space into parts.
    fn split(
        &self,
        worker: &mut Worker,
        arrivals: &Receiver<Arrival>,
    ) -> Result<Vec<WeighedPart>, SearchError> {
        let shards = self.shards();
        let parts = PARTS_PER_JOB * self.jobs().max(shards);
        worker.order(&ExhaustOrder::Split { parts: parts as u32, shards: shards as u32 });
        match self.answer(worker, arrivals)? {
            ExhaustEvent::Parts(parts) => Ok(parts),
            event => {
                Err(self.failure(format!("an order was answered by another event: {event:?}")))
            }
        }
    }

    fn worker(&self, id: u64, sender: &Sender<Arrival>) -> Result<Worker, CliError> {
        Worker::start(id, self.entry, self.target, sender.clone())
    }

    fn failure(&self, message: String) -> SearchError {
        SearchError::Function(message)
    }

    /// The next message of a worker that was asked something.
    fn answer(
        &self,
        worker: &mut Worker,
        arrivals: &Receiver<Arrival>,
    ) -> Result<ExhaustEvent, SearchError> {
        // A predicate may be slow on the few candidates that an answer takes.
        let patience = self.target.orders.patience.max(Duration::from_secs(60));
        match arrivals.recv_timeout(patience) {
            Ok((_, Ok(Some(ExhaustEvent::Refused(message))))) => Err(self.failure(message)),
            Ok((_, Ok(Some(event)))) => Ok(event),
            Ok((_, Err(error))) => Err(error.into()),
            _ if gadfly_cargo::is_interrupted() => Err(CliError::Interrupted.into()),
            Ok((_, Ok(None))) => Err(self.failure(format!(
                "the predicate ended the process ({})",
                worker.exit_description()
            ))),
            Err(_) => Err(self.failure("the predicate does not come to an end".to_owned())),
        }
    }

    /// An event of a part.
    fn heard(
        &mut self,
        id: u64,
        event: ExhaustEvent,
        state: &mut ScheduleState,
        progress: &ProgressFile,
    ) -> Result<(), SearchError> {
        let Some(busy) = state.busy.get_mut(&id) else { return Ok(()) };
        busy.worker.heard = Instant::now();
        match event {
            ExhaustEvent::Progress { explored, valid, fraction } => {
                (busy.explored, busy.valid, busy.fraction) = (explored, valid, fraction);
            }
            ExhaustEvent::Structure { text, svg } => busy.found.push((text, svg)),
            ExhaustEvent::Refused(message) => return Err(self.failure(message)),
            ExhaustEvent::Shared { last, parts } => {
                let shared = ExhaustEvent::Shared { last: last.clone(), parts: parts.clone() };
                progress.record(busy.part, shared)?;
                let given = state.parts.give(busy.part, last, parts, busy.fraction);
                // They come before all that waits.
                given.into_iter().rev().for_each(|number| state.queue.push_front(number));
            }
            ExhaustEvent::Searched { .. } => {
                progress.record(busy.part, event.clone())?;
                self.done(id, event, state);
            }
            _ => {}
        }
        Ok(())
    }

    /// A part is done.
    fn done(&mut self, id: u64, event: ExhaustEvent, state: &mut ScheduleState) {
        let ExhaustEvent::Searched { counts, unread, failure, unaudited } = event else { return };
        let Some(busy) = state.busy.remove(&id) else { return };
        if let Some(part) = state.parts.get(busy.part) {
            let found = busy.found;
            part.result = Some(PartResult { counts, unread, unaudited, failure, found });
        }
        state.idle.push(busy.worker);
        self.show(state);
    }

    /// Emits the structures of all parts that are done with no gap before them.
    fn show(&mut self, state: &mut ScheduleState) {
        while let Some(result) = state.parts.at(state.shown) {
            for (text, svg) in std::mem::take(&mut result.found) {
                self.watch.input(&self.entry.function, text, svg);
            }
            state.shown += 1;
        }
    }

    /// A worker died or stands still: its input is a finding, and its part is done again without.
    fn lost(
        &mut self,
        id: u64,
        kind: CaseKind,
        state: &mut ScheduleState,
        searched: &mut Searched,
    ) -> Result<(), SearchError> {
        let Some(busy) = state.busy.remove(&id) else { return Ok(()) };
        let trying = busy.worker.trying();
        let exit_description = busy.worker.stop();
        let Some(choices) = trying else {
            let what = if kind == CaseKind::Hang {
                "does not come to an end"
            } else {
                "ended the process"
            };
            return Err(self.failure(format!("the predicate {what} ({exit_description})")));
        };
        let message = match kind {
            CaseKind::Hang => "does not come to an end".to_owned(),
            _ => format!("ends the process ({exit_description})"),
        };
        let known = choices.clone();
        let known =
            FailingInput { choices: known, message, in_call: true, ..FailingInput::default() };
        searched.deaths.push((kind, known));
        if searched.deaths.len() >= MOST_DEATHS {
            state.queue.clear();
        } else {
            state.skipped.entry(busy.part).or_default().insert(choices);
            state.queue.push_front(busy.part);
        }
        Ok(())
    }

    fn report(&mut self, state: &mut ScheduleState) {
        if state.reported.elapsed() < Duration::from_millis(200) {
            return;
        }
        state.reported = Instant::now();
        let (mut explored, mut valid, mut done) = (0, 0, 0.0);
        for (result, weight) in state.parts.done() {
            explored += result.counts.explored;
            valid += result.counts.valid;
            done += weight;
        }
        for busy in state.busy.values() {
            explored += busy.explored;
            valid += busy.valid;
            done += busy.fraction * state.parts.get(busy.part).map_or(0.0, |part| part.weight);
        }
        let fraction = done / state.total.max(1.0);
        let rate = explored as f64 / state.started.elapsed().as_secs_f64().max(1e-9);
        let estimate = (fraction > 0.001).then(|| (explored as f64 / fraction) as u64);
        let standing = Standing { explored, valid, rate, estimate };
        self.watch.progress(&self.entry.function, &standing);
    }
}

/// Open parts, and the workers.
struct ScheduleState {
    parts: Parts,
    /// The weight of all parts.
    total: f64,
    queue: VecDeque<usize>,
    /// Per part, inputs that are known to kill the process.
    skipped: BTreeMap<usize, BTreeSet<Choices>>,
    busy: BTreeMap<u64, BusyWorker>,
    /// Workers without a part, until another worker shares its own.
    idle: Vec<Worker>,
    next_id: u64,
    /// Parts whose structures have been emitted.
    shown: usize,
    started: Instant,
    reported: Instant,
}

impl ScheduleState {
    /// Gives the next part to a worker, who is to share it after some time.
    fn hand_out(&mut self, mut worker: Worker, orders: &ExhaustOrders, patience: Duration) {
        let Some(number) = self.queue.pop_front() else { return };
        let Some(part) = self.parts.get(number) else { return };
        let skipped = self.skipped.get(&number).into_iter().flatten().cloned().collect();
        worker.order(&ExhaustOrder::Search(ExhaustPart {
            mode: orders.mode,
            start: part.start.clone(),
            last: part.last.clone(),
            skipped,
            share_after_ms: patience.as_millis().try_into().unwrap_or(u64::MAX),
        }));
        let busy = BusyWorker {
            part: number,
            found: Vec::new(),
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
