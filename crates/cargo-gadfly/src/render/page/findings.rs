//! Bugs, each with its sequence, its reason, and the commands that show it.

use gadfly_session::report::{Class, Finding, RunReport};
use gadfly_session::text;

use super::highlight::rust;
use super::html::{Html, anchor};

/// The bugs of a report, worst first.
pub(super) fn findings(html: &mut Html, report: &RunReport) {
    for finding in report.findings.iter().filter(|finding| finding.class == Class::Bug) {
        article(html, finding);
    }
}

/// A finding in full.
pub(super) fn article(html: &mut Html, finding: &Finding) {
    let id = anchor("finding", &finding.id);
    html.tag("article", &[("id", &id)], |html| {
        html.tag("h3", &[], |html| {
            let tone = if finding.class == Class::Bug { "label bad" } else { "label soft" };
            html.tag("span", &[("class", tone)], |html| html.text(finding.label()));
            html.tag("code", &[], |html| html.text(&finding.item));
        });
        html.line("p", &[], &finding.event());
        html.line("p", &[("class", "soft")], &facts(finding).join(" · "));
        if let Some(reason) = finding.reason() {
            html.line("p", &[("class", "soft")], &reason);
        }
        if !finding.source.is_empty() {
            rust(html, &finding.source);
        }
        html.tag("p", &[], |html| {
            html.line("code", &[], &format!("cargo gadfly replay {}", finding.id));
            if let Some(test) = &finding.test {
                html.text(" · test ");
                html.tag("code", &[], |html| html.text(test));
            }
        });
    });
}

fn facts(finding: &Finding) -> Vec<String> {
    let seen =
        if finding.seen == 1 { "once".to_owned() } else { text::count(finding.seen, "time") };
    let proof = if finding.test.is_some() { "proven by a test" } else { "not confirmed by a test" };
    let mut facts: Vec<String> = finding.location.iter().cloned().collect();
    facts.extend([text::count(finding.calls, "call"), format!("seen {seen}"), proof.to_owned()]);
    facts.extend((finding.after_panics > 0).then(|| "after a caught panic".to_owned()));
    facts.extend(finding.unusual_profile().map(str::to_owned));
    facts
}
