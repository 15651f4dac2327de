//! Errors that occur before anything is known about the subject.

use std::path::PathBuf;

/// The party that has to act on an error; the command derives its exit code from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// The command line or the configuration is wrong.
    Usage,
    /// The subject does not build.
    DoesNotBuild,
    /// The environment, or gadfly itself, failed.
    Environment,
}

/// Reasons for a process without a result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The program could not be started.
    #[error("failed to start `{program}`: {source}")]
    Spawn {
        /// The program that was to be run.
        program: String,
        /// The system's answer.
        source: std::io::Error,
    },
    /// Its output could not be read.
    #[error("failed to read the output of `{program}`: {source}")]
    Read {
        /// The program that was run.
        program: String,
        /// The system's answer.
        source: std::io::Error,
    },
    /// Its scratch folder could not be made.
    #[error("failed to create {}: {source}", path.display())]
    Scratch {
        /// The folder.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The run was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// Reasons why the subject cannot be located.
#[derive(Debug, thiserror::Error)]
pub enum LocateError {
    /// The path does not exist.
    #[error("no such file or directory: {}", path.display())]
    NoSuchPath {
        /// As it was given.
        path: PathBuf,
    },
    /// The path is a file, but not a manifest.
    #[error("{} is not a Cargo.toml", path.display())]
    NotAManifest {
        /// As it was given.
        path: PathBuf,
    },
    /// The directory holds no manifest.
    #[error("there is no Cargo.toml in {}", path.display())]
    NoManifest {
        /// As it was given.
        path: PathBuf,
    },
    /// Cargo rejects the manifest or cannot resolve the dependencies.
    #[error("cargo cannot read {}: {message}", manifest.display())]
    Manifest {
        /// The manifest.
        manifest: PathBuf,
        /// The message of cargo.
        message: String,
    },
    /// Dependencies could not be fetched.
    #[error("cargo cannot fetch the dependencies of {}: {message}", manifest.display())]
    Network {
        /// The manifest.
        manifest: PathBuf,
        /// The message of cargo.
        message: String,
    },
    /// A workspace without a root package, and no package named.
    #[error("{} is a workspace: name the package to test", manifest.display())]
    VirtualWorkspace {
        /// The workspace's manifest.
        manifest: PathBuf,
        /// Packages that have a library.
        libraries: Vec<String>,
    },
    /// No member has the name given.
    #[error("no package `{package}` in this workspace")]
    UnknownPackage {
        /// The name given.
        package: String,
        /// Names that look alike, or all of them when none does.
        candidates: Vec<String>,
    },
    /// The package has no library a Rust program can use.
    #[error("{package} has no library target: gadfly tests a library's public API")]
    NoLibrary {
        /// The package.
        package: String,
        /// Members of the workspace that have one.
        libraries: Vec<String>,
    },
    /// The package is a proc-macro.
    #[error("{package} is a proc-macro crate: it has no functions to call at run time")]
    ProcMacro {
        /// The package.
        package: String,
        /// Members of the workspace that have a library.
        libraries: Vec<String>,
    },
    /// A feature the package does not have.
    #[error("{package} has no feature `{feature}`")]
    UnknownFeature {
        /// The package.
        package: String,
        /// The feature given.
        feature: String,
        /// Features that look alike, or all of them when none does.
        candidates: Vec<String>,
    },
    /// There is no cargo, or it cannot be started.
    #[error("cannot run cargo: {source}")]
    NoCargo {
        /// The reason.
        source: RunError,
    },
    /// The toolchain did not answer as expected.
    #[error("the Rust toolchain does not work: {message}")]
    Toolchain {
        /// The message of the program.
        message: String,
    },
    /// The folder of links to the package cannot be made.
    #[error("failed to write {}: {source}", path.display())]
    Shadow {
        /// The folder.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The run was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl LocateError {
    /// Returns the party that has to act.
    pub fn kind(&self) -> ErrorClass {
        match self {
            LocateError::NoCargo { .. }
            | LocateError::Network { .. }
            | LocateError::Toolchain { .. }
            | LocateError::Shadow { .. }
            | LocateError::Interrupted => ErrorClass::Environment,
            LocateError::Manifest { .. } => ErrorClass::DoesNotBuild,
            _ => ErrorClass::Usage,
        }
    }

    /// Returns advice for the user, if there is any.
    pub fn help(&self) -> Option<String> {
        match self {
            LocateError::NoSuchPath { .. } => {
                Some("give the directory of a crate, or its Cargo.toml".to_owned())
            }
            LocateError::NotAManifest { .. } | LocateError::NoManifest { .. } => {
                Some("point it at the directory that holds the crate's Cargo.toml".to_owned())
            }
            LocateError::VirtualWorkspace { libraries, .. } => match &libraries[..] {
                [] => Some("none of its packages has a library".to_owned()),
                _ => Some(format!("name one of its libraries with --package: {}", list(libraries))),
            },
            LocateError::UnknownPackage { candidates, .. }
            | LocateError::UnknownFeature { candidates, .. } => match &candidates[..] {
                [] => None,
                [one] => Some(format!("did you mean `{one}`?")),
                many => Some(format!("one of: {}", list(many))),
            },
            LocateError::NoLibrary { libraries, .. } | LocateError::ProcMacro { libraries, .. } => {
                if libraries.is_empty() {
                    Some("move the code to test into a src/lib.rs".to_owned())
                } else {
                    Some(format!(
                        "point it at one of this workspace's libraries: {}",
                        list(libraries)
                    ))
                }
            }
            LocateError::Manifest { manifest, .. } => {
                Some(format!("cargo metadata --manifest-path {}", manifest.display()))
            }
            LocateError::Network { .. } => {
                Some("check the connection, or run `cargo fetch` once it is back".to_owned())
            }
            LocateError::NoCargo { .. } => {
                Some("install Rust with rustup, or set CARGO to cargo's path".to_owned())
            }
            LocateError::Toolchain { .. } => Some(
                "`cargo --version` and `rustc -vV` must work in the crate's directory".to_owned(),
            ),
            LocateError::Shadow { .. } | LocateError::Interrupted => None,
        }
    }
}

/// At most eight names; the rest is a number.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let mut text = names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        text.push_str(&format!(" and {} more", names.len() - SHOWN));
    }
    text
}
