//! The dependencies of the workspace: their licences, their sources, and how many versions there are of each.
//!
//! `xtask/dependencies.toml` says what is allowed. The rest comes from `cargo metadata`.

mod check;
mod licence;
mod policy;
mod problems;

pub(crate) use check::check;
