//! Files of proven tests, `tests/gadfly_failures/<function>.rs`: one per function, which an
//! attribute makes part of the function's module. Tests are only ever added, and never to a file
//! that a person has changed; the checksum in its head tells. What was written for another
//! signature of a property is written anew.

use std::path::{Path, PathBuf};

use super::test_source::TestText;
use crate::artifacts;

/// How a file begins whose tests stand beside the function that they call.
pub(crate) const EXHAUST: &str =
    "// Written by `cargo gadfly exhaust`; part of the module of the function of the same name.";
/// The same for properties.
pub(crate) const CHECK: &str =
    "// Written by `cargo gadfly check`; part of the module of the property of the same name.";
/// How a file begins whose tests call a property by its name.
pub(crate) const BY_NAME: &str = "// Written by `cargo gadfly check`; its tests call a property by name, from wherever gadfly::regressions!() stands.";

const LEAVE: &str =
    "\n// Change it as you like: gadfly adds to it only as long as nobody has.\n// Checksum: ";

/// What stands before the signature that tests were written for; the attribute looks for it.
const SIGNATURE: &str = "// Signature: ";

/// The file of a function as it is going to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    pub(crate) path: PathBuf,
    pub(crate) content: String,
    /// The name of the test.
    pub(crate) test: String,
    /// Whether the file holds this very test already.
    pub(crate) is_known: bool,
}

/// Why a test is shown but not placed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotPlaced {
    /// A person changed the file.
    #[error("{} was changed by hand; delete it to have it written anew", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be read or written.
    #[error("{} cannot be used: {reason}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
}

/// Adds a test to the file of a function, in thought.
pub(super) fn draft(failures: &Path, name: &str, text: &TestText) -> Result<Draft, NotPlaced> {
    let path = failures.join(format!("{name}.rs"));
    let old = read(&path)?;
    add(path, &old, &Head { line: EXHAUST, signature: None }, name, text)
}

/// What a file holds; nothing if it is not there.
pub(crate) fn read(path: &Path) -> Result<String, NotPlaced> {
    match std::fs::read_to_string(path) {
        Ok(old) => Ok(old),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(NotPlaced::Unusable { path: path.to_owned(), reason: error.to_string() }),
    }
}

/// How a file begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head<'h> {
    /// Its first line.
    pub(crate) line: &'h str,
    /// The signature that its tests are for; nothing where they get along with any.
    pub(crate) signature: Option<&'h str>,
}

/// Adds a test called after `name` to what a file holds, in thought.
pub(crate) fn add(
    path: PathBuf,
    old: &str,
    head: &Head<'_>,
    name: &str,
    text: &TestText,
) -> Result<Draft, NotPlaced> {
    let Some(written) = written(old, head.line) else { return Err(NotPlaced::Changed { path }) };
    let (stays, tests) = match (written_for(written), head.signature) {
        (Some((old, tests)), Some(now)) => (is_same(old, now), tests),
        // Nothing is known of those: they stay as long as they compile.
        _ => (true, written),
    };
    let tests = if stays { tests } else { "" };
    let number = tests.matches("#[test]").count();
    for known in 1..=number {
        let test = format!("{name}_{known}");
        if tests.contains(&text.named(&test)) {
            return Ok(Draft { path, content: old.to_owned(), test, is_known: true });
        }
    }
    let test = format!("{name}_{}", number + 1);
    let signature = head.signature.map(|signature| format!("{SIGNATURE}{signature}\n"));
    let tests = format!("{}{tests}\n{}", signature.unwrap_or_default(), text.named(&test));
    let content = format!("{}{LEAVE}{:016x}\n{tests}", head.line, checksum(&tests));
    Ok(Draft { path, content, test, is_known: false })
}

/// Puts a draft in its place.
pub(crate) fn place(draft: &Draft) -> Result<(), NotPlaced> {
    let unusable = |reason: String| NotPlaced::Unusable { path: draft.path.clone(), reason };
    let folder = draft.path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|error| unusable(error.to_string()))?;
    artifacts::write_atomically(&draft.path, draft.content.as_bytes())
        .map_err(|error| unusable(error.to_string()))
}

