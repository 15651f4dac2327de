//! From findings to causes: the call after which something is broken for the first time, and the findings that have it in common.
//!
//! Where memory is misused, it shows wherever a value is looked at, cloned or dropped next, so what a finding names is rarely
//! what is wrong. Here beginnings of its minimised sequence are run again, each in a process of its own: with nothing behind
//! them but drops and looks, with all laws, and with the last calls of other findings. The first call after which memory is
//! misused is the cause.

mod battery;
mod cause;
mod grouping;
mod hits;
mod suspect;
mod symptoms;
mod tracing;

pub(super) use cause::{Cause, causes, listed_with_others};
