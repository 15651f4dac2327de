//! `Debug` texts, as hashes.

use std::fmt::{self, Debug, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// The number of bytes after which formatting is ended.
const LONGEST: usize = 8192;
/// The number of bytes that are kept.
const KEPT: usize = 64;

/// The result of formatting a value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Text {
    /// The value has a text.
    Formatted(Formatted),
    /// Its `Debug` refused.
    Missing,
    /// Its `Debug` panicked.
    Panicked,
}

/// The start and the hash of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Formatted {
    pub(crate) hash: u64,
    pub(crate) start: String,
}

/// Formats a value. The caller has switched logging off, for `Debug` may call traced functions.
pub(crate) fn of(value: &dyn Debug) -> Text {
    let mut out = Hasher { hash: 0xcbf2_9ce4_8422_2325, length: 0, start: String::new() };
    let result = catch_unwind(AssertUnwindSafe(|| write!(out, "{value:?}")));
    match result {
        Err(payload) => {
            // A payload that panics when it is dropped would unwind out of here.
            std::mem::forget(payload);
            Text::Panicked
        }
        Ok(Err(_)) if out.length <= LONGEST => Text::Missing,
        Ok(_) => Text::Formatted(Formatted { hash: out.hash, start: out.start }),
    }
}

/// Hashes what is written to it, and ends the writing when that becomes long.
struct Hasher {
    hash: u64,
    length: usize,
    start: String,
}

impl Write for Hasher {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self.length += text.len();
        if self.start.len() <= KEPT {
            self.start.push_str(text.get(..KEPT + 1).unwrap_or(text));
        }
        if self.length > LONGEST {
            return Err(fmt::Error);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &dyn Debug) -> Formatted {
        match of(value) {
            Text::Formatted(text) => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn equal_texts_have_equal_hashes() {
        assert_eq!(text(&vec![1, 2]), text(&[1, 2]));
        assert_ne!(text(&[1, 2]).hash, text(&[1, 3]).hash);
        assert_eq!(text(&Some(1)).start, "Some(1)");
    }

    #[test]
    fn long_texts_are_cut() {
        let long = text(&vec![7_u8; 1 << 20]);
        assert!(long.start.len() <= 2 * KEPT + 1, "{}", long.start.len());
        assert_eq!(long.hash, text(&vec![7_u8; 1 << 19]).hash);
    }

    #[test]
    fn refusals_and_panics_are_no_texts() {
        struct Refuses;
        impl Debug for Refuses {
            fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
                Err(fmt::Error)
            }
        }
        struct Panics;
        impl Debug for Panics {
            fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
                panic!("not now")
            }
        }
        assert_eq!(of(&Refuses), Text::Missing);
        assert_eq!(of(&Panics), Text::Panicked);
    }
}
