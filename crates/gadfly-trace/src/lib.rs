//! The runtime that is linked into the scratch copy of a traced crate.
//!
//! The rewriter inserts text around the body of every function that it traces:
//!
//! ```
//! # struct Stack(Vec<u32>);
//! # impl Stack {
//! fn push(&mut self, item: u32) -> Option<&u32> { let __gt = ::gadfly_trace::enter(17, ::gadfly_trace::list![::gadfly_trace::v!(self), ::gadfly_trace::v!(item)]);
//!     let __gr: Option<&u32> = ::gadfly_trace::once(move || -> Option<&u32> {
//!         self.0.push(item);
//!         self.0.last()
//!     }); __gt.exit(::gadfly_trace::v!(__gr)); __gr }
//! # }
//! # assert_eq!(Stack(vec![]).push(3), Some(&3));
//! ```
//!
//! - `once` takes `FnOnce`, so that references which the body was given may leave it; `return` and `?` end the closure.
//! - `list!` and `v!` are closures: a call that is not logged does not look at its arguments.
//! - The guard logs the end of a call that unwinds when it is dropped.
//! - A function whose written return type has a mutable reference or a lifetime ends with `exit_borrowed` in place of `exit`.
//! - `Drop::drop` must not be rewritten: its receiver is not a value any more when it returns. Nor can `async` functions,
//!   `const` functions and those that return `!`.
//! - `l(site, expression)` around an expression of a caller logs a value that no traced function returned.
//!
//! Every thread writes a file of its own into the directory named by `GADFLY_TRACE_DIR`; without it nothing is logged.
//! Logging never fails or blocks the program: whatever goes wrong ends the log, and [`mod@format`] says how one is read.

pub mod format;
mod guard;
mod known;
mod limits;
mod macros;
mod memory;
mod output;
#[doc(hidden)]
pub mod shape;
mod sink;
#[cfg(any(feature = "sources", test))]
pub mod sources;
mod text;
mod thread;

pub use guard::{enter, l, once, Guard};
pub use limits::{Limits, BYTES, CALLS, DIRECTORY, FUNCTION_CALLS, TEXTS};
pub use sink::{unseen, Sink};
pub use thread::{capture, Capture};
