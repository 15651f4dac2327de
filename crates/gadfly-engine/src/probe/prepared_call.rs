//! Prepared calls: made many times beside the running sequence, on the same values or changed clones and on other literals.
//!
//! Everything that is the same each time is computed once: how arguments are passed, the words for the journal, the room for
//! clones and results. The journal has each call before it is made, as always.

use super::clone_input::{clone_value, drop_value};
use super::prober::{access_of, ProbeResult};
use crate::link::registry::{LinkedOperation, LinkedParameter, LinkedType, Registry};
use crate::process::panic;
use crate::run::borrow::CallArg;
use crate::run::executor::{Executor, MOST_ARGS};
use crate::run::frame;
use crate::run::lineage::Lineage;
use crate::run::live::LiveValue;
use crate::run::program::pack;
use crate::snapshot::journal::{Count, Journal};
use crate::values::literal::{LiteralOperation, LiteralRoom, NO_LITERAL};
use gadfly_wire::{Access, During};
use std::sync::atomic::Ordering::Relaxed;

/// The role of an argument of a prepared call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ArgumentRole {
    /// A literal of a type.
    Literal(u32),
    /// A cloned input.
    Value {
        /// Its type.
        ty: u32,
        /// The variable that it stands for in the journal.
        var: u32,
    },
    /// A cloned input that the call changes.
    Changed {
        /// Its type.
        ty: u32,
        /// The variable that it stands for in the journal.
        var: u32,
    },
}

/// A call, ready to be made many times.
pub(crate) struct PreparedCall<'r> {
    code: u32,
    operation: &'r LinkedOperation,
    output: &'r LinkedType,
    /// The indices of the arguments that are literals, and the packed access of each.
    literals: Vec<(usize, u32)>,
    /// The other arguments.
    values: Vec<PassedValue<'r>>,
    /// The words for the journal: a statement for each literal, and the call.
    words: Vec<u32>,
    /// The index of the word for the first argument of the call.
    first: usize,
    places: [*mut u8; MOST_ARGS],
    rooms: Box<[LiteralRoom; MOST_ARGS]>,
    /// Room for the result.
    out: ValueRoom<'r>,
    /// The largest integer among the literals.
    magnitude: u64,
    /// True if no similar call has killed the process.
    is_harmless: bool,
}

/// An argument that is a value.
struct PassedValue<'r> {
    /// The index of the argument.
    at: usize,
    passing: ValuePassing<'r>,
}

enum ValuePassing<'r> {
    /// By its own place.
    Itself,
    /// By the place that it refers to.
    Behind,
    /// As a clone that the call takes, in this room.
    Given(unsafe fn(*const u8, *mut u8), ValueRoom<'r>),
    /// As a clone that is alive after the call.
    Shown,
}

/// Room for a value that exists during a call only.
struct ValueRoom<'r> {
    ty: &'r LinkedType,
    place: *mut u8,
}

impl<'r> ValueRoom<'r> {
    fn new(ty: &'r LinkedType) -> Self {
        Self { ty, place: frame::allocate(ty) }
    }
}

impl Drop for ValueRoom<'_> {
    fn drop(&mut self) {
        // SAFETY: allocated for this type. A value that is written to it is moved out again or dropped before the room is.
        unsafe { frame::release(self.ty, self.place) };
    }
}

