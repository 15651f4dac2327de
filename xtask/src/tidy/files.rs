//! The text files of the repository, read once for all rules.

use std::io;
use std::path::{Path, PathBuf};

/// A text file under version control.
#[derive(Debug)]
pub(super) struct SourceFile {
    /// Its path from the root, with `/` between the parts.
    pub(super) path: String,
    /// What it holds.
    pub(super) text: String,
}

impl SourceFile {
    pub(super) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The last part of its path.
    pub(super) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// Files that are written by tools or by lawyers.
const FOREIGN: &[&str] = &["Cargo.lock", "LICENSE-APACHE", "LICENSE-MIT"];
const HIDDEN_BUT_OURS: &[&str] = &[".ci", ".cargo", ".github", ".gitignore"];

/// Reads every text file below the root, in the order of their paths.
pub(super) fn read_all(root: &Path) -> io::Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    collect(root, root, &mut files)?;
    files.sort_by(|left, right| left.path.cmp(&right.path));
    Ok(files)
}

/// The folders of the workspace's packages, by name.
pub(super) fn crates(root: &Path) -> Vec<String> {
    let mut names = vec!["xtask".to_owned()];
    let folders = std::fs::read_dir(root.join("crates")).into_iter().flatten().flatten();
    names.extend(
        folders
            .filter(|folder| folder.path().join("Cargo.toml").is_file())
            .map(|folder| folder.file_name().to_string_lossy().into_owned()),
    );
    names.sort();
    names
}

/// The text of the file with this path, or nothing.
pub(super) fn find(files: &[SourceFile], path: &str) -> String {
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
