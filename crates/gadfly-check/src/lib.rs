//! Properties as a test program holds them: registered when it is linked, found when it runs.
//!
//! The attributes of `gadfly` turn a property into an [`Entry`] with a thunk that takes its arguments from pointers.
//! Programs that link the entries can list them and run them on values of their own making: `cargo gadfly check` does, and
//! so do the tests that it writes. Knows neither the engine that makes values nor source text.

mod argument;
mod block_on;
mod contained;
mod describe;
mod discard;
mod entry;
mod generators;
mod judged;
mod monitor;
mod notes;
mod outcome;
mod replay;
#[cfg(feature = "proptest")]
mod strategy;
mod thunk;
mod values;

pub use argument::{
    ByMut, ByRef, ByUnsizedMut, ByUnsizedRef, ByValue, ParameterFacts, PassedBy, PropertyArgument,
    PropertyArguments,
};
pub use block_on::block_on;
pub use contained::contained;
pub use describe::describe;
pub use discard::discard;
pub use entry::{entries, find, Entry, EntryRole, Options, Returns, ENTRIES};
pub use generators::{generator_seed, generator_size};
pub use judged::{ways, Returned};
pub use linkme;
pub use monitor::Monitor;
pub use notes::{take_notes, Notes};
pub use outcome::{expect_err, expect_panic, Outcome, Verdict};
pub use replay::{replay, replay_err, replay_named, replay_panics, replay_result, stale, Given};
#[cfg(feature = "proptest")]
pub use strategy::values;
pub use thunk::{invariant, make, property, OutputFacts, Thunk, ThunkFn};
pub use values::{asked, stored, Stored, STORED};

/// Says that a property is about inputs for which a condition holds: others are not counted.
///
/// Inside of `cargo gadfly check` the attempt is discarded; in a test that was written from a failing input, the test says
/// that the input does not apply any more, and passes; anywhere else it is a panic.
#[macro_export]
macro_rules! assume {
    ($condition:expr $(,)?) => {
        if !$condition {
            $crate::discard(::core::stringify!($condition))
        }
    };
}