/// The same number everywhere and for ever.
pub(crate) fn checksum(text: &str) -> u64 {
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// What stands below the checksum, unless a person changed the file. `head` is its first line.
pub(crate) fn written<'f>(file: &'f str, head: &str) -> Option<&'f str> {
    if file.is_empty() {
        return Some("");
    }
    let (sum, tests) = file.strip_prefix(head)?.strip_prefix(LEAVE)?.split_once('\n')?;
    (u64::from_str_radix(sum, 16) == Ok(checksum(tests))).then_some(tests)
}

/// Whether two lines name the same signature: compilers put spaces between words in different ways.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let close = |text: &str| text.split_whitespace().collect::<String>();
    close(one) == close(other)
}

/// The signature that tests were written for, and the tests; nothing if none is named.
pub(crate) fn written_for(written: &str) -> Option<(&str, &str)> {
    written.strip_prefix(SIGNATURE)?.split_once('\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(body: &str) -> TestText {
        TestText { summary: "It fails.".to_owned(), ignored: None, body: body.to_owned() }
    }

    #[test]
    fn tests_are_added_and_never_twice() {
        let folder = tempfile::tempdir().expect("a directory");
        let failures = folder.path().join("tests/gadfly_failures");
        let first = draft(&failures, "insert", &text("insert(1);")).expect("a draft");
        assert_eq!((first.test.as_str(), first.is_known), ("insert_1", false));
        place(&first).expect("placed");
        let again = draft(&failures, "insert", &text("insert(1);")).expect("a draft");
        assert_eq!((again.test.as_str(), again.is_known), ("insert_1", true));
        assert_eq!(again.content, first.content);
        let second = draft(&failures, "insert", &text("insert(2);")).expect("a draft");
        assert_eq!((second.test.as_str(), second.is_known), ("insert_2", false));
        assert!(second.content.contains("insert(1);"), "{}", second.content);
        place(&second).expect("placed");
        let third = draft(&failures, "insert", &text("insert(2);")).expect("a draft");
        assert!(third.is_known);
    }

    #[test]
    fn tests_for_another_signature_are_written_anew() {
        let add = |old: &str, signature: &str, body: &str| {
            let head = Head { line: CHECK, signature: Some(signature) };
            add(PathBuf::from("holds.rs"), old, &head, "holds", &text(body)).expect("a draft")
        };
        let first = add("", "fn(u8)", "holds(1);");
        let second = add(&first.content, "fn(u8)", "holds(2);");
        assert_eq!(second.test, "holds_2");
        assert_eq!(second.content.matches("// Signature: fn(u8)\n").count(), 1);
        let other = add(&second.content, "fn(u16, u8)", "holds(1, 2);");
        assert_eq!(other.test, "holds_1");
        assert!(!other.content.contains("holds(1);"), "{}", other.content);
        let old = written(&other.content, CHECK).and_then(written_for).expect("a signature");
        assert_eq!(old.0, "fn(u16, u8)");
    }

    #[test]
    fn a_file_that_a_person_touched_is_left_alone() {
        let folder = tempfile::tempdir().expect("a directory");
        let path = folder.path().join("insert.rs");
        std::fs::write(&path, "#[test]\nfn mine() {}\n").expect("written");
        let refused = draft(folder.path(), "insert", &text("insert(1);"));
        assert_eq!(refused, Err(NotPlaced::Changed { path: path.clone() }));
        std::fs::remove_file(&path).expect("removed");
        place(&draft(folder.path(), "insert", &text("insert(1);")).expect("a draft"))
            .expect("placed");
        let placed = std::fs::read_to_string(&path).expect("read");
        std::fs::write(&path, placed.replace("insert(1)", "insert(3)")).expect("written");
        let refused = draft(folder.path(), "insert", &text("insert(1);"));
        assert_eq!(refused, Err(NotPlaced::Changed { path }));
    }
}
