//! A job: the crate under test, its settings, and the directory to work in.

use std::path::PathBuf;

use super::{Features, Settings};
use crate::artifacts::Artifacts;

/// The requested crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its directory or `Cargo.toml`, or that of its workspace.
    pub path: PathBuf,
    /// The package, if named.
    pub package: Option<String>,
    /// Its features.
    pub features: Features,
}

/// The crate as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedCrate {
    /// The package's name.
    pub package: String,
    /// The directory of its manifest.
    pub manifest_dir: PathBuf,
    /// Its target directory.
    pub target_dir: PathBuf,
}

/// A crate, its settings, and a directory to work in.
#[derive(Debug)]
pub struct Job {
    /// The crate, with the features resolved.
    pub request: Request,
    /// The settings.
    pub settings: Settings,
    /// The working directory.
    pub artifacts: Artifacts,
}
