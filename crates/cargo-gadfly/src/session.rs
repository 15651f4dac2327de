//! Runs the stages in order.

use gadfly_cargo::SubjectRequest;

use crate::console::Console;
use crate::error::CliError;
use crate::pipeline::{Job, Pipeline, Place, Request};
use crate::report::{Listing, RunReport};

/// The real stages.
#[derive(Debug, Default)]
pub(crate) struct Session {}

impl Pipeline for Session {
    fn locate(&mut self, request: &Request) -> Result<Place, CliError> {
        let subject = gadfly_cargo::locate(&SubjectRequest {
            path: request.path.clone(),
            package: request.package.clone(),
            features: request.features.names.clone(),
            all_features: request.features.all,
            no_default_features: request.features.no_default,
        })?;
        Ok(Place {
            package: subject.package,
            manifest_dir: subject.package_root,
            target_dir: subject.target_directory,
        })
    }

    fn list(&mut self, _job: &Job, _console: &Console) -> Result<Listing, CliError> {
        Err(absent("list"))
    }

    fn explore(&mut self, _job: &Job, _console: &Console) -> Result<RunReport, CliError> {
        Err(absent("explore"))
    }
}

fn absent(command: &str) -> CliError {
    CliError::Environment {
        message: format!("`{command}` is not built in this configuration"),
        help: None,
    }
}
