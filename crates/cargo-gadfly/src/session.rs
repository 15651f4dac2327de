//! Runs the stages in order.

use std::path::Path;

use crate::args::COMMANDS;
use crate::console::Console;
use crate::error::CliError;
use crate::pipeline::{Job, Pipeline, Place, Request};
use crate::report::{Listing, RunReport};
use crate::suggest;

/// The real stages.
#[derive(Debug, Default)]
pub(crate) struct Session {}

impl Pipeline for Session {
    fn locate(&mut self, request: &Request) -> Result<Place, CliError> {
        let path = &request.path;
        if !path.exists() {
            return Err(no_such_path(path));
        }
        let manifest_dir = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
        if !manifest_dir.join("Cargo.toml").is_file() {
            return Err(CliError::Usage {
                message: format!("{} has no Cargo.toml", manifest_dir.display()),
                help: Some("point gadfly at the directory of a crate".to_owned()),
            });
        }
        let name = manifest_dir
            .canonicalize()
            .ok()
            .and_then(|dir| dir.file_name().and_then(|name| name.to_str()).map(str::to_owned));
        Ok(Place {
            package: name.unwrap_or_default(),
            manifest_dir: manifest_dir.to_owned(),
            target_dir: manifest_dir.join("target"),
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

/// The path does not exist: perhaps a subcommand was meant.
pub(crate) fn no_such_path(path: &Path) -> CliError {
    let meant = path.to_str().and_then(|text| suggest::nearest(text, COMMANDS));
    CliError::Usage {
        message: format!("no such path: {}", path.display()),
        help: Some(match meant {
            Some(command) => format!("did you mean the command `cargo gadfly {command}`?"),
            None => "give the directory of a crate, or its Cargo.toml".to_owned(),
        }),
    }
}
