//! A child process that searches: orders in, messages out.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::Read as _;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use gadfly_cargo::{Conversation, Invocation, read_regular};
use gadfly_wire::{
    Choices, ExhaustEvent, ExhaustOrder, PipeReader, WireError, pipe_head, to_frame,
};

use super::discover::Entry;
use super::error::failed;
use super::target::Target;
use crate::error::CliError;

/// The most bytes of a worker's journal, which holds one input.
const MOST_JOURNAL: u64 = 1 << 20;

/// An event of the worker with a number; nothing at its end.
pub(super) type Arrival = (u64, Result<Option<ExhaustEvent>, WireError>);

/// A running child process.
pub(super) struct Worker {
    /// Identifies its messages among those of all workers, including ended ones.
    pub(super) id: u64,
    program: Conversation,
    journal: PathBuf,
    complaints: Arc<Mutex<Vec<u8>>>,
    /// Time of its last event or order.
    pub(super) heard: Instant,
}

impl Worker {
    /// Starts one for a function; what it says goes to `arrivals`.
    pub(super) fn start(
        id: u64,
        entry: &Entry,
        target: &Target<'_>,
        arrivals: Sender<Arrival>,
    ) -> Result<Self, CliError> {
        let directory = &target.subject.package_root;
        let journal = target.out.join(format!("journal-{id}"));
        std::fs::write(&journal, "").map_err(failed("write the journal"))?;
        let program = Invocation::new(&entry.program.executable, directory)
            .contained(target.sandbox()?.write(&journal))
            .args(["--exact", &entry.test, "--ignored", "--nocapture", "--test-threads=1"])
            .env("GADFLY_EXHAUST", "1")
            .env("GADFLY_EXHAUST_JOURNAL", &journal)
            .env("CARGO_MANIFEST_DIR", directory);
        let mut program = program.converse()?;
        let complaints = Arc::new(Mutex::new(Vec::new()));
        if let Some(errors) = program.take_errors() {
            collect(errors, Arc::clone(&complaints));
        }
        // The code under test can write to where reports go, but does not know the key.
        let key = RandomState::new().build_hasher().finish() as u32;
        program.send(&pipe_head::<ExhaustOrder>());
        program.send(&to_frame(&ExhaustOrder::Begin(key)));
        if let Some(output) = program.take_output() {
            let mut events = PipeReader::keyed(output, key);
            std::thread::spawn(move || {
                loop {
                    let event = events.receive();
                    let is_last = !matches!(event, Ok(Some(_)));
                    // The schedule is gone if this fails.
                    if arrivals.send((id, event)).is_err() || is_last {
                        return;
                    }
                }
            });
        }
        Ok(Self { id, program, journal, complaints, heard: Instant::now() })
    }

    /// Sends an order. A worker that is gone is noticed by its silence.
    pub(super) fn order(&mut self, order: &ExhaustOrder) {
        self.heard = Instant::now();
        self.program.send(&to_frame(order));
    }

    /// The input that was being tried when the worker was last seen, if any.
    pub(super) fn trying(&self) -> Option<Choices> {
        let bytes = read_regular(&self.journal, MOST_JOURNAL).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let input = text.lines().next().filter(|line| !line.is_empty());
        input.and_then(|line| line.parse().ok())
    }

    /// Ends the process and describes its end.
    pub(super) fn stop(mut self) -> String {
        self.program.end();
        self.exit_description()
    }

    /// Waits for a process that has closed its output, and describes its end.
    pub(super) fn exit_description(&mut self) -> String {
        let status =
            self.program.wait().map_or_else(|error| error.to_string(), |it| it.to_string());
        let bytes = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&bytes);
        let last: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = &last[last.len().saturating_sub(4)..];
        let _ = std::fs::remove_file(&self.journal);
        if last.is_empty() { status } else { format!("{status}: {}", last.join(" / ")) }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.program.end();
        let _ = std::fs::remove_file(&self.journal);
    }
}

/// Keeps the last few kilobytes of what the subject writes to standard error.
fn collect(mut errors: std::process::ChildStderr, into: Arc<Mutex<Vec<u8>>>) {
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = errors.read(&mut buffer) {
            let mut kept = into.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend_from_slice(&buffer[..count]);
            let surplus = kept.len().saturating_sub(16 * 1024);
            kept.drain(..surplus);
        }
    });
}
