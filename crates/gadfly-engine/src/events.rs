//! The event stream: appended to one file, so that a crash tears at most its own event.
//!
//! The journal remembers where the last whole event ends, and where the one that is being written will. What stands after
//! it, torn by a death or written by the subject, is cut off before the next, and so is everything from the first event that a
//! process with broken memory has garbled. The subject may close the file or put another in its place; then it is opened again. When
//! nothing more can be written, the run ends with an exit code of its own.

use crate::process::output;
use crate::snapshot::journal::Journal;
use crate::sys;
use gadfly_wire::{event_stream_header, to_frame, Event, EventReader};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::OnceLock;

/// Exit code of a process that cannot write events.
pub const EXIT_UNWRITABLE: u8 = 12;

static JOURNAL: OnceLock<Journal> = OnceLock::new();

/// Receives events.
pub trait EventSink {
    /// Takes one event.
    fn send(&mut self, event: &Event);

    /// Gives up everything from the first event that cannot be read, among those that were sent since the stream was this long.
    /// Returns whether there is one.
    fn cut_unreadable(&mut self, _from: u64) -> bool {
        false
    }
}

/// A sink that appends to a file.
#[derive(Debug)]
pub struct EventFile {
    file: File,
    /// Path and identity; none for a descriptor that was passed in.
    home: Option<(String, Identity)>,
}

/// Device and inode, which identify a file.
type Identity = (u64, u64);

impl EventFile {
    /// Opens the file for appending, and starts the stream if there is none yet. A path of the form `fd:3` names an
    /// open descriptor.
    pub fn open(path: &str) -> io::Result<Self> {
        let (mut file, home) = match descriptor(path) {
            Some(file) => (file, None),
            None => {
                let file = append_to(path)?;
                let identity = identity(&file)?;
                (file, Some((path.to_owned(), identity)))
            }
        };
        if home.is_none() || file.metadata()?.len() == 0 {
            file.write_all(&event_stream_header())?;
        }
        Ok(Self { file, home })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some((path, home)) = &self.home {
            if identity(&self.file).map_or(true, |found| found != *home) {
                // The number may be another file's by now, which is not ours to close.
                let lost = std::mem::replace(&mut self.file, append_to(path)?);
                std::mem::forget(lost);
            }
            let length = self.file.metadata()?.len();
            if let Some(journal) = JOURNAL.get() {
                let (end, next) = (&journal.events_end, &journal.events_next);
                let whole = whole_length(length, end.load(Relaxed), next.load(Relaxed));
                if whole != length {
                    self.file.set_len(whole)?;
                }
                end.store(whole, Relaxed);
                next.store(whole + bytes.len() as u64, Relaxed);
            }
        }
        self.file.write_all(bytes)?;
        if let (Some(_), Some(journal)) = (&self.home, JOURNAL.get()) {
            journal.events_end.store(self.file.metadata()?.len(), Relaxed);
        }
        Ok(())
    }
}

/// The length of a file without what stands after its last whole event. `end` is the end of the last event known to be whole,
/// `next` of the one that was being written after it; both are zero if unknown.
///
/// An event that was written to its end stays, even if its writer was killed before it could record that: a reader may
/// have taken it, and goes on behind it.
fn whole_length(length: u64, end: u64, next: u64) -> u64 {
    match (end, next) {
        (0, 0) => length,
        _ if length >= next => next,
        _ => end,
    }
}

/// Records in the journal from now on how far events are written, or that they cannot be.
pub fn report_to(journal: Journal) {
    let _ = JOURNAL.set(journal);
}

impl EventSink for EventFile {
    fn send(&mut self, event: &Event) {
        if self.write(&to_frame(event)).is_ok() {
            return;
        }
        if let (Some(journal), true) = (JOURNAL.get(), sys::CAN_CONTAIN) {
            journal.unwritable.store(1, Relaxed);
            sys::exit_at_once(EXIT_UNWRITABLE.into());
        }
    }

    fn cut_unreadable(&mut self, from: u64) -> bool {
        let (Some((path, _)), Some(journal)) = (&self.home, JOURNAL.get()) else { return false };
        let Some(end) = readable_since(path, from) else { return false };
        // The next event is written there.
        journal.events_end.store(end, Relaxed);
        journal.events_next.store(end, Relaxed);
        true
    }
}

/// The end of the last readable event in a file from an offset on, if there is anything behind that event.
fn readable_since(path: &str, from: u64) -> Option<u64> {
    let mut file = File::open(path).ok()?;
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(from)).ok()?;
    file.read_to_end(&mut bytes).ok()?;
    let mut reader = EventReader::without_head(&bytes);
    while let Ok(next) = reader.next_event() {
        next.as_ref()?;
    }
    Some(from + reader.offset() as u64)
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

#[cfg(test)]
mod tests {
    use super::{readable_since, whole_length};
    use gadfly_wire::{to_frame, Event};

    #[test]
    fn whole_events_stay() {
        assert_eq!(whole_length(40, 0, 0), 40, "nothing is known yet");
        assert_eq!(whole_length(100, 100, 100), 100, "nothing was being written");
        assert_eq!(whole_length(130, 100, 130), 130, "its writer was killed behind it");
    }

    #[test]
    fn garbled_events_end_what_is_readable() {
        let folder = std::env::temp_dir().join(format!("gadfly-events-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("events").to_string_lossy().into_owned();
        let frame = to_frame(&Event::Ready { operations: 3, types: 2 });
        let mut garbled = frame.clone();
        *garbled.last_mut().expect("a byte") ^= 1;
        let readable = |frames: &[&[u8]]| {
            std::fs::write(&path, [b"head", &frames.concat()[..]].concat()).expect("written");
            readable_since(&path, 4)
        };
        let whole = Some(4 + frame.len() as u64);
        assert_eq!(readable(&[&frame, &frame]), None);
        assert_eq!(readable(&[&frame, &garbled, &frame]), whole);
        assert_eq!(readable(&[&frame, &frame[..3]]), whole);
        assert_eq!(readable(&[]), None);
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn torn_and_foreign_bytes_are_cut_off() {
        assert_eq!(whole_length(120, 100, 130), 100, "its writer was killed within it");
        assert_eq!(whole_length(170, 100, 130), 130, "the subject wrote behind it");
        assert_eq!(whole_length(0, 100, 130), 100, "the subject emptied the file");
    }
}
