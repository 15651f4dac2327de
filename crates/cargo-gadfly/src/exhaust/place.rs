//! Files of proven tests, `tests/gadfly_failures/<function>.rs`: one per function, which an
//! attribute makes part of the function's module. Tests are only ever added, and never to a file
//! that a person has changed; the checksum in its head tells.

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
    add(path, old, EXHAUST, name, text)
}

/// What a file holds; nothing if it is not there.
pub(crate) fn read(path: &Path) -> Result<String, NotPlaced> {
    match std::fs::read_to_string(path) {
        Ok(old) => Ok(old),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(NotPlaced::Unusable { path: path.to_owned(), reason: error.to_string() }),
    }
}

/// Adds a test called after `name` to what a file holds, in thought. `head` is how the file begins.
pub(crate) fn add(
    path: PathBuf,
    old: String,
    head: &str,
    name: &str,
    text: &TestText,
) -> Result<Draft, NotPlaced> {
    let Some(tests) = tests_of(&old, head) else { return Err(NotPlaced::Changed { path }) };
    let number = tests.matches("#[test]").count();
    for known in 1..=number {
        let test = format!("{name}_{known}");
        if tests.contains(&text.named(&test)) {
            return Ok(Draft { path, content: old, test, is_known: true });
        }
    }
    let test = format!("{name}_{}", number + 1);
    let tests = format!("{tests}\n{}", text.named(&test));
    let content = format!("{head}{LEAVE}{:016x}\n{tests}", checksum(&tests));
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

/// What stands below the head, unless a person changed the file.
fn tests_of<'f>(file: &'f str, head: &str) -> Option<&'f str> {
    if file.is_empty() {
        return Some("");
    }
    let (sum, tests) = file.strip_prefix(head)?.strip_prefix(LEAVE)?.split_once('\n')?;
    (u64::from_str_radix(sum, 16) == Ok(checksum(tests))).then_some(tests)
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
