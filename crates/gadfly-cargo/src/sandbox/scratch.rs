//! Scratch folders: where a confined process may write, bounded in size and emptied at the end.

use std::fs::{DirEntry, Metadata, ReadDir};
use std::io;
use std::path::{Path, PathBuf};

use crate::RunError;

/// The most bytes in a scratch folder.
const MOST_BYTES: u64 = 1 << 30;
/// The bytes that an empty file or folder counts for.
const ENTRY_BYTES: u64 = 4 << 10;
/// The most folders within one another.
const MOST_DEEP: usize = 64;

/// A folder for one process, empty at first. It is removed with its contents when this is dropped; by then nothing may be
/// writing there any more.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// Makes a folder, in place of anything that is there.
    pub fn fresh(path: &Path) -> Result<Scratch, RunError> {
        make(path).map_err(|source| RunError::Scratch { path: path.to_owned(), source })?;
        Ok(Scratch { path: path.to_owned() })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        empty(&self.path);
        // What cannot be removed makes way when the folder is used again.
        let _ = std::fs::remove_dir(&self.path);
    }
}

fn make(path: &Path) -> io::Result<()> {
    if std::fs::symlink_metadata(path).is_ok_and(|found| !found.is_dir()) {
        std::fs::remove_file(path)?;
    }
    std::fs::create_dir_all(path)?;
    empty(path);
    Ok(())
}

/// Returns whether a folder has more in it than a scratch folder may.
pub(crate) fn is_too_large(folder: &Path) -> bool {
    is_larger(folder, MOST_BYTES)
}

fn is_larger(folder: &Path, most: u64) -> bool {
    let mut open: Vec<ReadDir> = std::fs::read_dir(folder).into_iter().collect();
    let mut bytes = 0_u64;
    while let Some(entries) = open.last_mut() {
        let Some(entry) = entries.next() else {
            open.pop();
            continue;
        };
        // One that has gone meanwhile has no size.
        let Some((entry, found)) =
            entry.ok().and_then(|it| it.metadata().ok().map(|data| (it, data)))
        else {
            continue;
        };
        bytes = bytes.saturating_add(ENTRY_BYTES).saturating_add(size(&found));
        if bytes > most || open.len() > MOST_DEEP {
            return true;
        }
        if found.is_dir() {
            open.extend(std::fs::read_dir(entry.path()));
        }
    }
    false
}

/// The bytes that a file takes on its disk.
fn size(found: &Metadata) -> u64 {
    #[cfg(unix)]
    {
        std::os::unix::fs::MetadataExt::blocks(found).saturating_mul(512)
    }
    #[cfg(not(unix))]
    found.len()
}

/// Removes what is in a folder, however deep it is: the folders within it are moved up, so that no path gets long and no more
/// than two folders are open at a time. Links are removed, and not followed.
fn empty(folder: &Path) {
    let mut number = 0_u64;
    loop {
        let mut has_removed = false;
        for entry in entries(folder) {
            has_removed |= remove(folder, &entry, &mut number);
        }
        // What is left cannot be removed.
        if !has_removed {
            return;
        }
    }
}

/// Removes an entry, or makes it less deep; returns whether anything was done.
fn remove(folder: &Path, entry: &DirEntry, number: &mut u64) -> bool {
    let path = entry.path();
    if !is_folder(entry) {
        return std::fs::remove_file(&path).is_ok();
    }
    if std::fs::remove_dir(&path).is_ok() {
        return true;
    }
    make_accessible(&path);
    let mut has_removed = false;
    for inner in entries(&path) {
        has_removed |= if is_folder(&inner) {
            make_accessible(&inner.path());
            loop {
                *number += 1;
                let up = folder.join(format!(".removed-{number}"));
                if std::fs::symlink_metadata(&up).is_err() {
                    break std::fs::rename(inner.path(), up).is_ok();
                }
            }
        } else {
            std::fs::remove_file(inner.path()).is_ok()
        };
    }
    std::fs::remove_dir(&path).is_ok() || has_removed
}

fn entries(folder: &Path) -> Vec<DirEntry> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().collect()
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_ok_and(|found| found.is_dir())
}

/// A folder that was made without rights cannot be read.
fn make_accessible(folder: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let _ = std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700));
    }
    #[cfg(not(unix))]
    let _ = folder;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scratch_folders_begin_and_end_empty() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("run/scratch");
        std::fs::create_dir_all(path.join("left")).expect("a folder");
        let scratch = Scratch::fresh(&path).expect("made");
        assert_eq!(entries(scratch.path()).len(), 0);
        std::fs::write(path.join("file"), "text").expect("written");
        drop(scratch);
        assert!(!path.exists());
        std::fs::write(&path, "text").expect("a file in its place");
        let scratch = Scratch::fresh(&path).expect("made");
        assert!(scratch.path().is_dir());
    }

    #[cfg(unix)]
    #[test]
    fn deep_and_closed_folders_are_removed() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().expect("a folder");
        let (path, outside) = (root.path().join("scratch"), root.path().join("outside"));
        std::fs::create_dir(&outside).expect("a folder");
        std::fs::write(outside.join("mine"), "text").expect("written");
        let scratch = Scratch::fresh(&path).expect("made");
        // Longer than any path may be, as a process gets it that changes its directory.
        let name = "n".repeat(100);
        let mut inner = path.join("deep");
        std::fs::create_dir(&inner).expect("a folder");
        std::os::unix::fs::symlink(&outside, inner.join("link")).expect("a link");
        for number in 0..60 {
            let outer = path.join(format!("outer-{number}"));
            std::fs::create_dir(&outer).expect("a folder");
            std::fs::rename(&inner, outer.join(&name)).expect("moved");
            inner = outer;
        }
        let closed = path.join("closed");
        std::fs::create_dir_all(closed.join("inner")).expect("a folder");
        std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o000)).expect("closed");
        assert!(std::fs::symlink_metadata(inner.join([&*name; 59].join("/"))).is_err());
        drop(scratch);
        assert!(!path.exists());
        assert!(outside.join("mine").exists());
    }

    #[test]
    fn sizes_count_files_folders_and_depth() {
        let root = tempfile::tempdir().expect("a folder");
        assert!(!is_larger(root.path(), 0), "it is empty");
        assert!(!is_larger(&root.path().join("none"), 0), "there is none");
        std::fs::create_dir(root.path().join("a")).expect("a folder");
        for number in 0..9 {
            std::fs::write(root.path().join(format!("a/{number}")), "").expect("written");
        }
        assert!(is_larger(root.path(), 9 * ENTRY_BYTES), "ten entries");
        assert!(!is_larger(root.path(), 20 * ENTRY_BYTES), "ten entries");
        std::fs::write(root.path().join("large"), vec![1; 1 << 20]).expect("written");
        assert!(is_larger(root.path(), 1 << 20));
        let deep = root.path().join(["d"; MOST_DEEP + 2].join("/"));
        std::fs::create_dir_all(deep).expect("a folder");
        assert!(is_larger(root.path(), u64::MAX), "too deep");
    }
}
