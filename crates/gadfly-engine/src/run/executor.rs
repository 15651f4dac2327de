//! The executor: runs statements on the live sequence, one at a time, as the borrow table allows.
//!
//! Every piece of the subject's code runs under [`panic::guard`] and is written to the journal first.
//!
//! After a panic nothing more is called, unless the run configuration says so, but every remaining value is dropped, as a test
//! would do when it unwinds. Unlike there no panic is in flight any more, so a second panic in a drop is survived; it is not
//! reported.

use super::borrow::{is_mutating, CallArg, Rejection, MAX_VARS};
use super::frame;
use super::lineage::Lineage;
use super::live::LiveSequence;
use super::outcome::CallOutcome;
use super::program::{unpack, SequenceNode, CAUGHT};
use super::property;
use super::reporter::FailureReporter;
use crate::events::EventSink;
use crate::link::registry::{LinkedOperation, Registry};
use crate::process::allocator;
use crate::process::changes::{ChangeVerdict, ProcessChanges, ProcessLook};
use crate::process::panic::{self, Captured};
use crate::snapshot::journal::{Count, Journal};
use crate::snapshot::quarantine::Quarantine;
use crate::values::tracked;
use gadfly_wire::{Access, During};
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;

/// The most arguments that an operation has.
pub(crate) const MOST_ARGS: usize = 12;

/// Runs the statements of one sequence after the other.
pub struct Executor<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) journal: Journal,
    pub(crate) live: LiveSequence,
    pub(crate) reporter: FailureReporter<'a>,
    /// The calls that are not made any more.
    pub(crate) quarantine: Quarantine,
    /// The search for changes that calls leave in the process.
    pub(crate) process_changes: ProcessChanges,
    /// True if the sequence continues after a call that panics.
    pub(crate) keep_going: bool,
    illegal: bool,
    caught: bool,
    spent: u64,
}

impl<'a> Executor<'a> {
    /// An executor with an empty sequence.
    pub(crate) fn new(
        registry: &'a Registry,
        journal: Journal,
        sink: &'a mut dyn EventSink,
    ) -> Self {
        Self {
            registry,
            journal,
            live: LiveSequence::default(),
            reporter: FailureReporter::new(registry, journal, sink),
            quarantine: Quarantine::new(registry.operations.len()),
            process_changes: ProcessChanges::default(),
            keep_going: false,
            illegal: false,
            caught: false,
            spent: 0,
        }
    }

    /// Starts a new sequence. The last one must be finished.
    pub(crate) fn begin(&mut self) {
        self.live.clear();
        self.reporter.begin();
        self.illegal = false;
        self.caught = false;
        self.spent = 0;
        tracked::forget();
        self.process_changes.begin();
        self.journal.begin();
    }

    /// The number of bytes that the sequence has allocated so far.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Returns whether the sequence is over because of an illegal call or a failure.
    pub(crate) fn has_failed(&self) -> bool {
        self.reporter.has_failed() || self.illegal
    }

    /// Returns whether every statement of the sequence returned and nothing panicked, caught or not.
    pub(crate) fn has_passed(&self) -> bool {
        !self.has_failed() && !self.caught
    }

    /// The name of the property that the sequence ends with.
    pub(crate) fn property(&self) -> Option<&str> {
        let last = self.live.len().checked_sub(1)?;
        let operation = self.registry.operation(self.live.program.step(last as u32).code)?;
        Some(self.registry.properties.get(operation.property? as usize)?)
    }

    /// Runs a kept sequence again, after the present statements; returns the number of its first variable, or the outcome that
    /// stopped it.
    pub(crate) fn append(&mut self, node: &Rc<SequenceNode>) -> Result<u32, CallOutcome> {
        let base = self.live.len() as u32;
        if base as usize + node.length() as usize > MAX_VARS {
            return Err(CallOutcome::Rejected(Rejection::Full));
        }
        let segment = self.live.program.begin_segment(Rc::clone(node));
        node.visit(base, &mut |code, args| match self.run(code, args, Some(segment)) {
            CallOutcome::Returned(_) | CallOutcome::Caught => Ok(()),
            other => Err(other),
        })?;
        Ok(base)
    }

