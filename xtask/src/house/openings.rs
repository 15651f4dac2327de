//! The first words of documentation: a noun phrase or a verb in the third person.

use super::Offence;
use super::survey::RustFile;

/// Words that make a relative clause of a summary.
const CLAUSES: [&str; 5] = ["what", "whether", "how", "who", "where"];
/// Words that do the same, counted apart.
const WEAKER: [&str; 2] = ["which", "why"];

/// Numbers of doc comments, by their first words.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Openings {
    pub(crate) comments: usize,
    /// Those that open with what, whether, how, who or where.
    pub(crate) clauses: usize,
    /// Those that open with which or why.
    pub(crate) weaker: usize,
}

impl Openings {
    /// Openings that are clauses, of a thousand.
    pub(crate) fn per_mille(&self) -> usize {
        (self.clauses * 1000).checked_div(self.comments).unwrap_or(0)
    }
}

/// Counts the doc comments of files by how they open.
pub(crate) fn count<'a>(files: impl Iterator<Item = &'a RustFile<'a>>) -> Openings {
    let mut openings = Openings::default();
    for comment in files.flat_map(|file| &file.comments).filter(|comment| comment.is_doc) {
        let word = first_word(comment.summary());
        openings.comments += 1;
        openings.clauses += usize::from(CLAUSES.contains(&word.as_str()));
        openings.weaker += usize::from(WEAKER.contains(&word.as_str()));
    }
    openings
}

/// The doc comments of a file that open with a clause.
pub(crate) fn offences(file: &RustFile<'_>) -> Vec<Offence> {
    let docs = file.comments.iter().filter(|comment| comment.is_doc);
    docs.filter_map(|comment| {
        let word = first_word(comment.summary());
        CLAUSES.contains(&word.as_str()).then(|| Offence {
            path: file.path.to_owned(),
            line: comment.line,
            text: format!("`{}`: {}", comment.summary(), suggestion(&word)),
        })
    })
    .collect()
}

fn suggestion(word: &str) -> &'static str {
    match word {
        "whether" => "open with `Returns whether` or a noun phrase",
        "who" => "name the role: caller, author, user, thread",
        _ => "open with a noun phrase or a third-person verb",
    }
}

/// The first word of a summary, in lower case.
fn first_word(summary: &str) -> String {
    let start = summary.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = start.find(|c: char| !c.is_alphanumeric()).unwrap_or(start.len());
    start[..end].to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::Survey;
    use crate::sources::SourceFile;

    const SOURCE: &str = "//! What a file does.\n\n/// Whether it holds.\n/// What else.\nfn a() {}\n\
                          /// Returns whether it holds.\nfn b() {}\n// What a comment.\n/// Why it is.\nfn c() {}\n\
                          /// However it is.\nfn d() {}\n";

    fn with_survey(check: impl Fn(&Survey<'_>)) {
        let files = [SourceFile { path: "crates/a/src/lib.rs".into(), text: SOURCE.into() }];
        check(&Survey::new(&files));
    }

    #[test]
    fn summaries_are_counted_by_their_first_word() {
        with_survey(|survey| {
            let openings = count(survey.ours());
            assert_eq!(openings, Openings { comments: 5, clauses: 2, weaker: 1 });
            assert_eq!(openings.per_mille(), 400);
        });
    }

    #[test]
    fn offences_have_line_and_suggestion() {
        with_survey(|survey| {
            let offences: Vec<_> = offences(&survey.rust[0]);
            let texts: Vec<_> = offences.iter().map(ToString::to_string).collect();
            assert_eq!(
                texts,
                [
                    "crates/a/src/lib.rs:1: `What a file does.`: open with a noun phrase or a third-person verb",
                    "crates/a/src/lib.rs:3: `Whether it holds.`: open with `Returns whether` or a noun phrase",
                ]
            );
        });
    }
}
