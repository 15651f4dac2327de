//! The rules of `docs/style.md` that a program can check, as a ratchet: numbers that may only fall.

use crate::house::{self, Measure, Offence, Survey};

/// The file with the limits, in lines of the form `measure: limit`.
pub(super) const LIMITS: &str = "xtask/prose-limits.txt";
/// The most places that are shown of a measure whose limit is not 0.
const SHOWN: usize = 10;

/// Looks for measures above their limits.
pub(super) fn problems(survey: &Survey<'_>, limits: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let mut limits: Vec<(&str, &str)> = limits
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(':').unwrap_or((line, "")))
        .map(|(name, limit)| (name, limit.trim()))
        .collect();
    for measure in house::prose_measures(survey) {
        let position = limits.iter().position(|(name, _)| *name == measure.name);
        let limit = position.map(|position| limits.remove(position).1.parse());
        match limit {
            Some(Ok(limit)) if measure.value <= limit => {}
            Some(Ok(limit)) => problems.extend(excess(&measure, limit)),
            _ => problems.push(format!("{LIMITS}: no number for `{}`", measure.name)),
        }
    }
    let unknown = limits.iter().map(|(name, _)| format!("{LIMITS}: there is no measure `{name}`"));
    problems.extend(unknown);
    problems
}

/// Messages about a measure that is above its limit, with its places.
fn excess(measure: &Measure, limit: usize) -> Vec<String> {
    let Measure { name, list, value, offences } = measure;
    let shown = if limit == 0 { offences.len() } else { SHOWN };
    let mut problems: Vec<String> = offences.iter().take(shown).map(Offence::to_string).collect();
    problems.push(format!(
        "{LIMITS}: `{name}` is {value}, at most {limit}; see docs/style.md, and for all places \
         `cargo xtask house --list {list}`"
    ));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::SourceFile;

    const GOALS: &str = "# why\n\ndoc openings, per mille: 80\nbanned words: 0\nlong test names: 0\nclauses as test names: 0\n";

    fn check(text: &str, limits: &str) -> Vec<String> {
        let file = SourceFile { path: "crates/a/src/lib.rs".into(), text: text.into() };
        problems(&Survey::new(&[file]), limits)
    }

    #[test]
    fn plain_prose_passes() {
        let text =
            "//! Sums.\n\n/// Returns whether it is.\nfn f() {}\n#[test]\nfn sums_are_right() {}\n";
        assert_eq!(check(text, GOALS), [""; 0]);
    }

    #[test]
    fn excesses_have_places_and_limits() {
        let text = "//! What it does.\n\n#[test]\nfn what_it_is() {}\n";
        assert_eq!(
            check(text, GOALS),
            [
                "crates/a/src/lib.rs:1: `What it does.`: open with a noun phrase or a third-person verb",
                "xtask/prose-limits.txt: `doc openings, per mille` is 1000, at most 80; see docs/style.md, \
                 and for all places `cargo xtask house --list openings`",
                "crates/a/src/lib.rs:4: `what_it_is`: put the subject first: `foreign_failures_are_not_findings`",
                "xtask/prose-limits.txt: `clauses as test names` is 1, at most 0; see docs/style.md, and for \
                 all places `cargo xtask house --list tests`",
            ]
        );
    }

    #[test]
    fn generous_limits_show_few_places() {
        let text = "/// What.\nfn f() {}\n".repeat(30);
        assert_eq!(check(&text, &GOALS.replace("80", "999")).len(), SHOWN + 1);
    }

    #[test]
    fn limits_and_measures_agree() {
        assert_eq!(
            check("", "banned words: few\nother: 1\n"),
            [
                "xtask/prose-limits.txt: no number for `doc openings, per mille`",
                "xtask/prose-limits.txt: no number for `banned words`",
                "xtask/prose-limits.txt: no number for `long test names`",
                "xtask/prose-limits.txt: no number for `clauses as test names`",
                "xtask/prose-limits.txt: there is no measure `other`",
            ]
        );
    }
}
