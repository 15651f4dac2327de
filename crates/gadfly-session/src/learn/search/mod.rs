//! The search along models: sequences are written step by step as the models allow, and run in the harness.

mod dice;
mod draft;
mod guide;
mod literals;
mod run;
mod write;

pub(in crate::learn) use guide::Guide;
pub(in crate::learn) use literals::Traced;
pub(in crate::learn) use run::{Searched, search};