    /// Runs statements in the form that the journal has, until one ends the sequence.
    pub(crate) fn run_words(&mut self, mut words: &[u32]) {
        while let [code, count, rest @ ..] = words {
            let Some(packed) = rest.get(..*count as usize) else { return };
            let args: Vec<CallArg> = packed.iter().map(|word| unpack(*word)).collect();
            if !self.run_again(*code, &args) {
                return;
            }
            words = &rest[packed.len()..];
        }
    }

    /// Runs a statement in the form that the journal has. False when the sequence is over.
    fn run_again(&mut self, word: u32, args: &[CallArg]) -> bool {
        let before = std::mem::replace(&mut self.keep_going, word & CAUGHT != 0);
        let outcome = self.run(word & !CAUGHT, args, None);
        self.keep_going = before;
        matches!(outcome, CallOutcome::Returned(_) | CallOutcome::Caught)
    }

    /// Makes the probe calls that the journal has since a mark part of the sequence, up to the first failure.
    pub(crate) fn redo(&mut self, mark: u32) -> CallOutcome {
        let words = self.journal.words();
        self.journal.rewind(mark);
        let mut words = words.get(mark as usize..).unwrap_or_default();
        let mut outcome = CallOutcome::Illegal;
        while let [code, count, rest @ ..] = words {
            let Some(packed) = rest.get(..*count as usize) else { break };
            let args: Vec<CallArg> = packed.iter().map(|word| unpack(*word)).collect();
            outcome = self.run(*code, &args, None);
            if !matches!(outcome, CallOutcome::Returned(_)) {
                break;
            }
            words = &rest[packed.len()..];
        }
        outcome
    }

    /// Drops a live variable that nothing else depends on. False if the drop panicked.
    pub(crate) fn drop_early(&mut self, var: u32) -> bool {
        if !self.live.is_alive(var) {
            return true;
        }
        self.live.borrows.give_up(var);
        self.drop_var(var, self.live.last())
    }

    /// Reports a panic that ends the sequence.
    #[cold]
    pub(crate) fn report_panic(&mut self, during: During, statement: u32, captured: Captured) {
        self.reporter.report_panic(&self.live, during, statement, captured);
    }

    /// Runs a statement, which belongs to a kept sequence if a segment is given.
    pub(crate) fn run(&mut self, code: u32, args: &[CallArg], segment: Option<u32>) -> CallOutcome {
        let registry = self.registry;
        let rules = registry.rules(code);
        let kills = match self.live.borrows.check(rules, args) {
            Ok(kills) => kills,
            Err(rejection) => return CallOutcome::Rejected(rejection),
        };
        let lineage = self.live.lineage(args);
        if !self.quarantine.allows(code, lineage, || self.journal.calls.load(Relaxed)) {
            return CallOutcome::Quarantined;
        }
        self.journal.statement(code, args);
        let index = self.live.len() as u32;
        self.live.program.push(code, args, kills, segment);
        if registry.operation(code).is_some_and(|operation| operation.spoils) {
            self.live.mark_spoiled(args);
        }
        if lineage.altered {
            self.live.mark_receivers(args);
        }
        self.live.borrows.apply(rules, args, kills);
        let before = allocator::spent();
        let mut doomed = kills;
        while let Some(var) = self.live.borrows.next_drop(&mut doomed) {
            if !self.drop_var(var, index) {
                self.live.frame.push(std::ptr::null_mut(), 0, Lineage::default());
                // The other doomed variables are no longer alive, so nothing else would drop them.
                while let Some(var) = self.live.borrows.next_drop(&mut doomed) {
                    self.drop_var(var, index);
                }
                return CallOutcome::Panicked;
            }
        }
        let Some(operation) = registry.operation(code) else { return self.run_literal(code) };
        let outcome = self.run_operation(operation, code, args, lineage);
        let cost = allocator::spent().wrapping_sub(before) as u64;
        self.live.program.set_cost(index, cost);
        self.spent += cost;
        outcome
    }

    fn run_literal(&mut self, code: u32) -> CallOutcome {
        let Some(literal) = self.registry.literal(code) else {
            self.live.frame.push(std::ptr::null_mut(), 0, Lineage::default());
            return CallOutcome::Illegal;
        };
        let ty = &self.registry.types[literal.ty as usize];
        let place = frame::allocate(ty);
        // SAFETY: the place has room for a value of the literal's type.
        unsafe { literal.write(place) };
        let magnitude = literal.extent();
        let var = self.live.frame.len() as u32;
        self.live.frame.push(place, literal.ty, Lineage { magnitude, ..Lineage::default() });
        CallOutcome::Returned(var)
    }

