//! The text of a condition, without the blanks that the compiler adds between tokens.

use quote::ToTokens;

/// The text of a condition.
pub(super) fn condition_text(condition: &impl ToTokens) -> String {
    tidy(&condition.to_token_stream().to_string())
}

fn tidy(text: &str) -> String {
    let mut tidied = String::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let before = tidied.chars().next_back();
        // `(| a, b | c` is a closure: no blank inside the bars.
        let starts_closure = matches!(before, None | Some('(' | ',')) || tidied.ends_with(", ");
        if let (true, Some((parameters, body))) =
            (starts_closure, rest.strip_prefix("| ").and_then(|rest| rest.split_once(" |")))
        {
            tidied.push_str(&format!("|{parameters}|"));
            rest = body;
            continue;
        }
        let after = rest[character.len_utf8()..].chars().next();
        let is_value =
            before.is_some_and(|it| it.is_alphanumeric() || matches!(it, '_' | ')' | ']'));
        let is_loose = character == ' '
            && match after {
                Some('[') => is_value,
                Some('.' | ',' | ';' | ')' | ']' | '?') => true,
                _ => matches!(before, Some('.' | '(' | '[' | '!')),
            };
        if !is_loose {
            tidied.push(character);
        }
        rest = &rest[character.len_utf8()..];
    }
    tidied
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn superfluous_blanks_are_left_out() {
        for (text, expected) in [
            ("all(| pair | pair [0] != pair [1])", "all(|pair| pair[0] != pair[1])"),
            ("fold(0, | a, b | a | b) == 1", "fold(0, |a, b| a | b) == 1"),
            ("tree . size == old (tree . size) + 1", "tree.size == old (tree.size) + 1"),
            ("a | b == [1, 2]", "a | b == [1, 2]"),
            ("! tree.is_empty()", "!tree.is_empty()"),
            ("x != [0]", "x != [0]"),
        ] {
            assert_eq!(tidy(text), expected);
        }
    }
}
