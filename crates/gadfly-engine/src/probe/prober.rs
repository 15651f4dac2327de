//! The prober: calls beside the running sequence, on its values or clones of them, and on literals.
//!
//! Such a call costs no statement and leaves the sequence as it was, so that every intermediate state can be tried. It is
//! written to the journal as if it were part of the sequence, so that a crash can be explained. A call that fails is
//! [made again](Executor::redo) as part of the sequence, where it is reported.

use super::clone_input::{clone_value, drop_value};
use crate::link::registry::{LinkedOperation, LinkedParameter, Registry};
use crate::process::panic::{self, Captured};
use crate::run::borrow::CallArg;
use crate::run::executor::{Executor, MOST_ARGS};
use crate::run::frame;
use crate::run::lineage::Lineage;
use crate::run::live::LiveValue;
use crate::run::outcome::CallOutcome;
use crate::snapshot::journal::{Count, Journal};
use crate::values::literal::{LiteralRoom, NO_LITERAL};
use gadfly_wire::Access;
use std::sync::atomic::Ordering::Relaxed;

/// The result of a probe call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProbeResult {
    /// The property or law holds.
    Kept,
    /// It does not apply to the arguments.
    Refused,
    /// It does not hold, or panicked. The journal still has the call, for [`Executor::redo`].
    Failed,
    /// It cannot be called with the arguments.
    Impossible,
}

/// An argument of a probe call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ProbeArgument {
    /// A literal, by its code.
    Literal(u32),
    /// A value that exists already.
    Value(LiveValue),
}

/// A clone that was made for a call.
#[derive(Clone, Copy, Debug)]
struct ClonedArgument {
    clone: LiveValue,
    /// True if the call leaves it alive.
    stays: bool,
}

/// Makes probe calls.
#[derive(Debug, Default)]
pub(crate) struct Prober {
    /// Reused room for the clones of one call.
    clones: Vec<ClonedArgument>,
}

impl Prober {
    /// Checks a law that is stated by an operation about one variable alone, if the variable may be read. False if it is
    /// broken: the sequence is over.
    pub(crate) fn keeps_law(&mut self, executor: &mut Executor<'_>, law: u32, var: u32) -> bool {
        let value = executor.live.value(var).filter(|value| !value.lineage.altered);
        let Some(value) = value else { return true };
        let mark = executor.journal.mark();
        match self.probe(executor, law, &[ProbeArgument::Value(value)], executor.live.len() as u32)
        {
            ProbeResult::Failed => matches!(executor.redo(mark), CallOutcome::Returned(_)),
            ProbeResult::Kept | ProbeResult::Refused | ProbeResult::Impossible => true,
        }
    }

    /// Calls a property or an operation that states a law. The first statement of the call would have the number `next`.
    pub(crate) fn probe(
        &mut self,
        executor: &Executor<'_>,
        code: u32,
        given: &[ProbeArgument],
        next: u32,
    ) -> ProbeResult {
        let (registry, journal) = (executor.registry, executor.journal);
        let Some(operation) = registry.operation(code) else { return ProbeResult::Impossible };
        let lineage = lineage_of(registry, given);
        let is_allowed = executor.quarantine.allows(code, lineage, || journal.calls.load(Relaxed));
        if !is_allowed
            || operation.args.len() != given.len()
            || given.len() > MOST_ARGS
            || may_keep_a_literal(registry, operation, given)
        {
            return ProbeResult::Impossible;
        }
        let mark = journal.mark();
        let mut rooms = [NO_LITERAL; MOST_ARGS];
        let mut places = [std::ptr::null_mut(); MOST_ARGS];
        let mut is_possible = true;
        for (index, parameter) in operation.args.iter().enumerate() {
            let found = match given[index] {
                ProbeArgument::Literal(literal) => {
                    write_literal(registry, literal, &mut rooms[index])
                }
                ProbeArgument::Value(value) => self.lend(executor, value, parameter),
            };
            is_possible &= found.is_some();
            places[index] = found.unwrap_or(std::ptr::null_mut());
        }
        let yielded = is_possible.then(|| {
            announce(registry, journal, code, operation, given, next);
            call(journal, code, operation, lineage, &places)
        });
        for ClonedArgument { clone, stays } in self.clones.drain(..) {
            if stays || !is_possible {
                drop_value(executor, clone);
            } else {
                // SAFETY: moved into the call; only its room is left.
                unsafe { frame::release(&registry.types[clone.ty as usize], clone.place) };
            }
        }
        // A property yields zero where it holds, a law yields true.
        let holds = |verdict: u8| (verdict == 0) == operation.law.is_none();
        let is_over = match &yielded {
            Some(Err(_)) => false,
            Some(Ok((true, verdict))) => holds(*verdict),
            Some(Ok((false, _))) | None => true,
        };
        if is_over {
            journal.rewind(mark);
        }
        match yielded {
            None => ProbeResult::Impossible,
            Some(Ok((false, _))) => {
                journal.count(code, Count::Illegal);
                ProbeResult::Refused
            }
            Some(Ok((true, verdict))) if holds(verdict) => {
                journal.count(code, Count::Returned);
                ProbeResult::Kept
            }
            Some(_) => ProbeResult::Failed,
        }
    }

