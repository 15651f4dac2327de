//! Properties tried on inputs that the crate's own functions make.

mod causes;
mod check;
mod harness;
mod statistics;

pub(super) use check::check;
