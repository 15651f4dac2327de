//! The home of tests: a file, and the program that it is a part of.

use std::path::{Path, PathBuf};

use gadfly_build::linked::TEST_PREFIX;
use gadfly_model::rust_path;
use gadfly_plan::names::snake_case;
use gadfly_plan::properties::PropertyRecord;
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

    /// The home of tests of a property; nothing if they call it by name, and the crate has no place for such tests. `is_twin`
    /// says whether another function has the same name.
    pub fn of_property(property: &PropertyRecord, hooks: &[String], is_twin: bool) -> Option<Home> {
        let krate = rust_path::first(&property.module);
        let test = krate.strip_prefix(TEST_PREFIX);
        let selector = program_of(krate);
        let below = |module: &str| match module.split_once("::") {
            Some((_, below)) => format!("{below}::"),
            None => String::new(),
        };
        let name = property.name.clone();
        if !property.is_method && !is_twin {
            let kind = HomeKind::BesideProperty { signature: property.signature.clone() };
            let (file, parent) = (name.clone(), below(&property.module));
            return Some(Home { kind, file, name, parent, selector });
        }
        let is_there = |hook: &&String| rust_path::first(hook) == krate;
        let hook = hooks.iter().find(is_there)?;
        let file = if property.is_method {
            let segments: Vec<&str> = property.key.split("::").collect();
            let owner = segments.len().checked_sub(2).map_or("", |at| segments[at]);
            let clean: String =
                owner.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
            format!("{}_{name}", snake_case(clean.trim_matches('_')))
        } else {
            // The module with the file; what stands in the root of the library belongs to the crate.
            let modules = property.module.split("::").skip(usize::from(test.is_none()));
            let modules: Vec<&str> =
                modules.map(|module| module.trim_start_matches(TEST_PREFIX)).collect();
            let place = if modules.is_empty() { "crate".to_owned() } else { modules.join("_") };
            format!("{place}_{name}")
        };
        Some(Home { kind: HomeKind::ByName, file, name, parent: below(hook), selector })
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

/// The arguments that select the program with the tests of a crate of the harness: the library's, or that of a test file.
pub fn program_of(krate: &str) -> Vec<String> {
    match krate.strip_prefix(TEST_PREFIX) {
        Some(test) => vec!["--test".to_owned(), test.to_owned()],
        None => vec!["--lib".to_owned()],
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

    fn property(module: &str, is_method: bool) -> PropertyRecord {
        let owner = if is_method { "Stack<i32>::" } else { "" };
        PropertyRecord {
            operation: 0,
            key: format!("{module}::{owner}holds"),
            name: "holds".to_owned(),
            module: module.to_owned(),
            is_method,
            line: 1,
            is_unit: true,
            ..PropertyRecord::default()
        }
    }

    #[test]
    fn tests_of_functions_stand_beside_them() {
        let home = Home::of_property(&property("k::props", false), &[], false).expect("a home");
        assert_eq!(
            (home.file.as_str(), home.path_of("a").as_str()),
            ("holds", "props::gadfly_failures_holds::a")
        );
        assert_eq!(home.selector, ["--lib"]);
        let home =
            Home::of_property(&property("gadfly_test_laws", false), &[], false).expect("a home");
        assert_eq!(home.path_of("a"), "gadfly_failures_holds::a");
        assert_eq!(home.selector, ["--test", "laws"]);
    }

    #[test]
    fn tests_of_methods_need_a_place_of_their_own() {
        assert_eq!(Home::of_property(&property("k::props", true), &[], false), None);
        let hooks = ["gadfly_test_laws".to_owned(), "k::inner".to_owned()];
        let home = Home::of_property(&property("k::props", true), &hooks, false).expect("a home");
        assert_eq!(home.file, "stack_i32_holds");
        assert_eq!(home.path_of("a"), "inner::gadfly_failures_stack_i32_holds::a");
    }

    #[test]
    fn functions_of_one_name_have_tests_in_files_of_their_own() {
        let hooks = ["k".to_owned(), "gadfly_test_laws".to_owned()];
        let file = |module: &str| {
            Home::of_property(&property(module, false), &hooks, true).expect("a home").file
        };
        assert_eq!(file("k"), "crate_holds");
        assert_eq!(file("k::a::props"), "a_props_holds");
        assert_eq!(file("gadfly_test_laws"), "laws_holds");
        assert_eq!(Home::of_property(&property("k::a", false), &[], true), None);
    }
}
