//! Runs orders in the harness and folds the reported edges into a walk.

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashSet};
use std::hash::Hash;
use std::path::Path;
use std::sync::Arc;

use gadfly_build::run::{HarnessError, run_harness};
use gadfly_cargo::RunError;
use gadfly_plan::prepared::Prepared;
use gadfly_walk::{Outcome, ProtocolMode, Start, StateMachine, Step, Walk};
use gadfly_wire::{
    CrashKind, Event, Growth, Location, Mode as RunMode, Outcome as Replayed, RunConfig, WalkEdge,
    WalkOrder, WalkOutcome,
};

use super::protocol::Protocol;
use super::spelling::spelling;
use crate::error::CliError;

/// The most sequences of a search for states.
const STATE_SEQUENCES: u64 = 60_000;

/// Runs orders of walks.
pub(super) struct Runs<'r> {
    /// The harness.
    pub(super) prepared: &'r Prepared,
    /// Settings of its runs.
    pub(super) config: &'r RunConfig,
    /// Its working directory.
    pub(super) directory: &'r Path,
    /// The root of the crate; locations are relative to it.
    pub(super) root: &'r Path,
}

/// What a walk is to be like.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkShape {
    /// Which sequences.
    pub(super) mode: ProtocolMode,
    /// How long.
    pub(super) depth: u32,
    /// Whether values that were reached before are not extended again.
    pub(super) merge: bool,
    /// Whether errors end a sequence.
    pub(super) errors_end: bool,
    /// How many sequences at most.
    pub(super) most: Option<u64>,
}

/// A walk that was run, and how fast.
pub(super) struct Ran {
    /// The walk.
    pub(super) walk: Walk,
    /// How long the engine took, in seconds.
    pub(super) seconds: f64,
    /// How many calls it made.
    pub(super) calls: u64,
    /// Whether it was stopped before its end.
    pub(super) is_cut: bool,
}

impl Runs<'_> {
    /// Searches for states, to a number of calls.
    pub(super) fn states(&self, protocol: &Protocol, depth: u32) -> Result<StateMachine, CliError> {
        let predicates = protocol.predicates();
        let names = predicates.iter().map(|call| protocol.calls[*call].name.clone()).collect();
        let mut machine = StateMachine::new(names);
        let starts: Vec<Vec<usize>> = protocol.constructors().map(|call| vec![call]).collect();
        let methods: Vec<usize> = protocol.methods();
        let mut order = protocol.order(&starts, &methods, depth, Growth::States);
        order.predicates = predicates.iter().map(|call| *call as u32).collect();
        order.most = STATE_SEQUENCES;
        let mut steps = Vec::new();
        self.run(protocol, order, &mut |event| match event {
            Event::StateFound { state, calls } if fits(protocol, &calls) => {
                machine.found(state, calls.into_iter().map(|call| call as usize).collect());
            }
            Event::StepFound { from, call, to } if fits(protocol, &[call]) => {
                steps.push((from, call as usize, to));
            }
            _ => {}
        })?;
        for (from, call, to) in steps {
            machine.step(from, &protocol.calls[call].name, to);
        }
        Ok(machine)
    }

    /// Walks from these beginnings.
    pub(super) fn walk(
        &self,
        protocol: &Protocol,
        starts: Vec<Start>,
        shape: WalkShape,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Ran, CliError> {
        let growth = if shape.mode.needs_change() { Growth::Changed } else { Growth::Normal };
        let methods = protocol.methods();
        let beginnings: Vec<Vec<usize>> = starts.iter().map(|start| start.calls.clone()).collect();
        let mut order = protocol.order(&beginnings, &methods, shape.depth, growth);
        order.merge = shape.merge;
        order.errors_end = shape.errors_end;
        order.most = shape.most.unwrap_or(order.most);
        let mut collected = Collected::new(protocol, starts.len(), self.root);
        let mut ran = (0, 0, false);
        let mut estimate = Estimate::new(methods.len() as u64, shape);
        let interrupted = self.run(protocol, order, &mut |event| match event {
            Event::Walked { first, depth, edges } => {
                estimate.take(depth, &edges);
                collected.take(first, edges);
                let done = collected.steps.len() as u64;
                progress(done, estimate.total(done));
            }
            Event::Replayed { index, outcome: Replayed::Died { kind, .. } } => {
                collected.died.insert(index as usize, kind);
            }
            Event::Summary { calls, millis, finished, .. } => ran = (calls, millis, finished),
            _ => {}
        })?;
        let walk = Walk {
            mode: shape.mode,
            depth: shape.depth,
            calls: protocol.calls.clone(),
            methods,
            starts,
            steps: collected.finish(),
        };
        Ok(Ran {
            walk,
            seconds: ran.1 as f64 / 1e3,
            calls: ran.0,
            is_cut: interrupted
                || !ran.2
                || self.config.time_budget_ms.is_some_and(|most| ran.1 >= most),
        })
    }

    /// Runs one order. True if it was interrupted.
    fn run(
        &self,
        protocol: &Protocol,
        order: WalkOrder,
        on_event: &mut dyn FnMut(Event),
    ) -> Result<bool, CliError> {
        let mode = RunMode::Walk { order, literals: protocol.literals.clone() };
        let config = RunConfig { mode, ..self.config.clone() };
        match run_harness(&self.prepared.binary, self.directory, config, on_event) {
            Err(HarnessError::Run(RunError::Interrupted)) => Ok(true),
            other => {
                other?;
                Ok(false)
            }
        }
    }
}

