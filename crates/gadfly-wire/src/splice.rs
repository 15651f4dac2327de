//! Texts made of other texts: almost right, as a parser's input is where the parser is wrong.
//!
//! A part too many or too few, two forms mixed, a number out of range, a character of several bytes where one was counted on.
//! The engine makes them while it searches, and the command makes them again when it writes them down: both must come to the
//! same.

use crate::hash::Fnv;
use std::hash::Hasher;

/// Replacements for a character of a text, or additions beside it.
const INSERTED: &[&str] =
    &["0", "9", "-", "+", ".", " ", "a", "Z", "é", "\u{301}", "\0", "\n", "%", "/", ":", "(", "🦀"];
/// Replacements for a number in a text.
const NUMBERS: &[&str] = &[
    "0",
    "00",
    "1",
    "-1",
    "60",
    "99",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775808",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "",
];

/// A text made from another, and sometimes from a second one; each number selects a way.
pub fn spliced(text: &str, other: &str, number: u64) -> String {
    let mut draw = Draw::of(text, other, number);
    let (at, end) = (draw.place(text), draw.place(text));
    let (low, high) = (at.min(end), at.max(end));
    match draw.below(12) {
        // A part too few, too many, or in the wrong place.
        0 => [&text[..low], &text[high..]].concat(),
        1 => [&text[..high], &text[low..high], &text[high..]].concat(),
        2 => [&text[at..], &text[..at]].concat(),
        3 => text[..at].to_owned(),
        // One character too few or too many.
        4 => [&text[..at], after_first(&text[at..])].concat(),
        5 => [&text[..at], INSERTED[draw.below(INSERTED.len())], &text[at..]].concat(),
        6 => [&text[..at], draw.character(other), &text[at..]].concat(),
        7 => [&text[..at], draw.character(other), after_first(&text[at..])].concat(),
        // Two texts in one.
        8 => [&text[..at], other, &text[at..]].concat(),
        9 => [&text[..at], &other[draw.place(other)..]].concat(),
        10 => [&text[..low], other, &text[high..]].concat(),
        _ => with_number(text, &mut draw).unwrap_or_else(|| [text, other].concat()),
    }
}

/// The text with one of its numbers replaced, if it has any.
fn with_number(text: &str, draw: &mut Draw) -> Option<String> {
    let digits: Vec<usize> = text
        .bytes()
        .enumerate()
        .filter(|(_, byte)| byte.is_ascii_digit())
        .map(|(at, _)| at)
        .collect();
    let starts: Vec<usize> = digits
        .iter()
        .copied()
        .filter(|at| *at == 0 || !text.as_bytes()[at - 1].is_ascii_digit())
        .collect();
    let start = *starts.get(draw.below(starts.len().max(1)))?;
    let length = text.bytes().skip(start).take_while(u8::is_ascii_digit).count();
    let number = NUMBERS[draw.below(NUMBERS.len())];
    Some([&text[..start], number, &text[start + length..]].concat())
}

fn after_first(text: &str) -> &str {
    text.chars().next().map_or("", |first| &text[first.len_utf8()..])
}

/// Choices that follow from what is spliced.
struct Draw(u64);

impl Draw {
    fn of(text: &str, other: &str, number: u64) -> Self {
        let state = Fnv::seeded(number).of(text.as_bytes()).of(&[0xff]).of(other.as_bytes());
        Self(state.finish() ^ number.rotate_left(32))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }

    /// A place between two characters of a text; its end more often than others, because what was read so far was right.
    fn place(&mut self, text: &str) -> usize {
        if self.below(3) == 0 {
            return text.len();
        }
        let at = self.below(text.len() + 1);
        (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
    }

    /// A character of a text, or any where it has none.
    fn character<'t>(&mut self, text: &'t str) -> &'t str {
        let nth = self.below(text.chars().count());
        match text.char_indices().nth(nth) {
            Some((at, character)) => &text[at..at + character.len_utf8()],
            None => INSERTED[self.below(INSERTED.len())],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn equal_numbers_splice_equal_texts() {
        let made: BTreeSet<String> =
            (0..200).map(|number| spliced("1970-01-01T00:00:00Z", "P1DT2H", number)).collect();
        assert!(made.len() > 100, "{made:?}");
        for number in 0..200 {
            assert!(made.contains(&spliced("1970-01-01T00:00:00Z", "P1DT2H", number)));
        }
        // Both in a row, and one inside of the other.
        assert!(made.contains("1970-01-01T00:00:00ZP1DT2H"), "{made:?}");
        let is_inside = |text: &String| {
            text.contains("P1DT2H") && text.starts_with("19") && text.ends_with('Z')
        };
        assert!(made.iter().any(is_inside), "{made:?}");
    }

    #[test]
    fn numbers_are_put_out_of_range() {
        let made: BTreeSet<String> = (0..2000)
            .filter_map(|number| with_number("v12.3", &mut Draw::of("any", "", number)))
            .collect();
        assert!(made.contains("v256.3") && made.contains("v12.18446744073709551616"), "{made:?}");
        assert_eq!(with_number("none", &mut Draw::of("any", "", 0)), None);
    }

    #[test]
    fn splices_respect_characters_and_short_texts() {
        for number in 0..500 {
            for (text, other) in [("é漢🦀", "ß"), ("", ""), ("", "é"), ("🦀", "")] {
                spliced(text, other, number);
            }
        }
    }
}
