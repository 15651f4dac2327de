//! Files that are there whole or not at all.

use std::io::{self, Write};
use std::path::Path;

/// The prefix of files that are being written.
const UNFINISHED: &str = ".writing-";

/// Writes a file so that it is there whole or not at all. Its folder has to exist.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    // A report is for everybody whom the system lets read such files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// The same for a file in a folder of gadfly's own: a folder that stands in its place makes way.
pub fn write_own(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.is_dir() {
        clear(path);
    }
    write(path, bytes)
}

/// Makes a folder of gadfly's own; a file or a link that stands in its place makes way.
pub fn make_own_folder(path: &Path) -> io::Result<()> {
    if std::fs::symlink_metadata(path).is_ok_and(|found| !found.is_dir()) {
        std::fs::remove_file(path)?;
    }
    std::fs::create_dir_all(path)
}

/// Removes whatever stands at a place of gadfly's own: a file, a folder, or a link but not its target.
pub fn clear(path: &Path) {
    let is_folder = std::fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
    // What cannot be removed is noticed by what is to be put there.
    let _ = if is_folder { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
}

/// Removes files that a run was writing when it was killed.
pub fn remove_unfinished(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            // One that stays does no harm.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn written_files_can_be_read_by_others() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a directory");
        write(&folder.path().join("report.json"), b"{}").expect("written");
        std::fs::write(folder.path().join("plain"), "").expect("written");
        let mode = |name: &str| {
            let data = std::fs::metadata(folder.path().join(name)).expect("there");
            data.permissions().mode()
        };
        assert_eq!(mode("report.json"), mode("plain"));
    }

    #[test]
    fn writes_replace_files_and_leave_nothing_else() {
        let folder = tempfile::tempdir().expect("a directory");
        let path = folder.path().join("report.json");
        write(&path, b"old").expect("written");
        write(&path, b"new").expect("written");
        assert_eq!(std::fs::read(&path).expect("read"), b"new");
        assert_eq!(std::fs::read_dir(folder.path()).expect("read").count(), 1);
    }

    #[test]
    fn own_places_are_taken_back() {
        let root = tempfile::tempdir().expect("a directory");
        let path = root.path().join("report.json");
        std::fs::create_dir_all(path.join("inside")).expect("a folder");
        write_own(&path, b"text").expect("written");
        assert_eq!(std::fs::read(&path).expect("read"), b"text");
        make_own_folder(&path).expect("a folder");
        assert!(path.is_dir());
        clear(&path);
        assert!(!path.exists());
        clear(&path);
    }

    #[cfg(unix)]
    #[test]
    fn targets_of_links_stay() {
        let root = tempfile::tempdir().expect("a directory");
        let (elsewhere, link) = (root.path().join("elsewhere"), root.path().join("run"));
        std::fs::create_dir(&elsewhere).expect("a folder");
        std::fs::write(elsewhere.join("mine"), "text").expect("written");
        for take in [
            |link: &Path| clear(link),
            |link: &Path| {
                make_own_folder(link).expect("a folder");
            },
        ] {
            std::os::unix::fs::symlink(&elsewhere, &link).expect("a link");
            take(&link);
            assert!(!link.is_symlink() && elsewhere.join("mine").exists());
            clear(&link);
        }
    }

    #[test]
    fn unfinished_files_are_removed() {
        let folder = tempfile::tempdir().expect("a directory");
        std::fs::write(folder.path().join(".writing-abc"), "half").expect("written");
        std::fs::write(folder.path().join("mine"), "whole").expect("written");
        remove_unfinished(folder.path());
        assert!(!folder.path().join(".writing-abc").exists());
        assert!(folder.path().join("mine").exists());
    }
}
