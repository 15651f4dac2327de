//! Where a thread's log goes.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::OnceLock;

use crate::format;
use crate::limits::Limits;

/// The most threads of a process that are logged.
const MOST_FILES: u32 = 4096;

/// What all threads of a process share.
pub(crate) struct Process {
    pub(crate) limits: Limits,
    directory: PathBuf,
    id: u32,
    threads: AtomicU32,
    /// Bytes in the directory, as far as this process knows.
    used: AtomicU64,
}

impl Process {
    /// The process, if the environment asks for logs.
    pub(crate) fn get() -> Option<&'static Self> {
        static PROCESS: OnceLock<Option<Process>> = OnceLock::new();
        PROCESS.get_or_init(Self::start).as_ref()
    }

    fn start() -> Option<Self> {
        let (limits, directory) = Limits::of_environment();
        let directory = directory?;
        let used = AtomicU64::new(size_of(&directory));
        let id = std::process::id();
        Some(Self { limits, directory, id, threads: AtomicU32::new(0), used })
    }

    /// A new file for a thread, with the number of the thread.
    pub(crate) fn file(&self) -> Option<(Output, u32)> {
        let thread = self.threads.fetch_add(1, Ordering::Relaxed);
        if thread >= MOST_FILES || self.used.load(Ordering::Relaxed) >= self.limits.bytes {
            return None;
        }
        let name = format!("{}-{thread}.{}", self.id, format::EXTENSION);
        let path = self.directory.join(name);
        let file = OpenOptions::new().write(true).create_new(true).open(path).ok()?;
        Some((Output::File(file), thread))
    }
}

/// Bytes of the logs in a directory.
fn size_of(directory: &Path) -> u64 {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries.filter_map(|entry| Some(entry.metadata().ok()?.len())).sum()
}

/// A destination of records.
pub(crate) enum Output {
    /// A file of this thread.
    File(File),
    /// Memory, for tests.
    Memory(Vec<u8>),
}

impl Output {
    /// Writes bytes; returns whether more may follow.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> bool {
        match self {
            Self::Memory(memory) => {
                memory.extend_from_slice(bytes);
                true
            }
            Self::File(file) => Process::get().is_some_and(|process| {
                let length = bytes.len() as u64;
                let used = process.used.fetch_add(length, Ordering::Relaxed);
                // The copy of a process by `fork` must not write into its parent's file.
                let is_own = process.id == std::process::id();
                used + length <= process.limits.bytes && is_own && file.write_all(bytes).is_ok()
            }),
        }
    }
}
