//! Results that only one command has: properties, exhaustive searches, states of a walk.

use gadfly_session::report::{CheckVerdict, PropertyReport, RunReport};
use gadfly_session::text;

use super::html::Html;
use super::table::table;

/// The most labels of a property that are shown.
const MOST_LABELS: usize = 12;

/// Properties of `check`, with the shares of their labels.
pub(super) fn properties(html: &mut Html, report: &RunReport) {
    let Some(check) = report.details.check.as_ref().filter(|check| !check.properties.is_empty())
    else {
        return;
    };
    let row = |html: &mut Html, property: &PropertyReport| {
        let (tone, verdict) = match property.verdict {
            CheckVerdict::Ok => ("good", "ok"),
            CheckVerdict::Failed => ("bad", "failed"),
            CheckVerdict::Starved => ("bad", "starved"),
            CheckVerdict::Unmade => ("bad", "unmade"),
            CheckVerdict::Stopped => ("soft", "stopped"),
        };
        html.line("td", &[("class", tone)], verdict);
        html.tag("td", &[], |html| {
            html.tag("code", &[], |html| html.text(&property.property));
            labels(html, property);
        });
        for number in [property.cases, property.distinct, property.failed, property.discarded] {
            html.line("td", &[("class", "number")], &text::thousands(number));
        }
    };
    let columns = ["Verdict", "Property", "Cases", "Distinct", "Failed", "Discarded"];
    table(html, &columns, 2, &check.properties, row);
    for warning in &check.warnings {
        html.line("p", &[], warning);
    }
}

/// Shares of a property's labels, as bars with their numbers beside them.
fn labels(html: &mut Html, property: &PropertyReport) {
    for label in property.labels.iter().take(MOST_LABELS) {
        let percent = (label.count * 100).checked_div(property.cases).unwrap_or(0).to_string();
        html.tag("div", &[("class", "soft")], |html| {
            let name = format!("{} in percent", label.label);
            html.tag(
                "meter",
                &[("max", "100"), ("value", &percent), ("aria-label", &name)],
                |html| {
                    html.text(&format!("{percent}%"));
                },
            );
            html.text(&format!(" {percent}% {}", label.label));
        });
    }
}

/// Functions of `exhaust`, with their counts.
pub(super) fn searched(html: &mut Html, report: &RunReport) {
    let Some(exhaust) = report.details.exhaust.as_ref().filter(|it| !it.functions.is_empty())
    else {
        return;
    };
    let columns = ["Function", "Bounds", "Result", "Explored", "Valid", "Failed"];
    table(html, &columns, 3, &exhaust.functions, |html, function| {
        html.tag("td", &[], |html| html.line("code", &[], &function.function));
        html.line("td", &[], &function.bounds);
        let result = match (&function.error, &function.input) {
            (Some(error), _) => format!("not searched: {error}"),
            (None, Some(input)) => format!("fails for {input}"),
            (None, None) if function.complete => "holds for all".to_owned(),
            (None, None) => "holds so far; the search is incomplete".to_owned(),
        };
        html.line("td", &[], &result);
        for number in [function.explored, function.valid, function.failures] {
            html.line("td", &[("class", "number")], &text::thousands(number));
        }
    });
}

/// States of a walk, and the calls that lead from one to another.
pub(super) fn states(html: &mut Html, report: &RunReport) {
    let Some(walk) = report.details.walk.as_ref().filter(|walk| !walk.ty.is_empty()) else {
        return;
    };
    html.line(
        "p",
        &[],
        &format!(
            "{} in mode {} to depth {}: {} ended normally, {} with a panic or the like.",
            text::count(walk.executed, "sequence"),
            walk.mode,
            walk.depth,
            text::thousands(walk.normal),
            text::thousands(walk.exceptional)
        ),
    );
    if !walk.transitions.is_empty() {
        table(html, &["From", "Call", "To"], 3, &walk.transitions, |html, step| {
            html.line("td", &[], &step.from);
            html.tag("td", &[], |html| html.line("code", &[], &step.call));
            html.line("td", &[], step.to.as_deref().unwrap_or("(consumed)"));
        });
    }
    for warning in &walk.state_warnings {
        html.line("p", &[], warning);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_session::report::{CheckReport, LabelCount};

    #[test]
    fn labels_are_shares_of_the_cases() {
        let property = PropertyReport {
            property: "url::holds".to_owned(),
            location: "src/lib.rs:3".to_owned(),
            verdict: CheckVerdict::Ok,
            wanted: 200,
            cases: 200,
            distinct: 150,
            failed: 0,
            discarded: 0,
            dry: 0,
            labels: vec![LabelCount { label: "<empty>".to_owned(), count: 50 }],
            unmade: vec![],
        };
        let mut report = RunReport::new("check", "url", "2.5.8", 0);
        report.details.check =
            Some(CheckReport { properties: vec![property], ..CheckReport::default() });
        let mut html = Html::default();
        properties(&mut html, &report);
        let text = html.finish();
        assert!(text.contains("value=\"25\"") && text.contains("25% &lt;empty&gt;"), "{text}");
    }
}
