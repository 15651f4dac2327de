//! What a run hands over: data, and the ways it is shown.

mod brief;
mod check_report;
mod check_summary;
mod exhaust_summary;
mod finding;
mod json;
mod listing;
mod listing_table;
mod replay;
mod run_report;
mod run_summary;
mod walk_json;
mod walk_report;
mod walk_summary;

pub(crate) use brief::{brief, is_anybodys, plain_path, reason, split_cast};
pub use check_report::{CheckReport, CheckVerdict, Label, PropertyReport, StoredValues};
pub(crate) use check_summary::check_summary;
pub(crate) use exhaust_summary::{ExhaustView, exhaust_summary};
pub use finding::{Class, Finding, Kind};
pub(crate) use json::listing_json;
pub use listing::{ListedItem, Listing};
pub(crate) use listing_table::listing_table;
pub(crate) use replay::{Replay, replay_summary};
pub use run_report::{
    Coverage, FORMAT_VERSION, FunctionCounts, NOT_PLACED, ReportError, RunReport, Seconds,
    SkippedItem, TestCounts,
};
pub(crate) use run_summary::run_summary;
pub(crate) use walk_json::walk_json;
pub(crate) use walk_report::{Sentence, Shown, Testing, WalkReport, Walked, WalkedType};
pub(crate) use walk_summary::{walk_summary, walked_types};
