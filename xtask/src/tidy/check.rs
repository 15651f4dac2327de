//! Applies all rules and reports every problem at once.

use std::path::Path;

use super::{architecture, claims, cycles, folders, paths, places, readme, size, text, words};
use crate::house::Survey;
use crate::sources::{self, SourceFile};

/// Applies all rules to the repository at `root`.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let files =
        sources::read_all(root).map_err(|error| format!("failed to read files: {error}"))?;
    let problems = problems(&files);
    if problems.is_empty() {
        return Ok(());
    }
    let count = problems.len();
    Err(format!(
        "{}\ntidy: {count} problem{}",
        problems.join("\n"),
        if count == 1 { "" } else { "s" }
    ))
}

fn problems(files: &[SourceFile]) -> Vec<String> {
    let page = sources::find(files, claims::PAGE);
    let packages = sources::packages(files);
    let survey = Survey::new(files);
    let mut problems = architecture::problems(&packages, &page);
    problems.extend(places::problems(&survey, &page));
    problems.extend(cycles::problems(&packages, &survey, &page));
    problems.extend(readme::problems(
        &sources::find(files, "README.md"),
        &sources::find(files, ".ci/run"),
    ));
    problems.extend(paths::problems(files));
    problems.extend(folders::problems(files, &sources::find(files, "xtask/large-folders.txt")));
    problems.extend(size::problems(files, &sources::find(files, "xtask/large-files.txt")));
    problems.extend(words::problems(&survey, &sources::find(files, words::LIMITS)));
    for file in files {
        problems.extend(text::problems(file));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_applied() {
        let file =
            |path: &str, lines| SourceFile { path: path.to_owned(), text: "x\n".repeat(lines) };
        let mut files = vec![file("src/lib.rs", 601), file("xtask/Cargo.toml", 1)];
        files.extend((0..21).map(|number| file(&format!("xtask/src/f{number}.rs"), 1)));
        let problems = problems(&files).join("\n");
        let words = [
            "architecture.md",
            "README.md",
            ".ci/run",
            "601 lines",
            "21 files",
            "must open with",
            "banned words",
            "printing",
            "cycles",
        ];
        for word in words {
            assert!(problems.contains(word), "{word} in {problems}");
        }
    }
}
