//! Tests of harnesses that run as processes of their own, because their operations kill them or change their process.
//!
//! Apart from the tests in `it`, because these need the programs that cargo builds from `examples/`, which it does only when it
//! builds all targets of the package.
#![cfg(any(target_os = "linux", target_os = "macos"))]

#[path = "../support/harness.rs"]
mod harness;
#[path = "../support/nasty_plan.rs"]
mod nasty_plan;
#[cfg(target_os = "linux")]
#[path = "../support/untidy_plan.rs"]
mod untidy_plan;

mod contain;
#[cfg(target_os = "linux")]
mod process_changes;
