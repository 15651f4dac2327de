//! The event stream: written to a pipe whose other end is the command's, or appended to a file.
//!
//! What was sent cannot be taken back or changed, by the code under test or by the engine. A death tears at most its own event;
//! each has a mark before it, so that the reader finds the next. The subject may close the descriptor or put another in its
//! place; then the pipe is opened again by its name. When nothing can be written, or a process cannot read back what it is about
//! to write, because its memory is broken, it ends with an exit code of its own.

use crate::process::output;
use crate::snapshot::journal::{Journal, OwnEnd};
use crate::snapshot::watchdog;
use crate::sys;
use gadfly_wire::{is_readable, to_marked_frame, Event};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::OnceLock;

/// Exit code of a process that cannot write events.
pub const EXIT_UNWRITABLE: u8 = 12;
/// Exit code of a process that writes events which cannot be read.
pub const EXIT_GARBLED: u8 = 13;
/// The number of times that the stream is opened anew for one event.
const ATTEMPTS: u32 = 3;

static JOURNAL: OnceLock<Journal> = OnceLock::new();

/// Receives events.
pub trait EventSink {
    /// Takes one event.
    fn send(&mut self, event: &Event);
}

/// A sink that writes to a pipe or appends to a file.
#[derive(Debug)]
pub struct EventFile {
    file: File,
    /// Path and identity; none for a descriptor that was passed in.
    home: Option<(String, Identity)>,
}

/// Device and inode, which identify a file.
type Identity = (u64, u64);

impl EventFile {
    /// Opens the pipe or the file. A path of the form `fd:3` names an open descriptor.
    pub fn open(path: &str) -> io::Result<Self> {
        if let Some(file) = descriptor(path) {
            return Ok(Self { file, home: None });
        }
        let file = append_to(path)?;
        let identity = identity(&file)?;
        Ok(Self { file, home: Some((path.to_owned(), identity)) })
    }

    fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        let is_lost =
            |file: &File, home: &Identity| identity(file).map_or(true, |found| found != *home);
        if self.home.as_ref().is_some_and(|(_, home)| is_lost(&self.file, home)) {
            self.reopen()?;
        }
        let mut attempts = 0;
        while !bytes.is_empty() {
            match self.file.write(bytes) {
                Ok(count) if count > 0 => bytes = &bytes[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // The subject may have made the descriptor one that does not wait.
                failed => {
                    attempts += 1;
                    if attempts > ATTEMPTS || self.home.is_none() {
                        return failed.and(Err(io::ErrorKind::WriteZero.into()));
                    }
                    self.reopen()?;
                }
            }
        }
        Ok(())
    }

    fn reopen(&mut self) -> io::Result<()> {
        if let Some((path, _)) = &self.home {
            // The number may be another file's by now, which is not ours to close.
            let lost = std::mem::replace(&mut self.file, append_to(path)?);
            std::mem::forget(lost);
        }
        Ok(())
    }
}

impl EventSink for EventFile {
    fn send(&mut self, event: &Event) {
        let frame = to_marked_frame(event);
        if !is_readable(&frame) {
            give_up(EXIT_GARBLED);
        }
        // The reader may be slow.
        if watchdog::paused(|| self.write(&frame)).is_err() {
            give_up(EXIT_UNWRITABLE);
        }
    }
}

/// Ends this process, whose reports are lost.
fn give_up(code: u8) {
    if sys::CAN_CONTAIN {
        if let Some(journal) = JOURNAL.get() {
            journal.end(OwnEnd::Speechless);
        }
        sys::exit_at_once(code.into());
    }
}

/// Says in the journal from now on when a process ends because its reports are lost.
pub fn report_to(journal: Journal) {
    let _ = JOURNAL.set(journal);
}

impl EventSink for Vec<Event> {
    fn send(&mut self, event: &Event) {
        self.push(event.clone());
    }
}

fn append_to(path: &str) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path).and_then(output::above_streams)
}

#[cfg(unix)]
fn identity(file: &File) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    file.metadata().map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(file: &File) -> io::Result<Identity> {
    file.metadata().map(|_| (0, 0))
}

#[cfg(unix)]
fn descriptor(path: &str) -> Option<File> {
    use std::os::fd::FromRawFd;
    let number: i32 = path.strip_prefix("fd:")?.parse().ok()?;
    // SAFETY: the process that starts the harness passes this descriptor for exactly this use.
    Some(unsafe { File::from_raw_fd(number) })
}

#[cfg(not(unix))]
fn descriptor(_path: &str) -> Option<File> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use gadfly_wire::EventScanner;

    fn read(path: &std::path::Path) -> Vec<Event> {
        let mut scanner = EventScanner::default();
        scanner.feed(&std::fs::read(path).expect("a file"));
        std::iter::from_fn(|| scanner.next_event()).collect()
    }

    #[test]
    fn streams_are_opened_again_by_name() {
        use std::os::fd::AsRawFd;
        let path = std::env::temp_dir().join(format!("gadfly-events-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let mut stream = EventFile::open(&path.to_string_lossy()).expect("a file");
        let event = Event::Ready { operations: 3, types: 2 };
        stream.send(&event);
        let null = File::open("/dev/null").expect("a device");
        assert!(sys::redirect(&null, stream.file.as_raw_fd()), "the number is another file's");
        stream.send(&event);
        assert_eq!(read(&path), [event.clone(), event]);
        std::fs::remove_file(&path).expect("it is there");
    }
}
