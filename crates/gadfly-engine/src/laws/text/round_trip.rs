//! `Display` and `FromStr`: parsing restores a displayed value, for types that are `Eq`.
//!
//! A type that rounds when it is written is usually not `Eq`; values that differ only in a fraction are attributed to rounding.

use crate::laws::values::Spec;
use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "display-from-str",
    sentence: "`FromStr` restores a value from its `Display` output",
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

fn check(values: &LawValues<'_>) -> Option<String> {
    let (text, failed) = values.text(0, values.vtable().display?, Spec::Plain);
    if failed || text.len() > 4096 || !values.eq(0, 0)? {
        return None;
    }
    match values.parse(&text)? {
        None => Some(format!("{text:?}, written for {}, cannot be read", values.show(0))),
        Some(parsed) => {
            let with = values.with(1, &parsed);
            let has_debug = values.vtable().debug.is_some();
            if with.eq(1, 0)? || (has_debug && is_rounding(&with.show(0), &with.show(1))) {
                return None;
            }
            Some(format!("{text:?}, written for {}, reads as {}", with.show(0), with.show(1)))
        }
    }
}

/// Returns whether two values for people differ in digits of fractions alone, or in nothing that people are shown.
fn is_rounding(left: &str, right: &str) -> bool {
    left == right || (left.contains('.') && masked(left) == masked(right))
}

/// The text with every number that has a fraction replaced by a mark, its sign left alone.
fn masked(text: &str) -> String {
    let mut masked = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        let number = &rest[start..];
        let end = number
            .find(|character: char| !character.is_ascii_alphanumeric() && character != '.')
            .unwrap_or(number.len());
        let (number, after) = number.split_at(end);
        masked.push_str(&rest[..start]);
        masked.push_str(if number.contains('.') { "#" } else { number });
        rest = after;
    }
    masked.push_str(rest);
    masked
}

#[cfg(test)]
mod tests {
    use super::is_rounding;

    #[test]
    fn only_digits_of_fractions_may_differ() {
        assert!(is_rounding(
            "Byte { value: 6.0606, unit: MiB }",
            "Byte { value: 6.07, unit: MiB }"
        ));
        assert!(!is_rounding("Byte { value: 2.0, unit: PB }", "Byte { value: 2.0, unit: PiB }"));
        assert!(is_rounding("12:00-07:00", "12:00-07:00"));
        assert!(!is_rounding("-0.5", "0.5"));
        assert!(!is_rounding("Pair(1, 2)", "Pair(1, 3)"));
        assert!(!is_rounding("at 3, 0.5", "at 4, 0.5"));
    }
}
