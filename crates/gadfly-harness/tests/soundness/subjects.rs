//! The subjects, each with one harness for all tests.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use gadfly_harness::workshop::write_if_changed;

use super::oracle::Bench;

/// A crate that is sampled.
pub(super) struct Subject {
    /// Its folder below the root of the repository.
    pub(super) name: &'static str,
    /// How many of its sequences are judged.
    pub(super) sequences: u32,
    bench: OnceLock<Bench>,
}

/// Crates chosen for their borrows, and one without for comparison.
pub(super) static SUBJECTS: [Subject; 4] = [
    subject("fixtures/borrows", 250),
    subject("fixtures/generics", 150),
    subject("examples/text-cursor", 100),
    subject("fixtures/plain", 50),
];

const fn subject(name: &'static str, sequences: u32) -> Subject {
    Subject { name, sequences, bench: OnceLock::new() }
}

/// The harness of a subject, made when it is first asked for.
pub(super) fn bench(name: &str) -> &'static Bench {
    let subject = SUBJECTS.iter().find(|subject| subject.name == name).expect("a known subject");
    subject.bench.get_or_init(|| {
        let base = Path::new(env!("CARGO_TARGET_TMPDIR")).join("soundness");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("a root");
        let copy = base.join("subjects").join(name);
        copy_changed(&root.join(name), &copy);
        Bench::prepare(&copy, &base)
    })
}

/// Files that are the same keep their times, so that nothing is built again for them.
fn copy_changed(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("a folder can be read") {
        let path: PathBuf = entry.expect("a folder can be read").path();
        let name = path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" {
                copy_changed(&path, &to.join(name));
            }
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            let name = if name == "Cargo_test.toml" { "Cargo.toml" } else { &name };
            write_if_changed(&to.join(name), &text).expect("a file can be written");
        }
    }
}