/// What came back of a walk so far.
struct Collected<'p> {
    protocol: &'p Protocol,
    starts: usize,
    root: &'p Path,
    steps: Vec<Step>,
    died: BTreeMap<usize, CrashKind>,
    /// Every outcome and every place there was, once.
    outcomes: HashSet<Arc<Outcome>>,
    places: HashSet<Arc<str>>,
}

impl<'p> Collected<'p> {
    fn new(protocol: &'p Protocol, starts: usize, root: &'p Path) -> Self {
        Self {
            protocol,
            starts,
            root,
            steps: Vec::new(),
            died: BTreeMap::new(),
            outcomes: HashSet::new(),
            places: HashSet::new(),
        }
    }

    /// Takes edges under their numbers; what comes again replaces what came before. What does not fit is not taken.
    fn take(&mut self, first: u32, edges: Vec<WalkEdge>) {
        let first = first as usize;
        if first > self.steps.len() {
            return;
        }
        self.steps.truncate(first);
        for edge in edges {
            let has_parent = edge.parent == u32::MAX || (edge.parent as usize) < self.steps.len();
            let is_known = (edge.start as usize) < self.starts && fits(self.protocol, &[edge.call]);
            if !has_parent || !is_known {
                return;
            }
            let step = self.step(edge);
            self.steps.push(step);
        }
    }

    fn step(&mut self, edge: WalkEdge) -> Step {
        let parent = (edge.parent != u32::MAX).then_some(edge.parent as usize);
        let call = edge.call as usize;
        let (outcome, place) = match edge.outcome {
            WalkOutcome::Returned(Some(text)) => (Outcome::value(&text), None),
            WalkOutcome::Returned(None) => {
                (Outcome::Opaque(spelling(&self.protocol.entries[call].output, false)), None)
            }
            WalkOutcome::Failed(text) => (Outcome::Failed(text), None),
            WalkOutcome::Panicked { message, location } => {
                (Outcome::panic(&message), location.map(|place| relative(&place, self.root)))
            }
            WalkOutcome::Died(kind) => (Outcome::Died(death(kind)), None),
            WalkOutcome::Refused => (Outcome::Refused, None),
            WalkOutcome::Violated { invariant, message, location } => (
                Outcome::violated(&without_modules(&invariant), &message),
                location.map(|place| relative(&place, self.root)),
            ),
        };
        Step {
            parent,
            start: edge.start as usize,
            call,
            level: parent.map_or(0, |parent| self.steps[parent].level + 1),
            outcome: kept_once(&mut self.outcomes, outcome),
            location: place.map(|place| kept_once(&mut self.places, place)),
            changed: edge.changed,
            merged: edge.merged,
        }
    }

