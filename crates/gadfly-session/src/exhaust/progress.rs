//! Records of unfinished searches: the parts of the space, and the results of those that are done, in a
//! file that grows during the search.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::PathBuf;

use gadfly_wire::{
    Choices, ExhaustEvent, ExhaustMode, ExhaustRecord, PipeReader, WeighedPart, pipe_head, to_frame,
};

use super::discover::Entry;
use super::error::failed;
use super::parts::{PartResult, Parts};
use super::target::Target;
use crate::error::CliError;

/// The file of one function.
pub(super) struct ProgressFile {
    path: PathBuf,
    /// Nothing is kept for modes whose output is a stream.
    keeps: bool,
}

impl ProgressFile {
    /// The file for a function; its name has a hash of the build, the mode and the shard.
    pub(super) fn of(entry: &Entry, target: &Target<'_>) -> Result<Self, CliError> {
        let orders = target.orders;
        let program = std::fs::read(&entry.program.executable).map_err(failed("read the build"))?;
        let mut hasher = DefaultHasher::new();
        program.hash(&mut hasher);
        entry.test.hash(&mut hasher);
        orders.mode.name().hash(&mut hasher);
        orders.shard.map(|shard| (shard.index, shard.count)).hash(&mut hasher);
        let name = entry.function.replace("::", ".");
        let path = target.out.join(format!("{name}-{:016x}.progress", hasher.finish()));
        let keeps = matches!(orders.mode, ExhaustMode::Check | ExhaustMode::Count);
        Ok(Self { path, keeps })
    }

    /// Reads what an earlier run left, and cuts off what it was writing when it was killed.
    pub(super) fn known(&self) -> Result<Parts, CliError> {
        let Ok(file) = std::fs::File::options().read(true).write(true).open(&self.path) else {
            return Ok(Parts::default());
        };
        let mut records = PipeReader::<_, ExhaustRecord>::new(&file);
        let mut parts = Parts::default();
        // Nothing behind a damaged record can be trusted.
        while let Ok(Some(ExhaustRecord { part: number, event })) = records.receive() {
            let number = number as usize;
            match event {
                ExhaustEvent::Parts(all) => {
                    parts = Parts::new(all.into_iter().map(|part| part.start).collect());
                }
                ExhaustEvent::Shared { last, parts: given } => {
                    parts.give(number, last, given, 0.0);
                }
                ExhaustEvent::Searched { counts, unread, failure, unaudited } => {
                    if let Some(part) = parts.get(number) {
                        let found = Vec::new();
                        let result = PartResult { counts, unread, unaudited, failure, found };
                        part.result = Some(result);
                    }
                }
                _ => {}
            }
        }
        file.set_len(records.offset()).map_err(failed("record the progress"))?;
        Ok(parts)
    }

    /// Begins a new record.
    pub(super) fn begin(&self, parts: &[Choices]) -> Result<(), CliError> {
        if !self.keeps {
            return Ok(());
        }
        let part = |start: &Choices| WeighedPart { start: start.clone(), weight: 1.0 };
        let event = ExhaustEvent::Parts(parts.iter().map(part).collect());
        let mut bytes = pipe_head::<ExhaustRecord>();
        bytes.extend(to_frame(&ExhaustRecord { part: 0, event }));
        std::fs::write(&self.path, bytes).map_err(failed("record the progress"))
    }

    /// Records an event of a part: it is done, or something was taken off it.
    pub(super) fn record(&self, number: usize, event: ExhaustEvent) -> Result<(), CliError> {
        if !self.keeps {
            return Ok(());
        }
        let file = std::fs::OpenOptions::new().append(true).open(&self.path);
        let mut file = file.map_err(failed("record the progress"))?;
        let record = ExhaustRecord { part: number as u32, event };
        file.write_all(&to_frame(&record)).map_err(failed("record the progress"))
    }

    /// Removes the file: the search is complete.
    pub(super) fn clear(&self) {
        // A file left behind is only a head start for the next run of the same build.
        let _ = std::fs::remove_file(&self.path);
    }
}
