//! The text files of the repository, read once for all rules.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// A text file under version control.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// Its path from the root, with `/` between the parts.
    pub(crate) path: String,
    /// Its contents.
    pub(crate) text: String,
}

/// A package of the workspace.
#[derive(Debug)]
pub(crate) struct Package {
    /// Its name, which is also its folder's.
    pub(crate) name: String,
    /// Which of the others it depends on, tests aside, in the order of their names.
    pub(crate) dependencies: Vec<String>,
}

impl SourceFile {
    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The last part of its path.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// Files that are written by tools or by lawyers.
const FOREIGN: &[&str] = &["Cargo.lock", "LICENSE-APACHE", "LICENSE-MIT"];
const HIDDEN_BUT_OURS: &[&str] = &[".ci", ".cargo", ".github", ".gitignore"];

/// Reads every text file below the root, in the order of their paths.
pub(crate) fn read_all(root: &Path) -> io::Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    collect(root, root, &mut files)?;
    files.sort_by(|left, right| left.path.cmp(&right.path));
    Ok(files)
}

/// The workspace's packages and what they depend on among themselves, by name.
pub(crate) fn packages(files: &[SourceFile]) -> Vec<Package> {
    let manifests: Vec<(&str, &str)> = files
        .iter()
        .filter_map(|file| {
            let folder = file.path.strip_suffix("/Cargo.toml")?;
            let name = folder.strip_prefix("crates/").unwrap_or(folder);
            (name == "xtask" || folder != name).then_some((name, file.text.as_str()))
        })
        .filter(|(name, _)| !name.contains('/'))
        .collect();
    let names: Vec<&str> = manifests.iter().map(|(name, _)| *name).collect();
    manifests
        .iter()
        .map(|(name, text)| Package {
            name: (*name).to_owned(),
            dependencies: dependencies(text)
                .filter(|dependency| names.contains(dependency))
                .map(str::to_owned)
                .collect::<BTreeSet<String>>()
                .into_iter()
                .collect(),
        })
        .collect()
}

/// The names in a manifest's `[dependencies]` and `[build-dependencies]`.
fn dependencies(manifest: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    manifest.lines().filter_map(move |line| {
        if line.starts_with('[') {
            inside = matches!(line.trim(), "[dependencies]" | "[build-dependencies]");
            return None;
        }
        line.split(['=', '.', ' ']).next().filter(|name| inside && !name.is_empty())
    })
}

/// The text of the file with this path, or nothing.
pub(crate) fn find(files: &[SourceFile], path: &str) -> String {
    files.iter().find(|file| file.path == path).map(|file| file.text.clone()).unwrap_or_default()
}

fn collect(root: &Path, dir: &Path, files: &mut Vec<SourceFile>) -> io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let path: PathBuf = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let hidden = name.starts_with('.') && !HIDDEN_BUT_OURS.contains(&name.as_str());
        if hidden || name == "target" || FOREIGN.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            let relative = path.strip_prefix(root).unwrap_or(&path);
            let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
            files.push(SourceFile { path: parts.join("/"), text });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_know_their_arrows() {
        let file =
            |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
        let files = [
            file("crates/a/Cargo.toml", "[dependencies]\nb.workspace = true\nserde = \"1\"\n"),
            file("crates/b/Cargo.toml", "[dev-dependencies]\na = { path = \"../a\" }\n"),
            file("examples/c/Cargo.toml", "[dependencies]\n"),
            file("xtask/Cargo.toml", ""),
        ];
        let packages: Vec<(String, Vec<String>)> = packages(&files)
            .into_iter()
            .map(|package| (package.name, package.dependencies))
            .collect();
        assert_eq!(
            packages,
            [
                ("a".to_owned(), vec!["b".to_owned()]),
                ("b".to_owned(), Vec::new()),
                ("xtask".to_owned(), Vec::new()),
            ]
        );
    }
}
