//! Texts that are almost right: variants of those that the subject's own text mentions.
//!
//! A parser is wrong where its input is nearly what it expects: a part too many or too few, two forms mixed, a number out of
//! range, a character of several bytes where one was counted on. The same texts have the same variants on every run.

use std::collections::BTreeSet;
use std::hash::Hasher;

use crate::stable_hash::StableHasher;

/// At most this many variants, however many texts there are.
const MOST: usize = 1200;
/// At most this many of one text.
const OF_ONE: usize = 16;
/// Longer variants are not made.
const LONGEST: usize = 120;

/// What stands in for a character of a text, or beside it.
const INSERTED: &[&str] =
    &["0", "9", "-", "+", ".", " ", "a", "Z", "é", "\u{301}", "\0", "\n", "%", "/", ":", "(", "🦀"];
/// What stands in for a number in a text.
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

/// Variants of texts, none of which is among them.
pub(super) fn variants(texts: &[String]) -> Vec<String> {
    let known: BTreeSet<&str> = texts.iter().map(String::as_str).collect();
    let bases: Vec<&String> = texts.iter().filter(|text| !text.is_empty()).collect();
    if bases.is_empty() {
        return Vec::new();
    }
    let each = (MOST / bases.len()).clamp(1, OF_ONE);
    let mut made = BTreeSet::new();
    let mut found = Vec::new();
    for base in &bases {
        let mut draw = Draw::of(base);
        for _ in 0..each {
            let variant = vary(base, &bases, &mut draw);
            let is_new = !known.contains(variant.as_str()) && variant.len() <= LONGEST;
            if is_new && found.len() < MOST && made.insert(variant.clone()) {
                found.push(variant);
            }
        }
    }
    found
}

/// One variant of a text.
fn vary(text: &str, others: &[&String], draw: &mut Draw) -> String {
    let other = others[draw.below(others.len())];
    let (at, end) = (draw.boundary(text), draw.boundary(text));
    let (low, high) = (at.min(end), at.max(end));
    match draw.below(10) {
        // A part too few, too many, or in the wrong place.
        0 => [&text[..low], &text[high..]].concat(),
        1 => [&text[..high], &text[low..high], &text[high..]].concat(),
        2 => [&text[at..], &text[..at]].concat(),
        3 => text[..at].to_owned(),
        // One character too few or too many.
        4 => [&text[..at], after_first(&text[at..])].concat(),
        5 => [&text[..at], INSERTED[draw.below(INSERTED.len())], &text[at..]].concat(),
        6 => [&text[..at], INSERTED[draw.below(INSERTED.len())], after_first(&text[at..])].concat(),
        // Two texts in one.
        7 => [&text[..at], other].concat(),
        8 => [&text[..at], &other[draw.boundary(other)..]].concat(),
        _ => with_number(text, draw).unwrap_or_else(|| [&text[..at], other, &text[at..]].concat()),
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

/// Choices that follow from a text alone.
struct Draw(u64);

impl Draw {
    fn of(text: &str) -> Self {
        let mut hasher = StableHasher::default();
        hasher.write(text.as_bytes());
        Self(hasher.finish())
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }

    /// A place between two characters of a text, its ends included.
    fn boundary(&mut self, text: &str) -> usize {
        let at = self.below(text.len() + 1);
        (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Vec<String> {
        variants(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn variants_are_new_different_and_the_same_every_time() {
        let texts = ["1970-01-01T00:00:00Z", "P1DT2H", "é漢🦀"];
        let made = of(&texts);
        assert!(made.len() > 30, "{made:?}");
        assert_eq!(made, of(&texts));
        let distinct: BTreeSet<&String> = made.iter().collect();
        assert_eq!(distinct.len(), made.len());
        assert!(made.iter().all(|text| !texts.contains(&text.as_str())));
    }

    #[test]
    fn there_are_not_too_many_and_of_every_text_one_at_least() {
        let texts: Vec<String> = (0..300).map(|number| format!("text {number}")).collect();
        assert!(variants(&texts).len() <= MOST);
        assert_eq!(of(&[]), Vec::<String>::new());
        assert_eq!(of(&[""]), Vec::<String>::new());
        let one = of(&["x"]);
        assert!(!one.is_empty());
    }

    #[test]
    fn numbers_are_put_out_of_range() {
        let mut draw = Draw::of("any");
        let made: BTreeSet<String> =
            (0..200).filter_map(|_| with_number("v12.3", &mut draw)).collect();
        assert!(made.contains("v256.3") && made.contains("v12.18446744073709551616"), "{made:?}");
        assert_eq!(with_number("none", &mut draw), None);
    }

    #[test]
    fn no_text_is_cut_inside_a_character() {
        let text = "é漢🦀";
        let mut draw = Draw::of(text);
        assert!((0..100).all(|_| text.is_char_boundary(draw.boundary(text))));
    }
}
