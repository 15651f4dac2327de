//! Texts that are made while the search runs.
//!
//! They are used like literals, so they live as long as the process. Each is kept once, and when there
//! are very many, no more are made.

use std::collections::HashSet;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Longer ones are not made.
const LONGEST: usize = 200;
/// The total length of all texts, in bytes.
const MOST: usize = 32 << 20;

#[derive(Default)]
struct Texts {
    all: HashSet<&'static str>,
    bytes: usize,
}

static TEXTS: OnceLock<Mutex<Texts>> = OnceLock::new();

/// A text made of two others, as the command would make it; nothing when that is too long, or one too many.
pub fn spliced(text: &str, other: &str, number: usize) -> Option<&'static str> {
    let made = gadfly_wire::spliced(text, other, number as u64);
    if made.len() > LONGEST {
        return None;
    }
    let texts = TEXTS.get_or_init(Mutex::default);
    let mut texts = texts.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.all.get(made.as_str()) {
        return Some(known);
    }
    if texts.bytes + made.len() > MOST {
        return None;
    }
    texts.bytes += made.len();
    let made: &'static str = Box::leak(made.into_boxed_str());
    texts.all.insert(made);
    Some(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_kept_once() {
        let first = spliced("abc", "def", 3).expect("it is short");
        let again = spliced("abc", "def", 3).expect("it is short");
        assert!(std::ptr::eq(first, again));
        assert_eq!(first, gadfly_wire::spliced("abc", "def", 3));
    }

    #[test]
    fn texts_do_not_grow_without_end() {
        let long = "x".repeat(LONGEST + 50);
        let made = (0..50).filter_map(|number| spliced(&long, &long, number));
        assert!(made.map(str::len).all(|length| length <= LONGEST));
    }
}
