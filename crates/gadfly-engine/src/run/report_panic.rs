//! Panics of a sequence: which are told, once each, and with what is known of them.

use crate::process::allocator;
use crate::process::panic::{self, Captured};
use crate::rng::mix;
use crate::run::execute::Machine;
use crate::run::failure::Failure;
use crate::run::program::to_wire;
use crate::values::tracked;
use gadfly_wire::{During, Event};

impl Machine<'_> {
    /// What is running, for telling panics apart: the operation in question, and what is done to its result.
    pub(crate) fn context(&self, var: u32, during: During) -> u64 {
        let kind = match during {
            During::Call | During::Engine => 0,
            During::Drop(_) => 1_u64 << 32,
            During::Debug(_) => 2 << 32,
            During::Hash(_) => 3 << 32,
            During::Law { law, .. } => (4 + u64::from(law)) << 32,
        };
        kind | u64::from(self.program.step(var).code)
    }

    #[cold]
    pub(crate) fn report(&mut self, during: During, statement: u32, captured: Captured) {
        // What follows a panic in one sequence is most likely its consequence.
        let first = !std::mem::replace(&mut self.failed, true);
        if !first {
            return;
        }
        self.tell(during, statement, &captured);
        self.failure = Some(Failure::Panicked { statement, during, captured });
    }

    /// Sends a panic that nobody has heard of. Where a call was interrupted by a value that panics, what it worked on may be in
    /// any state, but all that is in there must still be alive.
    pub(crate) fn tell(&mut self, during: During, statement: u32, captured: &Captured) {
        let is_excused = self.interrupted.is_some() && !tracked::is_misuse(&captured.message);
        if is_excused || captured.is_meant() {
            return;
        }
        let var = match during {
            During::Call | During::Engine => statement,
            During::Drop(var) | During::Debug(var) | During::Hash(var) => var,
            During::Law { vars, .. } => vars[0],
        };
        let operation = self.program.step(var.min(self.program.len() as u32 - 1)).code;
        // What shows at one place may be the doing of any call that was interrupted before.
        let key = self.interrupted.map_or(captured.key, |code| mix(captured.key ^ u64::from(code)));
        if let Some((bucket, true)) = self.journal.bucket(key) {
            // Telling is no part of what the call costs.
            let spent = allocator::spent();
            self.sink.send(&Event::Panic {
                bucket,
                operation,
                during,
                statement,
                message: captured.message.clone(),
                location: captured.location.clone(),
                subject_frame: panic::subject_frame(captured.key),
                law: self.law_of(during, operation),
                sequence: to_wire(self.registry, &self.journal.words()),
            });
            allocator::forget_since(spent);
        }
    }
}
