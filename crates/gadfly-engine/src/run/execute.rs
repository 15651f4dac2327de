//! The executor: runs statements on the frame, one at a time, as the borrow table allows.
//!
//! Owns the live state of one sequence: program, borrow state and values grow together, so a strategy can look at what a
//! call did before it decides on the next. Every piece of the subject's code runs under [`panic::guard`] and is announced
//! in the journal first.
//!
//! After a panic nothing more is called, unless the orders say so, but every remaining value is dropped, as a test would do when it unwinds. Unlike
//! there no panic is in flight any more, so a drop that panics too is survived; it says nothing new and is not reported.

use crate::coverage::Coverage;
use crate::events::Sink;
use crate::generated::Vtable;
use crate::laws::Checks;
use crate::link::registry::{Operation, Registry};
use crate::probe::probe_call::Value;
use crate::process::allocator;
use crate::process::changes::ProcessChanges;
use crate::process::panic;
use crate::run::borrow::{bit, is_mutating, members, Arg, Borrows, Rejection, MAX_VARS};
use crate::run::failure::Failure;
use crate::run::frame::{self, Frame};
use crate::run::program::{unpack, Node, Program, CAUGHT};
use crate::snapshot::journal::{add, Count, Journal};
use crate::snapshot::quarantine::{Lineage, Quarantine};
use crate::values::fingerprint::{self, Method};
use crate::values::tracked;
use gadfly_wire::{Access, During};
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;

/// What became of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returned, defining this variable.
    Returned(u32),
    /// It had nothing to yield: the sequence is over.
    Illegal,
    /// It, or a drop before it, panicked: the sequence is over.
    Panicked,
    /// It panicked, and the sequence goes on without a result of it.
    Caught,
    /// It states a law, and its arguments break it: the sequence is over.
    Broken,
    /// It left its process changed, or seems to: the sequence is over.
    Left,
    /// The borrow rules forbid it; nothing happened.
    Rejected(Rejection),
    /// Its like killed the process before; nothing happened.
    Quarantined,
}

/// What became of a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Print {
    /// The value's number.
    Value(u64),
    /// Values of this type cannot be told apart.
    Opaque,
    /// The variable must not be touched now.
    Blocked,
    /// Looking at it panicked: the sequence is over.
    Panicked,
}

/// The running sequence.
pub struct Machine<'a> {
    /// The linked harness.
    pub registry: &'a Registry,
    /// Where deaths are explained and counts are kept.
    pub journal: Journal,
    /// Where findings go.
    pub sink: &'a mut dyn Sink,
    /// What is not called any more.
    pub quarantine: Quarantine,
    /// What of the subject has been reached.
    pub coverage: Coverage,
    /// How much of a value is looked at.
    pub fingerprint_bytes: usize,
    /// Which laws are checked.
    pub checks: Checks,
    /// Whether a call that panics does not end the sequence.
    pub keep_going: bool,
    /// What calls leave behind.
    pub process_changes: ProcessChanges,
    pub(crate) program: Program,
    pub(crate) borrows: Borrows,
    pub(crate) frame: Frame,
    pub(crate) failed: bool,
    pub(crate) illegal: bool,
    caught: bool,
    /// The last call of these that was the doing of a value that panics when it is used or dropped.
    pub(crate) interrupted: Option<u32>,
    spent: u64,
    pub(crate) failure: Option<Failure>,
    /// Room for the clones that a call beside the sequence needs.
    pub(crate) clones: Vec<(Value, bool)>,
}

impl<'a> Machine<'a> {
    /// A machine with an empty sequence.
    pub fn new(registry: &'a Registry, journal: Journal, sink: &'a mut dyn Sink) -> Self {
        Self {
            registry,
            journal,
            sink,
            quarantine: Quarantine::new(registry.operations.len()),
            coverage: Coverage::none(),
            fingerprint_bytes: 4096,
            checks: Checks::default(),
            keep_going: false,
            process_changes: ProcessChanges::default(),
            program: Program::default(),
            borrows: Borrows::default(),
            frame: Frame::default(),
            failed: false,
            illegal: false,
            caught: false,
            interrupted: None,
            spent: 0,
            failure: None,
            clones: Vec::new(),
        }
    }

