//! Checking the tracing itself: for some candidates the memory management unit watches the
//! candidate's pages, so that every read is noticed, even of code that is not instrumented. Those are the
//! candidates on which the predicate executes code that it has not executed before, or calls code that is
//! not instrumented, and samples.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod dynamic;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod entries;
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
#[path = "no_entries.rs"]
mod entries;
mod ground;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod mmu;
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
#[path = "none.rs"]
mod mmu;
mod reached;
mod schedule;

pub(crate) use entries::{entered, name, put_back, record, reset};
pub(crate) use ground::Ground;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub(crate) use mmu::{on_fault, on_step};
pub(crate) use mmu::{unwatched, watch, Touch};
pub(crate) use schedule::{is_due, Reason};

/// The blocks of code that runs of the predicate execute.
pub(crate) mod code {
    pub(crate) use super::reached::{arm, disarm, forget, has_new_code, keep, restart};
    #[cfg(gadfly_traced)]
    pub(crate) use super::reached::{reach, register};
}
