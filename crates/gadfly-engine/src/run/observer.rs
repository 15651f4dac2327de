//! The observer: fingerprints and formatted text of live variables.
//!
//! Reads values and changes nothing. Text is bounded: a form that panics or does not end is treated as no form.

use super::executor::Executor;
use crate::generated::FormatFn;
use crate::process::panic;
use crate::values::fingerprint::{self, FingerprintMethod};
use crate::values::formatted::FormattedText;
use gadfly_wire::{During, Observed};
use std::fmt::{self, Write};

/// The longest text that [`VariableObserver::observe`] returns.
const LONGEST: usize = 400;

/// The result of taking a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fingerprint {
    /// The fingerprint of the value.
    Value(u64),
    /// Values of this type cannot be distinguished.
    Opaque,
    /// The variable must not be touched now.
    Blocked,
    /// Taking it panicked: the sequence is over.
    Panicked,
}

/// The result of writing a value's `Debug` form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DebugForm {
    /// It was written, as far as the writer took it.
    Written,
    /// The value has no `Debug` form or must not be read now.
    Opaque,
    /// Writing it panicked: the sequence is over.
    Panicked,
}

/// Looks at live variables.
#[derive(Clone, Copy, Debug)]
pub struct VariableObserver {
    /// The number of bytes of a value that its fingerprint covers.
    pub(crate) fingerprint_bytes: usize,
}

impl Default for VariableObserver {
    fn default() -> Self {
        Self { fingerprint_bytes: 4096 }
    }
}

impl VariableObserver {
    /// Takes the fingerprint of a variable, if it may be touched.
    pub(crate) fn fingerprint(&self, executor: &mut Executor<'_>, var: u32) -> Fingerprint {
        let live = &executor.live;
        if !live.borrows.is_readable(var) {
            return Fingerprint::Blocked;
        }
        let slot = *live.frame.slot(var);
        let states_law = executor.registry.operation(live.program.step(var).code);
        if states_law.is_some_and(|operation| operation.law.is_some()) {
            // The verdict of a law is no value for further calls.
            return Fingerprint::Blocked;
        }
        let ty = &executor.registry.types[slot.ty as usize];
        let (Some(method), Some(vtable)) = (ty.fingerprint, ty.vtable) else {
            return Fingerprint::Opaque;
        };
        let during = match method {
            FingerprintMethod::Hash => During::Hash(var),
            FingerprintMethod::Debug => During::Debug(var),
        };
        executor.journal.set_during(during);
        let cap = self.fingerprint_bytes;
        let context = live.context(var, during);
        // SAFETY: the variable is alive, so its place holds a value of its type, and nothing holds a mutable borrow of it.
        let taken =
            panic::guard(context, || unsafe { fingerprint::take(vtable, method, slot.place, cap) });
        match taken {
            Ok(value) => Fingerprint::Value(value),
            Err(captured) => {
                executor.report_panic(during, executor.live.last(), captured);
                Fingerprint::Panicked
            }
        }
    }

    /// The present `Debug` and `Display` forms of a variable.
    pub(crate) fn observe(executor: &Executor<'_>, var: u32, is_final: bool) -> Observed {
        let mut observed = Observed { var, is_final, debug: None, display: None };
        if let Some((place, vtable)) = executor.live.readable(executor.registry, var) {
            executor.journal.set_during(During::Debug(var));
            observed.debug = vtable.debug.and_then(|format| short_text(place, format));
            observed.display = vtable.display.and_then(|format| short_text(place, format));
        }
        observed
    }

    /// Writes the `Debug` form of a variable. A writer may refuse to take all of it.
    pub(crate) fn write_debug(
        executor: &mut Executor<'_>,
        var: u32,
        out: &mut dyn Write,
    ) -> DebugForm {
        let Some((place, vtable)) = executor.live.readable(executor.registry, var) else {
            return DebugForm::Opaque;
        };
        let Some(format) = vtable.debug else { return DebugForm::Opaque };
        let during = During::Debug(var);
        executor.journal.set_during(during);
        // SAFETY: `readable` asked the borrow table whether the value may be read; nothing runs until it was.
        let value = unsafe { FormattedText::new(place, format) };
        match panic::guard(executor.live.context(var, during), || write!(out, "{value}")) {
            Ok(_) => DebugForm::Written,
            Err(captured) => {
                executor.report_panic(during, executor.live.last(), captured);
                DebugForm::Panicked
            }
        }
    }
}

fn short_text(place: *const u8, format: FormatFn) -> Option<String> {
    let mut text = ShortText(String::new());
    // SAFETY: `readable` asked the borrow table whether the value may be read; nothing runs until it was.
    let value = unsafe { FormattedText::new(place, format) };
    let formatted = panic::guard(u64::MAX, || write!(text, "{value}"));
    matches!(formatted, Ok(Ok(()))).then_some(text.0)
}

/// A text that refuses to grow beyond [`LONGEST`].
struct ShortText(String);

impl Write for ShortText {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.0.len() + part.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(part);
        Ok(())
    }
}