    fn run_operation(
        &mut self,
        operation: &LinkedOperation,
        code: u32,
        args: &[CallArg],
        lineage: Lineage,
    ) -> CallOutcome {
        let places = self.places(operation, args);
        let output = &self.registry.types[operation.output as usize];
        let out = frame::allocate(output);
        self.journal.begin_call(lineage);
        let number = self.journal.count_call(code);
        let before = if self.process_changes.is_due(code, number) {
            self.process_changes.look_before(operation)
        } else {
            None
        };
        let run = operation.run;
        // SAFETY: one place per argument, of the type and kind it asks for, because `accepts` was followed when the
        // arguments were chosen; live, because the borrow table says so; and aliased only as it allows.
        let yielded = panic::guard(u64::from(code), || unsafe { run(places.as_ptr(), out) });
        if !self.journal.is_intact() {
            self.journal.end_overwritten(code);
        }
        self.settle_args(operation, args, lineage);
        match yielded {
            Ok(true) => return self.settle_result(operation, code, args, lineage, out, before),
            Ok(false) => self.journal.count(code, Count::Illegal),
            Err(_) => self.journal.count(code, Count::Panicked),
        }
        // SAFETY: nothing was written to it.
        unsafe { frame::release(output, out) };
        self.live.frame.push(std::ptr::null_mut(), operation.output, Lineage::default());
        match yielded {
            Err(captured) => self.settle_panic(operation, code, captured),
            Ok(_) => {
                self.illegal = true;
                CallOutcome::Illegal
            }
        }
    }

    /// The places to pass for arguments: the variable's own, or the one that a thin reference points at.
    #[inline]
    fn places(&self, operation: &LinkedOperation, args: &[CallArg]) -> [*mut u8; MOST_ARGS] {
        let mut places = [std::ptr::null_mut(); MOST_ARGS];
        for ((place, arg), parameter) in places.iter_mut().zip(args).zip(&operation.args) {
            let slot = self.live.frame.slot(arg.var).place;
            let through =
                matches!(arg.access, Access::CopyRef | Access::Reborrow | Access::ReborrowMut);
            *place = if parameter.thin && through {
                // SAFETY: the slot holds a live reference to a sized value, which is a thin pointer.
                unsafe { *slot.cast::<*mut u8>() }
            } else {
                slot
            };
        }
        places
    }

    /// Records the effects of a call on its arguments.
    #[inline]
    fn settle_args(&mut self, operation: &LinkedOperation, args: &[CallArg], lineage: Lineage) {
        for arg in args {
            if arg.access == Access::Move {
                let ty = &self.registry.types[self.live.frame.slot(arg.var).ty as usize];
                // SAFETY: the value was moved out by the call, returned or not; only its room is left.
                unsafe { frame::release(ty, self.live.frame.take(arg.var)) };
            } else if is_mutating(arg.access) {
                let slot = self.live.frame.slot_mut(arg.var);
                slot.lineage = slot.lineage.max(lineage).deeper();
                slot.lineage.raw |= operation.sets_fields;
                self.live.mark_changed_behind(self.registry, *arg, operation);
            }
        }
    }

