//! `Ord`: `a <= b` and `b <= c` give `a <= c`.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "cmp-transitive",
    sentence: "`a <= b` and `b <= c` imply `a <= c`",
    method: "cmp",
    assertion: "\
if std::cmp::Ord::cmp(&{0}, &{1}).is_le() && std::cmp::Ord::cmp(&{1}, &{2}).is_le() {
    assert!(std::cmp::Ord::cmp(&{0}, &{2}).is_le(), \"cmp is not transitive\");
}",
    helpers: "",
    arity: 3,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.cmp.is_some(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let le = |left, right| Some(values.cmp(left, right)?.is_le());
    let broken = le(0, 1)? && le(1, 2)? && !le(0, 2)?;
    broken.then(|| {
        let (a, b, c) = (values.show(0), values.show(1), values.show(2));
        format!("{a} <= {b} and {b} <= {c}, but not {a} <= {c}")
    })
}
