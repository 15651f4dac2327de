//! A job: the crate under test, its settings, and the directory to work in.

use std::path::PathBuf;

use super::{Features, Settings};
use crate::artifacts::Artifacts;

/// The requested crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// Its directory or `Cargo.toml`, or that of its workspace.
    pub(crate) path: PathBuf,
    /// The package, if named.
    pub(crate) package: Option<String>,
    /// Its features.
    pub(crate) features: Features,
}

/// The crate as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LocatedCrate {
    /// The package's name.
    pub(crate) package: String,
    /// The directory of its manifest.
    pub(crate) manifest_dir: PathBuf,
    /// Its target directory.
    pub(crate) target_dir: PathBuf,
}

/// A crate, its settings, and a directory to work in.
#[derive(Debug)]
pub(crate) struct Job {
    /// The crate, with the features resolved.
    pub(crate) request: Request,
    /// The settings.
    pub(crate) settings: Settings,
    /// The working directory.
    pub(crate) artifacts: Artifacts,
}
