//! Reports in the formats of other programs: SARIF, JUnit, and GitHub's annotations and job summaries.
//!
//! All of them are made from [`RunReport`](gadfly_session::report::RunReport). Files are named as the repository has them, so
//! every form takes the [`Repository`] that the package is in.

mod github;
mod junit;
mod repository;
mod sarif;
mod steps;

pub(crate) use github::{annotations, job_summary};
pub(crate) use junit::junit;
pub(crate) use repository::Repository;
pub(crate) use sarif::sarif;
