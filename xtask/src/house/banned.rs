//! Words and phrases of no technical text, in documentation, names and messages.

use super::Offence;
use super::survey::{RustFile, Survey};
use crate::sources::{SourceFile, TokenKind};

/// A banned phrase of lower-case words, and its replacement. Split, so that this file passes.
const BANNED: [(&str, &str); 15] = [
    (concat!("who", "ever"), "name the role: caller, author, user, thread"),
    (concat!("no", "body"), "name the role, or use the passive"),
    (concat!("no", "bodys"), "name the role"),
    (concat!("some", "body"), "name the role: caller, author, user, thread"),
    (concat!("some", "bodys"), "name the role"),
    (concat!("to", "ld"), "use reported, given, distinguished or described"),
    (concat!("te", "ll"), "use report, return, show, distinguish or describe"),
    (concat!("te", "lls"), "use reports, returns, shows, distinguishes or describes"),
    (concat!("de", "ar"), "use expensive"),
    (concat!("takes", " part"), "use is included, is used or runs"),
    (concat!("take", " part"), "use are included, are used or run"),
    (concat!("took", " part"), "use was included, was used or ran"),
    (concat!("comes", " of"), "use follows from, results from or is caused by"),
    (concat!("for the", " sake of"), "use for or because of"),
    (concat!("there", " is to"), "use a noun: everything, the inputs, the commands"),
];

/// Banned words in a file of Rust: in comments, and in files of the workspace also in names and string literals.
pub(crate) fn in_rust(file: &RustFile<'_>) -> Vec<Offence> {
    let mut offences = Vec::new();
    for comment in &file.comments {
        let lines: Vec<&str> = comment.lines.iter().map(String::as_str).collect();
        offences.extend(in_prose(file.path, comment.line, &lines, ""));
    }
    if file.is_ours {
        for token in file.tokens.iter().filter(|token| token.kind == TokenKind::Text) {
            let lines: Vec<&str> = token.text.split('\n').collect();
            offences.extend(in_prose(file.path, token.line, &lines, "in a string: "));
        }
        for (name, line) in &file.outline.names {
            let words = words_of_name(name).join(" ");
            offences.extend(in_prose(file.path, *line, &[&words], &format!("in `{name}`: ")));
        }
    }
    offences.sort();
    offences.dedup();
    offences
}

/// Banned words in a page, code in backticks and blocks of code aside.
pub(crate) fn in_page(page: &SourceFile) -> Vec<Offence> {
    let mut in_code = false;
    let lines: Vec<&str> = page
        .text
        .lines()
        .map(|line| {
            let is_fence = line.trim_start().starts_with("```");
            in_code ^= is_fence;
            if in_code || is_fence { "" } else { line }
        })
        .collect();
    in_prose(&page.path, 1, &lines, "")
}

/// Banned words in everything that a survey read.
pub(crate) fn in_all(survey: &Survey<'_>) -> Vec<Offence> {
    let mut offences: Vec<Offence> = survey.rust.iter().flat_map(in_rust).collect();
    offences.extend(survey.pages.iter().flat_map(|page| in_page(page)));
    offences
}

/// Looks for phrases in lines, the first of which has this number. Phrases may go on in the next line.
fn in_prose(path: &str, first: usize, lines: &[&str], place: &str) -> Vec<Offence> {
    let mut words: Vec<(String, usize)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        for (position, part) in line.split('`').enumerate() {
            // What stands in backticks is code; it also separates phrases.
            if position % 2 == 1 {
                words.push((String::new(), first + index));
                continue;
            }
            let pieces = part.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
            words.extend(
                pieces
                    .filter(|word| !word.is_empty())
                    .map(|word| (word.to_lowercase(), first + index)),
            );
        }
    }
    let mut offences = Vec::new();
    for at in 0..words.len() {
        for (phrase, suggestion) in BANNED {
            if starts_with(&words[at..], phrase) {
                let text = format!("{place}\"{phrase}\": {suggestion}");
                offences.push(Offence { path: path.to_owned(), line: words[at].1, text });
            }
        }
    }
    offences
}

fn starts_with(words: &[(String, usize)], phrase: &str) -> bool {
    let mut count = 0;
    phrase.split(' ').enumerate().all(|(index, expected)| {
        count += 1;
        words.get(index).is_some_and(|(word, _)| base(word) == expected)
    })
}

/// A word without a possessive ending.
fn base(word: &str) -> &str {
    word.split(['\'', '’']).next().unwrap_or(word)
}

/// The words of an identifier in lower case.
fn words_of_name(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if c == '_' || (c.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        if c != '_' {
            let last = words.len() - 1;
            words[last].extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expected: &[&str]) {
        let files = [SourceFile { path: path.into(), text: text.into() }];
        let found: Vec<String> = in_all(&Survey::new(&files))
            .iter()
            .map(|offence| {
                // Without the suggestion.
                let end = offence.text.rfind("\": ").map_or(offence.text.len(), |at| at + 1);
                format!("{}: {}", offence.line, &offence.text[..end])
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn prose_of_all_kinds_is_searched() {
        check(
            "crates/a/src/lib.rs",
            concat!(
                "//! Who",
                "ever calls.\n// Tel",
                "ls.\nfn to",
                "ld() { let te",
                "llsIt = \"de",
                "ar\"; }\n"
            ),
            &[
                concat!("1: \"who", "ever\""),
                concat!("2: \"te", "lls\""),
                concat!("3: in `te", "llsIt`: \"te", "lls\""),
                concat!("3: in `to", "ld`: \"to", "ld\""),
                concat!("3: in a string: \"de", "ar\""),
            ],
        );
    }

    #[test]
    fn fixtures_are_searched_for_prose_alone() {
        let text = concat!("// For the\n// sake", " of it.\nfn to", "ld() {}\n");
        check("fixtures/a/src/lib.rs", text, &[concat!("1: \"for the", " sake of\"")]);
    }

    #[test]
    fn pages_are_searched_outside_of_code() {
        let text = concat!("Some", "body's `te", "ll`.\n```\nte", "ll\n```\nTo", "ld.\n");
        check("docs/a.md", text, &[concat!("1: \"some", "body\""), concat!("5: \"to", "ld\"")]);
    }

    #[test]
    fn longer_words_are_fine() {
        check(
            "docs/a.md",
            "Foretell, endear, teller, comes off, takes apart, there is `x` to.\n",
            &[],
        );
    }
}
