//! A published crate with properties of ours in its tests folder.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use crate::bench_api::fetch::{Release, sources};
use crate::run::output;

/// A crate, and the properties it is tried with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Subject {
    /// The crate.
    #[serde(rename = "crate")]
    pub(super) name: String,
    /// The number of the bug in the list of known ones.
    pub(super) row: Option<u32>,
    /// The file with the properties, in `benches/check`.
    pub(super) file: String,
    /// A version that has the bug.
    pub(super) bad: String,
    /// A version that has not.
    pub(super) good: Option<String>,
    /// Patterns of the items to include.
    #[serde(default)]
    pub(super) include: Vec<String>,
    /// Properties that must fail in the bad version.
    pub(super) finds: Vec<String>,
}

#[derive(Deserialize)]
struct File {
    subject: Vec<Subject>,
}

/// Reads the list.
pub(super) fn parse(text: &str) -> Result<Vec<Subject>, String> {
    toml::from_str::<File>(text).map(|file| file.subject).map_err(|error| error.to_string())
}

impl Subject {
    /// The versions, and whether each has the bug.
    pub(super) fn versions(&self) -> Vec<(&str, bool)> {
        let good = self.good.iter().map(|good| (good.as_str(), false));
        std::iter::once((self.bad.as_str(), true)).chain(good).collect()
    }

    /// Checks the properties in a version.
    pub(super) fn check(&self, root: &Path, version: &str) -> Result<Value, String> {
        let folder = root.join("target/bench-check");
        let release = Release { name: &self.name, version, checksum: None };
        let copy = sources(&folder, release)?;
        self.arm(root, &copy)?;
        let command = root.join("target/release/cargo-gadfly");
        let out = folder.join("out").join(format!("{}-{version}", self.name));
        let out = out.to_string_lossy().into_owned();
        let mut arguments = vec!["check", "--format", "json", "--no-tests", "--quiet"];
        arguments.extend(["--out", &out]);
        for pattern in &self.include {
            arguments.extend(["--include", pattern]);
        }
        let text = output(&command, &arguments, &copy)?;
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    /// Puts the properties into the crate, and takes its own tests out of it, with what they are built from.
    fn arm(&self, root: &Path, copy: &Path) -> Result<(), String> {
        let failed =
            |error: &dyn std::fmt::Display| format!("failed to prepare {}: {error}", self.name);
        let tests = copy.join("tests");
        for folder in ["tests", "benches", "examples"] {
            let _ = std::fs::remove_dir_all(copy.join(folder));
        }
        std::fs::create_dir_all(&tests).map_err(|error| failed(&error))?;
        let from: PathBuf = root.join("benches/check").join(&self.file);
        std::fs::copy(from, tests.join("laws.rs")).map_err(|error| failed(&error))?;
        let manifest = copy.join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).map_err(|error| failed(&error))?;
        let mut table: toml::Table = text.parse().map_err(|error| failed(&error))?;
        for targets in ["test", "bench", "example", "bin"] {
            table.remove(targets);
        }
        if let Some(package) = table.get_mut("package").and_then(toml::Value::as_table_mut) {
            package.remove("autotests");
        }
        let mut library = toml::Table::new();
        let path = root.join("crates/gadfly").to_string_lossy().into_owned();
        library.insert("path".to_owned(), path.into());
        let section = table
            .entry("dev-dependencies")
            .or_insert_with(|| toml::Value::Table(toml::Table::new()));
        if let Some(section) = section.as_table_mut() {
            section.insert("gadfly".to_owned(), library.into());
        }
        table.entry("workspace").or_insert_with(|| toml::Value::Table(toml::Table::new()));
        std::fs::write(&manifest, table.to_string()).map_err(|error| failed(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_list_can_be_read_and_has_its_files() {
        let subjects = parse(include_str!("../../../benches/check.toml")).expect("well-formed");
        assert!(subjects.len() >= 5);
        let folder = crate::run::root().join("benches/check");
        for subject in &subjects {
            let text = std::fs::read_to_string(folder.join(&subject.file)).expect("a file");
            assert!(subject.finds.iter().all(|name| text.contains(&format!("fn {name}("))));
        }
        let rows: Vec<u32> = subjects.iter().filter_map(|subject| subject.row).collect();
        assert_eq!(rows, [42, 45, 48, 51, 54]);
    }
}
