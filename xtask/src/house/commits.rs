//! Subjects of commits.

use super::Offence;

/// The most characters that a subject has.
pub(crate) const LONGEST_SUBJECT: usize = 72;

/// Subjects that are too long, in lines of the form `HASH SUBJECT`.
pub(crate) fn long_subjects(log: &str) -> Vec<Offence> {
    log.lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(hash, subject)| {
            let length = subject.chars().count();
            (length > LONGEST_SUBJECT).then(|| Offence {
                path: hash.to_owned(),
                line: 1,
                text: format!("{length} characters: {subject}"),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_subjects_are_counted_in_characters() {
        let log = format!("a {}\nb {}\n", "é".repeat(72), "x".repeat(73));
        let long = long_subjects(&log);
        assert_eq!(long.len(), 1);
        assert_eq!(long[0].path, "b");
    }
}
