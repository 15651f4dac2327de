//! The list of laws. A law's number is its place here.

use super::TraitLaw;
use super::{
    borrow_agrees, clone_alike, clone_equal, clone_from_agrees, clone_independent, clone_midway,
    cmp_agrees_with_eq, cmp_agrees_with_partial_cmp, cmp_dual, cmp_transitive, ends_agree,
    eq_reflexive, eq_symmetric, eq_transitive, error_sources, formats, fused, hash_agrees_with_eq,
    len_agrees, ne_negates_eq, operators_agree, partial_cmp_agrees_with_eq, partial_cmp_dual,
    partial_cmp_transitive, round_trip, shortcuts_agree, size_hint_bounds, size_hint_count,
    size_hint_drained,
};

/// Every law: first those about one value, then those about two, then those about three.
pub static LAWS: &[TraitLaw] = &[
    eq_reflexive::LAW,
    formats::DEBUG,
    formats::DEBUG_ALTERNATE,
    formats::DISPLAY,
    formats::DISPLAY_ALTERNATE,
    formats::DISPLAY_PRECISION,
    formats::DISPLAY_SHORT,
    formats::DISPLAY_WIDTH,
    formats::DISPLAY_SIGN,
    formats::DISPLAY_ZEROS,
    formats::LOWER_HEX,
    formats::LOWER_HEX_ALTERNATE,
    formats::UPPER_HEX,
    formats::BINARY,
    formats::BINARY_ALTERNATE,
    formats::OCTAL,
    formats::LOWER_EXP,
    formats::LOWER_EXP_PRECISION,
    formats::UPPER_EXP,
    clone_equal::LAW,
    clone_alike::LAW,
    clone_independent::LAW,
    size_hint_bounds::LAW,
    size_hint_count::LAW,
    size_hint_drained::LAW,
    len_agrees::LAW,
    fused::LAW,
    clone_midway::LAW,
    shortcuts_agree::LAW,
    ends_agree::LAW,
    borrow_agrees::HASH,
    round_trip::LAW,
    error_sources::LAW,
    eq_symmetric::LAW,
    ne_negates_eq::LAW,
    hash_agrees_with_eq::LAW,
    cmp_agrees_with_partial_cmp::LAW,
    cmp_agrees_with_eq::LAW,
    cmp_dual::LAW,
    partial_cmp_agrees_with_eq::LAW,
    partial_cmp_dual::LAW,
    operators_agree::LAW,
    clone_from_agrees::LAW,
    borrow_agrees::EQ,
    borrow_agrees::CMP,
    eq_transitive::LAW,
    cmp_transitive::LAW,
    partial_cmp_transitive::LAW,
];

#[cfg(test)]
mod tests {
    use super::LAWS;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_distinct_and_assertions_are_about_as_many_values_as_the_law() {
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
