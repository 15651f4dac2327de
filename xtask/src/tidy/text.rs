//! The form of every file: a header, no exceptions without reasons, no stray characters.

use crate::sources::SourceFile;

/// Directories of one person's machine. Written in two parts, so that this file passes.
const PERSONAL_PATHS: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/Us", "ers/"),
    concat!("C:\\Us", "ers"),
];

/// Attributes that silence without a reason; `expect` with a reason takes their place.
const SILENCERS: &[&str] = &["#[allow(", "#![allow("];

/// Looks through one file, line by line.
pub(super) fn problems(file: &SourceFile) -> Vec<String> {
    let mut problems = Vec::new();
    let mut complain = |line: usize, what: &str| {
        problems.push(format!("{}:{line}: {what}", file.path));
    };
    if file.is_rust() && !file.text.starts_with("//! ") {
        complain(1, "the file must open with a `//!` line that says what it owns");
    }
    for (index, line) in file.text.split('\n').enumerate() {
        let number = index + 1;
        if line.contains('\t') {
            complain(number, "tab");
        }
        if line.ends_with([' ', '\r']) {
            complain(number, "white space at the end of the line");
        }
        if PERSONAL_PATHS.iter().any(|path| line.contains(path)) {
            complain(number, "a path of one user's machine");
        }
        if file.is_rust() && SILENCERS.iter().any(|start| line.trim_start().starts_with(start)) {
            complain(number, "use `#[expect(…, reason = \"…\")]`");
        }
    }
    if !file.text.is_empty() && (!file.text.ends_with('\n') || file.text.ends_with("\n\n")) {
        complain(file.text.lines().count(), "the file must end with one line break");
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expected: &[&str]) {
        let file = SourceFile { path: path.to_owned(), text: text.to_owned() };
        assert_eq!(problems(&file), expected);
    }

    #[test]
    fn tidy_files_pass() {
        check("a.rs", "//! Owns nothing.\n\nfn f() {}\n", &[]);
        check("a.md", "# Title\n", &[]);
        check("empty.txt", "", &[]);
    }

    #[test]
    fn rust_files_open_with_their_purpose() {
        check(
            "a.rs",
            "fn f() {}\n",
            &["a.rs:1: the file must open with a `//!` line that says what it owns"],
        );
    }

    #[test]
    fn stray_characters_are_reported_with_their_line() {
        check("a.md", "a\tb\n", &["a.md:1: tab"]);
        check("a.md", "a\nb \n", &["a.md:2: white space at the end of the line"]);
        check("a.md", "a\n\n", &["a.md:2: the file must end with one line break"]);
        check("a.md", "a", &["a.md:1: the file must end with one line break"]);
    }

    #[test]
    fn personal_paths_are_reported() {
        let text = format!("see {}me/x\n", "/ho");
        check("a.md", &text, &["a.md:1: a path of one user's machine"]);
    }

    #[test]
    fn silencing_attributes_are_reported() {
        let text = format!("//! A.\n    #[{}(dead_code)]\n", "allow");
        check("a.rs", &text, &["a.rs:2: use `#[expect(…, reason = \"…\")]`"]);
    }
}
