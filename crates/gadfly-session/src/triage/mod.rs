//! Facts about findings, gathered from events and records for `gadfly_triage`, which decides.

mod death;
pub(super) mod experiments;
pub(super) mod foreign_calls;
mod gather;
pub(super) mod memory_bound;
mod minimised;
mod process_change;
pub(super) mod termination;
pub(super) mod unwind_misuse;

pub(super) use death::{describe_death, undefined_at};
pub(super) use gather::{Gatherer, Site, misuse};
pub(super) use minimised::minimised;
pub(super) use process_change::describe_process_change;
