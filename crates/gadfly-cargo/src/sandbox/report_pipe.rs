//! Pipes by which confined processes report: they can write to one by its name, and cannot take back what they wrote.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The reading end of a pipe with a name. The name is removed when this is dropped.
#[derive(Debug)]
pub struct ReportPipe {
    file: File,
    path: PathBuf,
}

impl ReportPipe {
    /// Makes a pipe, in place of a file of that name.
    pub fn make(path: &Path) -> io::Result<ReportPipe> {
        if std::fs::symlink_metadata(path).is_ok() {
            std::fs::remove_file(path)?;
        }
        let file = platform::make(path)?;
        Ok(ReportPipe { file, path: path.to_owned() })
    }

    /// A handle by which another thread can wake one that reads.
    pub fn waker(&self) -> ReportWaker {
        // The growing file of other systems has one position for readers and writers.
        ReportWaker { file: if cfg!(unix) { self.file.try_clone().ok() } else { None } }
    }

    /// Reads what is there, or comes within so many milliseconds; nothing if nothing comes.
    pub fn read_within(&mut self, millis: u16, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            platform::wait(&self.file, millis);
            return match self.file.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
                other => other,
            };
        }
    }
}

/// Wakes a reader that waits.
#[derive(Debug)]
pub struct ReportWaker {
    file: Option<File>,
}

impl ReportWaker {
    /// Lets the reader look again: a byte that is no report arrives there.
    pub fn wake(&mut self) {
        if let Some(file) = &mut self.file {
            // A pipe that is full has something to read.
            let _ = file.write(&[0]);
        }
    }
}

impl Drop for ReportPipe {
    fn drop(&mut self) {
        // One that stays is replaced by the next.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
mod platform {
    use std::ffi::CString;
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::OpenOptionsExt;
    use std::path::Path;

    /// The bytes that fit where the system permits that many.
    #[cfg(target_os = "linux")]
    const ROOM: libc::c_int = 1 << 20;

    pub(super) fn make(path: &Path) -> io::Result<File> {
        let name = CString::new(path.as_os_str().as_bytes())?;
        // SAFETY: the name ends with a zero and outlives the call.
        if unsafe { libc::mkfifo(name.as_ptr(), 0o600) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // With a writer of our own, the pipe does not end when the last process that writes does.
        let mut options = File::options();
        let file = options.read(true).write(true).custom_flags(libc::O_NONBLOCK).open(path)?;
        #[cfg(target_os = "linux")]
        // SAFETY: integers only; a pipe that stays as small as it is does as well.
        unsafe {
            libc::fcntl(file.as_raw_fd(), libc::F_SETPIPE_SZ, ROOM);
        }
        Ok(file)
    }

    /// Waits until there is something to read, or the time is up.
    pub(super) fn wait(file: &File, millis: u16) {
        let mut asked = libc::pollfd { fd: file.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one structure that outlives the call. Whatever it returns, a read finds out the rest.
        unsafe {
            libc::poll(&mut asked, 1, millis.into());
        }
    }
}

/// Elsewhere a file that grows.
#[cfg(not(unix))]
mod platform {
    use std::fs::File;
    use std::io;
    use std::path::Path;
    use std::time::Duration;

    pub(super) fn make(path: &Path) -> io::Result<File> {
        File::options().read(true).write(true).create_new(true).open(path)
    }

    pub(super) fn wait(_file: &File, millis: u16) {
        std::thread::sleep(Duration::from_millis(millis.min(20).into()));
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn reports_arrive_in_order_and_are_read_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("events");
        std::fs::write(&path, "left by an earlier run").expect("written");
        let mut pipe = ReportPipe::make(&path).expect("a pipe");
        let mut buffer = [0; 8];
        assert_eq!(pipe.read_within(0, &mut buffer).expect("nothing yet"), 0);
        for text in [b"one", b"two"] {
            let mut writer = File::options().append(true).open(&path).expect("a writer");
            writer.write_all(text).expect("there is room");
        }
        assert_eq!(pipe.read_within(1000, &mut buffer).expect("both"), 6);
        assert_eq!(&buffer[..6], b"onetwo");
        assert_eq!(pipe.read_within(0, &mut buffer).expect("no end"), 0);
        pipe.waker().wake();
        assert_eq!(pipe.read_within(60_000, &mut buffer).expect("a byte"), 1);
        drop(pipe);
        assert!(!path.exists());
    }
}
