//! The boundary between the command and the session: orders and settings one way, progress and
//! questions the other. Plain data and traits; the reports that come back are in
//! [`report`](crate::report).

pub(crate) mod interrupt;
mod job;
mod observer;
mod pattern;
mod requests;
mod review;
mod settings;
mod stages;
mod triage_policy;

pub(crate) use job::{Job, LocatedCrate, Request};
pub(crate) use observer::{Observer, StageProgress};
pub(crate) use pattern::{ItemFilter, PathPattern};
pub(crate) use requests::{CheckOrders, ExhaustOrders, Judging, Shard, ValidInput, WalkRequest};
pub(crate) use review::{Review, Reviewer};
pub(crate) use settings::{Features, SearchBudget, Settings};
pub(crate) use stages::Pipeline;
pub(crate) use triage_policy::{TriagePolicy, unknown_rule};
