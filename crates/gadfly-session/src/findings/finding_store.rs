//! Findings on disk: `findings/` has each that a test shows, with that test alone in a file.
//!
//! Records have sums: a damaged one must not pass for a finding that is fixed, or has never been.

use std::collections::BTreeSet;
use std::path::PathBuf;

use gadfly_build::atomic_file;
use gadfly_cargo::read_regular;
use gadfly_tests::place::Placer;
use gadfly_wire::fnv64;
use serde::{Deserialize, Serialize};

use crate::artifacts::{Artifacts, ArtifactsError, write_atomically};
use crate::error::CliError;
use crate::report::Finding;

/// The most bytes of a record, and of its test.
const MOST: u64 = 64 << 20;

/// A finding of some run, and its test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredFinding {
    /// The finding.
    pub(crate) finding: Finding,
    /// A file with nothing but its test.
    pub(crate) text: String,
}

/// All findings that are kept.
#[derive(Debug, Default)]
pub(crate) struct StoredFindings {
    /// Those that can be read, by id.
    pub(crate) whole: Vec<StoredFinding>,
    /// The ids of the others.
    pub(crate) damaged: Vec<String>,
}

/// A finding as it is kept.
#[derive(Deserialize, Serialize)]
struct StoredRecord {
    finding: Finding,
    /// The sum of the finding.
    sum: String,
    /// The sum of its test.
    test_sum: String,
}

impl StoredFinding {
    /// The name of its test.
    pub(crate) fn test(&self) -> Option<&str> {
        Some(test_of(&self.finding)?.1)
    }
}

/// Keeps a finding with its test, for later.
pub(crate) fn keep(artifacts: &Artifacts, finding: &Finding, text: &str) -> Result<(), CliError> {
    let folder = folder(artifacts);
    atomic_file::make_own_folder(&folder)
        .map_err(|source| ArtifactsError::Create { path: folder, source })?;
    write_atomically(&path(artifacts, &finding.id, "rs"), text.as_bytes())?;
    let record = StoredRecord {
        sum: sum_of(finding),
        test_sum: sum(text.as_bytes()),
        finding: finding.clone(),
    };
    let json = serde_json::to_vec_pretty(&record).expect("plain data has a JSON form");
    Ok(write_atomically(&path(artifacts, &finding.id, "json"), &json)?)
}

/// One finding by its name. Its test is taken from the crate where its own file is damaged.
pub(crate) fn one(artifacts: &Artifacts, placer: &Placer, id: &str) -> Option<StoredFinding> {
    // It is part of a file's name, and anybody can type one.
    if !is_id(id) {
        return None;
    }
    let json = read_regular(&path(artifacts, id, "json"), MOST).ok()?;
    let StoredRecord { finding, sum: expected, test_sum } = serde_json::from_slice(&json).ok()?;
    if finding.id != id || sum_of(&finding) != expected {
        return None;
    }
    let text = read_regular(&path(artifacts, id, "rs"), MOST).ok();
    let text = text.filter(|text| sum(text) == test_sum).and_then(|it| String::from_utf8(it).ok());
    let in_crate = || test_of(&finding).and_then(|(file, test)| placer.alone(file, test));
    let text = text.or_else(in_crate)?;
    Some(StoredFinding { finding, text })
}

/// All findings, by id.
pub(crate) fn all(artifacts: &Artifacts, placer: &Placer) -> StoredFindings {
    let entries = std::fs::read_dir(folder(artifacts)).into_iter().flatten().flatten();
    let names = entries.map(|entry| PathBuf::from(entry.file_name()));
    // Either file is enough to know that there was one.
    let ids: BTreeSet<String> = names
        .filter(|name| name.extension().is_some_and(|found| found == "json" || found == "rs"))
        .filter_map(|name| Some(name.file_stem()?.to_str()?.to_owned()))
        .filter(|id| is_id(id))
        .collect();
    let mut found = StoredFindings::default();
    for id in ids {
        match one(artifacts, placer, &id) {
            Some(stored) => found.whole.push(stored),
            None => found.damaged.push(id),
        }
    }
    found
}

/// Forgets a finding.
pub(crate) fn forget(artifacts: &Artifacts, id: &str) {
    for extension in ["json", "rs"] {
        // One that cannot be removed is looked at again in the next run.
        atomic_file::clear(&path(artifacts, id, extension));
    }
}

/// The file and the name of a finding's test.
fn test_of(finding: &Finding) -> Option<(&str, &str)> {
    finding.test.as_deref()?.split_once("::")
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric())
}

