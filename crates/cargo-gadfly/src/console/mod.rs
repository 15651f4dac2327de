//! The only printer: results to standard output, progress and errors to standard error.

mod github;
mod paint;
mod printer;
pub(crate) mod review;
mod stage;
mod streams;

pub(crate) use github::GithubWorkflow;
pub(crate) use paint::{Painter, Tone};
pub(crate) use printer::Console;
pub(crate) use stage::Stage;
pub(crate) use streams::Streams;
#[cfg(test)]
pub(crate) use streams::captured;
