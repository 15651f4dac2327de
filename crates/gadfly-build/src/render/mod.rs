//! Operations as the source of a harness.

mod flows;
mod sources;

pub use flows::{operation_origin, operation_plan};
pub use sources::{GeneratedLine, Registered, Rendered, render, support};
