//! What a run is asked to do.

use std::path::PathBuf;
use std::time::Duration;

use gadfly_wire::ExhaustMode;

use crate::pipeline::ItemFilter;

/// Options of [`run`](super::run()).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExhaustOptions {
    /// A crate's directory or its `Cargo.toml`.
    pub path: PathBuf,
    /// The package, if the path leads to a workspace with several.
    pub package: Option<String>,
    /// Further arguments for cargo: features and the like.
    pub cargo_arguments: Vec<String>,
    /// Which functions take part.
    pub(crate) filter: ItemFilter,
    /// What to do with valid structures.
    pub mode: ExhaustMode,
    /// Child processes at a time; one per processor if nothing is said.
    pub jobs: Option<usize>,
    /// Search only this part of the space.
    pub shard: Option<Shard>,
    /// Whether to go on where an interrupted run of the same build stopped.
    pub resume: bool,
    /// Wall-clock budget of the search, builds not counted.
    pub time: Option<Duration>,
    /// How long one input may take before it counts as hanging.
    pub patience: Duration,
    /// After this time at the earliest, a process shares what is left of its part with others;
    /// after none, as often as it can.
    pub share_after: Duration,
    /// Where results go; below the target directory if nothing is said.
    pub out: Option<PathBuf>,
    /// Where the traced build goes; below the target directory if nothing is said.
    pub build: Option<PathBuf>,
    /// Whether tests that show a failure are placed in the crate once they are proven.
    pub place: bool,
}

impl ExhaustOptions {
    /// Checks every function of the crate at `path`.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            package: None,
            cargo_arguments: Vec::new(),
            filter: ItemFilter::default(),
            mode: ExhaustMode::Check,
            jobs: None,
            shard: None,
            resume: true,
            time: None,
            patience: Duration::from_secs(20),
            share_after: Duration::from_millis(20),
            out: None,
            build: None,
            place: true,
        }
    }

    /// Takes only functions whose path matches this pattern, or one given before.
    #[must_use]
    pub fn include(mut self, pattern: &str) -> Self {
        self.filter.include.push(pattern.to_owned().into());
        self
    }

    /// Leaves out functions whose path matches this pattern.
    #[must_use]
    pub fn exclude(mut self, pattern: &str) -> Self {
        self.filter.exclude.push(pattern.to_owned().into());
        self
    }
}

/// Part `index` of `count`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub index: usize,
    /// How many there are.
    pub count: usize,
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (index, count) = text.split_once('/')?;
            let shard = Self { index: index.parse().ok()?, count: count.parse().ok()? };
            (1..=shard.count).contains(&shard.index).then_some(shard)
        };
        parse().ok_or_else(|| format!("`{text}` is not a shard; write it as 1/4"))
    }
}