    /// Starts a new sequence. The last one must be finished.
    pub fn begin(&mut self) {
        self.program.clear();
        self.borrows.clear();
        self.frame.clear();
        self.failed = false;
        self.illegal = false;
        self.caught = false;
        self.interrupted = None;
        tracked::forget();
        self.spent = 0;
        self.failure = None;
        self.process_changes.begin();
        self.journal.begin();
    }

    /// The statements so far.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The borrow state so far.
    pub fn borrows(&self) -> &Borrows {
        &self.borrows
    }

    /// How many statements there are.
    pub fn len(&self) -> usize {
        self.program.len()
    }

    /// Whether there are no statements.
    pub fn is_empty(&self) -> bool {
        self.program.is_empty()
    }

    /// How many bytes the sequence has allocated so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// What went wrong first in the sequence, once.
    pub fn take_failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// Whether something went wrong in the sequence.
    pub fn has_failed(&self) -> bool {
        self.failed || self.illegal
    }

    /// The type index of a variable.
    pub fn type_of(&self, var: u32) -> u32 {
        self.frame.slot(var).ty
    }

    /// The largest integer that had a part in a variable.
    pub fn magnitude(&self, var: u32) -> u64 {
        self.frame.slot(var).lineage.magnitude
    }

    /// Notes that the last statement left a variable as it was.
    pub fn unchanged(&mut self, var: u32) {
        self.program.unchanged(self.program.len() as u32 - 1, var);
    }

    /// Runs a kept sequence again, after what is there; returns the number of its first variable, or what stopped it.
    pub fn append(&mut self, node: &Rc<Node>) -> Result<u32, Outcome> {
        let base = self.program.len() as u32;
        if base as usize + node.length() as usize > MAX_VARS {
            return Err(Outcome::Rejected(Rejection::Full));
        }
        let segment = self.program.begin_segment(Rc::clone(node));
        node.visit(base, &mut |code, args| match self.run(code, args, Some(segment)) {
            Outcome::Returned(_) | Outcome::Caught => Ok(()),
            other => Err(other),
        })?;
        Ok(base)
    }

    /// Makes a call.
    pub fn call(&mut self, code: u32, args: &[Arg]) -> Outcome {
        let outcome = match self.run(code, args, None) {
            Outcome::Returned(var) if self.checks.exhaustive => {
                self.check_statement(Some(var), args)
            }
            Outcome::Caught if self.checks.exhaustive => self.check_statement(None, args),
            outcome => outcome,
        };
        match outcome {
            Outcome::Returned(var) => self.check_invariants(outcome, Some(var), args),
            Outcome::Caught => self.check_invariants(outcome, None, args),
            outcome => outcome,
        }
    }

    /// Takes the fingerprint of a variable, if it may be touched.
    pub fn fingerprint(&mut self, var: u32) -> Print {
        if !self.borrows.is_readable(var) {
            return Print::Blocked;
        }
        let slot = *self.frame.slot(var);
        let states_law = self.registry.operation(self.program.step(var).code);
        if states_law.is_some_and(|operation| operation.law.is_some()) {
            // What a law says about its arguments is no value to go on with.
            return Print::Blocked;
        }
        let ty = &self.registry.types[slot.ty as usize];
        let (Some(method), Some(vtable)) = (ty.fingerprint, ty.vtable) else {
            return Print::Opaque;
        };
        let during = match method {
            Method::Hash => During::Hash(var),
            Method::Debug => During::Debug(var),
        };
        self.journal.set_during(during);
        let cap = self.fingerprint_bytes;
        let context = self.context(var, during);
        // SAFETY: the variable is alive, so its place holds a value of its type, and nothing holds a mutable borrow of it.
        let taken =
            panic::guard(context, || unsafe { fingerprint::take(vtable, method, slot.place, cap) });
        match taken {
            Ok(value) => Print::Value(value),
            Err(captured) => {
                self.report(during, self.program.len() as u32 - 1, captured);
                Print::Panicked
            }
        }
    }

    /// A live variable as a pointer and what its type can do, if it may be looked at now.
    pub(crate) fn look(&self, var: u32) -> Option<(*const u8, &'static Vtable)> {
        let slot = self.frame.slot(var);
        let vtable = self.registry.types[slot.ty as usize].vtable?;
        let is_there = self.borrows.is_readable(var) && !slot.place.is_null();
        is_there.then_some((slot.place.cast_const(), vtable))
    }

