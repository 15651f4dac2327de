//! Paths that the documentation names exist.

use std::collections::BTreeSet;

use crate::sources::SourceFile;

/// Folders that a user's crate or the working directory has as well, so that a path below them may be there.
const AMBIGUOUS: [&str; 5] = ["gadfly", "run", "src", "target", "tests"];
/// Parts that stand for any name.
const PLACEHOLDERS: [&str; 2] = ["NAME", "TYPE"];

/// Looks for paths in backticks, in Markdown outside of code blocks, that name no file or folder. A path starts at the root,
/// in `crates/`, or in the sources of a package; others are not judged.
pub(super) fn problems(files: &[SourceFile]) -> Vec<String> {
    let known = known(files);
    let starts: BTreeSet<&str> = known.iter().filter_map(|path| path.split('/').next()).collect();
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".md")) {
        let mut in_code = false;
        for (index, line) in file.text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                in_code = !in_code;
            }
            if in_code {
                continue;
            }
            for path in line.split('`').skip(1).step_by(2).filter(|text| is_path(text)) {
                let path = path.trim_end_matches('/');
                let start = path.split('/').next().unwrap_or_default();
                if starts.contains(start) && !known.contains(path) {
                    problems.push(format!("{}:{}: there is no `{path}`", file.path, index + 1));
                }
            }
        }
    }
    problems
}

/// All files and folders, by every path that documentation may use for them.
fn known(files: &[SourceFile]) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for file in files {
        let inside = file.path.strip_prefix("crates/");
        let in_sources = inside.and_then(|path| Some(path.split_once("/src/")?.1));
        for path in [Some(file.path.as_str()), inside, in_sources].into_iter().flatten() {
            let parts: Vec<&str> = path.split('/').collect();
            known.extend((1..=parts.len()).map(|count| parts[..count].join("/")));
            // A module without its ending.
            known.extend(path.strip_suffix(".rs").map(str::to_owned));
        }
    }
    known
}

fn is_path(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '.');
    let start = text.split('/').next().unwrap_or_default();
    text.contains('/')
        && !text.starts_with('/')
        && text.chars().all(is_plain)
        && !AMBIGUOUS.contains(&start)
        && !PLACEHOLDERS.iter().any(|placeholder| text.contains(placeholder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: &str) -> Vec<String> {
        let file = |path: &str, text: &str| SourceFile { path: path.into(), text: text.into() };
        problems(&[file("crates/a/src/play/step.rs", ""), file("docs/page.md", page)])
    }

    #[test]
    fn paths_resolve_from_root_and_sources() {
        assert!(
            check("`crates/a/src/play/`, `a/src`, `play/step.rs`, `play/step`, `docs/page.md`")
                .is_empty()
        );
    }

    #[test]
    fn missing_paths_are_reported() {
        assert_eq!(check("see\n`play/gone.rs`"), ["docs/page.md:2: there is no `play/gone.rs`"]);
    }

    #[test]
    fn foreign_paths_and_code_are_ignored() {
        let page = "`src/iter.rs`, `tests/mine.rs`, `other/x.rs`, `play/{a,b}.rs`, `play/NAME.rs`\n```\n`play/gone`\n```";
        assert!(check(page).is_empty());
    }
}
