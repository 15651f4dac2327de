//! The process that the subject runs in: its memory, output, panics, and the state that calls may change.

pub mod allocator;
pub mod changes;
pub mod output;
pub mod panic;
pub mod randomness;
pub mod state;
