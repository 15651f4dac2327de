//! What a result looks like, as one text of bounded length.

use crate::process::panic;
use crate::run::execute::Machine;
use crate::values::fingerprint::FastHasher;
use crate::values::formatted::Formatted;
use gadfly_wire::During;
use std::fmt::{self, Write};
use std::hash::Hasher;

/// Of longer texts the rest is told by a number.
const LONGEST: usize = 1000;
/// Texts longer than this have no end worth waiting for.
const ENDLESS: usize = 1 << 20;

/// How a look went.
pub(super) enum Shown {
    /// It looks like this.
    Text(String),
    /// It cannot be looked at.
    Opaque,
    /// Looking at it panicked.
    Panicked,
}

/// The `Debug` form of a variable.
pub(super) fn show(machine: &mut Machine<'_>, var: u32) -> Shown {
    let Some((place, vtable)) = machine.look(var) else { return Shown::Opaque };
    let Some(format) = vtable.debug else { return Shown::Opaque };
    let during = During::Debug(var);
    machine.journal.set_during(during);
    let mut text = Cut::default();
    // SAFETY: `Machine::look` asked the borrow table whether the value may be read; nothing runs until it was.
    let value = unsafe { Formatted::new(place, format) };
    let formatted = panic::guard(machine.context(var, during), || write!(text, "{value}"));
    match formatted {
        Ok(_) => Shown::Text(text.told()),
        Err(captured) => {
            machine.report(during, machine.len() as u32 - 1, captured);
            Shown::Panicked
        }
    }
}

/// A text that keeps its beginning, and a number for the rest.
#[derive(Default)]
struct Cut {
    text: String,
    rest: Option<FastHasher>,
    length: usize,
}

impl Cut {
    fn told(self) -> String {
        match self.rest {
            None => self.text,
            Some(rest) => format!("{}… #{:016x}", self.text, rest.finish()),
        }
    }
}

impl Write for Cut {
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
    fn long_texts_are_cut_and_still_told_apart() {
        let told = |last: char| {
            let mut text = Cut::default();
            (0..2000).chain([0]).for_each(|_| text.write_char('a').expect("there is room"));
            text.write_char(last).expect("there is room");
            text.told()
        };
        assert_eq!(told('b'), told('b'));
        assert_ne!(told('b'), told('c'));
        assert!(told('b').len() < 1100);
    }
}
