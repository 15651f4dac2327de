//! Enumerates protocols level by level and reports how each went.
//!
//! The numbers of sequences follow from the order alone. After a death the search goes on from an older state, runs what
//! came after that again under the same numbers, and passes over what is known to die.

use super::run_calls::{refused, rounds, CrashCounts, LastCall, Runner};
use crate::machine::Machine;
use crate::strategy::Strategy;
use gadfly_wire::{Event, Growth, WalkEdge, WalkOrder, WalkOutcome};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering::Relaxed;

/// Sequences that are reported together.
const BATCH: usize = 2048;

/// Runs every protocol of a type up to a length.
pub struct WalkStrategy {
    runner: Runner,
    /// Sequences that are extended, of all levels.
    nodes: Vec<WalkNode>,
    /// The first of those that this level extends.
    first: usize,
    /// One past the last.
    end: usize,
    /// The next node to extend, and the next method.
    at: usize,
    method: usize,
    depth: u32,
    /// The number of the next sequence.
    next: u32,
    edges: Vec<WalkEdge>,
    seen: BTreeSet<u64>,
    crashes: CrashCounts,
    calls: Vec<u32>,
    /// The node that `calls` leads to; none on a level without nodes.
    calls_of: usize,
}

#[derive(Clone, Copy)]
struct WalkNode {
    /// The node it extends; none for a beginning.
    parent: Option<u32>,
    start: u32,
    call: u32,
    number: u32,
}

impl WalkStrategy {
    /// Will run what is ordered.
    pub fn new(order: WalkOrder) -> Self {
        let crashes = CrashCounts::of(order.calls.len());
        Self {
            runner: Runner::new(order),
            nodes: Vec::new(),
            first: 0,
            end: 0,
            at: 0,
            method: 0,
            depth: 0,
            next: 0,
            edges: Vec::new(),
            seen: BTreeSet::new(),
            crashes,
            calls: Vec::new(),
            calls_of: usize::MAX,
        }
    }

    /// Runs the next sequence. False when there is none.
    fn one(&mut self, machine: &mut Machine<'_>) -> bool {
        if u64::from(self.next) >= self.runner.order.most || machine.journal.died_too_often() {
            return false;
        }
        let Some((parent, start, call)) = self.advance() else { return false };
        let number = self.next;
        self.next += 1;
        let ended = if machine.journal.has_died(number) {
            self.crashes.note(call);
            // Its crash was reported when it happened.
            refused()
        } else if self.crashes.forbid(call) {
            refused()
        } else {
            machine.journal.replayed.store(number + 1, Relaxed);
            self.runner.begin(machine);
            let ended = match self.runner.prefix(machine, &self.calls) {
                true => self.runner.last(machine, call),
                false => refused(),
            };
            self.runner.finish(machine, ended)
        };
        self.record(parent, start, call, number, ended);
        true
    }

    fn record(
        &mut self,
        parent: Option<usize>,
        start: u32,
        call: u32,
        number: u32,
        ended: LastCall,
    ) {
        let order = &self.runner.order;
        let is_normal = matches!(ended.outcome, WalkOutcome::Returned(_)) && ended.lives;
        let may_grow = is_normal
            && match order.growth {
                Growth::Normal => true,
                Growth::Changed | Growth::States => ended.changed || parent.is_none(),
            };
        let merged = may_grow && order.merge && ended.state != 0 && !self.seen.insert(ended.state);
        if may_grow && !merged && self.depth < order.depth {
            let parent = parent.map(|parent| parent as u32);
            self.nodes.push(WalkNode { parent, start, call, number });
        }
        self.edges.push(WalkEdge {
            parent: parent.map_or(u32::MAX, |parent| self.nodes[parent].number),
            start,
            call,
            outcome: ended.outcome,
            changed: ended.changed,
            merged,
            state: ended.state,
        });
    }

    /// The next sequence: the node to extend, its beginning, and the call; `calls` leads up to that.
    fn advance(&mut self) -> Option<(Option<usize>, u32, u32)> {
        if self.depth == 0 {
            if let Some(start) = self.runner.order.starts.get(self.at) {
                let (call, before) = start.split_last()?;
                self.calls.clear();
                self.calls.extend_from_slice(before);
                let (start, call) = (self.at as u32, *call);
                self.at += 1;
                return Some((None, start, call));
            }
            self.deeper();
        }
        loop {
            if self.depth > self.runner.order.depth || self.first == self.end {
                return None;
            }
            if self.at == self.end {
                self.deeper();
                continue;
            }
            let Some(call) = self.runner.order.methods.get(self.method).copied() else {
                self.method = 0;
                self.at += 1;
                continue;
            };
            self.method += 1;
            if self.calls_of != self.at {
                self.lead_to(self.at);
                self.calls_of = self.at;
            }
            return Some((Some(self.at), self.nodes[self.at].start, call));
        }
    }

    fn deeper(&mut self) {
        self.first = self.end;
        self.end = self.nodes.len();
        self.at = self.first;
        self.method = 0;
        self.depth += 1;
    }

    /// Puts the calls of a node into `calls`.
    fn lead_to(&mut self, node: usize) {
        self.calls.clear();
        let mut at = node;
        loop {
            let WalkNode { parent, start, call, .. } = self.nodes[at];
            match parent {
                Some(parent) => {
                    self.calls.push(call);
                    at = parent as usize;
                }
                None => {
                    let start = &self.runner.order.starts[start as usize];
                    self.calls.extend(start.iter().rev());
                    break;
                }
            }
        }
        self.calls.reverse();
    }

    fn flush(&mut self, machine: &mut Machine<'_>) {
        let first = self.next - self.edges.len() as u32;
        let edges = std::mem::take(&mut self.edges);
        machine.send(&Event::Walked { first, depth: self.depth, edges });
    }
}

impl Strategy for WalkStrategy {
    fn round(&mut self, machine: &mut Machine<'_>) -> bool {
        let more = rounds(|| self.one(machine));
        if self.edges.len() >= BATCH || !more {
            self.flush(machine);
        }
        more
    }

    fn states(&self) -> u64 {
        self.seen.len() as u64
    }
}
