//! The crate under test, as cargo sees it.

use std::path::PathBuf;

/// The package that the user asked to test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubjectRequest {
    /// A directory or a `Cargo.toml`.
    pub path: PathBuf,
    /// `--package`.
    pub package: Option<String>,
    /// `--features`.
    pub features: Vec<String>,
    /// `--all-features`.
    pub all_features: bool,
    /// `--no-default-features`.
    pub no_default_features: bool,
}

/// The crate under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The package's name.
    pub package: String,
    /// Its version.
    pub version: String,
    /// The library's name as a path segment.
    pub lib_name: String,
    /// The library's edition.
    pub edition: String,
    /// The package's manifest.
    pub manifest_path: PathBuf,
    /// The directory of the manifest.
    pub package_root: PathBuf,
    /// The workspace's directory; the package's own when it stands alone.
    pub workspace_root: PathBuf,
    /// The folder into which cargo would build it.
    pub target_directory: PathBuf,
    /// The library's root source file.
    pub lib_path: PathBuf,
    /// Features asked for.
    pub features: Vec<String>,
    /// All features asked for.
    pub all_features: bool,
    /// Default features refused.
    pub no_default_features: bool,
    /// Features that are on, as resolved.
    pub enabled_features: Vec<String>,
    /// Direct normal dependencies that are active on this target, as resolved.
    pub dependencies: Vec<Dependency>,
    /// The workspace manifest's `[patch.*]` and `[replace]` tables, relative paths made absolute.
    pub patch_toml: Option<String>,
    /// The workspace's `Cargo.lock`, if there is one.
    pub lock_file: Option<PathBuf>,
    /// The directory to run cargo in, so that toolchain overrides and cargo's configuration apply.
    pub toolchain_dir: PathBuf,
    /// Cargo's identifier of the package.
    pub package_id: String,
    /// The compiler's release: `1.95.0`.
    pub rustc_version: String,
    /// The compiler's whole `-vV` answer: two toolchains differ in it.
    pub rustc_verbose_version: String,
    /// The target built for when none is named.
    pub host: String,
}

/// A direct dependency of the subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The package's name.
    pub package: String,
    /// The name used in the subject's paths, a rename applied.
    pub crate_name: String,
    /// The library's own name as a path segment.
    pub lib_name: String,
    /// Its version.
    pub version: String,
    /// Its origin.
    pub source: DependencySource,
    /// `true` if it is a proc-macro.
    pub is_proc_macro: bool,
    /// `true` if the subject declares it as optional.
    pub optional: bool,
    /// Features that are on, as resolved.
    pub features: Vec<String>,
    /// `true` if its default features are on, as resolved.
    pub default_features: bool,
    /// Cargo's identifier of the package.
    pub package_id: String,
    /// Its manifest.
    pub manifest_path: PathBuf,
    /// Its library's edition.
    pub edition: String,
    /// Its own normal dependencies, of which it may show items as its own.
    pub dependencies: Vec<IndirectDependency>,
}

/// A dependency of a dependency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndirectDependency {
    /// The package's name.
    pub package: String,
    /// The library's own name as a path segment.
    pub lib_name: String,
    /// Cargo's identifier of the package.
    pub package_id: String,
    /// Features that are on, as resolved.
    pub features: Vec<String>,
}

/// The origin of a dependency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DependencySource {
    /// A registry.
    Registry {
        /// The registry's index address; `None` for the default one.
        index: Option<String>,
        /// The registry's name as the subject's manifest writes it.
        name: Option<String>,
    },
    /// A git repository.
    Git {
        /// The repository's address.
        url: String,
        /// `branch`, `tag` or `rev` as written, with its value.
        reference: Option<(String, String)>,
        /// The commit that is checked out.
        commit: Option<String>,
    },
    /// A directory.
    Path(PathBuf),
}

impl Subject {
    /// The flags that select the subject's features.
    pub fn feature_args(&self) -> Vec<String> {
        let mut args = Vec::new();
        if self.all_features {
            args.push("--all-features".to_owned());
        }
        if self.no_default_features {
            args.push("--no-default-features".to_owned());
        }
        if !self.features.is_empty() {
            args.push("--features".to_owned());
            args.push(self.features.join(","));
        }
        args
    }
}
