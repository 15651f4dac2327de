//! The layout of `target/gadfly/<package>/`, and the lock on it.
//!
//! Knows where things are and that one run at a time works there; does not know what is in them.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use gadfly_build::atomic_file;

/// The directory of shared builds, beside those of packages; no package can have this name.
const SHARED: &str = ".shared";

/// The content of the file that marks a cache directory (<https://bford.info/cachedir/>).
const CACHE_TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n# Made by gadfly.\n";

/// The working directory of one crate, locked for as long as this lives.
#[derive(Debug)]
pub struct Artifacts {
    dir: PathBuf,
    shared: PathBuf,
    /// Held, never read. `None` where the file system knows no locks.
    _lock: Option<File>,
}

/// Reasons why the working directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ArtifactsError {
    /// It cannot be made.
    #[error("failed to create {}: {source}", path.display())]
    Create {
        /// The directory or file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file in it cannot be written.
    #[error("failed to write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Another run is at work in it.
    #[error("another gadfly run is at work on this crate, in {}", path.display())]
    Busy {
        /// The directory.
        path: PathBuf,
    },
}

impl Artifacts {
    /// Makes and locks the directory `target/gadfly/<package>` of a target directory.
    pub fn of_package(target_dir: &Path, package: &str) -> Result<Self, ArtifactsError> {
        let gadfly = target_dir.join("gadfly");
        Self::lock(gadfly.join(package), gadfly.join(SHARED))
    }

    /// Makes and locks a directory that shares nothing with others.
    pub fn open(dir: PathBuf) -> Result<Self, ArtifactsError> {
        let shared = dir.join(SHARED);
        Self::lock(dir, shared)
    }

    fn lock(dir: PathBuf, shared: PathBuf) -> Result<Self, ArtifactsError> {
        let is_ours = !dir.exists();
        fs::create_dir_all(&dir)
            .map_err(|source| ArtifactsError::Create { path: dir.clone(), source })?;
        if is_ours {
            // Tools that look for sources or make backups pass it by; so does our fingerprint.
            write_atomically(&dir.join("CACHEDIR.TAG"), CACHE_TAG.as_bytes())?;
        }
        let path = dir.join("lock");
        if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
            // Opening a pipe would wait for its other end.
            atomic_file::clear(&path);
        }
        let file = File::options()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(|source| ArtifactsError::Create { path: path.clone(), source })?;
        let lock = match file.try_lock() {
            Ok(()) => Some(file),
            Err(TryLockError::WouldBlock) => return Err(ArtifactsError::Busy { path: dir }),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => None,
            Err(TryLockError::Error(source)) => {
                return Err(ArtifactsError::Create { path, source });
            }
        };
        atomic_file::remove_unfinished(&dir);
        Ok(Self { dir, shared, _lock: lock })
    }

    /// The directory itself; stages keep their working files in folders of their own below it.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The directory of builds that packages share.
    pub fn shared(&self) -> &Path {
        &self.shared
    }

    /// The events of a search, kept until its results are in the report.
    pub fn journal(&self) -> PathBuf {
        self.dir.join("journal.bin")
    }

    /// The directory of exhaustive searches: pages with drawings, and records of unfinished searches.
    pub fn exhaust(&self) -> PathBuf {
        self.dir.join("exhaust")
    }

    /// The folder in which a single test may write.
    pub fn trial(&self) -> PathBuf {
        self.dir.join("trial")
    }

    /// The report of the last run.
    pub fn report(&self) -> PathBuf {
        self.dir.join("report.json")
    }

    /// The report of the last run as a page.
    pub fn page(&self) -> PathBuf {
        self.dir.join("report.html")
    }
}

/// Writes a file so that it is there whole or not at all.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), ArtifactsError> {
    atomic_file::write_own(path, bytes)
        .map_err(|source| ArtifactsError::Write { path: path.to_owned(), source })
}

impl ArtifactsError {
    /// A remedy.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Create { .. } | Self::Write { .. } => {
                "make that directory writable, or choose another one with --out DIR".to_owned()
            }
            Self::Busy { .. } => {
                "wait until it ends, or choose another directory with --out DIR".to_owned()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_has_its_own_directory() {
        let target = tempfile::tempdir().expect("a directory");
        let artifacts = Artifacts::of_package(target.path(), "semver").expect("opened");
        assert_eq!(artifacts.dir(), target.path().join("gadfly/semver"));
        assert_eq!(artifacts.report(), target.path().join("gadfly/semver/report.json"));
        assert_eq!(artifacts.shared(), target.path().join("gadfly/.shared"));
        Artifacts::of_package(target.path(), "url").expect("another package is free");
    }

    #[test]
    fn a_directory_of_ones_own_holds_everything() {
        let dir = tempfile::tempdir().expect("a directory");
        let artifacts = Artifacts::open(dir.path().join("out")).expect("opened");
        assert!(artifacts.shared().starts_with(dir.path().join("out")));
    }

    #[test]
    fn only_own_directories_are_marked_as_caches() {
        let dir = tempfile::tempdir().expect("a directory");
        Artifacts::open(dir.path().to_owned()).expect("opened");
        assert!(!dir.path().join("CACHEDIR.TAG").exists());
        Artifacts::open(dir.path().join("out")).expect("opened");
        assert!(dir.path().join("out/CACHEDIR.TAG").exists());
    }

    #[test]
    fn half_written_files_are_removed() {
        let dir = tempfile::tempdir().expect("a directory");
        fs::write(dir.path().join(".writing-abc"), "half").expect("written");
        fs::write(dir.path().join("mine"), "whole").expect("written");
        Artifacts::open(dir.path().to_owned()).expect("opened");
        assert!(!dir.path().join(".writing-abc").exists());
        assert!(dir.path().join("mine").exists());
    }

    #[test]
    fn a_working_directory_is_locked_during_a_run() {
        let target = tempfile::tempdir().expect("a directory");
        let first = Artifacts::of_package(target.path(), "semver").expect("opened");
        let error = Artifacts::of_package(target.path(), "semver").expect_err("busy");
        assert!(matches!(error, ArtifactsError::Busy { .. }), "{error}");
        assert!(error.to_string().starts_with("another gadfly run is at work"), "{error}");
        drop(first);
        Artifacts::of_package(target.path(), "semver").expect("free again");
    }

    #[cfg(unix)]
    #[test]
    fn locks_that_are_no_files_make_way() {
        let (target, mine) =
            (tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("a directory"));
        let lock = target.path().join("gadfly/semver/lock");
        fs::create_dir_all(&lock).expect("a folder");
        drop(Artifacts::of_package(target.path(), "semver").expect("opened"));
        fs::remove_file(&lock).expect("a file by now");
        let file = mine.path().join("mine");
        fs::write(&file, "text").expect("written");
        std::os::unix::fs::symlink(&file, &lock).expect("a link");
        let _held = Artifacts::of_package(target.path(), "semver").expect("opened");
        assert!(!lock.is_symlink() && file.exists());
    }

    #[test]
    fn a_place_that_cannot_be_made_is_named() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("target");
        fs::write(&file, "not a directory").expect("written");
        let error = Artifacts::of_package(&file, "semver").expect_err("not a directory");
        assert!(error.to_string().contains("gadfly/semver"), "{error}");
    }
}
