//! From a closure to an entry of the table.
//!
//! A closure that captures nothing has no state, so it can be conjured where it is called; its result type is
//! inferred and never written. Everything about a call is a constant: registering it moves two words.

use super::arguments::{ArgumentSpec, Arguments, ArgumentsOf};
use super::vtable::{InfoOf, TypeInfo};
use std::marker::PhantomData;

/// Runs an operation on resolved arguments, writing the result to `out`. False: there was nothing to yield, and
/// `out` was not written.
pub type RunFn = unsafe fn(places: *const *mut u8, out: *mut u8) -> bool;

/// An operation, its result type `R` known to the compiler.
pub struct Call<R> {
    pub(crate) raw: &'static RawCall,
    pub(super) result: PhantomData<fn() -> R>,
}

/// An operation, as the table keeps it.
pub struct RawCall {
    /// Runs it.
    pub run: RunFn,
    /// Its parameters.
    pub args: &'static [ArgumentSpec],
    /// Its result type.
    pub output: &'static TypeInfo,
}

/// An operation that always yields its closure's result.
pub fn call<A: Arguments, R: 'static, F: Fn(A::Values) -> R>(
    _args: ArgumentsOf<A>,
    _closure: F,
) -> Call<R> {
    Call { raw: Conjured::<A, R, F>::CALL, result: PhantomData }
}

/// An operation that yields the content of its closure's `Some`; `None` makes the sequence illegal.
pub fn try_call<A: Arguments, R: 'static, F: Fn(A::Values) -> Option<R>>(
    _args: ArgumentsOf<A>,
    _closure: F,
) -> Call<R> {
    Call { raw: Conjured::<A, R, F>::TRY_CALL, result: PhantomData }
}

struct Conjured<A, R, F>(PhantomData<(A, R, F)>);

impl<A, R, F> Conjured<A, R, F> {
    const STATELESS: () = assert!(
        std::mem::size_of::<F>() == 0 && std::mem::align_of::<F>() == 1,
        "the closure of an operation must not capture anything"
    );
}

impl<A: Arguments, R: 'static, F: Fn(A::Values) -> R> Conjured<A, R, F> {
    const CALL: &'static RawCall = {
        let () = Self::STATELESS;
        &RawCall { run: run::<A, R, F>, args: A::SPECS, output: InfoOf::<R>::INFO }
    };
}

impl<A: Arguments, R: 'static, F: Fn(A::Values) -> Option<R>> Conjured<A, R, F> {
    const TRY_CALL: &'static RawCall = {
        let () = Self::STATELESS;
        &RawCall { run: try_run::<A, R, F>, args: A::SPECS, output: InfoOf::<R>::INFO }
    };
}

unsafe fn run<A: Arguments, R, F: Fn(A::Values) -> R>(
    places: *const *mut u8,
    out: *mut u8,
) -> bool {
    // SAFETY: `F` is zero-sized and of alignment one (`STATELESS`), and `call` was given one, so it is
    // inhabited; any non-null pointer points at it. The caller passes places that fit `A`, and room for an `R`.
    unsafe {
        out.cast::<R>().write((*(1 as *const F))(A::get(places)));
    }
    true
}

unsafe fn try_run<A: Arguments, R, F: Fn(A::Values) -> Option<R>>(
    places: *const *mut u8,
    out: *mut u8,
) -> bool {
    // SAFETY: as in `run`.
    unsafe {
        match (*(1 as *const F))(A::get(places)) {
            Some(result) => {
                out.cast::<R>().write(result);
                true
            }
            None => false,
        }
    }
}
