//! Settings as typed, before `gadfly.toml` and defaults complete them.

use std::num::NonZeroUsize;
use std::time::Duration;

use gadfly_wire::Direction;

use crate::args::{OutputArgs, ReportFormat};
use gadfly_session::pipeline::{Features, ItemFilter};

/// Settings as typed; each command fills in those that it has flags for.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlagSettings {
    pub(crate) features: Features,
    pub(crate) time: Option<Duration>,
    pub(crate) calls: Option<u64>,
    pub(crate) plateau: Option<Duration>,
    pub(crate) direction: Option<Direction>,
    pub(crate) seed: Option<u64>,
    pub(crate) filter: ItemFilter,
    pub(crate) jobs: Option<NonZeroUsize>,
    pub(crate) no_sandbox: bool,
    pub(crate) format: Option<ReportFormat>,
    pub(crate) output: OutputArgs,
}
