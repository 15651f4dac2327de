//! The home of tests: a file, and the program that it is a part of.

use std::path::{Path, PathBuf};

use gadfly_test_file::{Folder, Head, module_name};

/// A file of tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// What kind of file it is.
    pub kind: HomeKind,
    /// The file's name without its extension.
    pub file: String,
    /// The name that its tests are numbered under.
    pub name: String,
    /// The module around the file's own, with `::` at its end; empty for the root.
    pub parent: String,
    /// Arguments that have cargo build the program with this file.
    pub selector: Vec<String>,
}

/// What a file of tests is a part of, and how its tests reach what they call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HomeKind {
    /// A test program of its own: its tests use public functions alone.
    OwnFile,
    /// A module beside a function that was searched exhaustively.
    BesideFunction,
    /// A module beside a property.
    BesideProperty {
        /// The signature of the property.
        signature: String,
    },
    /// A module of tests that call a property by its name, because nothing can stand beside it.
    ByName,
    /// Functions that make values of a type, where the crate asks for them.
    Values {
        /// The type.
        ty: String,
    },
}

impl Home {
    /// A test program of its own.
    pub fn own_file(file: &str) -> Home {
        Home {
            kind: HomeKind::OwnFile,
            file: file.to_owned(),
            name: String::new(),
            parent: String::new(),
            selector: vec!["--test".to_owned(), file.to_owned()],
        }
    }

    /// The file in a package.
    pub fn path(&self, package: &Path) -> PathBuf {
        let folder = match self.kind {
            HomeKind::OwnFile => package.join("tests"),
            HomeKind::Values { .. } => Folder::Values.of(package),
            _ => Folder::Failures.of(package),
        };
        folder.join(self.file_name())
    }

    /// The file's name.
    pub fn file_name(&self) -> String {
        format!("{}.rs", self.file)
    }

    /// The head of the file; nothing for a program of its own, which has a header that states a seed.
    pub fn head(&self) -> Option<Head<'_>> {
        match &self.kind {
            HomeKind::OwnFile => None,
            HomeKind::BesideFunction => Some(Head::Exhaust),
            HomeKind::BesideProperty { signature } => Some(Head::Check { signature }),
            HomeKind::ByName => Some(Head::CheckByName),
            HomeKind::Values { ty } => Some(Head::Values { ty }),
        }
    }

    /// The path of a test in its program.
    pub fn path_of(&self, test: &str) -> String {
        match self.kind {
            HomeKind::OwnFile => test.to_owned(),
            _ => format!("{}{}::{test}", self.parent, module_name(&self.file)),
        }
    }

    /// Returns whether the file is a part of the crate's library, where the crate is called `crate`.
    pub fn is_in_library(&self) -> bool {
        self.selector.iter().eq(["--lib"])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_have_files_and_paths() {
        let own = Home::own_file("gadfly_regression");
        assert_eq!(own.path(Path::new("k")), Path::new("k/tests/gadfly_regression.rs"));
        assert_eq!(own.path_of("a"), "a");
        let beside = Home {
            kind: HomeKind::BesideFunction,
            file: "insert".to_owned(),
            name: "insert".to_owned(),
            parent: "tree::".to_owned(),
            selector: vec!["--lib".to_owned()],
        };
        assert_eq!(beside.path(Path::new("k")), Path::new("k/tests/gadfly_failures/insert.rs"));
        assert_eq!(beside.path_of("insert_1"), "tree::gadfly_failures_insert::insert_1");
        assert!(beside.is_in_library() && !own.is_in_library());
    }
}
