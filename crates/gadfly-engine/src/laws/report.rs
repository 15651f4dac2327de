//! Reporting values that break a law, and naming the law that something went wrong in.

use super::LAWS;
use crate::rng::mix;
use crate::run::execute::Machine;
use crate::run::failure::Failure;
use crate::run::program::to_wire;
use gadfly_wire::{During, Event, Law};

impl Machine<'_> {
    /// Reports values that break a law together, and ends the sequence.
    #[cold]
    pub(crate) fn broken(&mut self, law: Law, operation: u32, vars: Vec<u32>, detail: String) {
        if std::mem::replace(&mut self.failed, true) {
            return;
        }
        self.failure = Some(Failure::Broken {
            law: law.name.clone(),
            sentence: law.sentence.clone(),
            vars: vars.clone(),
            detail: detail.clone(),
        });
        let name =
            law.name.bytes().fold(u64::from(operation), |key, byte| mix(key ^ u64::from(byte)));
        if let Some((bucket, true)) = self.journal.bucket(name) {
            let sequence = to_wire(self.registry, &self.journal.words());
            self.sink.send(&Event::Broken { bucket, law, operation, vars, detail, sequence });
        }
    }

    /// The law that is being checked, by the engine or by an operation that states one.
    pub(crate) fn law_of(&self, during: During, operation: u32) -> Option<Law> {
        match during {
            During::Law { law, .. } => Some(LAWS.get(law as usize)?.to_wire()),
            During::Call => {
                let law = self.registry.operation(operation)?.law?;
                Some(self.registry.laws[law as usize].clone())
            }
            _ => None,
        }
    }
}
