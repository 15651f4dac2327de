//! Invariants: checks on every value that a call made or changed.

use crate::link::registry::LinkedOperation;
use crate::process::panic;
use crate::run::borrow::{is_mutating, CallArg};
use crate::run::executor::Executor;
use crate::run::outcome::CallOutcome;
use crate::snapshot::journal::Count;
use gadfly_wire::{Access, During};
use std::sync::atomic::Ordering::Relaxed;

/// Checks the invariants of the values that a call made, if it returned, or changed. Returns the outcome that the call has
/// with them.
pub(crate) fn check(
    executor: &mut Executor<'_>,
    outcome: CallOutcome,
    result: Option<u32>,
    args: &[CallArg],
) -> CallOutcome {
    let registry = executor.registry;
    let changed = args.iter().filter(|arg| is_mutating(arg.access)).map(|arg| arg.var);
    for var in result.into_iter().chain(changed) {
        for (code, access) in &registry.types[executor.live.type_of(var) as usize].invariants {
            let arg = CallArg { var, access: *access };
            if is_violated(executor, arg, *code) {
                // Once more as part of the sequence, so that it is reported like any property.
                match executor.run(*code, &[arg], None) {
                    CallOutcome::Returned(_) | CallOutcome::Illegal => {}
                    outcome => return outcome,
                }
            }
        }
    }
    outcome
}

/// Calls an invariant beside the sequence.
fn is_violated(executor: &mut Executor<'_>, arg: CallArg, code: u32) -> bool {
    let Some(operation) = executor.registry.operation(code) else { return false };
    let journal = executor.journal;
    let slot = *executor.live.frame.slot(arg.var);
    let is_allowed = executor.quarantine.allows(code, slot.lineage, || journal.calls.load(Relaxed));
    if !is_allowed || !executor.live.borrows.is_readable(arg.var) || slot.place.is_null() {
        return false;
    }
    let place = place_of(operation, arg, slot.place);
    // Written as part of the sequence, so that a crash can be explained.
    let mark = journal.mark();
    journal.statement(code, &[arg]);
    journal.magnitude.store(slot.lineage.magnitude, Relaxed);
    journal.depth.store(slot.lineage.depth, Relaxed);
    journal.set_during(During::Call);
    let (run, places) = (operation.run, [place]);
    let mut verdict = 0_u8;
    // SAFETY: the variable is alive and holds a value of the type that the invariant asks for, or a reference to one,
    // which nothing borrows mutably; there is room for a `u8`, which linking made sure is what it yields.
    let yielded = panic::guard(u64::from(code), || unsafe { run(places.as_ptr(), &mut verdict) });
    journal.rewind(mark);
    let is_kept = matches!(yielded, Ok(false)) || (matches!(yielded, Ok(true)) && verdict == 0);
    if is_kept {
        journal.count(code, Count::Returned);
    }
    !is_kept
}

/// The place to pass for a live variable whose slot is at `slot`.
fn place_of(operation: &LinkedOperation, arg: CallArg, slot: *mut u8) -> *mut u8 {
    let is_thin = operation.args.first().is_some_and(|parameter| parameter.thin);
    match arg.access {
        Access::CopyRef | Access::Reborrow if is_thin => {
            // SAFETY: the slot holds a live reference to a sized value, which is a thin pointer.
            unsafe { *slot.cast::<*mut u8>() }
        }
        _ => slot,
    }
}
