//! Places of a package as paths within the repository that holds it.

use std::path::{Path, PathBuf};

/// The repository of a package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Repository {
    /// The package's folder below the root, empty for the root itself.
    package: PathBuf,
}

/// A file and a line, as `src/lib.rs:2772` names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The file below the root of the repository, with `/` between folders.
    pub(crate) file: String,
    /// The line, from 1.
    pub(crate) line: Option<u32>,
}

impl Repository {
    /// The repository whose root is the nearest folder with `.git` at or above the package, or the package's own folder.
    pub(crate) fn of_package(manifest_dir: &Path) -> Self {
        let root = manifest_dir.ancestors().find(|folder| folder.join(".git").exists());
        let package = root.and_then(|root| manifest_dir.strip_prefix(root).ok());
        Self { package: package.unwrap_or(Path::new("")).to_owned() }
    }

    /// The place that a finding names. Places outside the package, such as a dependency's, have none.
    pub(crate) fn place(&self, location: &str) -> Option<Place> {
        let (file, line) = match location.rsplit_once(':') {
            Some((file, line)) if line.bytes().all(|byte| byte.is_ascii_digit()) => {
                (file, line.parse().ok().filter(|line| *line > 0))
            }
            _ => (location, None),
        };
        let file = Path::new(file);
        let is_inside = file.is_relative()
            && file.components().all(|part| matches!(part, std::path::Component::Normal(_)));
        (is_inside && file.file_name().is_some()).then(|| Place { file: self.path(file), line })
    }

    /// A file of the package, below the root of the repository.
    pub(crate) fn path(&self, file: &Path) -> String {
        let whole = self.package.join(file);
        let parts: Vec<_> =
            whole.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        parts.join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: &str, line: Option<u32>) -> Option<Place> {
        Some(Place { file: file.to_owned(), line })
    }

    #[test]
    fn places_are_below_the_root() {
        let root = tempfile::tempdir().expect("a folder");
        let package = root.path().join("crates/url");
        std::fs::create_dir_all(&package).expect("a folder");
        let alone = Repository::of_package(&package);
        assert_eq!(alone.place("src/lib.rs:7"), place("src/lib.rs", Some(7)));
        std::fs::create_dir(root.path().join(".git")).expect("a folder");
        let member = Repository::of_package(&package);
        assert_eq!(member.place("src/lib.rs:7"), place("crates/url/src/lib.rs", Some(7)));
        assert_eq!(member.place("src/lib.rs"), place("crates/url/src/lib.rs", None));
        assert_eq!(member.place("src/lib.rs:0"), place("crates/url/src/lib.rs", None));
    }

    #[test]
    fn places_outside_of_the_package_are_none() {
        let repository = Repository::default();
        for outside in ["/rustc/1/library/core/src/ops.rs:3", "../other/src/lib.rs:3", ""] {
            assert_eq!(repository.place(outside), None, "{outside}");
        }
    }
}
