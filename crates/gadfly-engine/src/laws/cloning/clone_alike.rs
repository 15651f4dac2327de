//! `Clone`: a clone of a value without `==` has the same `Debug` output. Output with addresses or
//! capacities is not compared.

use crate::laws::values::Spec;
use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "clone-alike",
    sentence: "a clone has the same `Debug` output as the original",
    method: "clone",
    assertion: "\
let clone = std::clone::Clone::clone(&{0});
assert_eq!(format!(\"{clone:?}\"), format!(\"{:?}\", {0}), \"a clone looks different\");",
    helpers: "",
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| {
        vtable.clone.is_some() && vtable.partial_eq.is_none() && vtable.debug.is_some()
    },
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let debug = values.vtable().debug?;
    let clone = values.clone_of(0)?;
    let with = values.with(1, &clone);
    let (original, _) = with.text(0, debug, Spec::Plain);
    let (copy, _) = with.text(1, debug, Spec::Plain);
    let shows_capacity = ["capacity", "cap: "].iter().any(|word| original.contains(word));
    (original != copy && !original.contains("0x") && !shows_capacity)
        .then(|| format!("the clone of {} is {}", with.show(0), with.show(1)))
}
