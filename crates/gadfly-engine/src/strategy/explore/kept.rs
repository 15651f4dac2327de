//! Sequences worth a test: those in which a function returns for the first time, or that reach new edges.
//!
//! Cut down to the statements that matter, where it is known which those are. What was sent is remembered in memory shared
//! with the snapshots, so that nothing is sent twice after a death.

use crate::link::registry::Registry;
use crate::machine::Machine;
use crate::run::program::{pack, to_wire};
use crate::sys;
use gadfly_wire::{Event, Sequence, What};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The functions for which a sequence was sent.
#[derive(Debug)]
pub(in crate::strategy) struct KeptSequences {
    /// A bit per public function.
    sent: &'static [AtomicU64],
}

impl KeptSequences {
    /// Nothing was sent.
    pub(in crate::strategy) fn new(registry: &Registry) -> Self {
        let count = registry.functions as usize / 64 + 1;
        let shared = sys::shared_zeroed(count * 8);
        // SAFETY: zeroed, aligned, large enough, never freed, and only ever used as atomics, for which zero is valid.
        let sent = unsafe { std::slice::from_raw_parts(shared.cast::<AtomicU64>(), count) };
        Self { sent }
    }

    /// Takes note of a call that returned, in the variable it defines, and of how many edges it was the first to reach.
    pub(in crate::strategy) fn returned(
        &self,
        machine: &mut Machine<'_>,
        id: u32,
        var: u32,
        edges: u32,
    ) {
        let Some(operation) = machine.registry.operation(id) else { return };
        let is_first = operation.function.is_some_and(|function| !self.was_sent(function));
        if operation.law.is_some() || (!is_first && edges == 0) {
            return;
        }
        let mut words = Vec::new();
        let (node, _) = machine.sequence().keep(var);
        let visited = node.visit::<()>(0, &mut |code, args| {
            words.extend([code, args.len() as u32]);
            words.extend(args.iter().map(|arg| pack(*arg)));
            Ok(())
        });
        debug_assert!(visited.is_ok(), "nothing stops the visit");
        self.send(machine, to_wire(machine.registry, &words), edges);
    }

    /// Records a finished sequence that passed and was the first to reach edges, in an unknown statement.
    pub(in crate::strategy) fn passed(&self, machine: &mut Machine<'_>, edges: u32) {
        if edges > 0 {
            let sequence = to_wire(machine.registry, &machine.journal.words());
            self.send(machine, sequence, edges);
        }
    }

    fn send(&self, machine: &mut Machine<'_>, sequence: Sequence, edges: u32) {
        let mut functions = Vec::new();
        for statement in &sequence.statements {
            let What::Operation(id) = statement.what else { continue };
            let function = machine.registry.operation(id).and_then(|found| found.function);
            if let Some(function) = function.filter(|function| !self.was_sent(*function)) {
                self.sent[function as usize / 64].fetch_or(1 << (function % 64), Relaxed);
                functions.push(function);
            }
        }
        machine.send(&Event::Kept { functions, edges, sequence });
    }

    fn was_sent(&self, function: u32) -> bool {
        self.sent[function as usize / 64].load(Relaxed) >> (function % 64) & 1 != 0
    }
}
