//! The oracle as a text file: one sorted line per judged outcome, so that changes are lines and merges are unions.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Oracle, Verdict};

const ARROW: &str = " => ";
/// The marks that a merge leaves around the two sides of a conflict.
const CONFLICT: &[&str] = &["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/// Why a text is no oracle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OracleError {
    /// A line is none of those that there are.
    #[error(
        "line {line} is neither `right CALLS => OUTCOME`, `wrong CALLS => OUTCOME` nor `inherits NAME`"
    )]
    Line {
        /// Its number, from 1.
        line: usize,
    },
}

impl Oracle {
    /// Reads the text of an oracle. Both sides of a merge are taken; where they contradict each other, nothing is known.
    pub fn parse(text: &str) -> Result<Oracle, OracleError> {
        let mut oracle = Oracle::default();
        let mut disputed = BTreeSet::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            let is_comment = line.is_empty() || line.starts_with('#');
            if is_comment || CONFLICT.iter().any(|mark| line.starts_with(mark)) {
                continue;
            }
            let bad = || OracleError::Line { line: index + 1 };
            let (word, rest) = line.split_once(' ').ok_or_else(bad)?;
            let verdict = match word {
                "right" => Verdict::Right,
                "wrong" => Verdict::Wrong,
                "inherits" => {
                    let name = rest.trim().to_owned();
                    if !oracle.inherits.contains(&name) {
                        oracle.inherits.push(name);
                    }
                    continue;
                }
                _ => return Err(bad()),
            };
            let (key, outcome) = rest.split_once(ARROW).ok_or_else(bad)?;
            let (key, outcome) = (key.trim(), outcome.trim());
            if oracle.verdict(key, outcome).is_some_and(|known| known != verdict) {
                disputed.insert((key.to_owned(), outcome.to_owned()));
            }
            oracle.remember(key, outcome, verdict);
        }
        for (key, outcome) in disputed {
            if let Some(outcomes) = oracle.judged.get_mut(&key) {
                outcomes.remove(&outcome);
            }
        }
        oracle.judged.retain(|_, outcomes| !outcomes.is_empty());
        Ok(oracle)
    }

    /// The text of the oracle of a type.
    pub fn print(&self, ty: &str) -> String {
        let mut text = format!(
            "# Verdicts on {ty}, given to `cargo gadfly walk`. Every line stands alone: in a merge keep\n\
             # both sides, and delete a line to be asked again.\n"
        );
        for name in &self.inherits {
            writeln!(text, "inherits {name}").expect("writing to a string");
        }
        for (key, outcomes) in &self.judged {
            for (outcome, verdict) in outcomes {
                let word = match verdict {
                    Verdict::Right => "right",
                    Verdict::Wrong => "wrong",
                };
                writeln!(text, "{word} {key}{ARROW}{outcome}").expect("writing to a string");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn oracle() -> Oracle {
        let mut oracle = Oracle { inherits: vec!["LibraryBook".to_owned()], ..Oracle::default() };
        oracle.remember("new(); push(Item(0)); top()", "Item(0)", Verdict::Right);
        oracle.remember("new(); pop()", "panic: a => b", Verdict::Wrong);
        oracle
    }

    #[test]
    fn printed_oracles_are_read_back() {
        let text = oracle().print("Stack");
        assert_eq!(Oracle::parse(&text).expect("readable"), oracle());
        assert_eq!(Oracle::parse(&text).expect("readable").print("Stack"), text);
    }

    #[test]
    fn the_lines_are_sorted_whatever_the_order_of_the_answers() {
        let mut other = Oracle { inherits: vec!["LibraryBook".to_owned()], ..Oracle::default() };
        other.remember("new(); pop()", "panic: a => b", Verdict::Wrong);
        other.remember("new(); push(Item(0)); top()", "Item(0)", Verdict::Right);
        assert_eq!(other.print("Stack"), oracle().print("Stack"));
        let lines: Vec<String> =
            oracle().print("Stack").lines().skip(2).map(str::to_owned).collect();
        assert_eq!(lines[1], "wrong new(); pop() => panic: a => b");
    }

    #[test]
    fn both_sides_of_a_merge_are_taken_and_contradictions_are_asked_again() {
        let text = "<<<<<<< ours\nright new(); a() => 1\nright new(); c() => 1\n=======\n\
                    right new(); b() => 2\nwrong new(); c() => 1\n>>>>>>> theirs\n";
        let oracle = Oracle::parse(text).expect("readable");
        assert_eq!(oracle.verdict("new(); a()", "1"), Some(Verdict::Right));
        assert_eq!(oracle.verdict("new(); b()", "2"), Some(Verdict::Right));
        assert_eq!(oracle.verdict("new(); c()", "1"), None);
        assert!(!oracle.knows("new(); c()"));
    }

    #[test]
    fn a_line_that_says_nothing_is_named() {
        assert_eq!(Oracle::parse("# a\nmaybe x => y\n"), Err(OracleError::Line { line: 2 }));
        assert_eq!(Oracle::parse("right x"), Err(OracleError::Line { line: 1 }));
        assert_eq!(Oracle::parse("nonsense"), Err(OracleError::Line { line: 1 }));
    }
}
