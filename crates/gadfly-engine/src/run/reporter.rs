//! The reporter: turns failures of a sequence into events, one event per distinct cause.
//!
//! Owns the sink and the verdict on the running sequence. Only the first failure of a sequence is reported: what follows a
//! failure is most likely its consequence.

use super::failure::SequenceFailure;
use super::live::LiveSequence;
use super::program::to_wire;
use crate::events::EventSink;
use crate::laws::LAWS;
use crate::link::registry::Registry;
use crate::process::allocator;
use crate::process::panic::{self, Captured};
use crate::rng::mix;
use crate::snapshot::journal::Journal;
use crate::values::tracked;
use gadfly_wire::{During, Event, Law, ProcessChange};

/// Reports the failures of the running sequence.
pub struct FailureReporter<'a> {
    registry: &'a Registry,
    journal: Journal,
    sink: &'a mut dyn EventSink,
    failed: bool,
    failure: Option<SequenceFailure>,
    /// The last call of the sequence that was interrupted by a value that panics on purpose.
    interrupted: Option<u32>,
}

impl<'a> FailureReporter<'a> {
    /// A reporter with nothing to report.
    pub(crate) fn new(
        registry: &'a Registry,
        journal: Journal,
        sink: &'a mut dyn EventSink,
    ) -> Self {
        Self { registry, journal, sink, failed: false, failure: None, interrupted: None }
    }

    /// Starts a new sequence.
    pub(crate) fn begin(&mut self) {
        self.failed = false;
        self.failure = None;
        self.interrupted = None;
    }

    /// Sends an event.
    pub(crate) fn send(&mut self, event: &Event) {
        self.sink.send(event);
    }

    /// Returns whether the sequence has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed
    }

    /// Returns whether a cause was reported before, perhaps by a process that died since.
    pub(crate) fn is_known(&self, key: u64) -> bool {
        self.journal.knows(key)
    }

    /// The first failure of the sequence, once.
    pub(crate) fn take_failure(&mut self) -> Option<SequenceFailure> {
        self.failure.take()
    }

    /// Suppresses all further reports of the sequence.
    pub(crate) fn suppress(&mut self) {
        self.failed = true;
    }

    /// Records that a call was interrupted by a value that panics on purpose.
    pub(crate) fn note_interrupted(&mut self, code: u32) {
        self.interrupted = Some(code);
    }

    /// Reports a panic that ends the sequence.
    #[cold]
    pub(crate) fn report_panic(
        &mut self,
        live: &LiveSequence,
        during: During,
        statement: u32,
        captured: Captured,
    ) {
        if std::mem::replace(&mut self.failed, true) {
            return;
        }
        self.send_panic(live, during, statement, &captured);
        self.failure = Some(SequenceFailure::Panicked { statement, during, captured });
    }

    /// Sends a panic if it is new. After a call was interrupted by a value that panics on purpose, what it worked on may be in
    /// any state, so that only misuse of dead values is reported.
    pub(crate) fn send_panic(
        &mut self,
        live: &LiveSequence,
        during: During,
        statement: u32,
        captured: &Captured,
    ) {
        let is_excused = self.interrupted.is_some() && !tracked::is_misuse(&captured.message);
        if is_excused || captured.is_meant() {
            return;
        }
        let var = match during {
            During::Call | During::Engine => statement,
            During::Drop(var) | During::Debug(var) | During::Hash(var) => var,
            During::Law { vars, .. } => vars[0],
        };
        let operation = live.program.step(var.min(live.last())).code;
        // Any call that was interrupted before may be the cause of a failure at one place.
        let key = self.interrupted.map_or(captured.key, |code| mix(captured.key ^ u64::from(code)));
        if let Some((bucket, true)) = self.journal.bucket(key) {
            // The report does not count as a cost of the call.
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

    /// Reports values that break a law together, and ends the sequence.
    #[cold]
    pub(crate) fn report_broken(
        &mut self,
        law: Law,
        operation: u32,
        vars: Vec<u32>,
        detail: String,
    ) {
        if std::mem::replace(&mut self.failed, true) {
            return;
        }
        self.failure = Some(SequenceFailure::Broken {
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

    /// Reports that a call left the process changed, under this key, and ends the sequence.
    #[cold]
    pub(crate) fn report_change(
        &mut self,
        what: ProcessChange,
        key: u64,
        operation: u32,
        statement: u32,
    ) {
        if !std::mem::replace(&mut self.failed, true) {
            self.failure = Some(SequenceFailure::Left { what, statement });
        }
        if let Some((bucket, true)) = self.journal.bucket(key) {
            let sequence = to_wire(self.registry, &self.journal.words());
            self.sink.send(&Event::Left { bucket, what, operation, sequence });
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
