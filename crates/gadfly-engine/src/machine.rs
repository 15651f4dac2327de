//! The machine: one sequence after the other, run, observed and judged.
//!
//! Composes the parts that do the work and orders their steps: the [executor](crate::run::executor) runs statements and
//! reports failures, the [observer](crate::run::observer) looks at values, the [judge](crate::judge) checks laws, and the
//! prober makes calls beside the sequence.

use crate::coverage::EdgeCoverage;
use crate::events::EventSink;
use crate::judge::{invariants, LawJudge};
use crate::link::registry::Registry;
use crate::probe::prober::{ProbeArgument, ProbeResult, Prober};
use crate::run::borrow::{members, CallArg};
use crate::run::executor::Executor;
use crate::run::failure::SequenceFailure;
use crate::run::live::LiveSequence;
use crate::run::observer::{Fingerprint, VariableObserver};
use crate::run::outcome::CallOutcome;
use crate::run::program::SequenceNode;
use crate::snapshot::journal::{add, Journal};
use gadfly_wire::{During, Event, Observed};
use std::rc::Rc;

/// Runs sequences for a strategy.
pub struct Machine<'a> {
    /// The linked harness.
    pub registry: &'a Registry,
    /// The shared memory in which calls are announced and counted.
    pub journal: Journal,
    /// The edges of the subject that have been reached.
    pub coverage: EdgeCoverage,
    pub(crate) executor: Executor<'a>,
    pub(crate) observer: VariableObserver,
    pub(crate) judge: LawJudge,
    prober: Prober,
}

impl<'a> Machine<'a> {
    /// A machine with an empty sequence, which checks no laws.
    pub fn new(registry: &'a Registry, journal: Journal, sink: &'a mut dyn EventSink) -> Self {
        Self {
            registry,
            journal,
            coverage: EdgeCoverage::none(),
            executor: Executor::new(registry, journal, sink),
            observer: VariableObserver::default(),
            judge: LawJudge::default(),
            prober: Prober::default(),
        }
    }

    /// The running sequence.
    #[inline]
    pub fn sequence(&self) -> &LiveSequence {
        &self.executor.live
    }

    /// Starts a new sequence. The last one must be finished.
    pub fn begin(&mut self) {
        self.executor.begin();
    }

    /// The number of bytes that the sequence has allocated so far.
    pub fn spent(&self) -> u64 {
        self.executor.spent()
    }

    /// Returns whether the sequence is over because of an illegal call or a failure.
    pub fn has_failed(&self) -> bool {
        self.executor.has_failed()
    }

    /// The first failure of the sequence, once.
    pub fn take_failure(&mut self) -> Option<SequenceFailure> {
        self.executor.reporter.take_failure()
    }

    /// Sends an event.
    pub fn send(&mut self, event: &Event) {
        self.executor.reporter.send(event);
    }

    /// Records that the last statement left a variable as it was.
    pub fn note_unchanged(&mut self, var: u32) {
        let program = &mut self.executor.live.program;
        program.unchanged(program.len() as u32 - 1, var);
    }

    /// Runs a kept sequence again, after the present statements; returns the number of its first variable, or the outcome that
    /// stopped it.
    pub fn append(&mut self, node: &Rc<SequenceNode>) -> Result<u32, CallOutcome> {
        self.executor.append(node)
    }

    /// Makes a call, and checks the laws and invariants that apply to it.
    pub fn call(&mut self, code: u32, args: &[CallArg]) -> CallOutcome {
        let executor = &mut self.executor;
        let outcome = match executor.run(code, args, None) {
            CallOutcome::Returned(var) if self.judge.is_exhaustive() => {
                self.judge.check_statement(executor, Some(var), args)
            }
            CallOutcome::Caught if self.judge.is_exhaustive() => {
                self.judge.check_statement(executor, None, args)
            }
            outcome => outcome,
        };
        match outcome {
            CallOutcome::Returned(var) => invariants::check(executor, outcome, Some(var), args),
            CallOutcome::Caught => invariants::check(executor, outcome, None, args),
            outcome => outcome,
        }
    }

    /// [`Self::call`], after which the sequence continues even if it panics.
    pub fn call_catching(&mut self, code: u32, args: &[CallArg]) -> CallOutcome {
        let before = std::mem::replace(&mut self.executor.keep_going, true);
        let outcome = self.call(code, args);
        self.executor.keep_going = before;
        outcome
    }

    /// Takes the fingerprint of a variable, if it may be touched.
    pub fn fingerprint(&mut self, var: u32) -> Fingerprint {
        self.observer.fingerprint(&mut self.executor, var)
    }

    /// The present `Debug` and `Display` forms of a variable.
    pub fn observe(&mut self, var: u32, is_final: bool) -> Observed {
        VariableObserver::observe(&self.executor, var, is_final)
    }

    /// Checks the laws of a variable, if it is due and may be read. False if it breaks one: the sequence is over.
    pub fn check_laws(&mut self, var: u32, is_new: bool) -> bool {
        self.judge.check(&mut self.executor, var, is_new)
    }

    /// Checks a law that is stated by an operation about one variable alone. False if it is broken: the sequence is over.
    pub(crate) fn keeps_law(&mut self, law: u32, var: u32) -> bool {
        self.prober.keeps_law(&mut self.executor, law, var)
    }

    /// Calls a property beside the sequence. The first statement of the call would have the number `next`.
    pub(crate) fn probe(&mut self, code: u32, given: &[ProbeArgument], next: u32) -> ProbeResult {
        self.prober.probe(&self.executor, code, given, next)
    }

    /// Makes the probe calls since a mark part of the sequence, up to the first failure.
    pub(crate) fn redo(&mut self, mark: u32) -> CallOutcome {
        self.executor.redo(mark)
    }

    /// Drops the remaining values, dependents first, and ends the sequence. Returns whether every statement returned and
    /// nothing panicked, caught or not.
    pub fn finish(&mut self) -> bool {
        let exhaustive = self.judge.is_exhaustive();
        let live = &self.executor.live;
        let again = exhaustive
            && members(live.borrows.alive())
                .any(|var| self.judge.consuming_law(live.type_of(var)).is_some());
        self.drop_all(!exhaustive);
        if again && !self.has_failed() {
            // Once more, for laws that consume a value instead of dropping it.
            let words = self.journal.words();
            self.begin();
            self.executor.run_words(&words);
            self.drop_all(true);
        }
        self.journal.set_during(During::Engine);
        let executor = &mut self.executor;
        executor.process_changes.look_at_the_end(&mut executor.reporter);
        add(&self.journal.sequences, 1);
        self.executor.has_passed()
    }

    fn drop_all(&mut self, consume: bool) {
        let executor = &mut self.executor;
        let mut doomed = executor.live.borrows.alive();
        while let Some(var) = executor.live.borrows.next_drop(&mut doomed) {
            if consume {
                self.judge.consume(executor, var);
            }
            executor.drop_var(var, executor.live.len() as u32);
        }
    }
}
