//! Acts that only some places in the sources may perform: printing and starting processes.

use super::claims;
use crate::house::{RustFile, Survey};
use crate::sources::{Token, TokenKind};

/// An act, with the tokens that perform it.
struct Act {
    /// Its name in the page's table.
    name: &'static str,
    /// Returns whether these tokens perform it.
    is_performed: fn(&[Token<'_>]) -> bool,
}

const ACTS: [Act; 3] = [
    Act { name: "printing", is_performed: prints },
    Act { name: "starting processes", is_performed: starts_process },
    Act { name: "cutting Rust paths", is_performed: cuts_path },
];

/// Looks for acts outside of the places that the architecture page lists, and for listed places that do not need it.
pub(super) fn problems(survey: &Survey<'_>, page: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for act in &ACTS {
        let Some(places) = claims::row(page, act.name) else {
            problems.push(claims::missing(act.name));
            continue;
        };
        let mut unused = places.clone();
        for file in survey.ours().filter(|file| !file.is_test && file.path.contains("/src/")) {
            let place = places.iter().find(|place| holds(place, file.path));
            for line in lines(file, act) {
                match place {
                    Some(place) => unused.retain(|unused| unused != place),
                    None => problems.push(format!(
                        "{}:{line}: {} outside of the places in {}",
                        file.path,
                        act.name,
                        claims::PAGE
                    )),
                }
            }
        }
        problems.extend(
            unused
                .iter()
                .map(|place| format!("{}: `{place}` is no place of {}", claims::PAGE, act.name)),
        );
    }
    problems
}

/// Returns whether a place, a folder or file below `crates/` or the root, holds a file.
fn holds(place: &str, path: &str) -> bool {
    let path = path.strip_prefix("crates/").unwrap_or(path);
    let place = place.trim_end_matches('/');
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The lines outside of tests in which a file performs an act.
fn lines(file: &RustFile<'_>, act: &Act) -> Vec<usize> {
    use TokenKind::{Other, Sign, Text, Word};
    let is_code = |token: &&Token<'_>| matches!(token.kind, Word | Sign(_) | Text | Other);
    let in_tests = |line: usize| {
        file.outline.test_modules.iter().any(|(first, last)| (*first..=*last).contains(&line))
    };
    let code: Vec<Token<'_>> = file.tokens.iter().filter(is_code).copied().collect();
    (0..code.len())
        .filter(|at| (act.is_performed)(&code[*at..]) && !in_tests(code[*at].line))
        .map(|at| code[at].line)
        .collect()
}

fn prints(tokens: &[Token<'_>]) -> bool {
    matches!(
        texts::<5>(tokens),
        ["print" | "println" | "eprint" | "eprintln", "!", "(" | "[" | "{", ..]
            | ["io", ":", ":", "stdout" | "stderr", "("]
    )
}

fn starts_process(tokens: &[Token<'_>]) -> bool {
    matches!(texts::<4>(tokens), ["Command", ":", ":", "new"])
}

fn cuts_path(tokens: &[Token<'_>]) -> bool {
    matches!(
        texts::<5>(tokens),
        ["rsplit" | "rsplit_once" | "rfind" | "rmatches", "(", "::", ..]
            | ["rsplitn", "(", _, ",", "::"]
    )
}

fn texts<'a, const N: usize>(tokens: &[Token<'a>]) -> [&'a str; N] {
    std::array::from_fn(|at| tokens.get(at).map_or("", |token| token.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::SourceFile;

    const PAGE: &str = "| only here | places |\n|---|---|\n| printing | `a/src/show/` |\n| starting processes | `a/src/run.rs` |\n| cutting Rust paths | `a/src/path.rs` |\n";

    fn check(files: &[(&str, &str)], page: &str, expected: &[&str]) {
        let files: Vec<SourceFile> = files
            .iter()
            .map(|(path, text)| SourceFile { path: (*path).into(), text: (*text).into() })
            .collect();
        assert_eq!(problems(&Survey::new(&files), page), expected);
    }

    const SHOW: (&str, &str) = ("crates/a/src/show/x.rs", "fn f() { println!(); }");
    const CUT: (&str, &str) = ("crates/a/src/path.rs", "fn f() { p.rsplit_once(\"::\"); }");
    const RUN: (&str, &str) = ("crates/a/src/run.rs", "fn f() { process::Command::new(p); }");

    #[test]
    fn acts_in_their_places_pass() {
        let tests = ("crates/a/src/b.rs", "#[cfg(test)]\nmod tests {\n fn f() { println!(); }\n}");
        let other =
            ("crates/a/src/c.rs", "fn f() { print != 0; MetadataCommand::new(\"println!()\"); }");
        let lookalike = ("crates/a/src/d.rs", "fn f() { p.split(\"::\"); p.rsplit(\"/\"); }");
        check(&[SHOW, RUN, CUT, tests, other, lookalike], PAGE, &[]);
    }

    #[test]
    fn acts_elsewhere_are_reported() {
        let b = (
            "crates/a/src/b.rs",
            "fn f() {\n    std::io::stderr();\n    Command::new(p);\n    p.rsplitn(2, \"::\");\n}",
        );
        check(
            &[SHOW, RUN, CUT, b],
            PAGE,
            &[
                "crates/a/src/b.rs:2: printing outside of the places in docs/architecture.md",
                "crates/a/src/b.rs:3: starting processes outside of the places in docs/architecture.md",
                "crates/a/src/b.rs:4: cutting Rust paths outside of the places in docs/architecture.md",
            ],
        );
    }

    #[test]
    fn superfluous_and_missing_claims_are_reported() {
        check(
            &[SHOW, CUT],
            PAGE,
            &["docs/architecture.md: `a/src/run.rs` is no place of starting processes"],
        );
        check(
            &[],
            "",
            &[
                "docs/architecture.md: the table of places has no row `printing`",
                "docs/architecture.md: the table of places has no row `starting processes`",
                "docs/architecture.md: the table of places has no row `cutting Rust paths`",
            ],
        );
    }
}
