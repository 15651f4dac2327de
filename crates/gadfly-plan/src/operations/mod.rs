//! Operations that are proposed: calls, and whatever makes, changes and takes apart values.

pub mod call;
pub mod candidate;
pub mod changes;
pub mod closures;
pub mod constants;
pub mod construct;
pub mod destructure;
pub mod flows;
pub mod method_chain;
pub mod parts;
pub mod statics;
