//! New files from templates, registered in the list of their kind.
//!
//! Each kind has a file here. A new law or rule comes with a test that fails until the template is filled in.

mod edit;
mod law;
mod rule;
mod strategy;

pub(crate) use law::new_law;
pub(crate) use rule::new_rule;
pub(crate) use strategy::new_strategy;
