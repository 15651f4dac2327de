//! What a value looked like, as an assertion that a person would write.

use gadfly_tests::print::Form;

/// Longer texts are not compared.
pub(crate) const LONGEST: usize = 160;

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
    if let Some(parts) = ty.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        return tuple(parts, debug.strip_prefix('(')?.strip_suffix(')')?);
    }
    let inner = ty.strip_prefix("std::option::Option<")?.strip_suffix('>')?;
    if debug == "None" {
        return Some("None".to_owned());
    }
    let debug = debug.strip_prefix("Some(")?.strip_suffix(')')?;
    part(inner, debug).map(|form| format!("Some({form})"))
}

/// A part of a value, which must be of its very type: an owned text is no literal.
fn part(ty: &str, debug: &str) -> Option<String> {
    match ty {
        "std::string::String" => None,
        "&str" => form_of(ty, debug),
        _ => match ty.strip_prefix('&') {
            Some(behind) => match behind.strip_prefix("mut ") {
                Some(behind) => Some(format!("&mut {}", part(behind, debug)?)),
                // A reference to a text that is owned is no reference to a literal.
                None => form_of(behind, debug).map(|form| format!("&{form}")),
            },
            None => form_of(ty, debug),
        },
    }
}

/// A tuple, from its types and the forms of its parts.
fn tuple(types: &str, debug: &str) -> Option<String> {
    let (types, parts) = (outer_parts(types), outer_parts(debug));
    if types.len() != parts.len() || types.len() < 2 {
        return None;
    }
    let forms = types.iter().zip(parts).map(|(ty, debug)| part(ty, debug));
    Some(format!("({})", forms.collect::<Option<Vec<String>>>()?.join(", ")))
}

/// What stands between the outermost commas.
fn outer_parts(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut quoted, mut escaped) = (0_usize, 0, false, false);
    let mut parts = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
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
            ("std::option::Option<&mut i32>", "Some(3)", "Some(&mut 3)"),
            ("(usize, std::option::Option<usize>)", "(0, Some(1))", "(0, Some(1))"),
            ("std::option::Option<(i32, &i32)>", "Some((1, 2))", "Some((1, &2))"),
            ("(&str, char)", "(\"a, b\", 'c')", "(\"a, b\", 'c')"),
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
        assert_eq!(expected("(i32, k::A)", "(1, A)"), shows("(1, A)"));
        let owned = "(std::string::String, i32)";
        assert_eq!(expected(owned, "(\"a\", 1)"), shows("(\"a\", 1)"));
    }

    #[test]
    fn addresses_and_long_texts_are_not_compared() {
        assert_eq!(expected("*const u8", "0x7ffe"), None);
        assert_eq!(expected("()", "()"), None);
        assert_eq!(expected("k::A", &"A".repeat(500)), None);
    }
}
