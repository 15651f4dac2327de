//! Helpers for the tests of gadfly's packages.
//!
//! A [`Project`] is a copy of a fixture in a directory of its own; a [`Tool`] is a program that
//! is run there with a scrubbed environment; a [`Run`] is what came of it, with everything that
//! differs from run to run replaced by names. Failures panic: this is for tests alone.

pub mod mutation;
mod project;
mod redact;
mod tool;

pub use project::{
    Project, example_names, examples_dir, fixture_names, fixtures_dir, is_placed, repository_root,
};
pub use redact::Redactor;
pub use tool::{Run, Tool, shared_target_dir};
