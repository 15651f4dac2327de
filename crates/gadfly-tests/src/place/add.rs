//! Adds a test to the file of a function or property, as text.
//!
//! Tests are only ever added, and each once. Those that were written for another signature of a property are dropped.

use gadfly_test_file::{Head, TestFile, same_signature};

use crate::emit::TestText;

/// A file with a test added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// Its text.
    pub content: String,
    /// The name of the test.
    pub test: String,
    /// `true` if the file holds this very test already.
    pub is_known: bool,
}

/// Adds a test, numbered under `name`, to a file; nothing if a person has edited the file.
pub fn add(file: &str, head: &Head<'_>, name: &str, text: &TestText) -> Option<Addition> {
    let tests = kept(file, head)?;
    let number = tests.matches("#[test]").count();
    for known in 1..=number {
        let test = format!("{name}_{known}");
        if tests.contains(&text.named(&test)) {
            return Some(Addition { content: file.to_owned(), test, is_known: true });
        }
    }
    let test = format!("{name}_{}", number + 1);
    let content = head.file(&format!("{tests}\n{}", text.named(&test)));
    Some(Addition { content, test, is_known: false })
}

/// The tests of a file that stay; nothing if a person has edited the file.
fn kept<'f>(file: &'f str, head: &Head<'_>) -> Option<&'f str> {
    if file.is_empty() {
        return Some("");
    }
    let file = TestFile::unedited(file, head.origin())?;
    let is_for_another = match (file.signature, head.signature()) {
        (Some(old), Some(now)) => !same_signature(old, now),
        // Nothing is known of those: they stay as long as they compile.
        _ => false,
    };
    Some(if is_for_another { "" } else { file.contents })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(file: &str, head: Head<'_>, body: &str) -> Option<Addition> {
        let text =
            TestText { summary: "It fails.".to_owned(), ignored: None, body: body.to_owned() };
        add(file, &head, "holds", &text)
    }

    #[test]
    fn tests_are_added_once() {
        let first = added("", Head::Exhaust, "holds(1);").expect("added");
        assert_eq!((first.test.as_str(), first.is_known), ("holds_1", false));
        let again = added(&first.content, Head::Exhaust, "holds(1);").expect("known");
        assert_eq!((again.test.as_str(), again.is_known), ("holds_1", true));
        assert_eq!(again.content, first.content);
        let second = added(&first.content, Head::Exhaust, "holds(2);").expect("added");
        assert_eq!((second.test.as_str(), second.is_known), ("holds_2", false));
        assert!(second.content.contains("holds(1);"), "{}", second.content);
        assert!(added(&second.content, Head::Exhaust, "holds(2);").is_some_and(|it| it.is_known));
    }

    #[test]
    fn tests_for_another_signature_are_dropped() {
        let added = |file: &str, signature: &str, body: &str| {
            added(file, Head::Check { signature }, body).expect("added")
        };
        let first = added("", "fn(u8)", "holds(1);");
        let second = added(&first.content, "fn(u8)", "holds(2);");
        assert_eq!(second.test, "holds_2");
        assert_eq!(second.content.matches("// Signature: fn(u8)\n").count(), 1);
        let other = added(&second.content, "fn(u16, u8)", "holds(1, 2);");
        assert_eq!(other.test, "holds_1");
        assert!(!other.content.contains("holds(1);"), "{}", other.content);
        let read = TestFile::read(&other.content).expect("a head");
        assert_eq!(read.signature, Some("fn(u16, u8)"));
    }

    #[test]
    fn edited_files_are_left_alone() {
        assert_eq!(added("#[test]\nfn mine() {}\n", Head::Exhaust, "holds(1);"), None);
        let first = added("", Head::Exhaust, "holds(1);").expect("added").content;
        let edited = first.replace("holds(1)", "holds(3)");
        assert_eq!(added(&edited, Head::Exhaust, "holds(1);"), None);
        // Another command's file is not this one's to change.
        assert_eq!(added(&first, Head::CheckByName, "holds(1);"), None);
    }
}
