//! Files that a confined process, or any other, may have changed: read without trusting their kind or their size.
//!
//! Where the command expects a small file there may be a link to elsewhere, a pipe that never ends, a device or a flood. All of
//! these are errors here, and none of them makes the reader wait.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Reads a regular file of at most so many bytes; a link is not followed.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read(&open(path, Links::Refused)?, most)
}

/// Reads a regular file of at most so many bytes, at the end of a link or not: for the person's own files.
pub fn read_linked(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read(&open(path, Links::Followed)?, most)
}

/// Opens a regular file; a link is not followed.
pub fn open_regular(path: &Path) -> io::Result<File> {
    open(path, Links::Refused)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    Followed,
    Refused,
}

fn open(path: &Path, links: Links) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Opening a pipe would wait for a writer.
        let links = if links == Links::Refused { libc::O_NOFOLLOW } else { 0 };
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY | links);
    }
    #[cfg(not(unix))]
    if links == Links::Refused && std::fs::symlink_metadata(path)?.is_symlink() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a link"));
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
    }
}

fn read(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is too large"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_files_are_read_up_to_their_limit() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        std::fs::write(&path, "text").expect("written");
        assert_eq!(read_regular(&path, 4).expect("it fits"), b"text");
        assert_eq!(read_linked(&path, 4).expect("it fits"), b"text");
        assert!(read_regular(&path, 3).is_err(), "it is too large");
        assert!(read_regular(folder.path(), 9).is_err(), "a folder");
        let missing = read_regular(&folder.path().join("none"), 9).expect_err("nothing is there");
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn links_pipes_and_devices_are_refused() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::fs::write(&file, "text").expect("written");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        assert!(read_regular(&link, 9).is_err());
        assert_eq!(read_linked(&link, 9).expect("a person's link"), b"text");
        let pipe = folder.path().join("pipe");
        let name = std::ffi::CString::new(pipe.as_os_str().as_bytes()).expect("a name");
        // SAFETY: the name ends with a zero and outlives the call.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        let to_pipe = folder.path().join("to-pipe");
        std::os::unix::fs::symlink(&pipe, &to_pipe).expect("a link");
        for path in [&pipe, &to_pipe, Path::new("/dev/zero")] {
            assert!(read_regular(path, 9).is_err(), "{}", path.display());
            assert!(read_linked(path, 9).is_err(), "{}", path.display());
        }
    }
}
