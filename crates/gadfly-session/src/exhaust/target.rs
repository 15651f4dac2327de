//! The crate to search, and where everything about it goes.

use std::path::PathBuf;

use gadfly_build::traced::library_directory;
use gadfly_cargo::{ProcessLimits, Sandbox, Subject};

use super::error::failed;
use crate::error::CliError;
use crate::pipeline::{ExhaustOrders, Job, Settings};

/// The crate to search, with the orders for it.
#[derive(Debug)]
pub(super) struct Target<'a> {
    pub(super) subject: &'a Subject,
    pub(super) settings: &'a Settings,
    pub(super) orders: &'a ExhaustOrders,
    /// The directory of working files.
    pub(super) out: PathBuf,
    /// The directory of the traced build.
    pub(super) build: PathBuf,
    /// The directory of the standard library, which traced programs load.
    libraries: Option<PathBuf>,
}

impl<'a> Target<'a> {
    /// The crate of a job.
    pub(super) fn new(subject: &'a Subject, job: &'a Job, orders: &'a ExhaustOrders) -> Self {
        let (settings, artifacts) = (&job.settings, &job.artifacts);
        let (out, build) = (artifacts.exhaust(), artifacts.shared().join("exhaust"));
        let libraries = library_directory(&subject.package_root).ok();
        Self { subject, settings, orders, out, build, libraries }
    }

    /// The permissions of the crate's programs: reading the crate, and writing to a place of their own.
    pub(super) fn sandbox(&self) -> Result<Sandbox, CliError> {
        let scratch = self.out.join("scratch");
        std::fs::create_dir_all(&scratch).map_err(failed("make a scratch directory"))?;
        // Tracing reserves far more addresses than memory.
        let limits = ProcessLimits { memory: None, ..ProcessLimits::default() };
        let sandbox = Sandbox::new(&scratch).read(&self.subject.package_root).limits(limits);
        Ok(self.libraries.iter().fold(sandbox, Sandbox::read))
    }
}
