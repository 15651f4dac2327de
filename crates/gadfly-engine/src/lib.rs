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

pub mod allocator;
pub mod borrow;
pub mod checkpoint;
mod clone_input;
pub mod coverage;
pub mod entry;
pub mod events;
pub mod execute;
pub mod failure;
pub mod fingerprint;
mod formatted;
pub mod frame;
pub mod generated;
pub mod journal;
pub mod laws;
pub mod literal;
pub mod observe;
pub mod output;
mod overseer;
pub mod panic;
pub mod pool;
mod prepared_call;
mod probe_call;
pub mod process_changes;
pub mod process_state;
pub mod program;
mod property;
mod provenance;
pub mod quarantine;
pub mod registry;
mod report_panic;
pub mod rng;
mod sanitizer;
pub mod search;
pub mod seen;
mod slicing;
#[cfg(any(test, feature = "sources"))]
pub mod sources;
mod spliced;
pub mod strategy;
pub mod suspect;
mod sys;
pub mod table;
pub mod tracked;
pub mod watchdog;

pub use entry::main;
