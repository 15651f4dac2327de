//! Applies all rules and reports every problem at once.

use std::path::Path;

use super::files::{self, SourceFile};
use super::{architecture, layers, paths, readme, size, text};

/// Applies all rules to the repository at `root`.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let files = files::read_all(root).map_err(|error| format!("failed to read files: {error}"))?;
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
    let mut problems = Vec::new();
    problems.extend(architecture::problems(
        &files::packages(files),
        &files::find(files, "docs/architecture.md"),
    ));
    problems
        .extend(readme::problems(&files::find(files, "README.md"), &files::find(files, ".ci/run")));
    problems.extend(paths::problems(files));
    problems.extend(size::problems(files, &files::find(files, "xtask/large-files.txt")));
    for file in files {
        problems.extend(text::problems(file));
        problems.extend(layers::problems(file));
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
        let files = [file("src/lib.rs", 601), file("xtask/Cargo.toml", 1)];
        let problems = problems(&files).join("\n");
        for word in ["architecture.md", "README.md", ".ci/run", "601 lines", "must open with"] {
            assert!(problems.contains(word), "{word} in {problems}");
        }
    }
}
