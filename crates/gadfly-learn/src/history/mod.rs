//! What happens to one object: its calls, and those of them that matter.

mod filter;
mod purity;
mod steps;

pub use filter::{filtered, without_non_mutators, without_non_public, without_returned};
pub use purity::{Purity, PurityTable};
pub use steps::{Step, histories};