impl<'r> PreparedCall<'r> {
    /// Prepares a call with these arguments, if it can be made so and nothing might refer to a literal after it.
    pub(crate) fn new(
        executor: &Executor<'r>,
        code: u32,
        roles: &[ArgumentRole],
    ) -> Option<PreparedCall<'r>> {
        let registry: &'r Registry = executor.registry;
        let operation = registry.operation(code)?;
        if operation.args.len() != roles.len() || roles.len() > MOST_ARGS {
            return None;
        }
        let mut literals = Vec::new();
        let mut values = Vec::new();
        let mut packed = Vec::new();
        let (mut carries, mut lends) = (false, false);
        for (at, (role, parameter)) in roles.iter().zip(&operation.args).enumerate() {
            let (ty, var) = match *role {
                ArgumentRole::Literal(ty) => (ty, 0),
                ArgumentRole::Value { ty, var } | ArgumentRole::Changed { ty, var } => (ty, var),
            };
            let access = access_of(parameter, ty)?;
            let word = pack(CallArg { var, access });
            packed.push(word);
            let info = &registry.types[ty as usize];
            let passing = match role {
                ArgumentRole::Literal(_) => {
                    // It is unknown whether a property keeps its argument.
                    lends |= access == Access::Borrow;
                    literals.push((at, word));
                    continue;
                }
                ArgumentRole::Value { .. } => {
                    carries |= info.carries;
                    passing(info, parameter, access)?
                }
                ArgumentRole::Changed { .. } => ValuePassing::Itself,
            };
            values.push(PassedValue { at, passing });
        }
        if carries && lends {
            return None;
        }
        let mut words = [0, 0].repeat(literals.len());
        words.extend([code, roles.len() as u32]);
        let first = words.len();
        words.extend(packed);
        let output = &registry.types[operation.output as usize];
        Some(PreparedCall {
            code,
            operation,
            output,
            literals,
            values,
            words,
            first,
            places: [std::ptr::null_mut(); MOST_ARGS],
            rooms: Box::new([NO_LITERAL; MOST_ARGS]),
            out: ValueRoom::new(output),
            magnitude: 0,
            is_harmless: executor.quarantine.is_harmless(code),
        })
    }

    /// Forgets the literals of the last call.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.magnitude = 0;
    }

    /// Takes the literal with this code as the `nth` of the next call.
    #[inline]
    pub(crate) fn take(&mut self, nth: usize, code: u32, literal: &LiteralOperation) {
        let (at, _) = self.literals[nth];
        self.words[2 * nth] = code;
        self.magnitude = self.magnitude.max(literal.extent());
        literal.copy_to(&mut self.rooms[at]);
    }

    /// Changes a cloned input by a call whose first statement would have the number `next`. Returns the number of the statement
    /// after it, or nothing when the call did not return.
    pub(crate) fn change(
        &mut self,
        executor: &Executor<'_>,
        cloned_input: &mut LiveValue,
        next: u32,
    ) -> Option<u32> {
        let journal = executor.journal;
        let lineage = self.lineage(std::slice::from_ref(cloned_input));
        if !self.is_allowed(executor, lineage) {
            return None;
        }
        for value in &self.values {
            self.places[value.at] = cloned_input.place;
        }
        self.announce(journal, lineage, next);
        let (run, out) = (self.operation.run, self.out.place);
        // SAFETY: one place per argument, of the type and kind it asks for, as `changes` made sure: the cloned input, which nothing
        // else refers to, and literals that were written for this call and that nothing keeps. There is room for the result.
        let yielded =
            panic::guard(u64::from(self.code), || unsafe { run(self.places.as_ptr(), out) });
        cloned_input.lineage = cloned_input.lineage.max(lineage).deeper();
        if !matches!(yielded, Ok(true)) {
            let count = if yielded.is_err() { Count::Panicked } else { Count::Illegal };
            journal.count(self.code, count);
            return None;
        }
        journal.count(self.code, Count::Returned);
        let next = next + self.literals.len() as u32 + 1;
        if let Some(glue) = self.output.drop {
            journal.set_during(During::Drop(next - 1));
            // SAFETY: the result is alive, nothing else refers to it, and what it may borrow from is still there. When the drop
            // is given up half-way, nothing touches it again.
            panic::guard(0, || unsafe { glue(out) }).ok()?;
        }
        Some(next)
    }

    /// Calls a property on cloned inputs. The first statement of the call would have the number `next`.
    pub(crate) fn try_on(
        &mut self,
        executor: &Executor<'_>,
        cloned_inputs: &[LiveValue],
        next: u32,
    ) -> ProbeResult {
        let journal = executor.journal;
        let lineage = self.lineage(cloned_inputs);
        if !self.is_allowed(executor, lineage) || cloned_inputs.len() != self.values.len() {
            return ProbeResult::Impossible;
        }
        let mark = journal.mark();
        if !self.lend_cloned_inputs(executor, cloned_inputs) {
            return ProbeResult::Impossible;
        }
        self.announce(journal, lineage, next);
        let run = self.operation.run;
        let mut verdict = 0_u8;
        // SAFETY: one place per argument, of the type and kind it asks for: cloned inputs that are only read, clones and literals
        // that were made for this call. There is room for a `u8`, which linking made sure is what a property yields.
        let yielded = panic::guard(u64::from(self.code), || unsafe {
            run(self.places.as_ptr(), &mut verdict)
        });
        self.drop_shown(executor, cloned_inputs, self.values.len());
        match yielded {
            Ok(true) if verdict == 0 => {
                journal.rewind(mark);
                journal.count(self.code, Count::Returned);
                ProbeResult::Kept
            }
            Ok(false) => {
                journal.rewind(mark);
                journal.count(self.code, Count::Illegal);
                ProbeResult::Refused
            }
            Ok(true) | Err(_) => ProbeResult::Failed,
        }
    }

    /// The combined lineage of the arguments.
    #[inline]
    fn lineage(&self, values: &[LiveValue]) -> Lineage {
        let literals = Lineage { magnitude: self.magnitude, ..Lineage::default() };
        values.iter().fold(literals, |lineage, value| lineage.max(value.lineage))
    }

    /// Returns whether the call may be made.
    #[inline]
    fn is_allowed(&self, executor: &Executor<'_>, lineage: Lineage) -> bool {
        let calls = || executor.journal.calls.load(Relaxed);
        self.is_harmless || executor.quarantine.allows(self.code, lineage, calls)
    }

    /// Finds the places of the values, cloning some. False, with no clone left, if one cannot be cloned.
    #[inline]
    fn lend_cloned_inputs(&mut self, executor: &Executor<'_>, cloned_inputs: &[LiveValue]) -> bool {
        for (index, value) in self.values.iter().enumerate() {
            let cloned_input = &cloned_inputs[index];
            let place = match &value.passing {
                ValuePassing::Itself => Some(cloned_input.place),
                ValuePassing::Behind => {
                    // SAFETY: the place holds a live reference to a sized value, which is a thin pointer.
                    Some(unsafe { *cloned_input.place.cast::<*mut u8>() })
                }
                ValuePassing::Given(clone, room) => {
                    executor.journal.set_during(During::Debug(cloned_input.var));
                    // SAFETY: the cloned input is alive and nothing else refers to it, and there is room for another of its type,
                    // where none is.
                    let cloned =
                        panic::guard(0, || unsafe { clone(cloned_input.place, room.place) });
                    cloned.ok().map(|()| room.place)
                }
                ValuePassing::Shown => {
                    clone_value(executor, *cloned_input).map(|clone| clone.place)
                }
            };
            let Some(place) = place else {
                self.drop_given(executor, cloned_inputs, index);
                self.drop_shown(executor, cloned_inputs, index);
                return false;
            };
            self.places[value.at] = place;
        }
        true
    }

    /// Drops those of the first few clones that the call would have taken, had it been made.
    #[cold]
    fn drop_given(&self, executor: &Executor<'_>, cloned_inputs: &[LiveValue], count: usize) {
        for (value, cloned_input) in self.values[..count].iter().zip(cloned_inputs) {
            let glue = executor.registry.types[cloned_input.ty as usize].drop;
            if let (ValuePassing::Given(_, room), Some(glue)) = (&value.passing, glue) {
                executor.journal.set_during(During::Drop(cloned_input.var));
                // SAFETY: the clone was made and not passed on.
                let _ = panic::guard(0, || unsafe { glue(room.place) });
            }
        }
    }

    /// Drops those of the first few clones that the call leaves alive.
    #[inline]
    fn drop_shown(&self, executor: &Executor<'_>, cloned_inputs: &[LiveValue], count: usize) {
        for (index, value) in self.values[..count].iter().enumerate() {
            if matches!(value.passing, ValuePassing::Shown) {
                drop_value(
                    executor,
                    LiveValue { place: self.places[value.at], ..cloned_inputs[index] },
                );
            }
        }
    }

    /// Writes the call to the journal, just before it is made. Its first statement would have the number `next`.
    #[inline]
    fn announce(&mut self, journal: Journal, lineage: Lineage, next: u32) {
        for (nth, (at, access)) in self.literals.iter().enumerate() {
            self.places[*at] = self.rooms[*at].as_mut_ptr();
            self.words[self.first + at] = (next + nth as u32) << 3 | access;
        }
        journal.statements(&self.words, self.first - 2);
        journal.count(self.code, Count::Called);
        journal.begin_call(lineage);
    }
}

/// The way to pass a value of a type, if that can be done many times.
fn passing<'r>(
    ty: &'r LinkedType,
    parameter: &LinkedParameter,
    access: Access,
) -> Option<ValuePassing<'r>> {
    let clone = || ty.vtable?.clone;
    Some(match access {
        Access::CopyRef | Access::Reborrow if parameter.thin => ValuePassing::Behind,
        Access::Borrow | Access::Copy | Access::CopyRef | Access::Reborrow => ValuePassing::Itself,
        Access::Move => ValuePassing::Given(clone()?, ValueRoom::new(ty)),
        Access::BorrowMut => clone().map(|_| ValuePassing::Shown)?,
        Access::ReborrowMut => return None,
    })
}
