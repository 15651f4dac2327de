//! The list of laws. A law's number is its place here.

use super::TraitLaw;
use super::{cloning, equality, iteration, ordering, text};

/// Every law: first those about one value, then those about two, then those about three.
pub static LAWS: &[TraitLaw] = &[
    equality::eq_reflexive::LAW,
    text::formats::DEBUG,
    text::formats::DEBUG_ALTERNATE,
    text::formats::DISPLAY,
    text::formats::DISPLAY_ALTERNATE,
    text::formats::DISPLAY_PRECISION,
    text::formats::DISPLAY_SHORT,
    text::formats::DISPLAY_WIDTH,
    text::formats::DISPLAY_SIGN,
    text::formats::DISPLAY_ZEROS,
    text::formats::LOWER_HEX,
    text::formats::LOWER_HEX_ALTERNATE,
    text::formats::UPPER_HEX,
    text::formats::BINARY,
    text::formats::BINARY_ALTERNATE,
    text::formats::OCTAL,
    text::formats::LOWER_EXP,
    text::formats::LOWER_EXP_PRECISION,
    text::formats::UPPER_EXP,
    cloning::clone_equal::LAW,
    cloning::clone_alike::LAW,
    cloning::clone_independent::LAW,
    iteration::size_hint_bounds::LAW,
    iteration::size_hint_count::LAW,
    iteration::size_hint_drained::LAW,
    iteration::len_agrees::LAW,
    iteration::fused::LAW,
    iteration::clone_midway::LAW,
    iteration::shortcuts_agree::LAW,
    iteration::ends_agree::LAW,
    text::borrow_agrees::HASH,
    text::round_trip::LAW,
    text::error_sources::LAW,
    equality::eq_symmetric::LAW,
    equality::ne_negates_eq::LAW,
    equality::hash_agrees_with_eq::LAW,
    ordering::cmp_agrees_with_partial_cmp::LAW,
    ordering::cmp_agrees_with_eq::LAW,
    ordering::cmp_dual::LAW,
    ordering::partial_cmp_agrees_with_eq::LAW,
    ordering::partial_cmp_dual::LAW,
    ordering::operators_agree::LAW,
    cloning::clone_from_agrees::LAW,
    text::borrow_agrees::EQ,
    text::borrow_agrees::CMP,
    equality::eq_transitive::LAW,
    ordering::cmp_transitive::LAW,
    ordering::partial_cmp_transitive::LAW,
];

#[cfg(test)]
mod tests {
    use super::LAWS;
    use std::collections::BTreeSet;

    #[test]
    fn law_names_are_distinct_and_assertions_match_arity() {
        let names: BTreeSet<&str> = LAWS.iter().map(|law| law.name).collect();
        assert_eq!(names.len(), LAWS.len());
        for law in LAWS {
            let used = ["{0}", "{1}", "{2}"].map(|place| law.assertion.contains(place));
            assert_eq!(used, [true, law.arity > 1, law.arity > 2], "{}", law.name);
            assert!(!law.sentence.ends_with('.'), "{}", law.name);
        }
        assert!(LAWS.windows(2).all(|pair| pair[0].arity <= pair[1].arity));
    }
}
