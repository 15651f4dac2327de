//! Sizes of files, functions and folders, and path shortening by hand.

use std::collections::BTreeMap;

use super::Offence;
use super::spread::Spread;
use super::survey::{RustFile, Survey};
use crate::sources::TokenKind;

/// The most lines that a function should have.
pub(crate) const LONGEST_FUNCTION: usize = 80;
/// The most files that a folder should have.
pub(crate) const LARGEST_FOLDER: usize = 20;
/// The number of files from which a folder is worth a look.
pub(crate) const LARGE_FOLDER: usize = 15;

/// Lines of the workspace: production code, test code.
pub(crate) fn lines(survey: &Survey<'_>) -> (usize, usize) {
    let all: usize = survey.ours().map(RustFile::lines).sum();
    let tests: usize = survey.ours().map(RustFile::test_lines).sum();
    (all - tests, tests)
}

/// Lines in front of the tests, of files that are not tests themselves.
pub(crate) fn code_per_file(survey: &Survey<'_>) -> Spread {
    let files = survey.ours().filter(|file| !file.is_test);
    Spread::new(files.map(RustFile::code_lines))
}

/// Lengths of functions in production code.
pub(crate) fn function_lengths(survey: &Survey<'_>) -> Spread {
    let functions = survey.ours().flat_map(|file| &file.outline.functions);
    Spread::new(functions.filter(|item| !item.in_tests).map(|item| item.length))
}

/// Functions of production code that are too long.
pub(crate) fn long_functions(file: &RustFile<'_>) -> Vec<Offence> {
    let functions = file.outline.functions.iter().filter(|_| file.is_ours);
    functions
        .filter(|item| !item.in_tests && item.length > LONGEST_FUNCTION)
        .map(|item| Offence {
            path: file.path.to_owned(),
            line: item.line,
            text: format!(
                "`{}` has {} lines; split it, at most {LONGEST_FUNCTION}",
                item.name, item.length
            ),
        })
        .collect()
}

/// Folders with more Rust files than this, with their number.
pub(crate) fn large_folders<'a>(survey: &'a Survey<'_>, limit: usize) -> Vec<(&'a str, usize)> {
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for file in survey.ours() {
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        *folders.entry(folder).or_default() += 1;
    }
    folders.into_iter().filter(|(_, count)| *count > limit).collect()
}

/// Calls that shorten a Rust path by cutting text.
pub(crate) fn path_cuts(file: &RustFile<'_>) -> Vec<Offence> {
    let is_cut = |window: &[crate::sources::Token<'_>]| {
        matches!(window[0].text, "rsplit" | "rsplit_once" | "rsplitn")
            && window[0].kind == TokenKind::Word
            && window[1..]
                .iter()
                .take(3)
                .any(|token| token.kind == TokenKind::Text && token.text == "::")
    };
    let cuts = file.tokens.windows(4).filter(|window| file.is_ours && is_cut(window));
    cuts.map(|window| Offence {
        path: file.path.to_owned(),
        line: window[0].line,
        text: "use the functions on Rust paths".to_owned(),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::SourceFile;

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile { path: path.into(), text: text.into() }
    }

    #[test]
    fn code_and_functions_are_measured() {
        let long = format!("fn long() {{\n{}}}\n", "    a();\n".repeat(79));
        let tests = "#[cfg(test)]\nmod tests {\n    fn t() {}\n}\n";
        let files = [
            file("crates/a/src/lib.rs", &format!("fn short() {{}}\n{long}{tests}")),
            file("crates/a/tests/t.rs", "fn other() {}\n"),
        ];
        let survey = Survey::new(&files);
        assert_eq!(lines(&survey), (82, 5));
        assert_eq!(code_per_file(&survey).percentile(100), 82);
        let lengths = function_lengths(&survey);
        assert_eq!((lengths.count(), lengths.percentile(100), lengths.count_above(80)), (2, 81, 1));
        assert_eq!(
            long_functions(&survey.rust[0])[0].to_string(),
            "crates/a/src/lib.rs:2: `long` has 81 lines; split it, at most 80"
        );
    }

    #[test]
    fn folders_are_counted_without_their_subfolders() {
        let files = [
            file("crates/a/src/a.rs", ""),
            file("crates/a/src/b.rs", ""),
            file("crates/a/src/c/d.rs", ""),
        ];
        assert_eq!(large_folders(&Survey::new(&files), 1), [("crates/a/src", 2)]);
    }

    #[test]
    fn path_cuts_are_found_by_tokens() {
        let source = "//! A.\nfn f() {\n    // rsplit(\"::\")\n    x.rsplit(\"::\");\n    x.rsplit_once(\"::\");\n    x.rsplit(\"/\");\n}\n";
        let files = [file("crates/a/src/lib.rs", source)];
        let lines: Vec<usize> =
            path_cuts(&Survey::new(&files).rust[0]).iter().map(|offence| offence.line).collect();
        assert_eq!(lines, [4, 5]);
    }
}
