//! Forms of values, and the assertions that are made of them.

use std::collections::BTreeMap;

use gadfly_plan::prepared::Prepared;
use gadfly_tests::print::Form;
use gadfly_wire::{Observed, What};

use crate::deliver::expected_form::{LONGEST, expected, form_of};
use crate::deliver::passing::recording::Recording;

/// The best form for values of each type: `Debug`, unless `Display` shows their differences as well.
#[derive(Debug, Default)]
pub(super) struct Looks {
    /// Types that are shown by `Display`.
    displayed: BTreeMap<String, bool>,
}

impl Looks {
    /// The best ways, as far as the recordings show.
    pub(super) fn learn(prepared: &Prepared, recordings: &[Recording]) -> Looks {
        let mut seen: BTreeMap<&str, (Texts, Texts)> = BTreeMap::new();
        for recording in recordings {
            for (at, step) in recording.steps.iter().enumerate() {
                for look in std::iter::once(&step.result).chain(&step.changed) {
                    let var = if look.var as usize == at { at } else { look.var as usize };
                    let ty = recording.type_of(prepared, var);
                    let (debug, display) = seen.entry(ty).or_default();
                    debug.note(look.debug.as_deref());
                    display.note(look.display.as_deref());
                }
            }
        }
        let is_displayed = |(debug, display): &(Texts, Texts)| {
            // Short and as telling.
            display.missing <= debug.missing
                && display.texts.len() * 10 >= debug.texts.len() * 9
                && !display.texts.is_empty()
        };
        let displayed =
            seen.iter().map(|(ty, texts)| ((*ty).to_owned(), is_displayed(texts))).collect();
        Looks { displayed }
    }

    /// What a test asserts of a value; nothing if it is not worth it.
    pub(super) fn form(&self, ty: &str, look: &Observed) -> Option<Form> {
        if self.is_displayed(ty) {
            let text = look.display.as_deref().filter(|text| text.len() <= LONGEST)?;
            return Some(Form::Reads(text.to_owned()));
        }
        expected(ty, look.debug.as_deref()?)
    }

    /// Returns whether values of a type are compared by their `Display` form.
    pub(super) fn is_displayed(&self, ty: &str) -> bool {
        self.displayed.get(ty).copied().unwrap_or(false) && !is_literal(ty)
    }
}

/// Returns whether values of a type are compared with a literal.
pub(super) fn is_literal(ty: &str) -> bool {
    ["1", "true", "'a'", "\"\"", "None"].iter().any(|debug| form_of(ty, debug).is_some())
}

/// The distinct texts of values of one type.
#[derive(Debug, Default)]
struct Texts {
    texts: std::collections::BTreeSet<u64>,
    missing: usize,
}

impl Texts {
    fn note(&mut self, text: Option<&str>) {
        match text {
            Some(text) => {
                self.texts.insert(gadfly_wire::fnv64(text.as_bytes()));
            }
            None => self.missing += 1,
        }
    }
}

impl Recording {
    /// The type of a variable as source; empty for a literal.
    pub(super) fn type_of<'p>(&self, prepared: &'p Prepared, var: usize) -> &'p str {
        match self.sequence.statements.get(var).map(|it| it.what) {
            Some(What::Operation(id)) => {
                prepared.operations.get(id as usize).map_or("", |found| found.output.as_str())
            }
            _ => "",
        }
    }
}
