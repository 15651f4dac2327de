//! The running sequence: its statements, borrows and values, their execution, observation and reports.

pub mod borrow;
pub mod executor;
pub mod failure;
pub mod frame;
pub mod lineage;
pub mod live;
pub mod observer;
pub mod outcome;
pub mod program;
mod property;
pub mod reporter;
