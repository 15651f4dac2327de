//! Replaces a file of tests of its own, as text.
//!
//! A file that was not touched since it was written last is replaced. In one that was, tests that were changed or added stay, and
//! only unchanged tests are updated.

use super::merging::{Merged, merge};

/// What becomes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// It stays.
    Nothing,
    /// It is written.
    Write,
    /// It is what was to be written: only the copy of it is.
    Record,
    /// It is removed: there is no test for it any more.
    Remove,
    /// A person has edited it, and nothing is to be added.
    Keep,
    /// A person has edited it, and tests are added if the result compiles.
    Merge(Merged),
}

/// Plans to replace a file. `last` is the copy of what was written last; `new` is empty if there is no test.
pub fn replace(existing: Option<&str>, last: Option<&str>, new: &str) -> Replacement {
    let Some(existing) = existing else {
        return if new.is_empty() { Replacement::Nothing } else { Replacement::Write };
    };
    if last == Some(existing) {
        return match new {
            "" => Replacement::Remove,
            _ if existing == new => Replacement::Nothing,
            _ => Replacement::Write,
        };
    }
    if existing == new {
        return Replacement::Record;
    }
    let merged = merge(existing, last.unwrap_or(""), new);
    if merged.text == existing { Replacement::Keep } else { Replacement::Merge(merged) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "//! Header.\n\n#[test]\nfn a() {\n    one();\n}\n";
    const NEW: &str = "//! Header.\n\n#[test]\nfn b() {\n    two();\n}\n";

    #[test]
    fn untouched_files_are_replaced() {
        assert_eq!(replace(None, None, ""), Replacement::Nothing);
        assert_eq!(replace(None, Some(OLD), NEW), Replacement::Write);
        assert_eq!(replace(Some(OLD), Some(OLD), NEW), Replacement::Write);
        assert_eq!(replace(Some(OLD), Some(OLD), OLD), Replacement::Nothing);
        assert_eq!(replace(Some(OLD), Some(OLD), ""), Replacement::Remove);
    }

    #[test]
    fn edited_files_keep_their_tests() {
        assert_eq!(replace(Some(OLD), None, OLD), Replacement::Record);
        assert_eq!(replace(Some(OLD), None, ""), Replacement::Keep);
        let Replacement::Merge(merged) = replace(Some(OLD), None, NEW) else {
            panic!("a test is added");
        };
        assert_eq!(
            (merged.text, merged.kept),
            (format!("{OLD}\n#[test]\nfn b() {{\n    two();\n}}\n"), 1)
        );
    }
}
