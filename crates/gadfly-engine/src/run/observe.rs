//! What values look like: their `Debug` and `Display` forms, as far as they are short.
//!
//! Looks and nothing else: a form that panics or has no end is no form.

use crate::generated::FormatFn;
use crate::process::panic;
use crate::run::execute::Machine;
use crate::values::formatted::Formatted;
use gadfly_wire::{During, Observed};
use std::fmt::{self, Write};

/// Longer forms are of no use to anybody.
const LONGEST: usize = 400;

impl Machine<'_> {
    /// What a variable looks like now.
    pub fn observe(&mut self, var: u32, is_final: bool) -> Observed {
        let mut observed = Observed { var, is_final, debug: None, display: None };
        if let Some((place, vtable)) = self.look(var) {
            self.journal.set_during(During::Debug(var));
            observed.debug = vtable.debug.and_then(|format| shown(place, format));
            observed.display = vtable.display.and_then(|format| shown(place, format));
        }
        observed
    }
}

fn shown(place: *const u8, format: FormatFn) -> Option<String> {
    let mut text = Short(String::new());
    // SAFETY: `Machine::look` asked the borrow table whether the value may be read; nothing runs until it was.
    let value = unsafe { Formatted::new(place, format) };
    let formatted = panic::guard(u64::MAX, || write!(text, "{value}"));
    matches!(formatted, Ok(Ok(()))).then_some(text.0)
}

/// A text that refuses to grow long.
struct Short(String);

impl Write for Short {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.0.len() + part.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(part);
        Ok(())
    }
}
