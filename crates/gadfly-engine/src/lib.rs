//! The engine inside the harnesses that `cargo gadfly` builds.
//!
//! Generated code registers operations and types with a [`generated::Table`] and calls [`main`]; everything else happens
//! here, in process: sequences are built under the borrow table, run, watched and reported. Knows nothing of rustdoc, cargo or
//! source text, and depends on nothing but the wire format, because it is built inside its users' builds.
//!
//! ```no_run
//! use gadfly_engine::generated::*;
//!
//! fn main() -> std::process::ExitCode {
//!     gadfly_engine::main(|table| {
//!         table.ty("Vec<i32>", vtable!(Vec<i32>));
//!         table.op(0, call(args::<()>(), |()| Vec::<i32>::new()));
//!         table.op(1, call(args::<(Mut<Vec<i32>>, Val<i32>)>(), |(x0, x1)| x0.push(x1)));
//!     })
//! }
//! ```

pub mod coverage;
pub mod entry;
pub mod events;
pub mod generated;
pub mod judge;
pub mod laws;
pub mod link;
pub mod machine;
pub mod number_set;
mod probe;
pub mod process;
pub mod rng;
pub mod run;
pub mod search;
pub mod snapshot;
#[cfg(any(test, feature = "sources"))]
pub mod sources;
pub mod strategy;
mod sys;
pub mod values;

pub use entry::main;
