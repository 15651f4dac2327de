//! Who is responsible for a finding: typed facts, and one ordered list of rules over them.
//!
//! Pure: performs no input or output and runs nothing. [`Facts`] are gathered by the command; [`decide()`] returns the rule
//! that decides; a person's policy is applied to that afterwards, by the command. A rule proves nothing: it goes by
//! documentation, conventions, messages, the place of a panic, and experiments.

mod class;
mod decide;
pub mod examples;
pub mod facts;
mod list;
mod rule;
mod rules;
pub mod words;

pub use class::{Class, Kind};
pub use decide::{decide, may_be_overruled, overruled_hint, wanted};
pub use facts::Facts;
pub use list::{RULES, find};
pub use rule::{Conclusion, Evidence, Example, Phase, Rule};
