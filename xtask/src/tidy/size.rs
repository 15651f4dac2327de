//! Files stay small: one concept each.

use crate::sources::SourceFile;

const LONGEST_FILE: usize = 600;
const LONGEST_TABLE_OF_CONTENTS: usize = 60;

/// Looks for long files. `exceptions` holds lines of the form `path: reason`.
pub(super) fn problems(files: &[SourceFile], exceptions: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let mut granted = Vec::new();
    for line in exceptions.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_once(": ") {
            Some((path, reason)) if !reason.trim().is_empty() => granted.push(path),
            _ => problems.push(format!("xtask/large-files.txt: no reason given: {line}")),
        }
    }
    for file in files.iter().filter(|file| file.is_rust()) {
        let lines = file.text.lines().count();
        let path = &file.path;
        let is_fixture = path.starts_with("fixtures/");
        if file.name() == "mod.rs" && !is_fixture && lines > LONGEST_TABLE_OF_CONTENTS {
            problems.push(format!(
                "{path}: {lines} lines; a mod.rs is a table of contents, at most \
                 {LONGEST_TABLE_OF_CONTENTS} lines"
            ));
        }
        let excepted = granted.contains(&path.as_str());
        if lines > LONGEST_FILE && !excepted {
            problems.push(format!(
                "{path}: {lines} lines; split it, or give a reason in xtask/large-files.txt"
            ));
        } else if lines <= LONGEST_FILE && excepted {
            problems.push(format!("xtask/large-files.txt: {path} is no longer large"));
        }
    }
    for path in granted {
        if !files.iter().any(|file| file.path == path) {
            problems.push(format!("xtask/large-files.txt: there is no {path}"));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, lines: usize) -> SourceFile {
        SourceFile { path: path.to_owned(), text: "x\n".repeat(lines) }
    }

    #[test]
    fn long_files_need_a_reason() {
        let files = [file("a.rs", 601), file("b.rs", 600), file("c.md", 9000)];
        assert_eq!(problems(&files, "").len(), 1);
        assert!(problems(&files, "# why\n\na.rs: one table\n").is_empty());
        assert_eq!(problems(&files, "a.rs: \n").len(), 2);
    }

    #[test]
    fn reasons_go_when_their_files_do() {
        let files = [file("b.rs", 10)];
        assert_eq!(
            problems(&files, "a.rs: one table\nb.rs: another\n"),
            [
                "xtask/large-files.txt: b.rs is no longer large",
                "xtask/large-files.txt: there is no a.rs",
            ]
        );
    }

    #[test]
    fn a_table_of_contents_is_short() {
        assert_eq!(problems(&[file("a/mod.rs", 61)], "").len(), 1);
        assert!(problems(&[file("a/mod.rs", 60)], "").is_empty());
    }
}
