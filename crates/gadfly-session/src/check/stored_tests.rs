//! Tests of earlier runs: the inputs on which a property failed before come first in every run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gadfly_cargo::Subject;
use gadfly_model::rust_path;
use gadfly_plan::prepared::Prepared;
use gadfly_plan::properties::PropertyRecord;
use gadfly_test_file::{Folder, Origin, TestFile};
use gadfly_tests::home::Home;
use gadfly_tests::place::remove;
use gadfly_tests::prove::{CrateBuild, Ended, ProveError, Trial};

use super::crate_tests::crate_tests;
use crate::error::CliError;
use crate::pipeline::{Job, Observer};
use crate::report::StoredTest;
use crate::text;

/// Outcomes of stored tests.
#[derive(Debug, Default)]
pub(super) struct StoredTests {
    /// By property, its tests.
    pub(super) tests: BTreeMap<String, Vec<StoredTest>>,
    /// Files that do not compile any more, and what was done with them.
    pub(super) notes: Vec<String>,
}

/// A file of tests of one property.
struct StoredFile {
    property: String,
    home: Home,
    path: PathBuf,
    tests: Vec<String>,
    /// `true` if a person has not changed it.
    is_ours: bool,
}

/// The place of tests of a property; nothing if the crate has none.
pub(super) fn home_of(prepared: &Prepared, property: &PropertyRecord) -> Option<Home> {
    Home::of_property(property, &prepared.hooks, is_twin(prepared, property))
}

/// Returns whether a function in another module is a property of the same name.
pub(super) fn is_twin(prepared: &Prepared, property: &PropertyRecord) -> bool {
    let functions = prepared.properties.iter().filter(|other| !other.is_method);
    let modules = functions.filter(|other| other.name == property.name).map(|it| &it.module);
    !property.is_method && modules.collect::<BTreeSet<_>>().len() > 1
}

/// Runs the stored tests of these properties. A file that does not compile any more is removed, unless it has edits or files
/// may not be written.
pub(super) fn run_stored(
    subject: &Subject,
    job: &Job,
    prepared: &Prepared,
    chosen: &[PropertyRecord],
    console: &dyn Observer,
) -> Result<StoredTests, CliError> {
    let mut stored = StoredTests::default();
    let mut programs: BTreeMap<Vec<String>, Vec<StoredFile>> = BTreeMap::new();
    for file in files(subject, prepared, chosen) {
        programs.entry(file.home.selector.clone()).or_default().push(file);
    }
    if programs.is_empty() {
        return Ok(stored);
    }
    let stage = console.stage("Running", "stored failing inputs");
    // Tests may do as they like in there.
    let room = job.artifacts.dir().join("check/trial");
    std::fs::create_dir_all(&room)
        .map_err(|source| ProveError::Write { path: room.clone(), source })?;
    for (selector, mut files) in programs {
        let Some(program) = built(subject, job, &selector, &mut files, &mut stored)? else {
            continue;
        };
        for file in files {
            for test in &file.tests {
                let path = file.home.path_of(test);
                let trial = Trial {
                    package: Some(&subject.package_root),
                    ..Trial::new(&program, &room, &path)
                };
                let failure = failure(&trial.run()?.ended);
                let run = StoredTest { test: path.clone(), failure };
                stored.tests.entry(file.property.clone()).or_default().push(run);
            }
        }
    }
    let all = stored.tests.values().flatten();
    let failing = all.clone().filter(|test| test.failure.is_some()).count();
    let run = text::count(all.count() as u64, "stored input");
    stage.finish(&format!("{run}, {failing} still fail"));
    Ok(stored)
}

/// The files of tests that these properties have.
fn files(subject: &Subject, prepared: &Prepared, chosen: &[PropertyRecord]) -> Vec<StoredFile> {
    let mut known: BTreeSet<PathBuf> = BTreeSet::new();
    let mut found = Vec::new();
    for property in chosen.iter().filter(|property| !property.is_invariant) {
        let Some(home) = home_of(prepared, property) else { continue };
        let path = home.path(&subject.package_root);
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if !known.insert(path.clone()) {
            // Instances of a generic property share a file.
            continue;
        }
        let origins = [Origin::Check, Origin::CheckByName];
        let is_ours = origins.into_iter().any(|it| TestFile::unedited(&text, it).is_some());
        let (tests, property) = (tests_in(&text), property.key.clone());
        found.push(StoredFile { property, home, path, tests, is_ours });
    }
    found
}

