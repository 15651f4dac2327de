//! Texts that are almost right: variants of those that the subject's own text mentions.
//!
//! The search makes others of these. The same texts have the same variants on every run.

use std::collections::BTreeSet;

use gadfly_wire::spliced;

/// At most this many variants, however many texts there are.
const MOST: usize = 1200;
/// At most this many of one text.
const OF_ONE: usize = 16;
/// Longer variants are not made.
const LONGEST: usize = 120;

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
        for number in 0..each {
            // Any other text will do.
            let other = bases[(base.len() * 31 + number * 17) % bases.len()];
            let variant = spliced(base, other, number as u64);
            let is_new = !known.contains(variant.as_str()) && variant.len() <= LONGEST;
            if is_new && found.len() < MOST && made.insert(variant.clone()) {
                found.push(variant);
            }
        }
    }
    found
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
}
