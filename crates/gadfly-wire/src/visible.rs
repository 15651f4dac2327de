//! Texts of others, without characters that a terminal obeys or that hide others.

use std::fmt::Write;

/// The text with every character written out that a terminal obeys, or that changes how others are shown. Line breaks and
/// tabs stay.
pub fn visible(text: &str) -> String {
    escaped(text, |text, character| {
        let _ = write!(text, "{}", character.escape_unicode());
    })
}

/// The same for a JSON document, which stays the same document.
pub fn visible_json(document: &str) -> String {
    escaped(document, |text, character| {
        let mut units = [0; 2];
        for unit in character.encode_utf16(&mut units) {
            let _ = write!(text, "\\u{unit:04x}");
        }
    })
}

/// The same for text on a terminal, in which styles of its own stay: bold, faint, underlined and coloured.
pub fn visible_styled(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        shown.push_str(&visible(&rest[..at]));
        let length = style_length(&rest[at..]).unwrap_or(0);
        shown.push_str(&rest[at..at + length]);
        rest = &rest[at + length..];
        if length == 0 {
            shown.push_str(&visible("\u{1b}"));
            rest = &rest[1..];
        }
    }
    shown.push_str(&visible(rest));
    shown
}

/// The length of the style that a text starts with.
fn style_length(text: &str) -> Option<usize> {
    let (numbers, _) = text.strip_prefix("\u{1b}[")?.split_once('m')?;
    let is_known = |number: &str| {
        matches!(number.parse(), Ok(0_u8 | 1 | 2 | 4 | 22 | 24 | 30..=37 | 39 | 90..=97))
    };
    (numbers.is_empty() || numbers.split(';').all(is_known)).then(|| numbers.len() + 3)
}

fn escaped(text: &str, escape: impl Fn(&mut String, char)) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_obeyed(character) {
            escape(&mut shown, character);
        } else {
            shown.push(character);
        }
    }
    shown
}

fn is_obeyed(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        // Directions, isolates and other invisible characters.
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => {
            true
        }
        '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => true,
        '\u{e0000}'..='\u{e007f}' => true,
        other => other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_are_obeyed_are_written_out() {
        for (text, expected) in [
            ("plain text\n\twith ünïcödé and 日本", "plain text\n\twith ünïcödé and 日本"),
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("a\rb\u{7}", "a\\u{d}b\\u{7}"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("a\u{202e}b\u{2066}c", "a\\u{202e}b\\u{2066}c"),
            ("\u{7f}\u{feff}\u{e0041}", "\\u{7f}\\u{feff}\\u{e0041}"),
        ] {
            assert_eq!(visible(text), expected);
        }
        // An emoji of several is one picture: its joiner hides nothing that matters, and is written out all the same.
        assert_eq!(visible("👩\u{200d}🔬"), "👩\\u{200d}🔬");
    }

    #[test]
    fn json_documents_stay_the_same() {
        assert_eq!(
            visible_json("{\"a\": \"\u{9b}x\u{202e}\"}\n"),
            "{\"a\": \"\\u009bx\\u202e\"}\n"
        );
        assert_eq!(visible_json("\"\u{e0041}\""), "\"\\udb40\\udc41\"");
        assert_eq!(visible_json("{\"a\": \"ü\"}"), "{\"a\": \"ü\"}");
    }

    #[test]
    fn own_styles_stay_and_others_are_written_out() {
        let own = "\u{1b}[1m\u{1b}[31mbug\u{1b}[0m";
        assert_eq!(visible_styled(own), own);
        for (text, expected) in [
            ("\u{1b}[8mhidden", "\\u{1b}[8mhidden"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("\u{1b}[1m\u{1b}[2Jx", "\u{1b}[1m\\u{1b}[2Jx"),
            ("\u{1b}[999m", "\\u{1b}[999m"),
            ("\u{1b}", "\\u{1b}"),
        ] {
            assert_eq!(visible_styled(text), expected);
        }
    }
}
