//! The folders of test files, and the variables that replace them while files are being proven.

use std::path::{Path, PathBuf};

/// The value of a variable that hides all files: no folder has this name.
pub const NO_FOLDER: &str = "none";

/// What stands before a file's name in the name of its module.
const MODULE: &str = "gadfly_failures_";

/// A folder of files that the attributes bring into the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folder {
    /// Tests of failing inputs.
    Failures,
    /// Stored values.
    Values,
}

impl Folder {
    /// All of them.
    pub const ALL: [Folder; 2] = [Folder::Failures, Folder::Values];

    /// Its name below `tests/`.
    pub fn name(self) -> &'static str {
        match self {
            Folder::Failures => "gadfly_failures",
            Folder::Values => "gadfly_values",
        }
    }

    /// The environment variable that names another folder instead.
    pub fn variable(self) -> &'static str {
        match self {
            Folder::Failures => "GADFLY_FAILURES",
            Folder::Values => "GADFLY_VALUES",
        }
    }

    /// The folder in a package.
    pub fn of(self, package: &Path) -> PathBuf {
        package.join("tests").join(self.name())
    }

    /// The folder from which the package that is being compiled takes its files.
    pub fn in_use(self) -> Option<PathBuf> {
        match std::env::var_os(self.variable()) {
            Some(folder) => Some(PathBuf::from(folder)),
            None => Some(self.of(Path::new(&std::env::var_os("CARGO_MANIFEST_DIR")?))),
        }
    }
}

/// The name of the module that a file of tests becomes. `stem` is the file's name without its extension.
pub fn module_name(stem: &str) -> String {
    format!("{MODULE}{stem}")
}

/// The file of a module, without its extension; nothing for other modules.
pub fn stem_of_module(module: &str) -> Option<&str> {
    module.strip_prefix(MODULE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_name_their_files() {
        assert_eq!(stem_of_module(&module_name("holds")), Some("holds"));
        assert_eq!(stem_of_module("gadfly_failures"), None);
    }

    #[test]
    fn folders_stand_below_tests() {
        assert_eq!(Folder::Values.of(Path::new("k")), Path::new("k/tests/gadfly_values"));
    }
}
