//! Whose fault a finding looks like.
//!
//! Goes by documentation, conventions, messages, and where a panic was raised. Proves nothing.

mod arguments;
mod arithmetic;
pub(super) mod blame;
mod crash;
pub(super) mod foreign_calls;
pub(super) mod memory_bound;
mod panic;
mod process_change;
pub(super) mod termination;
pub(super) mod unwind_misuse;

pub(super) use arguments::{
    can_refuse, is_about_an_argument, may_choose_index, reads_text, takes_everything,
};
pub(super) use crash::{of_crash, of_report, undefined_at};
pub(super) use panic::{Panicked, class_of_panic, is_about_a_place, is_resource, must_never_panic};
pub(super) use process_change::describe_process_change;
