//! The `Debug` text of a result, of bounded length.

use crate::machine::Machine;
use crate::run::observer::{DebugForm, VariableObserver};
use crate::values::fingerprint::FastHasher;
use std::fmt::{self, Write};
use std::hash::Hasher;

/// The rest of longer texts is replaced by a hash.
const LONGEST: usize = 1000;
/// Texts longer than this have no end worth waiting for.
const ENDLESS: usize = 1 << 20;

/// The result of writing a `Debug` form.
pub(super) enum ShownText {
    /// It looks like this.
    Text(String),
    /// It cannot be looked at.
    Opaque,
    /// Looking at it panicked.
    Panicked,
}

/// The `Debug` form of a variable.
pub(super) fn show(machine: &mut Machine<'_>, var: u32) -> ShownText {
    let mut text = CutText::default();
    match VariableObserver::write_debug(&mut machine.executor, var, &mut text) {
        DebugForm::Written => ShownText::Text(text.finish()),
        DebugForm::Opaque => ShownText::Opaque,
        DebugForm::Panicked => ShownText::Panicked,
    }
}

/// A text that keeps its beginning, and a number for the rest.
#[derive(Default)]
struct CutText {
    text: String,
    rest: Option<FastHasher>,
    length: usize,
}

impl CutText {
    fn finish(self) -> String {
        match self.rest {
            None => self.text,
            Some(rest) => format!("{}… #{:016x}", self.text, rest.finish()),
        }
    }
}

impl Write for CutText {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.length += part.len();
        if self.length > ENDLESS {
            return Err(fmt::Error);
        }
        if self.rest.is_none() && self.text.len() + part.len() <= LONGEST {
            self.text.push_str(part);
        } else {
            let rest = self.rest.get_or_insert_with(|| FastHasher::with_cap(ENDLESS));
            rest.write(part.as_bytes());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_and_remain_distinct() {
        let cut = |last: char| {
            let mut text = CutText::default();
            (0..2000).chain([0]).for_each(|_| text.write_char('a').expect("there is room"));
            text.write_char(last).expect("there is room");
            text.finish()
        };
        assert_eq!(cut('b'), cut('b'));
        assert_ne!(cut('b'), cut('c'));
        assert!(cut('b').len() < 1100);
    }
}
