//! What becomes of a property that was checked on arguments.

use crate::process::panic;
use crate::run::borrow::{is_mutating, Arg};
use crate::run::execute::{Machine, Outcome};
use crate::snapshot::journal::Count;
use gadfly_wire::{Access, During, Law};
use std::sync::atomic::Ordering::Relaxed;

impl Machine<'_> {
    /// Takes a property's verdict: zero if its arguments, with the result in `var`, have it.
    pub(crate) fn judged(
        &mut self,
        property: u32,
        verdict: u8,
        code: u32,
        args: &[Arg],
        var: u32,
    ) -> Outcome {
        if verdict == 0 {
            self.journal.count(code, Count::Returned);
            return Outcome::Returned(var);
        }
        self.journal.count(code, Count::Panicked);
        let name = self.registry.properties.get(property as usize).cloned().unwrap_or_default();
        let sentence = match self.registry.notes {
            Some(take) => take().1,
            None => String::new(),
        };
        let law = Law {
            name: format!("{name} {}", cause(&sentence)),
            sentence,
            method: name,
            assertion: String::new(),
            helpers: String::new(),
        };
        let vars = args.iter().map(|arg| arg.var).collect();
        self.broken(law, code, vars, String::new());
        Outcome::Broken
    }
}

impl Machine<'_> {
    /// Whether the sequence ends with a property: nothing may come after it.
    pub(crate) fn has_property(&self) -> bool {
        self.property().is_some()
    }

    /// The name of the property that the sequence ends with.
    pub(crate) fn property(&self) -> Option<&str> {
        let last = self.program.len().checked_sub(1)?;
        let operation = self.registry.operation(self.program.step(last as u32).code)?;
        Some(self.registry.properties.get(operation.property? as usize)?)
    }

    /// Checks what must hold for values at any time, of those that a call made, if it returned, or changed.
    pub(crate) fn check_invariants(
        &mut self,
        outcome: Outcome,
        result: Option<u32>,
        args: &[Arg],
    ) -> Outcome {
        let registry = self.registry;
        let changed = args.iter().filter(|arg| is_mutating(arg.access)).map(|arg| arg.var);
        for var in result.into_iter().chain(changed) {
            for (code, access) in &registry.types[self.type_of(var) as usize].invariants {
                let arg = Arg { var, access: *access };
                if self.is_violated(arg, *code) {
                    // Once more as part of the sequence, so that it is seen and reported like any property.
                    match self.run(*code, &[arg], None) {
                        Outcome::Returned(_) | Outcome::Illegal => {}
                        outcome => return outcome,
                    }
                }
            }
        }
        outcome
    }

    fn is_violated(&mut self, arg: Arg, code: u32) -> bool {
        let Some(operation) = self.registry.operation(code) else { return false };
        let slot = *self.frame.slot(arg.var);
        let is_allowed =
            self.quarantine.allows(code, slot.lineage, || self.journal.calls.load(Relaxed));
        if !is_allowed || !self.borrows.is_readable(arg.var) || slot.place.is_null() {
            return false;
        }
        let is_thin = operation.args.first().is_some_and(|parameter| parameter.thin);
        let place = match arg.access {
            Access::CopyRef | Access::Reborrow if is_thin => {
                // SAFETY: the slot holds a live reference to a sized value, which is a thin pointer.
                unsafe { *slot.place.cast::<*mut u8>() }
            }
            _ => slot.place,
        };
        // Told as part of the sequence, for whoever has to say what died.
        let mark = self.journal.mark();
        self.journal.statement(code, &[arg]);
        self.journal.magnitude.store(slot.lineage.magnitude, Relaxed);
        self.journal.depth.store(slot.lineage.depth, Relaxed);
        self.journal.set_during(During::Call);
        let (run, places) = (operation.run, [place]);
        let mut verdict = 0_u8;
        // SAFETY: the variable is alive and holds a value of the type that the invariant asks for, or a reference to one,
        // which nothing borrows mutably; there is room for a `u8`, which linking made sure is what it yields.
        let told = panic::guard(u64::from(code), || unsafe { run(places.as_ptr(), &mut verdict) });
        self.journal.rewind(mark);
        let is_kept = matches!(told, Ok(false)) || (matches!(told, Ok(true)) && verdict == 0);
        if is_kept {
            self.journal.count(code, Count::Returned);
        }
        !is_kept
    }
}

/// What tells failures apart that are no panics: all of what was said up to the details of an error.
fn cause(sentence: &str) -> &str {
    let error = "it is Err(";
    let Some(rest) = sentence.strip_prefix(error) else { return sentence };
    let name = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    &sentence[..error.len() + name]
}

#[cfg(test)]
mod tests {
    use super::cause;

    #[test]
    fn details_of_an_error_do_not_tell_causes_apart() {
        assert_eq!(cause("it is false"), "it is false");
        assert_eq!(cause("it is Err(Parse { at: 3 })"), "it is Err(Parse");
        assert_eq!(cause("it is Err(Full(7))"), "it is Err(Full");
    }
}