    /// Drops what is left, dependents first. True if every statement of the sequence returned and nothing panicked, caught or
    /// not.
    pub fn finish(&mut self) -> bool {
        let exhaustive = self.checks.exhaustive;
        let again = exhaustive
            && members(self.borrows.alive())
                .any(|var| self.checks.uses_up(self.type_of(var)).is_some());
        self.drop_all(!exhaustive);
        if again && !self.has_failed() {
            // Once more, for laws that take the place of a drop.
            let words = self.journal.words();
            self.begin();
            self.run_words(&words);
            self.drop_all(true);
        }
        self.journal.set_during(During::Engine);
        self.look_at_the_end();
        add(&self.journal.sequences, 1);
        !self.has_failed() && !self.caught
    }

    /// Runs statements as the journal has them, as far as they go.
    fn run_words(&mut self, mut words: &[u32]) {
        while let [code, count, rest @ ..] = words {
            let Some(packed) = rest.get(..*count as usize) else { return };
            let args: Vec<Arg> = packed.iter().map(|word| unpack(*word)).collect();
            if !self.run_again(*code, &args) {
                return;
            }
            words = &rest[packed.len()..];
        }
    }

    /// Runs a statement as the journal has it. False when the sequence is over.
    pub(crate) fn run_again(&mut self, word: u32, args: &[Arg]) -> bool {
        let before = std::mem::replace(&mut self.keep_going, word & CAUGHT != 0);
        let outcome = self.run(word & !CAUGHT, args, None);
        self.keep_going = before;
        matches!(outcome, Outcome::Returned(_) | Outcome::Caught)
    }

    /// Drops a variable that nothing else depends on, if it is there. False if that panicked.
    pub fn let_go(&mut self, var: u32) -> bool {
        if !self.is_alive(var) {
            return true;
        }
        self.borrows.give_up(var);
        self.drop_var(var, self.program.len() as u32 - 1)
    }

    fn drop_all(&mut self, use_up: bool) {
        let mut doomed = self.borrows.alive();
        while let Some(var) = self.borrows.next_drop(&mut doomed) {
            if use_up {
                self.use_up(var);
            }
            self.drop_var(var, self.program.len() as u32);
        }
    }

    pub(crate) fn run(&mut self, code: u32, args: &[Arg], segment: Option<u32>) -> Outcome {
        let registry = self.registry;
        let rules = registry.rules(code);
        let kills = match self.borrows.check(rules, args) {
            Ok(kills) => kills,
            Err(rejection) => return Outcome::Rejected(rejection),
        };
        let lineage = args
            .iter()
            .map(|arg| self.frame.slot(arg.var).lineage)
            .fold(Lineage::default(), Lineage::max);
        if !self.quarantine.allows(code, lineage, || self.journal.calls.load(Relaxed)) {
            return Outcome::Quarantined;
        }
        self.journal.statement(code, args);
        let index = self.program.len() as u32;
        self.program.push(code, args, kills, segment);
        if registry.operation(code).is_some_and(|operation| operation.spoils) {
            self.note_spoiling(args);
        }
        if lineage.poked {
            self.note_spread(args);
        }
        self.borrows.apply(rules, args, kills);
        let before = allocator::spent();
        let mut doomed = kills;
        while let Some(var) = self.borrows.next_drop(&mut doomed) {
            if !self.drop_var(var, index) {
                self.frame.push(std::ptr::null_mut(), 0, Lineage::default());
                // What else was doomed is not alive any more, so nobody but us would drop it.
                while let Some(var) = self.borrows.next_drop(&mut doomed) {
                    self.drop_var(var, index);
                }
                return Outcome::Panicked;
            }
        }
        let Some(operation) = registry.operation(code) else { return self.run_literal(code) };
        let outcome = self.run_operation(operation, code, args, lineage);
        let cost = allocator::spent().wrapping_sub(before) as u64;
        self.program.set_cost(index, cost);
        self.spent += cost;
        outcome
    }

