//! Runs of predicates that may panic, loop or exhaust the stack, and always return.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod escape;
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
#[path = "unwind.rs"]
mod escape;
mod run;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod signals;

use run::outcome;
pub(crate) use run::{guarded, spent, PredicateRun, RunEnd, SearchGuard};
