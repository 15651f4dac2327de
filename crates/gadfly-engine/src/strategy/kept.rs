//! Sequences worth a test: those in which a function returned for the first time, or that reached new edges.
//!
//! What was sent is remembered in memory shared with the snapshots, so that nothing is sent twice after a death.

use crate::execute::Machine;
use crate::program::to_wire;
use crate::registry::Registry;
use crate::sys;
use gadfly_wire::Event;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What was sent, and what may be.
#[derive(Debug)]
pub(super) struct Kept {
    /// A bit per public function.
    sent: &'static [AtomicU64],
    /// Functions that returned in the running sequence and in none that was sent.
    waiting: Vec<u32>,
}

impl Kept {
    /// Nothing was sent.
    pub(super) fn new(registry: &Registry) -> Self {
        let count = registry.functions as usize / 64 + 1;
        let shared = sys::shared_zeroed(count * 8);
        // SAFETY: zeroed, aligned, large enough, never freed, and only ever used as atomics, for which zero is valid.
        let sent = unsafe { std::slice::from_raw_parts(shared.cast::<AtomicU64>(), count) };
        Self { sent, waiting: Vec::new() }
    }

    /// Says that an operation returned.
    pub(super) fn returned(&mut self, registry: &Registry, id: u32) {
        let function = registry.operation(id).and_then(|operation| operation.function);
        if let Some(function) = function.filter(|function| !self.was_sent(*function)) {
            if !self.waiting.contains(&function) {
                self.waiting.push(function);
            }
        }
    }

    /// Sends the finished sequence if it is worth it.
    pub(super) fn send(&mut self, machine: &mut Machine<'_>, passed: bool, edges: u32) {
        if !passed || (self.waiting.is_empty() && edges == 0) {
            self.waiting.clear();
            return;
        }
        let functions = std::mem::take(&mut self.waiting);
        for function in &functions {
            self.sent[*function as usize / 64].fetch_or(1 << (function % 64), Relaxed);
        }
        let sequence = to_wire(machine.registry, &machine.journal.words());
        machine.sink.send(&Event::Kept { functions, edges, sequence });
    }

    fn was_sent(&self, function: u32) -> bool {
        self.sent[function as usize / 64].load(Relaxed) >> (function % 64) & 1 != 0
    }
}
