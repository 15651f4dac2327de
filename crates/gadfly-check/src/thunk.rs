//! From a closure to something that can be called with pointers.
//!
//! A closure that captures nothing has no state, so it can be conjured where it is called; everything about a call is a
//! constant.

use crate::argument::{ParameterFacts, PropertyArguments};
use crate::monitor::Monitor;
use crate::notes;
use crate::outcome::{Outcome, Verdict};
use std::any::TypeId;

/// Calls a function with resolved arguments, writing its result to `out`. Returns `false` if there is no result, and `out`
/// was not written.
pub type ThunkFn = unsafe fn(places: *const *mut u8, out: *mut u8) -> bool;

/// A function as its runner sees it.
#[derive(Clone, Copy, Debug)]
pub struct Thunk {
    /// Calls it. Of a property or an invariant, the result is a [`Verdict`] as a `u8`.
    pub run: ThunkFn,
    /// Its parameters.
    pub parameters: &'static [ParameterFacts],
    /// The type that is written to `out`.
    pub output: OutputFacts,
}

/// A type, with what a holder of its values must know.
#[derive(Clone, Copy, Debug)]
pub struct OutputFacts {
    /// Its identity.
    pub id: fn() -> TypeId,
    /// The compiler's name of it.
    pub type_name: fn() -> &'static str,
    /// Its size in bytes.
    pub size: usize,
    /// Its alignment in bytes.
    pub align: usize,
    /// Its drop glue, if it needs any.
    pub drop: Option<unsafe fn(*mut u8)>,
}

impl OutputFacts {
    /// Describes a type.
    pub const fn of<T: 'static>() -> Self {
        Self {
            id: TypeId::of::<T>,
            type_name: std::any::type_name::<T>,
            size: std::mem::size_of::<T>(),
            align: std::mem::align_of::<T>(),
            drop: if std::mem::needs_drop::<T>() { Some(drop_glue::<T>) } else { None },
        }
    }
}

/// A property: the closure hands its arguments on and returns what the property returns.
pub const fn property<A: PropertyArguments, R: Outcome, F: Fn(A::Values, &mut Monitor) -> R>(
    closure: F,
) -> Thunk {
    stateless(closure);
    Thunk {
        run: run_property::<A, R, F>,
        parameters: A::PARAMETERS,
        output: OutputFacts::of::<u8>(),
    }
}

/// An invariant: like a property of one value, without a monitor.
pub const fn invariant<A: PropertyArguments, R: Outcome, F: Fn(A::Values) -> R>(
    closure: F,
) -> Thunk {
    stateless(closure);
    Thunk {
        run: run_invariant::<A, R, F>,
        parameters: A::PARAMETERS,
        output: OutputFacts::of::<u8>(),
    }
}

/// A function that makes values.
pub const fn make<A: PropertyArguments, R: 'static, F: Fn(A::Values) -> R>(closure: F) -> Thunk {
    stateless(closure);
    Thunk { run: run_maker::<A, R, F>, parameters: A::PARAMETERS, output: OutputFacts::of::<R>() }
}

/// Takes a closure for its type alone.
const fn stateless<F>(closure: F) {
    assert!(
        std::mem::size_of::<F>() == 0 && std::mem::align_of::<F>() == 1,
        "the closure of a property must not capture anything"
    );
    std::mem::forget(closure);
}

/// A closure from nothing.
///
/// # Safety
/// `stateless` must have been given an `F`.
unsafe fn conjured<'c, F>() -> &'c F {
    // SAFETY: `F` is zero-sized and of alignment one, and there was one, so any pointer that is not null points at it.
    unsafe { &*std::ptr::NonNull::<F>::dangling().as_ptr() }
}

unsafe fn run_property<A: PropertyArguments, R: Outcome, F: Fn(A::Values, &mut Monitor) -> R>(
    places: *const *mut u8,
    out: *mut u8,
) -> bool {
    // SAFETY: `property` was given an `F`; the caller passes places that fit `A`.
    let (closure, values) = unsafe { (conjured::<F>(), A::get(places)) };
    let verdict = notes::attempt(|monitor| closure(values, monitor));
    // SAFETY: the caller passes room for a `u8`.
    unsafe { write_verdict(verdict, out) }
}

unsafe fn run_invariant<A: PropertyArguments, R: Outcome, F: Fn(A::Values) -> R>(
    places: *const *mut u8,
    out: *mut u8,
) -> bool {
    // SAFETY: as in `run_property`.
    let (closure, values) = unsafe { (conjured::<F>(), A::get(places)) };
    let verdict = notes::attempt(|_| closure(values));
    // SAFETY: the caller passes room for a `u8`.
    unsafe { write_verdict(verdict, out) }
}

unsafe fn run_maker<A: PropertyArguments, R, F: Fn(A::Values) -> R>(
    places: *const *mut u8,
    out: *mut u8,
) -> bool {
    // SAFETY: `make` was given an `F`; the caller passes places that fit `A`, and room for an `R`.
    unsafe { out.cast::<R>().write(conjured::<F>()(A::get(places))) };
    true
}

unsafe fn write_verdict(verdict: Verdict, out: *mut u8) -> bool {
    if verdict == Verdict::Discarded {
        return false;
    }
    // SAFETY: the caller passes room for a `u8`.
    unsafe { out.write(verdict as u8) };
    true
}

unsafe fn drop_glue<T>(place: *mut u8) {
    // SAFETY: the caller passes a live `T` and does not use it again.
    unsafe { std::ptr::drop_in_place(place.cast::<T>()) }
}
