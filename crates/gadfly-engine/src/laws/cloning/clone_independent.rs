//! `Clone`: making a clone and dropping it leaves the original as it was.

use crate::laws::values::Spec;
use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "clone-independent",
    sentence: "making and dropping a clone leaves the original as it was",
    method: "clone",
    assertion: "\
let before = format!(\"{:?}\", {0});
drop(std::clone::Clone::clone(&{0}));
assert_eq!(format!(\"{:?}\", {0}), before, \"making and dropping a clone changed the original\");",
    helpers: "",
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.clone.is_some() && vtable.debug.is_some() && !vtable.copy,
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let debug = values.vtable().debug?;
    let (before, _) = values.text(0, debug, Spec::Plain);
    drop(values.clone_of(0)?);
    let (after, _) = values.text(0, debug, Spec::Plain);
    if before == after {
        return None;
    }
    // A value whose output changes by itself does not depend on the clone.
    let (again, _) = values.text(0, debug, Spec::Plain);
    (after == again).then(|| format!("{before} became {after}"))
}
