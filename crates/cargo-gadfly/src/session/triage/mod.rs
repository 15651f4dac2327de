//! Whose fault a finding looks like.
//!
//! Goes by documentation, conventions, messages, and where a panic was raised. Proves nothing.

mod arguments;
mod arithmetic;
mod crash;
mod panic;
mod trace;

pub(super) use arguments::{
    can_refuse, is_about_an_argument, may_choose_index, reads_text, takes_everything,
};
pub(super) use crash::{of_crash, of_report, undefined_at};
pub(super) use panic::{Panicked, class_of_panic, is_about_a_place, is_resource, must_never_panic};
pub(super) use trace::of_trace;
