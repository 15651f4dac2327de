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
        if let Some(since) = &finding.broken_since {
            html.line("p", &[], &format!("Broken since {since}."));
        }
        if !finding.source.is_empty() {
            rust(html, &finding.source);
        }
        if !finding.excerpt.is_empty() {
            html.tag("details", &[], |html| {
                html.line("summary", &[], "The place in the crate's source");
                rust(html, &finding.excerpt.join("\n"));
            });
        }
        symptoms(html, finding);
        html.tag("p", &[], |html| {
            html.line("code", &[], &format!("cargo gadfly replay {}", finding.id));
            if let Some(test) = &finding.test {
                html.text(" · test ");
                html.tag("code", &[], |html| html.text(test));
            }
        });
    });
}

/// The symptoms of a finding, in full.
fn symptoms(html: &mut Html, finding: &Finding) {
    if finding.symptoms.is_empty() {
        return;
    }
    html.tag("details", &[], |html| {
        let count = text::count(finding.symptoms.len() as u64, "symptom");
        html.line("summary", &[], &format!("The same cause also shows elsewhere ({count})"));
        html.tag("ul", &[], |html| {
            for symptom in &finding.symptoms {
                html.tag("li", &[], |html| {
                    html.tag("code", &[], |html| html.text(&symptom.item));
                    html.text(&format!(" {}", symptom.message));
                });
            }
        });
    });
}

fn facts(finding: &Finding) -> Vec<String> {
    let seen =
        if finding.seen == 1 { "once".to_owned() } else { text::count(finding.seen, "time") };
    let proof = match (&finding.test, finding.proven) {
        (Some(_), 0) => "proven by a test".to_owned(),
        (Some(_), runs) => format!("proven in {runs} of {runs} runs"),
        (None, _) => "not confirmed by a test".to_owned(),
    };
    let mut facts: Vec<String> = finding.location.iter().cloned().collect();
    facts.extend([text::count(finding.calls, "call"), format!("seen {seen}"), proof]);
    facts.extend((finding.after_panics > 0).then(|| "after a caught panic".to_owned()));
    facts.extend(finding.unusual_profile().map(str::to_owned));
    facts.extend(finding.remark.clone());
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_session::report::Symptom;

    #[test]
    fn explanations_are_shown_with_their_symptoms() {
        let built = |finding: &Finding| {
            let mut html = Html::default();
            article(&mut html, finding);
            html.finish()
        };
        let plain = built(&Finding::example());
        assert!(!plain.contains("Broken since") && !plain.contains("<details>"), "{plain}");
        let other = Finding { item: "url::Url::join".to_owned(), ..Finding::example() };
        let text = built(&Finding {
            broken_since: Some("call 2 of 4, url::Url::set".to_owned()),
            proven: 3,
            excerpt: vec!["7 | self.0[at]".to_owned()],
            symptoms: vec![Symptom::of(&other)],
            ..Finding::example()
        });
        for shown in
            ["Broken since call 2 of 4, url::Url::set.", "3 of 3 runs", "(1 symptom)", "Url::join"]
        {
            assert!(text.contains(shown), "{shown} in {text}");
        }
    }
}