    /// Defines the result of a call that returned. `out` holds a live value of the operation's output type.
    #[inline]
    fn settle_result(
        &mut self,
        operation: &LinkedOperation,
        code: u32,
        args: &[CallArg],
        lineage: Lineage,
        out: *mut u8,
        before: Option<Box<ProcessLook>>,
    ) -> CallOutcome {
        if operation.property.is_none() {
            self.journal.count(code, Count::Returned);
        }
        let is_altered = lineage.altered;
        let lineage = match self.registry.types[operation.output as usize].integer {
            Some(integer) => {
                // SAFETY: the integer that was just written.
                let magnitude = unsafe { integer.magnitude(out) };
                // An integer holds nothing else: its origin does not matter.
                Lineage { magnitude, ..Lineage::default() }
            }
            None => {
                let raw = lineage.raw | operation.sets_fields;
                let altered = lineage.altered | operation.spoils;
                Lineage { raw, altered, ..lineage.deeper() }
            }
        };
        let var = self.live.frame.len() as u32;
        self.live.frame.push(out, operation.output, lineage);
        if let Some(property) = operation.property {
            // SAFETY: linking made sure that what checks a property yields a `u8`, which was just written.
            let verdict = unsafe { *out };
            return self.settle_property(property, verdict, code, args, var);
        }
        if let Some(law) = operation.law {
            // SAFETY: linking made sure that what states a law yields a `bool`, which was just written.
            let is_kept = unsafe { *out.cast::<bool>() };
            if !is_kept && !is_altered {
                let law = self.registry.laws[law as usize].clone();
                let vars = args.iter().map(|arg| arg.var).collect();
                self.reporter.report_broken(law, code, vars, String::new());
                return CallOutcome::Broken;
            }
        }
        match before {
            Some(before) => self.settle_changes(&before, code, var),
            None => CallOutcome::Returned(var),
        }
    }

    /// Settles a property's verdict, which is zero if its arguments satisfy it.
    fn settle_property(
        &mut self,
        property: u32,
        verdict: u8,
        code: u32,
        args: &[CallArg],
        var: u32,
    ) -> CallOutcome {
        if verdict == 0 {
            self.journal.count(code, Count::Returned);
            return CallOutcome::Returned(var);
        }
        self.journal.count(code, Count::Panicked);
        let vars = args.iter().map(|arg| arg.var).collect();
        let law = property::broken(self.registry, property);
        self.reporter.report_broken(law, code, vars, String::new());
        CallOutcome::Broken
    }

    /// Compares the process with its state before the call.
    #[cold]
    fn settle_changes(&mut self, before: &ProcessLook, code: u32, var: u32) -> CallOutcome {
        let statement = self.live.last();
        match self.process_changes.look_after(before, code, statement, &mut self.reporter) {
            ChangeVerdict::Same => CallOutcome::Returned(var),
            ChangeVerdict::Changed => CallOutcome::Left,
            ChangeVerdict::Suspected => {
                self.illegal = true;
                CallOutcome::Left
            }
        }
    }

    /// Settles a call that panicked.
    #[cold]
    fn settle_panic(
        &mut self,
        operation: &LinkedOperation,
        code: u32,
        captured: Captured,
    ) -> CallOutcome {
        let is_plain = operation.law.is_none() && operation.property.is_none();
        let statement = self.live.last();
        if captured.is_meant() && is_plain {
            self.reporter.note_interrupted(code);
        } else if captured.is_meant() {
            // Laws and properties are not about values that panic. It is unknown which of the calls inside was interrupted,
            // so that nothing that shows later can be attributed.
            self.reporter.suppress();
            self.illegal = true;
            return CallOutcome::Illegal;
        } else if self.keep_going && is_plain {
            self.reporter.send_panic(&self.live, During::Call, statement, &captured);
        } else {
            self.report_panic(During::Call, statement, captured);
            return CallOutcome::Panicked;
        }
        // The sequence continues after a call that has no result.
        self.journal.caught();
        self.live.borrows.give_up(statement);
        self.caught = true;
        CallOutcome::Caught
    }

    /// Drops a variable that the borrow state has already given up. False if that panicked.
    pub(crate) fn drop_var(&mut self, var: u32, statement: u32) -> bool {
        let ty = &self.registry.types[self.live.frame.slot(var).ty as usize];
        let place = self.live.frame.take(var);
        if place.is_null() {
            return true;
        }
        let Some(glue) = ty.drop else {
            // SAFETY: a value without drop glue is gone as soon as it is not used any more.
            unsafe { frame::release(ty, place) };
            return true;
        };
        let during = During::Drop(var);
        self.journal.set_during(during);
        // SAFETY: the place held a live value, was taken out of its slot, and everything that borrows from it is gone.
        let dropped = panic::guard(self.live.context(var, during), || unsafe { glue(place) });
        // SAFETY: dropped, or given up half-way; either way nothing will touch it again.
        unsafe { frame::release(ty, place) };
        match dropped {
            Ok(()) => true,
            Err(captured) => {
                self.report_panic(during, statement, captured);
                false
            }
        }
    }
}
