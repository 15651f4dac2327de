//! The running sequence: its statements, borrows and values, and the machine that executes it.

pub mod borrow;
pub mod execute;
pub mod failure;
pub mod frame;
pub mod observe;
pub mod program;
mod property;
mod report_panic;
mod slicing;
