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

pub(crate) use brief::{is_anybodys, plain_path, reason};
pub use check_report::{CheckReport, CheckVerdict, Label, PropertyReport};
pub(crate) use check_summary::check_summary;
pub(crate) use exhaust_summary::{ExhaustView, exhaust_summary};
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