    fn run_literal(&mut self, code: u32) -> Outcome {
        let Some(literal) = self.registry.literal(code) else {
            self.frame.push(std::ptr::null_mut(), 0, Lineage::default());
            return Outcome::Illegal;
        };
        let ty = &self.registry.types[literal.ty as usize];
        let place = frame::allocate(ty);
        // SAFETY: the place has room for a value of the literal's type.
        unsafe { literal.write(place) };
        let magnitude = literal.extent();
        let var = self.frame.len() as u32;
        self.frame.push(place, literal.ty, Lineage { magnitude, ..Lineage::default() });
        Outcome::Returned(var)
    }

    fn run_operation(
        &mut self,
        operation: &Operation,
        code: u32,
        args: &[Arg],
        lineage: Lineage,
    ) -> Outcome {
        let registry = self.registry;
        let mut places = [std::ptr::null_mut(); 12];
        for ((place, arg), parameter) in places.iter_mut().zip(args).zip(&operation.args) {
            let slot = self.frame.slot(arg.var).place;
            let through =
                matches!(arg.access, Access::CopyRef | Access::Reborrow | Access::ReborrowMut);
            *place = if parameter.thin && through {
                // SAFETY: the slot holds a live reference to a sized value, which is a thin pointer.
                unsafe { *slot.cast::<*mut u8>() }
            } else {
                slot
            };
        }
        let output = &registry.types[operation.output as usize];
        let out = frame::allocate(output);
        self.journal.magnitude.store(lineage.magnitude, Relaxed);
        self.journal.depth.store(lineage.depth, Relaxed);
        self.journal.set_during(During::Call);
        let number = self.journal.count_call(code);
        add(&self.journal.calls, 1);
        let before = if self.process_changes.is_due(code, number) {
            self.look_around(operation)
        } else {
            None
        };
        let run = operation.run;
        // SAFETY: one place per argument, of the type and kind it asks for, because `accepts` was followed when the
        // arguments were chosen; live, because the borrow table says so; and aliased only as it allows.
        let yielded = panic::guard(u64::from(code), || unsafe { run(places.as_ptr(), out) });
        for arg in args {
            if arg.access == Access::Move {
                let ty = &registry.types[self.frame.slot(arg.var).ty as usize];
                // SAFETY: the value was moved out by the call, returned or not; only its room is left.
                unsafe { frame::release(ty, self.frame.take(arg.var)) };
            } else if is_mutating(arg.access) {
                let slot = self.frame.slot_mut(arg.var);
                slot.lineage = slot.lineage.max(lineage).deeper();
                slot.lineage.raw |= operation.sets_fields;
                self.note_poke(*arg, operation);
            }
        }
        match yielded {
            Ok(true) => {
                if operation.property.is_none() {
                    self.journal.count(code, Count::Returned);
                }
                let is_poked = lineage.poked;
                let lineage = match output.integer {
                    Some(integer) => {
                        // SAFETY: the integer that was just written.
                        let magnitude = unsafe { integer.magnitude(out) };
                        // An integer hides nothing: how it was come by does not matter.
                        Lineage { magnitude, ..Lineage::default() }
                    }
                    None => {
                        let raw = lineage.raw | operation.sets_fields;
                        let poked = lineage.poked | operation.spoils;
                        Lineage { raw, poked, ..lineage.deeper() }
                    }
                };
                let var = self.frame.len() as u32;
                self.frame.push(out, operation.output, lineage);
                if let Some(property) = operation.property {
                    // SAFETY: linking made sure that what checks a property yields a `u8`, which was just written.
                    let verdict = unsafe { *out };
                    return self.judged(property, verdict, code, args, var);
                }
                if let Some(law) = operation.law {
                    // SAFETY: linking made sure that what states a law yields a `bool`, which was just written.
                    let is_kept = unsafe { *out.cast::<bool>() };
                    if !is_kept && !is_poked {
                        let vars = args.iter().map(|arg| arg.var).collect();
                        self.broken(registry.laws[law as usize].clone(), code, vars, String::new());
                        return Outcome::Broken;
                    }
                }
                return match before {
                    Some(before) if self.has_left(&before, code) => Outcome::Left,
                    _ => Outcome::Returned(var),
                };
            }
            Ok(false) => self.journal.count(code, Count::Illegal),
            Err(_) => self.journal.count(code, Count::Panicked),
        }
        // SAFETY: nothing was written to it.
        unsafe { frame::release(output, out) };
        self.frame.push(std::ptr::null_mut(), operation.output, Lineage::default());
        let is_plain = operation.law.is_none() && operation.property.is_none();
        match yielded {
            Err(captured) if captured.is_meant() && is_plain => {
                self.interrupted = Some(code);
                self.catch();
                Outcome::Caught
            }
            // What states something is not about values that panic. Nobody knows which of the calls it is made of was
            // interrupted, so that nothing that shows later can be told of any.
            Err(captured) if captured.is_meant() => {
                self.failed = true;
                self.illegal = true;
                Outcome::Illegal
            }
            Err(captured) if self.keep_going && is_plain => {
                let result = self.program.len() as u32 - 1;
                self.tell(During::Call, result, &captured);
                self.catch();
                Outcome::Caught
            }
            Err(captured) => {
                self.report(During::Call, self.program.len() as u32 - 1, captured);
                Outcome::Panicked
            }
            Ok(_) => {
                self.illegal = true;
                Outcome::Illegal
            }
        }
    }

