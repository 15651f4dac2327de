//! The test files that a harness for properties links beside the crate.

use std::path::{Path, PathBuf};

use gadfly_plan::properties::Spell;

/// The linked crates.
#[derive(Clone, Debug)]
pub struct Linked {
    /// Test files with properties, each as a crate.
    pub tests: Vec<TestCrate>,
    /// The spelling of items of the standard library.
    pub spell: Spell,
}

/// The prefix of crates of test files.
pub const TEST_PREFIX: &str = "gadfly_test_";

/// A test file as a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCrate {
    /// The file's name without its extension.
    pub test: String,
    /// The file.
    pub file: PathBuf,
}

impl TestCrate {
    /// The crate's name.
    pub fn crate_name(&self) -> String {
        format!("{TEST_PREFIX}{}", self.test.replace('-', "_"))
    }

    /// The package's name, and its folder's.
    pub(crate) fn package(&self) -> String {
        format!("gadfly-test-{}", self.test)
    }
}

/// The files of a package's `tests` folder that have properties.
pub fn test_crates(package_root: &Path) -> Vec<TestCrate> {
    let files = std::fs::read_dir(package_root.join("tests")).into_iter().flatten().flatten();
    let mut found: Vec<TestCrate> = files
        .filter_map(|file| {
            let path = file.path();
            let name = path.file_name()?.to_str()?.to_owned();
            let (test, file) = match name.strip_suffix(".rs") {
                Some(test) => (test.to_owned(), path.clone()),
                None => (name.clone(), path.join("main.rs")),
            };
            let text = std::fs::read_to_string(&file).ok()?;
            let has_properties = text.contains("gadfly") && text.contains("check");
            (has_properties && !test.starts_with("gadfly_")).then_some(TestCrate { test, file })
        })
        .collect();
    found.sort_by(|a, b| a.test.cmp(&b.test));
    found
}
