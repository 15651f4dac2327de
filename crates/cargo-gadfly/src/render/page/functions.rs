//! Functions that the run has no result of, with reasons.

use gadfly_session::report::RunReport;
use gadfly_session::text;

use super::html::Html;
use super::table::table;

/// Functions that were never called, and those that never returned normally.
pub(super) fn unreached(html: &mut Html, report: &RunReport) {
    let details = &report.details.explore;
    for (title, names) in [
        ("Never called", &details.never_called),
        ("Called, but never returned normally", &details.never_returned),
    ] {
        let names = names.as_deref().unwrap_or_default();
        list(html, title, names.iter().map(String::as_str));
    }
}

/// Items that were not used, with reasons.
pub(super) fn skipped(html: &mut Html, report: &RunReport) {
    if report.skipped.is_empty() {
        return;
    }
    html.tag("details", &[], |html| {
        let count = text::count(report.skipped.len() as u64, "item");
        html.line("summary", &[], &format!("{count} without a call, with reasons"));
        table(html, &["Item", "Reason"], 2, &report.skipped, |html, skipped| {
            html.tag("td", &[], |html| html.line("code", &[], &skipped.item));
            html.line("td", &[], &skipped.reason);
        });
    });
}

fn list<'n>(html: &mut Html, title: &str, names: impl ExactSizeIterator<Item = &'n str>) {
    if names.len() == 0 {
        return;
    }
    html.tag("details", &[], |html| {
        html.line("summary", &[], &format!("{title} ({})", text::thousands(names.len() as u64)));
        html.tag("ul", &[], |html| {
            for name in names {
                html.tag("li", &[], |html| html.line("code", &[], name));
            }
        });
    });
}
