//! Leaves a predicate at once, from any depth and without unwinding: the optimiser may have removed
//! the landing pads of functions that cannot panic, so a read must not unwind.
//! Destructors of the abandoned frames do not run, so their memory leaks, and the candidate is
//! restored by the search.

use std::arch::global_asm;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{outcome, RunEnd};

// Saves the callee-saved registers, notes the stack pointer, calls. `gadfly_leave` restores that
// stack pointer and returns from the call with the outcome given.
global_asm!(
    ".globl gadfly_guarded_call",
    "gadfly_guarded_call:",
    "push rbp",
    "push rbx",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "sub rsp, 8",
    "mov [rdx], rsp",
    "mov rax, rdi",
    "mov rdi, rsi",
    "call rax",
    "2:",
    "add rsp, 8",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbx",
    "pop rbp",
    "ret",
    ".globl gadfly_leave",
    "gadfly_leave:",
    "mov rsp, rdi",
    "mov rax, rsi",
    "jmp 2b",
);

extern "C" {
    fn gadfly_guarded_call(
        body: extern "C" fn(*mut c_void) -> usize,
        context: *mut c_void,
        stack: *mut usize,
    ) -> usize;
    fn gadfly_leave(stack: usize, outcome: usize) -> !;
}

/// Stack pointer to restore.
static STACK: AtomicUsize = AtomicUsize::new(0);

/// Calls `body(context)`, which must not unwind; may also return because `leave` was called inside.
#[inline(always)]
pub(super) fn call(body: extern "C" fn(*mut c_void) -> usize, context: *mut c_void) -> RunEnd {
    super::signals::progress();
    // SAFETY: the assembly calls `body(context)` with the stack aligned as the ABI demands and
    // returns its result with all callee-saved registers restored, also after `gadfly_leave`.
    // Panics do not cross it: no `extern "C"` function unwinds.
    outcome(unsafe { gadfly_guarded_call(body, context, STACK.as_ptr()) })
}

/// Leaves the current run for good; must only be called inside one.
pub(super) fn leave(outcome: RunEnd) -> bool {
    // SAFETY: a run is under way on this thread, so `STACK` is where its guarded call sits, and
    // the frames above it are abandoned. They hold no reference that the search uses afterwards.
    unsafe { gadfly_leave(STACK.load(Ordering::Relaxed), outcome as usize) }
}

/// The address, with two arguments, at which a signal handler continues to leave the run.
pub(super) fn exit_point(outcome: RunEnd) -> (usize, usize, usize) {
    (gadfly_leave as *const () as usize, STACK.load(Ordering::Relaxed), outcome as usize)
}
