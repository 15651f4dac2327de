//! Results as text: for people, as a page, in the formats of other programs, or as the JSON of `list`.
//!
//! Knows the data of [`report`](gadfly_session::report) and how to paint; prints nothing.

mod check_summary;
mod exchange;
mod exhaust_page;
mod exhaust_summary;
mod learn_summary;
mod listing_json;
mod listing_table;
#[cfg(test)]
mod mutated_reports;
mod page;
mod replay_summary;
mod rules;
mod run_summary;
mod strengthen_summary;
mod walk_summary;

use std::path::Path;

pub(crate) use check_summary::check_summary;
pub(crate) use exchange::{Repository, annotations, job_summary, junit, sarif};
pub(crate) use exhaust_page::InputPages;
pub(crate) use exhaust_summary::{ExhaustView, exhaust_summary};
pub(crate) use learn_summary::learn_summary;
pub(crate) use listing_json::listing_json;
pub(crate) use listing_table::listing_table;
pub(crate) use page::page;
pub(crate) use replay_summary::replay_summary;
pub(crate) use rules::{policy_text, rule_text, rules_json, rules_table};
pub(crate) use run_summary::run_summary;
pub(crate) use strengthen_summary::{StrengthenView, strengthen_summary};
pub(crate) use walk_summary::{walk_summary, walked_types};

/// The files of a report, as a summary names them: the page for people, and the document beside it.
fn report_files(report_file: &Path) -> String {
    format!("{} and report.json", report_file.with_file_name("report.html").display())
}
