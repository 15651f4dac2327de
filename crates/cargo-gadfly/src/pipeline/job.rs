//! A job: the crate under test, its settings, and the directory to work in.

use std::path::PathBuf;

use super::{Features, Settings};
use crate::artifacts::Artifacts;

/// Which crate is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// Its directory or `Cargo.toml`, or that of its workspace.
    pub(crate) path: PathBuf,
    /// The package, if named.
    pub(crate) package: Option<String>,
    /// Its features.
    pub(crate) features: Features,
}

/// Where the crate was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The package's name.
    pub(crate) package: String,
    /// The directory of its manifest.
    pub(crate) manifest_dir: PathBuf,
    /// Its target directory.
    pub(crate) target_dir: PathBuf,
}

/// A crate, what to go by, and where to work.
#[derive(Debug)]
pub(crate) struct Job {
    /// Which crate, with the features resolved.
    pub(crate) request: Request,
    /// What to go by.
    pub(crate) settings: Settings,
    /// Where to work.
    pub(crate) artifacts: Artifacts,
}
