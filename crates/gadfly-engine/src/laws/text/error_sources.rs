//! `Error`: the chain of sources can be followed, and ends.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "error-sources",
    sentence: "the chain of an error's sources ends",
    method: "source",
    assertion: "\
let mut next = std::error::Error::source(&{0});
let mut count = 0;
while let Some(error) = next {
    count += 1;
    assert!(count < 100, \"the chain of sources does not end\");
    let _ = error.to_string();
    next = error.source();
}",
    helpers: "",
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.laws.is_some_and(|laws| laws.sources.is_some()),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    (values.sources()? >= 100).then(|| "the chain of sources does not end".to_owned())
}
