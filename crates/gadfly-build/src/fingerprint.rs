//! The fingerprint of a harness's inputs, for noticing changes.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use gadfly_cargo::{DependencySource, Subject};
use gadfly_test_file::Folder;
use gadfly_wire::Fnv;

/// Folders that are not sources.
const IGNORED: &[&str] = &["target", ".git", "node_modules"];

/// Files of more bytes are not read.
const LARGE: u64 = 1 << 20;

/// A text that changes whenever the subject, its dependencies, the toolchain, gadfly or the
/// options do.
pub fn fingerprint(subject: &Subject, options: &str) -> String {
    let mut hasher = Fnv::default();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    gadfly_engine::sources::FILES.hash(&mut hasher);
    // While gadfly itself is being worked on, its own program is part of what a harness is made by.
    if let Some(data) = std::env::current_exe().ok().and_then(|exe| exe.metadata().ok()) {
        data.len().hash(&mut hasher);
        data.modified().ok().hash(&mut hasher);
    }
    options.hash(&mut hasher);
    subject.rustc_verbose_version.hash(&mut hasher);
    subject.package.hash(&mut hasher);
    subject.version.hash(&mut hasher);
    subject.enabled_features.hash(&mut hasher);
    subject.patch_toml.hash(&mut hasher);
    for dependency in &subject.dependencies {
        dependency.package_id.hash(&mut hasher);
        if let DependencySource::Path(path) = &dependency.source {
            hash_tree(path, &mut hasher);
        }
    }
    if let Some(lock) = &subject.lock_file {
        std::fs::read(lock).ok().hash(&mut hasher);
    }
    hash_tree(&subject.package_root, &mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Names and contents of all files below a folder: any of them may be included by a source.
fn hash_tree(root: &Path, hasher: &mut Fnv) {
    let mut folders: Vec<PathBuf> = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut paths: Vec<PathBuf> =
            entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_symlink() || IGNORED.contains(&name.as_str()) || is_written_by_us(&path) {
                continue;
            }
            if !path.is_dir() {
                path.hash(hasher);
                hash_file(&path, hasher);
            } else if !path.join("CACHEDIR.TAG").exists() {
                folders.push(path);
            }
        }
    }
}

/// Hashes the content of a file; of a large one, its length and time of change.
fn hash_file(path: &Path, hasher: &mut Fnv) {
    match path.metadata() {
        Ok(data) if data.len() > LARGE => {
            data.len().hash(hasher);
            data.modified().ok().hash(hasher);
        }
        _ => std::fs::read(path).ok().hash(hasher),
    }
}

/// Tests, stored values and oracles that gadfly writes are a result, not an input.
pub(crate) fn is_written_by_us(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let is_ours =
        name.starts_with("gadfly_") || Folder::ALL.iter().any(|ours| folder == ours.name());
    (is_ours && name.ends_with(".rs")) || name.ends_with(".oracle")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash_of(root: &Path) -> u64 {
        let mut hasher = Fnv::default();
        hash_tree(root, &mut hasher);
        hasher.finish()
    }

    #[test]
    fn sources_count_and_results_do_not() {
        let root = tempfile::tempdir().expect("a directory");
        let write = |name: &str, text: &str| {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("created");
            std::fs::write(path, text).expect("written");
        };
        write("src/lib.rs", "a");
        let first = hash_of(root.path());
        write("target/x.rs", "b");
        write("tests/gadfly_regression.rs", "c");
        write("tests/gadfly_failures/holds.rs", "c");
        write("tests/gadfly_values/bag.rs", "c");
        write("gadfly/oracles/Stack.oracle", "c");
        write("built/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55");
        write("built/x.rs", "d");
        assert_eq!(hash_of(root.path()), first);
        write("src/table.bin", "e");
        let second = hash_of(root.path());
        assert_ne!(second, first);
        write("src/lib.rs", "b");
        assert_ne!(hash_of(root.path()), second);
    }
}
