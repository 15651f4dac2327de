//! What a value looked like, as an assertion that a person would write.

use gadfly_tests::print::Form;

/// Longer texts are not compared.
const LONGEST: usize = 160;

/// How to compare a value of this type that looked like this; nothing if it is not worth it.
pub(crate) fn expected(ty: &str, debug: &str) -> Option<Form> {
    if ty == "()" || debug.len() > LONGEST || debug.contains("0x") {
        return None;
    }
    if ty == "bool" {
        return Some(Form::Is(debug == "true"));
    }
    Some(form_of(ty, debug).map_or_else(|| Form::Shows(debug.to_owned()), Form::Equals))
}

/// The value as an expression, for types whose `Debug` form is one.
pub(crate) fn form_of(ty: &str, debug: &str) -> Option<String> {
    let integers =
        ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];
    if integers.contains(&ty) {
        let digits = debug.strip_prefix('-').unwrap_or(debug);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        return is_number.then(|| debug.to_owned());
    }
    match ty {
        "bool" => return ["true", "false"].contains(&debug).then(|| debug.to_owned()),
        "char" => return debug.starts_with('\'').then(|| debug.to_owned()),
        "&str" | "std::string::String" => return debug.starts_with('"').then(|| debug.to_owned()),
        _ => {}
    }
    let inner = ty.strip_prefix("std::option::Option<")?.strip_suffix('>')?;
    if debug == "None" {
        return Some("None".to_owned());
    }
    let debug = debug.strip_prefix("Some(")?.strip_suffix(')')?;
    match inner {
        // A borrowed text compares with a literal; an owned one inside an option does not.
        "std::string::String" => None,
        "&str" => form_of(inner, debug).map(|form| format!("Some({form})")),
        _ => match inner.strip_prefix('&') {
            Some(behind) if !behind.starts_with("mut ") => {
                form_of(behind, debug).map(|form| format!("Some(&{form})"))
            }
            Some(_) => None,
            None => form_of(inner, debug).map(|form| format!("Some({form})")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_values_are_compared_with_literals() {
        for (ty, debug, form) in [
            ("usize", "3", "3"),
            ("i8", "-1", "-1"),
            ("char", "'a'", "'a'"),
            ("std::string::String", "\"a\\n\"", "\"a\\n\""),
            ("std::option::Option<usize>", "Some(3)", "Some(3)"),
            ("std::option::Option<&i32>", "Some(3)", "Some(&3)"),
            ("std::option::Option<k::A>", "None", "None"),
        ] {
            assert_eq!(expected(ty, debug), Some(Form::Equals(form.to_owned())), "{ty}");
        }
        assert_eq!(expected("bool", "false"), Some(Form::Is(false)));
    }

    #[test]
    fn other_values_are_compared_by_their_looks() {
        let shows = |text: &str| Some(Form::Shows(text.to_owned()));
        assert_eq!(expected("k::A", "A(1)"), shows("A(1)"));
        assert_eq!(expected("f64", "1.5"), shows("1.5"));
        assert_eq!(expected("std::option::Option<k::A>", "Some(A)"), shows("Some(A)"));
    }

    #[test]
    fn addresses_and_long_texts_are_not_compared() {
        assert_eq!(expected("*const u8", "0x7ffe"), None);
        assert_eq!(expected("()", "()"), None);
        assert_eq!(expected("k::A", &"A".repeat(500)), None);
    }
}
