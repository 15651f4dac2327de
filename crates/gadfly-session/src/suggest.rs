//! "Did you mean": the nearest of the names that exist.

/// The candidate nearest to what was written, if any is near enough to have been meant.
pub fn nearest<'a>(written: &str, candidates: &[&'a str]) -> Option<&'a str> {
    candidates
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(written, candidate), *candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 4)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_understood() {
        assert_eq!(nearest("lsit", &["explore", "list"]), Some("list"));
        assert_eq!(nearest("exlpor", &["explore", "list"]), Some("explore"));
    }

    #[test]
    fn other_words_are_left_alone() {
        assert_eq!(nearest("semver", &["explore", "list"]), None);
    }
}
