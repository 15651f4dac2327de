//! The beginning of every command: find the crate, read its settings, lock its directory.

use std::path::PathBuf;

use crate::args::{ReportFormat, SubjectArgs};
use crate::command_error::CommandError;
use crate::console::Console;
use crate::settings::{
    CheckSettings, CommandSettings, FileSettings, FlagSettings, LearnSettings, WalkSettings,
};
use gadfly_session::artifacts::Artifacts;
use gadfly_session::pipeline::{Job, Pipeline, Request};

/// A command that is ready to run.
pub(super) struct Ready {
    /// The order to the session.
    pub(super) job: Job,
    /// The package's folder.
    pub(super) package_dir: PathBuf,
    /// Form of results.
    pub(super) format: ReportFormat,
    /// Settings of walks from the file.
    pub(super) walk: WalkSettings,
    /// Settings of properties from the file.
    pub(super) check: CheckSettings,
    /// Settings of tracing from the file.
    pub(super) learn: LearnSettings,
}

/// Turns typed words into a job, and configures the console.
pub(super) fn prepare(
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
    subject: &SubjectArgs,
    flags: FlagSettings,
) -> Result<Ready, CommandError> {
    let mut request = Request {
        path: subject.path.clone(),
        package: subject.package.clone(),
        features: flags.features.clone(),
    };
    let place = pipeline.locate(&request)?;
    let file = FileSettings::read_beside(&place.manifest_dir, &place.target_dir)?;
    let settings = CommandSettings::resolve(flags, file);
    console.configure(settings.quiet, settings.color);
    request.features = settings.session.features.clone();
    let artifacts = match &settings.out {
        // Programs are started elsewhere, where a relative path would mean another place.
        Some(dir) => Artifacts::open(std::path::absolute(dir).unwrap_or_else(|_| dir.clone()))?,
        None => Artifacts::of_package(&place.target_dir, &place.package)?,
    };
    let CommandSettings { session, format, walk, check, learn, .. } = settings;
    let job = Job { request, settings: session, artifacts };
    Ok(Ready { job, package_dir: place.manifest_dir, format, walk, check, learn })
}
