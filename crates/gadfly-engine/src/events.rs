//! Where events go: appended to one file, each by a single write, so that a death never tears more than its own.

use gadfly_wire::{event_stream_header, to_frame, Event};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};

/// Receives events.
pub trait Sink {
    /// Takes one event.
    fn send(&mut self, event: &Event);
}

/// A sink that appends to a file.
#[derive(Debug)]
pub struct EventFile {
    file: File,
}

impl EventFile {
    /// Opens the file for appending, and starts the stream if there is none yet. A path of the form `fd:3` names an
    /// open descriptor.
    pub fn open(path: &str) -> io::Result<Self> {
        let (mut file, fresh) = match descriptor(path) {
            Some(file) => (file, true),
            None => {
                let file = OpenOptions::new().create(true).append(true).open(path)?;
                let fresh = file.metadata()?.len() == 0;
                (file, fresh)
            }
        };
        if fresh {
            file.write_all(&event_stream_header())?;
        }
        Ok(Self { file })
    }
}

impl Sink for EventFile {
    fn send(&mut self, event: &Event) {
        // Whoever reads may be gone; the search must not care.
        let _ = self.file.write_all(&to_frame(event));
    }
}

impl Sink for Vec<Event> {
    fn send(&mut self, event: &Event) {
        self.push(event.clone());
    }
}

#[cfg(unix)]
fn descriptor(path: &str) -> Option<File> {
    use std::os::fd::FromRawFd;
    let number: i32 = path.strip_prefix("fd:")?.parse().ok()?;
    // SAFETY: whoever starts the harness hands this descriptor over for exactly this use.
    Some(unsafe { File::from_raw_fd(number) })
}

#[cfg(not(unix))]
fn descriptor(_path: &str) -> Option<File> {
    None
}
