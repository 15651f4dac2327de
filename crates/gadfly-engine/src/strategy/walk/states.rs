//! Searches for the states of a type: what its predicates say of the values that calls lead to.
//!
//! Breadth first, so that the first way to a state is a shortest one. A value that was reached before is not extended again.

use super::run_calls::{refused, rounds, CrashCounts, Runner};
use crate::machine::Machine;
use crate::strategy::Strategy;
use gadfly_wire::{Event, WalkOrder, WalkOutcome};
use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::Ordering::Relaxed;

/// Searches for states.
pub struct StatesStrategy {
    runner: Runner,
    /// Sequences to extend: their calls, and the state they lead to.
    queue: VecDeque<(Vec<u32>, u64)>,
    starts: usize,
    method: usize,
    next: u32,
    seen: BTreeSet<u64>,
    found: BTreeSet<u64>,
    steps: BTreeSet<(u64, u32, Option<u64>)>,
    crashes: CrashCounts,
}

impl StatesStrategy {
    /// Will search as ordered.
    pub fn new(order: WalkOrder) -> Self {
        let crashes = CrashCounts::of(order.calls.len());
        Self {
            runner: Runner::new(order),
            queue: VecDeque::new(),
            starts: 0,
            method: 0,
            next: 0,
            seen: BTreeSet::new(),
            found: BTreeSet::new(),
            steps: BTreeSet::new(),
            crashes,
        }
    }

    fn one(&mut self, machine: &mut Machine<'_>) -> bool {
        if u64::from(self.next) >= self.runner.order.most || machine.journal.died_too_often() {
            return false;
        }
        let Some((calls, from)) = self.advance() else { return false };
        let Some((call, before)) = calls.split_last() else { return true };
        let number = self.next;
        self.next += 1;
        if machine.journal.has_died(number) {
            self.crashes.note(*call);
            return true;
        }
        if self.crashes.forbid(*call) {
            return true;
        }
        machine.journal.replayed.store(number + 1, Relaxed);
        self.runner.begin(machine);
        let ended = match self.runner.prefix(machine, before) {
            true => self.runner.last(machine, *call),
            false => refused(),
        };
        let is_normal = matches!(ended.outcome, WalkOutcome::Returned(_)) && ended.lives;
        let state = if is_normal { self.runner.state(machine) } else { 0 };
        let (changed, print) = (ended.changed, ended.state);
        let ended = self.runner.finish(machine, ended);
        match (&ended.outcome, from) {
            (WalkOutcome::Panicked { .. }, Some(from)) => self.step(machine, from, *call, None),
            (WalkOutcome::Returned(_), Some(from)) if is_normal => {
                self.step(machine, from, *call, Some(state));
            }
            _ => {}
        }
        if !is_normal || !matches!(ended.outcome, WalkOutcome::Returned(_)) {
            return true;
        }
        if self.found.insert(state) {
            machine.send(&Event::StateFound { state, calls: calls.clone() });
        }
        let is_new = print == 0 || self.seen.insert(print);
        let depth = self.runner.order.depth as usize;
        if (changed || from.is_none()) && is_new && calls.len() <= depth {
            self.queue.push_back((calls, state));
        }
        true
    }

    fn step(&mut self, machine: &mut Machine<'_>, from: u64, call: u32, to: Option<u64>) {
        if self.steps.insert((from, call, to)) {
            machine.send(&Event::StepFound { from, call, to });
        }
    }

    /// The calls to make next, and the state before the last of them.
    fn advance(&mut self) -> Option<(Vec<u32>, Option<u64>)> {
        if let Some(start) = self.runner.order.starts.get(self.starts) {
            self.starts += 1;
            return Some((start.clone(), None));
        }
        if self.method >= self.runner.order.methods.len() {
            self.method = 0;
            self.queue.pop_front();
        }
        let (calls, state) = self.queue.front()?;
        let method = *self.runner.order.methods.get(self.method)?;
        self.method += 1;
        let mut calls = calls.clone();
        calls.push(method);
        Some((calls, Some(*state)))
    }
}

impl Strategy for StatesStrategy {
    fn round(&mut self, machine: &mut Machine<'_>) -> bool {
        rounds(|| self.one(machine))
    }

    fn states(&self) -> u64 {
        self.found.len() as u64
    }
}
