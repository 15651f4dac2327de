//! A file as it is read.

use crate::head::{CHECKSUM, SIGNATURE};
use crate::{checksum, Origin};

/// The parts of a file that has a checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestFile<'f> {
    /// The command that wrote it; nothing for a head of another version.
    pub origin: Option<Origin>,
    /// `true` if a person has edited it.
    pub is_edited: bool,
    /// The signature that its tests were written for.
    pub signature: Option<&'f str>,
    /// Everything below.
    pub contents: &'f str,
}

impl<'f> TestFile<'f> {
    /// Reads a file; nothing if it has no checksum, as one that a person wrote.
    pub fn read(text: &'f str) -> Option<TestFile<'f>> {
        let (head, rest) = text.split_once(CHECKSUM)?;
        let (sum, body) = rest.split_once('\n')?;
        let (signature, contents) =
            match body.strip_prefix(SIGNATURE).and_then(|it| it.split_once('\n')) {
                Some((signature, contents)) => (Some(signature), contents),
                None => (None, body),
            };
        let is_edited = u64::from_str_radix(sum, 16) != Ok(checksum(body));
        // The other lines of a head are prose, and differ between versions.
        let origin = Origin::of_line(head.lines().next()?);
        Some(TestFile { origin, is_edited, signature, contents })
    }

    /// Reads a file that is as a command wrote it; nothing if a person, or another command, has written or edited it.
    pub fn unedited(text: &'f str, origin: Origin) -> Option<TestFile<'f>> {
        TestFile::read(text).filter(|file| !file.is_edited && file.origin == Some(origin))
    }
}

/// Returns whether two lines name the same signature: compilers put spaces between words in different ways.
pub fn same_signature(one: &str, other: &str) -> bool {
    let characters = |text: &str| text.split_whitespace().collect::<String>();
    characters(one) == characters(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Head;

    #[test]
    fn written_files_are_read_back() {
        let head = Head::Check { signature: "fn(u8)" };
        let text = head.file("\n#[test]\nfn holds_1() {}\n");
        let file = TestFile::unedited(&text, Origin::Check).expect("as written");
        assert_eq!(file.signature, Some("fn(u8)"));
        assert_eq!(file.contents, "\n#[test]\nfn holds_1() {}\n");
        assert_eq!(TestFile::unedited(&text, Origin::Exhaust), None);
        let values = Head::Values { ty: "u8" }.file("{\n    &[]\n}\n");
        assert!(TestFile::unedited(&values, Origin::Values).is_some());
    }

    #[test]
    fn edited_files_are_recognised() {
        let text = Head::Exhaust.file("insert(1);\n");
        let edited = text.replace("insert(1)", "insert(3)");
        assert!(TestFile::read(&edited).is_some_and(|file| file.is_edited));
        assert_eq!(TestFile::unedited(&edited, Origin::Exhaust), None);
        let other_head = text.replace("Written by", "Kept by");
        assert_eq!(TestFile::unedited(&other_head, Origin::Exhaust), None);
        assert_eq!(TestFile::read("#[test]\nfn mine() {}\n"), None);
    }

    #[test]
    fn files_of_other_versions_are_not_edited() {
        let text = Head::Exhaust.file("insert(1);\n");
        let promise = text.lines().nth(1).expect("a second line");
        let reworded = text.replace(promise, "// Gadfly adds to it while it is unedited.");
        assert!(TestFile::unedited(&reworded, Origin::Exhaust).is_some());
    }

    #[test]
    fn spaces_do_not_distinguish_signatures() {
        assert!(same_signature("fn (u8)->bool", "fn(u8) -> bool"));
        assert!(!same_signature("fn(u8)", "fn(u16)"));
    }
}