/// The names of the tests in a file.
fn tests_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        is_test |= line == "#[test]";
        if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_test) {
            found.extend(rest.split('(').next().map(str::to_owned));
            is_test = false;
        }
    }
    found
}

/// The program with the stored tests; without files that do not compile any more. Nothing if it does not compile for another
/// reason.
fn built(
    subject: &Subject,
    job: &Job,
    selector: &[String],
    files: &mut Vec<StoredFile>,
    stored: &mut StoredTests,
) -> Result<Option<PathBuf>, CliError> {
    let tests = crate_tests(subject, job);
    loop {
        let (build, blamed) = tests.build_blaming(selector)?;
        let why = match build {
            CrateBuild::Built(program) => return Ok(Some(program)),
            CrateBuild::Rejected(why) => why,
        };
        let is_blamed = |path: &Path| blamed.iter().any(|name| is_same_file(path, name));
        let Some(index) = files.iter().position(|file| is_blamed(&file.path)) else {
            return Ok(None);
        };
        let file = files.remove(index);
        let name = format!("tests/{}/{}", Folder::Failures.name(), file.home.file_name());
        let why = why.lines().next().unwrap_or_default();
        let is_removed = file.is_ours && job.settings.write && remove(&file.path).is_ok();
        stored.notes.push(if is_removed {
            format!("removed {name}: it does not compile any more: {why}")
        } else {
            format!("{name} does not compile any more; repair or delete it: {why}")
        });
        if !is_removed {
            return Ok(None);
        }
    }
}

/// Returns whether the compiler's name of a file, which may be relative, is that of this one.
fn is_same_file(path: &Path, name: &str) -> bool {
    let name = Path::new(name);
    if name.is_absolute() { path == name } else { path.ends_with(name) }
}

/// The failure of a test; nothing if it passed.
fn failure(ended: &Ended) -> Option<String> {
    Some(match ended {
        Ended::Passed => return None,
        Ended::Panicked(message) => message.clone(),
        Ended::Late => "it does not return".to_owned(),
        Ended::Otherwise => "it ends its process".to_owned(),
    })
}

impl StoredTests {
    /// The tests of a property.
    pub(super) fn of(&self, property: &PropertyRecord) -> Vec<StoredTest> {
        self.tests.get(&property.key).cloned().unwrap_or_default()
    }
}

impl StoredTest {
    /// Its name without modules.
    pub fn name(&self) -> &str {
        rust_path::last(&self.test)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read_off_a_file() {
        let text = "//! A head.\n\n#[test]\nfn holds_1() {\n    fn helper() {}\n}\n\n/// More.\n\
                    #[test]\n#[ignore]\nfn holds_2() {}\n\nfn other() {}\n";
        assert_eq!(tests_in(text), ["holds_1", "holds_2"]);
    }

    #[test]
    fn files_are_recognised_by_relative_names() {
        let path = Path::new("/crate/tests/gadfly_failures/holds.rs");
        assert!(is_same_file(path, "tests/gadfly_failures/holds.rs"));
        assert!(is_same_file(path, "/crate/tests/gadfly_failures/holds.rs"));
        assert!(!is_same_file(path, "tests/gadfly_failures/other.rs"));
        assert!(!is_same_file(path, "/elsewhere/tests/gadfly_failures/holds.rs"));
    }

    #[test]
    fn late_tests_count_as_failing() {
        assert_eq!(failure(&Ended::Passed), None);
        assert_eq!(failure(&Ended::Late).as_deref(), Some("it does not return"));
        assert_eq!(failure(&Ended::Panicked("no".to_owned())).as_deref(), Some("no"));
    }
}
