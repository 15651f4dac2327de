//! What is known of a search that was interrupted: the parts, and the messages about those that
//! were done, in a file that grows as they are.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::discover::Entry;
use super::error::ExhaustError;
use super::message;
use super::options::{ExhaustOptions, Mode};
use super::parts::PartResult;

/// The file of one function.
pub(super) struct Progress {
    path: PathBuf,
    /// Nothing is kept for modes whose output is a stream.
    keeps: bool,
}

/// What an earlier run left.
#[derive(Default)]
pub(super) struct Known {
    pub(super) parts: Vec<String>,
    pub(super) results: BTreeMap<usize, PartResult>,
}

impl Progress {
    /// The file for a function; its name tells the build, the mode and the shard.
    pub(super) fn of(
        entry: &Entry,
        options: &ExhaustOptions,
        scratch: &Path,
    ) -> Result<Self, ExhaustError> {
        let program =
            std::fs::read(&entry.program.executable).map_err(ExhaustError::io("read the build"))?;
        let mut hasher = DefaultHasher::new();
        program.hash(&mut hasher);
        entry.test.hash(&mut hasher);
        options.mode.order().hash(&mut hasher);
        options.shard.map(|shard| (shard.index, shard.count)).hash(&mut hasher);
        let name = entry.function.replace("::", ".");
        let path = scratch.join(format!("{name}-{:016x}.progress", hasher.finish()));
        let keeps = matches!(options.mode, Mode::Check | Mode::Count);
        Ok(Self { path, keeps })
    }

    /// Reads what an earlier run left.
    pub(super) fn known(&self) -> Known {
        let text = std::fs::read_to_string(&self.path).unwrap_or_default();
        let mut known = Known::default();
        let mut current: Option<(usize, PartResult)> = None;
        for line in text.lines() {
            if let Some(part) = line.strip_prefix("space ") {
                known.parts.push(part.to_owned());
            } else if let Some(index) = line.strip_prefix("part ") {
                current = index.parse().ok().map(|index| (index, PartResult::default()));
            } else if let (Some(message), Some((index, result))) =
                (message::parse(line), &mut current)
                && result.take(message)
            {
                known.results.insert(*index, std::mem::take(result));
                current = None;
            }
        }
        known
    }

    /// Begins a new record.
    pub(super) fn begin(&self, parts: &[String]) -> Result<(), ExhaustError> {
        if !self.keeps {
            return Ok(());
        }
        let text: String = parts.iter().map(|part| format!("space {part}\n")).collect();
        std::fs::write(&self.path, text).map_err(ExhaustError::io("record the progress"))
    }

    /// Records a finished part by the messages about it.
    pub(super) fn record(&self, index: usize, lines: &[String]) -> Result<(), ExhaustError> {
        if !self.keeps {
            return Ok(());
        }
        let mut options = std::fs::OpenOptions::new();
        let file = options.append(true).open(&self.path);
        let mut file = file.map_err(ExhaustError::io("record the progress"))?;
        let text = format!("part {index}\n{}\n", lines.join("\n"));
        file.write_all(text.as_bytes()).map_err(ExhaustError::io("record the progress"))
    }

    /// Forgets everything: the search is complete.
    pub(super) fn clear(&self) {
        // A file left behind is only a head start for the next run of the same build.
        let _ = std::fs::remove_file(&self.path);
    }
}
