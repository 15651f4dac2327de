//! Folders of sources stay small: a reader sees all files of a folder at a glance.

use std::collections::BTreeMap;

use crate::sources::SourceFile;

const MOST_FILES: usize = 20;
const EXCEPTIONS: &str = "xtask/large-folders.txt";

/// Looks for folders of sources with many Rust files. `exceptions` holds lines of the form `path: reason`.
pub(super) fn problems(files: &[SourceFile], exceptions: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let mut granted = Vec::new();
    for line in exceptions.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_once(": ") {
            Some((path, reason)) if !reason.trim().is_empty() => granted.push(path),
            _ => problems.push(format!("{EXCEPTIONS}: no reason given: {line}")),
        }
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for folder in files.iter().filter(|file| file.is_rust()).filter_map(source_folder) {
        *counts.entry(folder).or_default() += 1;
    }
    for (folder, count) in &counts {
        if *count > MOST_FILES && !granted.contains(folder) {
            problems.push(format!(
                "{folder}: {count} files, at most {MOST_FILES}; group them, or give a reason in {EXCEPTIONS}"
            ));
        }
    }
    for folder in granted {
        match counts.get(folder) {
            None => problems.push(format!("{EXCEPTIONS}: there is no {folder}")),
            Some(count) if *count <= MOST_FILES => {
                problems.push(format!("{EXCEPTIONS}: {folder} is no longer large"));
            }
            Some(_) => {}
        }
    }
    problems
}

/// The folder of a file among the sources of a package; none for tests, examples and fixtures.
fn source_folder(file: &SourceFile) -> Option<&str> {
    let (folder, _) = file.path.rsplit_once('/')?;
    let in_package = match folder.strip_prefix("crates/") {
        Some(rest) => rest.split_once('/')?.1,
        None => folder.strip_prefix("xtask/")?,
    };
    (in_package == "src" || in_package.starts_with("src/")).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(path: &str, count: usize) -> Vec<SourceFile> {
        let file =
            |number| SourceFile { path: format!("{path}/f{number}.rs"), text: String::new() };
        (0..count).map(file).collect()
    }

    #[test]
    fn large_folders_need_a_reason() {
        for path in ["crates/a/src", "crates/a/src/b/c", "xtask/src", "xtask/src/b"] {
            assert!(problems(&folder(path, 20), "").is_empty(), "{path}");
            let message = format!(
                "{path}: 21 files, at most 20; group them, or give a reason in xtask/large-folders.txt"
            );
            assert_eq!(problems(&folder(path, 21), ""), [message]);
            let exceptions = format!("# why\n\n{path}: one per item\n");
            assert!(problems(&folder(path, 21), &exceptions).is_empty(), "{path}");
        }
    }

    #[test]
    fn exceptions_need_a_reason() {
        let problems = problems(&folder("crates/a/src", 21), "crates/a/src: \n");
        assert_eq!(problems[0], "xtask/large-folders.txt: no reason given: crates/a/src: ");
        assert_eq!(problems.len(), 2);
    }

    #[test]
    fn only_direct_sources_count() {
        let mut files = folder("crates/a/src", 15);
        files.extend(folder("crates/a/src/b", 15));
        files.extend(folder("crates/a/tests", 30));
        files.extend(folder("fixtures/a/src", 30));
        let text =
            |number| SourceFile { path: format!("crates/a/src/{number}.txt"), text: String::new() };
        files.extend((0..30).map(text));
        assert!(problems(&files, "").is_empty());
    }

    #[test]
    fn stale_exceptions_are_reported() {
        assert_eq!(
            problems(&folder("crates/a/src", 20), "crates/a/src: one per item\nxtask/src: same\n"),
            [
                "xtask/large-folders.txt: crates/a/src is no longer large",
                "xtask/large-folders.txt: there is no xtask/src",
            ]
        );
    }
}
