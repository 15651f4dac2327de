//! `Display` and `FromStr`: what is written reads back as the same value, of types that are `Eq`.
//!
//! Whoever rounds or leaves something out when writing is not `Eq`, as a rule: what is then cannot be told from what was.

use super::values::Spec;
use super::{TraitLaw, Values};

/// The law.
pub(super) const LAW: TraitLaw = TraitLaw {
    name: "display-from-str",
    sentence: "what `Display` writes reads back as the same value",
    method: "from_str",
    assertion: "\
let text = {0}.to_string();
let parsed = parse_like(&{0}, &text);
assert!(parsed.as_ref() == Some(&{0}), \"{text:?} does not read back as the same value\");",
    helpers: "\
fn parse_like<T: std::str::FromStr>(_like: &T, text: &str) -> Option<T> {
    text.parse().ok()
}
",
    arity: 1,
    uses_up: false,
    needs_checked: true,
    applies: |vtable| {
        vtable.display.is_some() && vtable.laws.is_some_and(|laws| laws.parse.is_some())
    },
    check,
};

fn check(values: &Values<'_>) -> Option<String> {
    let (text, failed) = values.text(0, values.vtable().display?, Spec::Plain);
    if failed || text.len() > 4096 || !values.eq(0, 0)? {
        return None;
    }
    match values.parse(&text)? {
        None => Some(format!("{text:?}, written for {}, cannot be read", values.show(0))),
        Some(parsed) => {
            let with = values.with(1, &parsed);
            (!with.eq(1, 0)?).then(|| {
                format!("{text:?}, written for {}, reads as {}", with.show(0), with.show(1))
            })
        }
    }
}
