//! `#[gadfly::exhaust]`.

mod condition_text;
mod expand;
mod options;
mod parameter;
mod substitute;

pub(crate) use expand::expand;
pub(crate) use options::ExhaustAttribute;