    /// All steps; the death of a process replaces the outcome of the step that it cut off.
    fn finish(mut self) -> Vec<Step> {
        for (number, kind) in &self.died {
            if let Some(step) = self.steps.get_mut(*number) {
                step.outcome = kept_once(&mut self.outcomes, Outcome::Died(death(*kind)));
                step.location = None;
            }
        }
        self.steps
    }
}

/// The one copy of a thing that is kept.
fn kept_once<T: ?Sized + Eq + Hash, U: Borrow<T> + Into<Arc<T>>>(
    kept: &mut HashSet<Arc<T>>,
    thing: U,
) -> Arc<T> {
    if let Some(there) = kept.get(thing.borrow()) {
        return Arc::clone(there);
    }
    let new: Arc<T> = thing.into();
    kept.insert(Arc::clone(&new));
    new
}

/// How many sequences there will be, from what has become of those that were run.
struct Estimate {
    methods: u64,
    shape: WalkShape,
    depth: u32,
    /// How many of the current length will be extended so far.
    growing: u64,
    seen: u64,
}

impl Estimate {
    fn new(methods: u64, shape: WalkShape) -> Self {
        Self { methods, shape, depth: 0, growing: 0, seen: 0 }
    }

    fn take(&mut self, depth: u32, edges: &[WalkEdge]) {
        if depth != self.depth {
            (self.depth, self.growing, self.seen) = (depth, 0, 0);
        }
        self.seen += edges.len() as u64;
        let grows = |edge: &&WalkEdge| {
            let is_normal = matches!(edge.outcome, WalkOutcome::Returned(_));
            is_normal && !edge.merged && (edge.changed || !self.shape.mode.needs_change())
        };
        self.growing += edges.iter().filter(grows).count() as u64;
    }

    /// As many as the lengths that are left will have if they go like the current one.
    fn total(&self, done: u64) -> u64 {
        let rate = self.growing as f64 / self.seen.max(1) as f64 * self.methods as f64;
        let left = self.shape.depth.saturating_sub(self.depth);
        let more: f64 = (1..=left).map(|length| self.seen as f64 * rate.powi(length as i32)).sum();
        done.saturating_add(more as u64)
    }
}

/// `k::inner::Even::is_even` as `Even::is_even`.
fn without_modules(key: &str) -> String {
    let start = key.match_indices("::").map(|(at, _)| at + 2);
    let mut owner = start.filter(|at| key[*at..].starts_with(char::is_uppercase));
    owner.next().map_or(key, |at| &key[at..]).to_owned()
}

/// A place as `src/lib.rs:12`, if it is in the crate.
fn relative(place: &Location, root: &Path) -> String {
    let file = Path::new(&place.file);
    let file = file.strip_prefix(root).unwrap_or(file);
    format!("{}:{}", file.display(), place.line)
}

fn death(kind: CrashKind) -> String {
    match kind {
        CrashKind::Signal(number) => format!("signal {number}"),
        CrashKind::Exit(code) => format!("exit with code {code}"),
        CrashKind::Hang => "no return".to_owned(),
        CrashKind::OutOfMemory => "out of memory".to_owned(),
        CrashKind::Reported(_) => "sanitizer report".to_owned(),
    }
}

/// Whether calls from a harness exist.
fn fits(protocol: &Protocol, calls: &[u32]) -> bool {
    calls.iter().all(|call| (*call as usize) < protocol.calls.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(changed: bool) -> WalkEdge {
        WalkEdge {
            parent: u32::MAX,
            start: 0,
            call: 0,
            outcome: WalkOutcome::Returned(None),
            changed,
            merged: false,
            state: 0,
        }
    }

    #[test]
    fn an_estimate_follows_what_was_seen() {
        let shape = WalkShape {
            mode: ProtocolMode::Algebra,
            depth: 2,
            merge: false,
            errors_end: false,
            most: None,
        };
        let mut estimate = Estimate::new(4, shape);
        estimate.take(0, &[edge(true)]);
        assert_eq!(estimate.total(1), 1 + 4 + 16);
        estimate.take(1, &[edge(true), edge(true), edge(false), edge(false)]);
        assert_eq!(estimate.total(5), 5 + 8);
    }
}
