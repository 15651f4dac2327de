//! What is known of a search that was interrupted: the parts, and the messages about those that
//! were done, in a file that grows as they are.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::discover::Entry;
use super::error::ExhaustError;
use super::message::{self, Message};
use super::options::{ExhaustOptions, Mode};
use super::parts::{PartResult, Parts};

/// The file of one function.
pub(super) struct Progress {
    path: PathBuf,
    /// Nothing is kept for modes whose output is a stream.
    keeps: bool,
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
    pub(super) fn known(&self) -> Parts {
        let text = std::fs::read_to_string(&self.path).unwrap_or_default();
        let space = text.lines().filter_map(|line| line.strip_prefix("space "));
        let mut parts = Parts::new(space.map(str::to_owned).collect());
        let mut current: Option<(usize, PartResult)> = None;
        for line in text.lines() {
            if let Some(number) = line.strip_prefix("part ") {
                current = number.parse().ok().map(|number| (number, PartResult::default()));
                continue;
            }
            let (Some(message), Some((number, result))) = (message::parse(line), &mut current)
            else {
                continue;
            };
            if let Message::Given { last, parts: given } = message {
                parts.give(*number, &last, &given, 0.0);
            } else if result.take(message) {
                if let Some(part) = parts.get(*number) {
                    part.result = Some(std::mem::take(result));
                }
                current = None;
            }
        }
        parts
    }

    /// Begins a new record.
    pub(super) fn begin(&self, parts: &[String]) -> Result<(), ExhaustError> {
        if !self.keeps {
            return Ok(());
        }
        let text: String = parts.iter().map(|part| format!("space {part}\n")).collect();
        std::fs::write(&self.path, text).map_err(ExhaustError::io("record the progress"))
    }

    /// Records messages about a part: that it is done, or that something was taken off it.
    pub(super) fn record(&self, number: usize, lines: &[String]) -> Result<(), ExhaustError> {
        if !self.keeps {
            return Ok(());
        }
        let mut options = std::fs::OpenOptions::new();
        let file = options.append(true).open(&self.path);
        let mut file = file.map_err(ExhaustError::io("record the progress"))?;
        let text = format!("part {number}\n{}\n", lines.join("\n"));
        file.write_all(text.as_bytes()).map_err(ExhaustError::io("record the progress"))
    }

    /// Forgets everything: the search is complete.
    pub(super) fn clear(&self) {
        // A file left behind is only a head start for the next run of the same build.
        let _ = std::fs::remove_file(&self.path);
    }
}
