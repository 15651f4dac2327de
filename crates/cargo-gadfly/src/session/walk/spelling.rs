//! An operation's body as a short text for the oracle: without modules, lifetimes and what the compiler infers.

/// The body with `{0}`, `{1}`, … for its arguments.
pub(super) fn spelling(body: &str, is_partial: bool) -> String {
    let mut text = String::with_capacity(body.len());
    let mut rest = body;
    while !rest.is_empty() {
        let word: usize = rest.chars().take_while(|c| is_word(*c)).map(char::len_utf8).sum();
        if word == 0 {
            if let Some(after) = rest.strip_prefix("'static ").or(rest.strip_prefix("'static")) {
                rest = after;
                continue;
            }
            let first = rest.chars().next().map_or(1, char::len_utf8);
            text.push_str(&rest[..first]);
            rest = &rest[first..];
            continue;
        }
        let (name, after) = rest.split_at(word);
        let is_module = after.starts_with("::")
            && name.starts_with(|c: char| c.is_lowercase() || c == '_')
            && after[2..].starts_with(is_word);
        if is_module {
            text.truncate(text.trim_end_matches("::").len());
            rest = &after[2..];
            continue;
        }
        match argument(name) {
            Some(number) => text.push_str(&format!("{{{number}}}")),
            None => text.push_str(name),
        }
        rest = after;
    }
    let text = text.trim_start_matches("::").replace("Option::Some(", "Some(");
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

fn argument(name: &str) -> Option<u32> {
    name.strip_prefix('x')?.parse().ok()
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
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
