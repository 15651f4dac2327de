//! An operation's body as a short text for the oracle: without modules, lifetimes and what the compiler infers.

use gadfly_model::rust_path;

/// The body with `{0}`, `{1}`, … for its arguments.
pub(super) fn spelling(body: &str, is_partial: bool) -> String {
    let text = rust_path::without_modules(&body.replace("'static ", "").replace("'static", ""));
    let text = with_places(text.trim_start_matches("::")).replace("Option::Some(", "Some(");
    let text = match text.strip_prefix("Option::None") {
        Some(_) => "None".to_owned(),
        None => text,
    };
    match (is_partial, text.strip_suffix(".ok()")) {
        (true, Some(stem)) => format!("{stem}.unwrap()"),
        (true, None) => format!("{text}.unwrap()"),
        (false, _) => text,
    }
}

/// The text with `{0}` for the name `x0`.
fn with_places(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut placed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end.max(first.len_utf8()));
        match argument(word) {
            Some(number) => placed.push_str(&format!("{{{number}}}")),
            None => placed.push_str(word),
        }
        rest = after;
    }
    placed
}

fn argument(name: &str) -> Option<u32> {
    name.strip_prefix('x')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::spelling;

    #[test]
    fn bodies_are_short_and_their_arguments_marked() {
        assert_eq!(spelling("fixture_walked::Item(x0)", false), "Item({0})");
        assert_eq!(spelling("::std::option::Option::Some(x0)", false), "Some({0})");
        assert_eq!(spelling("::std::option::Option::None::<&'static a::B>", false), "None");
        assert_eq!(spelling("x0.ok()", true), "{0}.unwrap()");
        assert_eq!(spelling("url::Url::parse(x0)", false), "Url::parse({0})");
        assert_eq!(spelling("<std::vec::Vec<url::Url>>::new()", false), "<Vec<Url>>::new()");
    }
}
