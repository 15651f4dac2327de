//! What a run hands over: data, and the ways it is shown.

mod brief;
mod check_report;
mod check_summary;
mod details;
mod exhaust_details;
mod exhaust_summary;
mod explore_details;
mod finding;
mod json;
mod listing;
mod listing_table;
mod replay;
mod run_report;
mod run_summary;
mod walk_details;
mod walk_report;
mod walk_summary;

pub(crate) use brief::{brief, is_anybodys, plain_path, reason, split_cast};
pub use check_report::{CheckReport, CheckVerdict, Label, PropertyReport, StoredValues};
pub(crate) use check_summary::check_summary;
pub use details::{RunDetails, UnknownKeys};
pub use exhaust_details::{ExhaustDetails, SearchedFunction};
pub(crate) use exhaust_summary::{ExhaustView, exhaust_summary};
pub use explore_details::{ExploreDetails, MinimisedLengths, Recoveries, UnstableItem};
pub use finding::{Class, Finding, Kind};
pub(crate) use json::listing_json;
pub use listing::{ListedItem, Listing};
pub(crate) use listing_table::listing_table;
pub(crate) use replay::{Replay, replay_summary};
pub use run_report::{
    Coverage, FORMAT_VERSION, FunctionCounts, ReportError, RunReport, Seconds, SkippedItem,
    TestCounts,
};
pub(crate) use run_summary::run_summary;
pub use walk_details::{
    LeftOutItem, OracleDetails, WalkDetails, WalkedSequence, WalkedState, WalkedTransition,
};
pub(crate) use walk_report::{Sentence, Shown, Testing, WalkReport, Walked, WalkedType};
pub(crate) use walk_summary::{walk_summary, walked_types};