    /// The place to pass for a value: its own where it is only read, else that of a clone.
    fn lend(
        &mut self,
        executor: &Executor<'_>,
        value: LiveValue,
        parameter: &LinkedParameter,
    ) -> Option<*mut u8> {
        match access_of(parameter, value.ty)? {
            Access::CopyRef | Access::Reborrow if parameter.thin => {
                // SAFETY: the place holds a live reference to a sized value, which is a thin pointer.
                Some(unsafe { *value.place.cast::<*mut u8>() })
            }
            Access::Borrow | Access::Copy | Access::CopyRef | Access::Reborrow => Some(value.place),
            access @ (Access::Move | Access::BorrowMut) => {
                let clone = clone_value(executor, value)?;
                self.clones.push(ClonedArgument { clone, stays: access == Access::BorrowMut });
                Some(clone.place)
            }
            Access::ReborrowMut => None,
        }
    }
}

/// Returns whether a value might still refer to a literal after the call: it can hold borrows, and the literal is lent. It is
/// unknown what properties do with their arguments.
fn may_keep_a_literal(
    registry: &Registry,
    operation: &LinkedOperation,
    given: &[ProbeArgument],
) -> bool {
    let is_lent = |(given, parameter): (&ProbeArgument, &LinkedParameter)| match given {
        ProbeArgument::Literal(code) => {
            let ty = registry.literal(*code).map(|literal| literal.ty);
            ty.and_then(|ty| access_of(parameter, ty)) == Some(Access::Borrow)
        }
        ProbeArgument::Value(_) => false,
    };
    let carries = |given: &ProbeArgument| match given {
        ProbeArgument::Value(value) => registry.types[value.ty as usize].carries,
        ProbeArgument::Literal(_) => false,
    };
    given.iter().any(carries) && given.iter().zip(&operation.args).any(is_lent)
}

#[inline]
fn call(
    journal: Journal,
    code: u32,
    operation: &LinkedOperation,
    lineage: Lineage,
    places: &[*mut u8; MOST_ARGS],
) -> Result<(bool, u8), Captured> {
    journal.count(code, Count::Called);
    journal.begin_call(lineage);
    let run = operation.run;
    let mut verdict = 0_u8;
    // SAFETY: one place per argument, of the type and kind it asks for: values of the sequence that may be read, and
    // others that were made for this call. There is room for a `u8` or a `bool`, which linking made sure is what a property
    // or a law yields.
    let yielded = panic::guard(u64::from(code), || unsafe { run(places.as_ptr(), &mut verdict) });
    yielded.map(|has_value| (has_value, verdict))
}

/// Writes a literal into its room.
fn write_literal(registry: &Registry, code: u32, room: &mut LiteralRoom) -> Option<*mut u8> {
    registry.literal(code)?.copy_to(room);
    Some(room.as_mut_ptr())
}

/// The combined lineage of the arguments of a call.
fn lineage_of(registry: &Registry, given: &[ProbeArgument]) -> Lineage {
    let lineages = given.iter().map(|given| match given {
        ProbeArgument::Value(value) => value.lineage,
        ProbeArgument::Literal(code) => {
            let magnitude = registry.literal(*code).map_or(0, |literal| literal.extent());
            Lineage { magnitude, ..Lineage::default() }
        }
    });
    lineages.fold(Lineage::default(), Lineage::max)
}

/// Writes the call to the journal, as part of the sequence.
fn announce(
    registry: &Registry,
    journal: Journal,
    code: u32,
    operation: &LinkedOperation,
    given: &[ProbeArgument],
    mut next: u32,
) {
    let mut args = [CallArg { var: 0, access: Access::Copy }; MOST_ARGS];
    for ((arg, given), parameter) in args.iter_mut().zip(given).zip(&operation.args) {
        let (var, ty) = match given {
            ProbeArgument::Literal(literal) => {
                journal.statement(*literal, &[]);
                next += 1;
                (next - 1, registry.literal(*literal).map_or(0, |literal| literal.ty))
            }
            ProbeArgument::Value(value) => (value.var, value.ty),
        };
        *arg = CallArg { var, access: access_of(parameter, ty).unwrap_or(Access::Copy) };
    }
    journal.statement(code, &args[..given.len()]);
}

/// The access with which a value of a type is passed, if the parameter accepts it.
#[inline]
pub(crate) fn access_of(parameter: &LinkedParameter, ty: u32) -> Option<Access> {
    parameter.accepts.iter().find(|(accepted, _)| *accepted == ty).map(|(_, access)| *access)
}
