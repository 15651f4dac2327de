//! Writes the journal: findings and kept sequences, each whole and with a checksum, one after the
//! other.
//!
//! Events are handed to the system as soon as they are known, so that killing this process loses
//! none; about once a second they are also forced to the disk. When that fails nothing more is
//! written: what is there stays whole.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use gadfly_wire::{Event, FORMAT_VERSION, to_frame};

use crate::artifacts::{Artifacts, ArtifactsError, write_atomically};

/// How often what was written is forced to the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// A journal that is being written.
#[derive(Debug)]
pub(crate) struct RunJournal {
    file: File,
    path: PathBuf,
    synced: Instant,
    is_dirty: bool,
    failed: Option<io::Error>,
}

impl RunJournal {
    /// Starts a new one for a harness, in place of any that was left behind.
    pub(crate) fn begin(
        artifacts: &Artifacts,
        fingerprint: &str,
    ) -> Result<RunJournal, ArtifactsError> {
        let path = artifacts.journal();
        write_atomically(&path, head(fingerprint).as_bytes())?;
        RunJournal::open(path, None)
    }

    /// Goes on with one that was left behind, after its first so many bytes.
    pub(crate) fn go_on(artifacts: &Artifacts, whole: u64) -> Result<RunJournal, ArtifactsError> {
        RunJournal::open(artifacts.journal(), Some(whole))
    }

    fn open(path: PathBuf, whole: Option<u64>) -> Result<RunJournal, ArtifactsError> {
        let failed = |source| ArtifactsError::Write { path: path.clone(), source };
        let file = File::options().append(true).open(&path).map_err(failed)?;
        if let Some(whole) = whole {
            file.set_len(whole).map_err(failed)?;
        }
        Ok(RunJournal { file, path, synced: Instant::now(), is_dirty: false, failed: None })
    }

    /// Takes note of an event, if it is worth it.
    pub(crate) fn note(&mut self, event: &Event) {
        if is_kept(event) && self.failed.is_none() {
            self.failed = self.file.write_all(&to_frame(event)).err();
            self.is_dirty = true;
        }
        if self.is_dirty && self.synced.elapsed() >= SYNC_EVERY {
            self.sync();
        }
    }

    /// Whether everything is on the disk.
    pub(crate) fn end(mut self) -> Result<(), ArtifactsError> {
        self.sync();
        match self.failed {
            None => Ok(()),
            Some(source) => Err(ArtifactsError::Write { path: self.path, source }),
        }
    }

    fn sync(&mut self) {
        if self.failed.is_none() {
            self.failed = self.file.sync_data().err();
        }
        self.synced = Instant::now();
        self.is_dirty = false;
    }
}

/// What a journal starts with. A journal of another harness is of no use: its numbers mean other
/// operations.
pub(crate) fn head(fingerprint: &str) -> String {
    format!("gadfly journal {FORMAT_VERSION} {fingerprint}\n")
}

fn is_kept(event: &Event) -> bool {
    matches!(
        event,
        Event::Panic { .. }
            | Event::Crash { .. }
            | Event::Broken { .. }
            | Event::Left { .. }
            | Event::Kept { .. }
    )
}
