//! The subjects, each with one harness for all tests.

use std::path::Path;
use std::sync::OnceLock;

use super::copies::copy_of;
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
        let copy = copy_of(name, &base.join("subjects"));
        Bench::prepare(&copy, &base)
    })
}
