//! What all subcommands do first: find the crate, read its settings, lock its directory.

use crate::args::SubjectArgs;
use crate::artifacts::Artifacts;
use crate::console::Console;
use crate::error::CliError;
use crate::pipeline::{Job, Pipeline, Request};
use crate::settings::{FileSettings, FlagSettings, Settings};

/// Turns what was typed into a job, and sets the console to the job's settings.
pub(super) fn prepare(
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
    subject: &SubjectArgs,
    flags: FlagSettings,
) -> Result<Job, CliError> {
    let mut request = Request {
        path: subject.path.clone(),
        package: subject.package.clone(),
        features: flags.features.clone(),
    };
    let place = pipeline.locate(&request)?;
    let file = FileSettings::read_beside(&place.manifest_dir)?;
    let settings = Settings::resolve(flags, file);
    console.configure(settings.quiet, settings.color);
    request.features = settings.features.clone();
    let artifacts = match &settings.out {
        // Programs are started elsewhere, where a relative path would mean another place.
        Some(dir) => Artifacts::open(std::path::absolute(dir).unwrap_or_else(|_| dir.clone()))?,
        None => Artifacts::of_package(&place.target_dir, &place.package)?,
    };
    Ok(Job { request, settings, artifacts })
}
