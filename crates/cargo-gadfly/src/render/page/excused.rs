//! Findings that are not the crate's fault, by the rule that decided.

use std::collections::BTreeMap;

use gadfly_session::report::{Class, Finding, RunReport};
use gadfly_session::text;

use super::html::Html;

/// The most findings that are listed under one rule; report.json has the others.
const MOST_LISTED: usize = 100;

/// Excused findings, grouped by class and rule.
pub(super) fn excused(html: &mut Html, report: &RunReport) {
    let mut groups: BTreeMap<(Class, String), Vec<&Finding>> = BTreeMap::new();
    for finding in report.findings.iter().filter(|finding| finding.class != Class::Bug) {
        let reason = finding.reason().unwrap_or_else(|| "no rule is recorded".to_owned());
        groups.entry((finding.class, reason)).or_default().push(finding);
    }
    for ((class, reason), findings) in groups {
        html.tag("details", &[], |html| {
            let count = text::count(findings.len() as u64, "finding");
            html.line("summary", &[], &format!("{}: {reason} ({count})", name(class)));
            html.tag("ul", &[], |html| {
                for finding in findings.iter().take(MOST_LISTED) {
                    html.tag("li", &[], |html| {
                        html.tag("code", &[], |html| html.text(&finding.item));
                        html.text(&format!(" {}", finding.event()));
                    });
                }
            });
            if findings.len() > MOST_LISTED {
                html.line(
                    "p",
                    &[],
                    &format!("{} more are in report.json.", findings.len() - MOST_LISTED),
                );
            }
        });
    }
}

fn name(class: Class) -> &'static str {
    match class {
        Class::Bug => "Bug",
        Class::Documented => "Documented",
        Class::Precondition => "Precondition",
        Class::Resource => "Resource",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_of_one_rule_share_a_group() {
        let excused = |rule: &str| Finding {
            class: Class::Precondition,
            rule: Some(rule.to_owned()),
            ..Finding::example()
        };
        let findings = vec![
            excused("zero-divisor"),
            excused("zero-divisor"),
            excused("other"),
            Finding::example(),
        ];
        let report = RunReport { findings, ..RunReport::new("explore", "url", "2.5.8", 0) };
        let mut html = Html::default();
        super::excused(&mut html, &report);
        let text = html.finish();
        assert_eq!(text.matches("<details>").count(), 2, "{text}");
        assert!(text.contains("[zero-divisor] (2 findings)"), "{text}");
    }
}