fn sum_of(finding: &Finding) -> String {
    sum(&serde_json::to_vec(finding).expect("plain data has a JSON form"))
}

fn sum(bytes: &[u8]) -> String {
    format!("{:016x}", fnv64(bytes))
}

fn folder(artifacts: &Artifacts) -> PathBuf {
    artifacts.dir().join("findings")
}

fn path(artifacts: &Artifacts, id: &str, extension: &str) -> PathBuf {
    folder(artifacts).join(format!("{id}.{extension}"))
}

#[cfg(test)]
mod tests {
    use gadfly_testkit::mutation::Dice;

    use super::*;

    /// Mutated records of each sort.
    const MUTATIONS: usize = 4000;
    const TEXT: &str = "//! Header.\n\n#[test]\nfn url_debug_panics() {\n    one();\n}\n";

    struct Place {
        root: tempfile::TempDir,
        artifacts: Artifacts,
        placer: Placer,
    }

    /// A place with one finding.
    fn place() -> Place {
        let root = tempfile::tempdir().expect("a folder");
        let artifacts = Artifacts::open(root.path().join("out")).expect("opened");
        let placer = Placer::new(&root.path().join("crate"), &root.path().join("placed"));
        keep(&artifacts, &Finding::example(), TEXT).expect("kept");
        Place { root, artifacts, placer }
    }

    fn read(place: &Place) -> StoredFindings {
        all(&place.artifacts, &place.placer)
    }

    #[test]
    fn mutated_records_are_whole_or_damaged() {
        let place = place();
        let whole = StoredFinding { finding: Finding::example(), text: TEXT.to_owned() };
        assert_eq!(read(&place).whole, std::slice::from_ref(&whole));
        let mut dice = Dice(11);
        let words: &[&[u8]] = &[b"null", b"{", b"\"", b"99", b"panic", b"}\n"];
        let (mut kept, mut damaged) = (0, 0);
        for extension in ["json", "rs"] {
            let file = path(&place.artifacts, &whole.finding.id, extension);
            let bytes = std::fs::read(&file).expect("a record");
            for _ in 0..MUTATIONS {
                std::fs::write(&file, dice.mutate(&bytes, words)).expect("written");
                let found = read(&place);
                assert_eq!(found.whole.len() + found.damaged.len(), 1, "it is not forgotten");
                assert!(found.whole.iter().all(|it| *it == whole), "no other finding");
                kept += found.whole.len();
                damaged += found.damaged.len();
            }
            std::fs::write(&file, bytes).expect("written");
        }
        // What changes nothing, or only white space, does no damage.
        assert!(kept > 20 && damaged > MUTATIONS, "{kept} {damaged}");
    }

    #[cfg(unix)]
    #[test]
    fn records_that_are_no_files_are_damaged() {
        let place = place();
        let id = Finding::example().id;
        let elsewhere = place.root.path().join("elsewhere");
        std::fs::write(&elsewhere, "mine").expect("written");
        for extension in ["json", "rs"] {
            let file = path(&place.artifacts, &id, extension);
            let bytes = std::fs::read(&file).expect("a record");
            for damage in [
                |file: &std::path::Path, _: &std::path::Path| std::fs::create_dir(file),
                |file: &std::path::Path, to: &std::path::Path| std::os::unix::fs::symlink(to, file),
            ] {
                std::fs::remove_file(&file).expect("it is there");
                assert_eq!(read(&place).damaged, std::slice::from_ref(&id), "one file is missing");
                damage(&file, &elsewhere).expect("made");
                assert_eq!(read(&place).damaged, std::slice::from_ref(&id));
                // The next run writes it again.
                keep(&place.artifacts, &Finding::example(), TEXT).expect("kept");
                assert_eq!(std::fs::read(&file).expect("a record"), bytes);
            }
        }
        assert_eq!(std::fs::read(&elsewhere).expect("a file"), b"mine");
    }

    #[test]
    fn tests_are_restored_from_the_crate() {
        let place = place();
        let finding = Finding::example();
        let file = path(&place.artifacts, &finding.id, "rs");
        std::fs::write(&file, "#[test]\nfn url_debug_panics() {}\n").expect("written");
        assert_eq!(
            read(&place).damaged,
            std::slice::from_ref(&finding.id),
            "the crate has no such test"
        );
        let tests = place.root.path().join("crate/tests");
        std::fs::create_dir_all(&tests).expect("a folder");
        std::fs::write(tests.join("gadfly_failures.rs"), TEXT).expect("written");
        assert_eq!(read(&place).whole, [StoredFinding { finding, text: TEXT.to_owned() }]);
    }
}
