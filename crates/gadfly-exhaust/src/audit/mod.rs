//! Checking the tracing itself: for some candidates the memory management unit watches the
//! candidate's pages, so that every read is noticed, even of code that is not instrumented.

mod ground;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod mmu;
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
#[path = "none.rs"]
mod mmu;
mod schedule;

pub(crate) use ground::Ground;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub(crate) use mmu::{on_fault, on_step};
pub(crate) use mmu::{unwatched, watch};
pub(crate) use schedule::is_due;
