//! The boundary between the command and the session: orders and settings one way, progress and
//! questions the other. Plain data and traits; the reports that come back are in
//! [`report`](crate::report).

pub mod interrupt;
mod job;
mod observer;
mod pattern;
mod requests;
mod review;
mod settings;
mod stages;
mod triage_policy;

pub use job::{Job, LocatedCrate, Request};
pub use observer::{Observer, StageProgress};
pub use pattern::{ItemFilter, PathPattern};
pub use requests::{
    CheckOrders, ExhaustOrders, Judging, LearnOrders, LearnSource, PictureForm, ReplayRequest,
    Shard, StrengthenOrders, TracedValues, ValidInput, WalkRequest, WalkStream,
};
pub use review::{Review, Reviewer};
pub use settings::{Features, LearnedUse, SearchBudget, Settings};
pub use stages::Pipeline;
pub use triage_policy::{TriagePolicy, unknown_rule};