    /// Goes on after a call that panicked, which has no result.
    fn catch(&mut self) {
        self.journal.caught();
        self.borrows.give_up(self.program.len() as u32 - 1);
        self.caught = true;
    }

    /// Notes which variables were changed behind their back: whatever handed out the reference that was written through. Where
    /// a type of the subject is changed by a function of the subject, that is its own business.
    fn note_poke(&mut self, arg: Arg, operation: &Operation) {
        let judged = self.registry.types[self.type_of(arg.var) as usize].judged;
        if arg.access == Access::ReborrowMut && !(judged && operation.function.is_some()) {
            for var in members(self.borrows.ancestors(arg.var)) {
                self.frame.slot_mut(var).lineage.poked = true;
            }
        }
    }

    /// Notes that neither what is used nor what that borrows from can be vouched for any more.
    fn note_spoiling(&mut self, args: &[Arg]) {
        for arg in args {
            for var in members(self.borrows.ancestors(arg.var) | bit(arg.var)) {
                self.frame.slot_mut(var).lineage.poked = true;
            }
        }
    }

    /// Notes what may get hold of a value that nobody can vouch for: an entry puts it into its map.
    fn note_spread(&mut self, args: &[Arg]) {
        let takes = |arg: &&Arg| arg.access == Access::Move || is_mutating(arg.access);
        for arg in args.iter().filter(takes) {
            for var in members(self.borrows.ancestors(arg.var)) {
                self.frame.slot_mut(var).lineage.poked = true;
            }
        }
    }

    /// Drops a variable that the borrow state has already given up. False if that panicked.
    fn drop_var(&mut self, var: u32, statement: u32) -> bool {
        let ty = &self.registry.types[self.frame.slot(var).ty as usize];
        let place = self.frame.take(var);
        if place.is_null() {
            return true;
        }
        let Some(glue) = ty.drop else {
            // SAFETY: a value without drop glue is gone as soon as nobody uses it.
            unsafe { frame::release(ty, place) };
            return true;
        };
        let during = During::Drop(var);
        self.journal.set_during(during);
        // SAFETY: the place held a live value, was taken out of its slot, and everything that borrows from it is gone.
        let dropped = panic::guard(self.context(var, during), || unsafe { glue(place) });
        // SAFETY: dropped, or given up half-way; either way nothing will touch it again.
        unsafe { frame::release(ty, place) };
        match dropped {
            Ok(()) => true,
            Err(captured) => {
                self.report(during, statement, captured);
                false
            }
        }
    }

    /// The alive variables that an argument accepts, with the access each needs.
    pub fn candidates(&self, accepts: &[(u32, Access)], found: &mut Vec<Arg>) {
        for var in members(self.borrows.alive()) {
            let ty = self.type_of(var);
            if let Some((_, access)) = accepts.iter().find(|(accepted, _)| *accepted == ty) {
                found.push(Arg { var, access: *access });
            }
        }
    }

    /// Whether a variable is alive.
    pub fn is_alive(&self, var: u32) -> bool {
        self.borrows.alive() & bit(var) != 0
    }
}
