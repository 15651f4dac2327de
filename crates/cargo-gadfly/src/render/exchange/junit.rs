//! JUnit XML, the format of test reports: one case per property or bug.

use std::fmt::Write as _;

use gadfly_model::rust_path;
use gadfly_session::report::{CheckVerdict, Finding, PropertyReport, RunReport};

use super::Repository;
use super::steps::bugs;

/// The report as a JUnit document.
pub(crate) fn junit(report: &RunReport, repository: &Repository) -> String {
    let mut cases: Vec<Case<'_>> =
        bugs(report).map(|it| Case::of_finding(it, repository)).collect();
    let properties = report.details.check.iter().flat_map(|check| &check.properties);
    cases.extend(properties.filter_map(Case::of_property));
    if cases.is_empty() {
        cases.push(Case {
            class: &report.package,
            name: &report.command,
            file: None,
            problem: None,
        });
    }
    let count = |kind: ProblemKind| {
        cases.iter().filter(|case| case.problem.as_ref().is_some_and(|it| it.kind == kind)).count()
    };
    let (failures, errors) = (count(ProblemKind::Failure), count(ProblemKind::Error));
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let totals = format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\"", cases.len());
    let _ = writeln!(text, "<testsuites name=\"gadfly\" {totals}>");
    let suite = attribute(&format!("gadfly {} {}", report.command, report.package));
    let seconds = report.seconds.search + report.seconds.confirm;
    let _ = writeln!(text, "  <testsuite name=\"{suite}\" {totals} time=\"{seconds:.3}\">");
    for case in &cases {
        case.write(&mut text);
    }
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}

struct Case<'r> {
    class: &'r str,
    name: &'r str,
    file: Option<String>,
    problem: Option<Problem>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ProblemKind {
    Failure,
    Error,
}

struct Problem {
    kind: ProblemKind,
    category: &'static str,
    message: String,
    text: String,
}

impl<'r> Case<'r> {
    fn of_finding(finding: &'r Finding, repository: &Repository) -> Self {
        let name = finding.test.as_deref().unwrap_or(&finding.id);
        let place = finding.location.as_deref().and_then(|it| repository.place(it));
        Self {
            class: &finding.item,
            name,
            file: place.map(|place| place.file),
            problem: Some(Problem {
                kind: ProblemKind::Failure,
                category: finding.label(),
                message: finding.event(),
                text: finding.source.clone(),
            }),
        }
    }

    /// A property that holds, or that could not be tried; one that fails is a finding.
    fn of_property(property: &'r PropertyReport) -> Option<Self> {
        let problem = |category: &'static str, message: String| {
            Some(Problem { kind: ProblemKind::Error, category, message, text: String::new() })
        };
        let problem = match property.verdict {
            CheckVerdict::Failed => return None,
            CheckVerdict::Ok | CheckVerdict::Stopped => None,
            CheckVerdict::Starved => {
                problem("starved", "`assume!` refused nearly all inputs".to_owned())
            }
            CheckVerdict::Unmade => {
                problem("unmade", format!("no value of {}", property.unmade.join(", ")))
            }
        };
        let class = rust_path::owner(&property.property);
        Some(Self { class, name: &property.property, file: None, problem })
    }

    fn write(&self, text: &mut String) {
        let file = self.file.as_deref().map(|file| format!(" file=\"{}\"", attribute(file)));
        let _ = write!(
            text,
            "    <testcase classname=\"{}\" name=\"{}\"{}",
            attribute(self.class),
            attribute(self.name),
            file.unwrap_or_default()
        );
        let Some(problem) = &self.problem else {
            text.push_str("/>\n");
            return;
        };
        let tag = match problem.kind {
            ProblemKind::Failure => "failure",
            ProblemKind::Error => "error",
        };
        let _ = writeln!(
            text,
            ">\n      <{tag} type=\"{}\" message=\"{}\">{}</{tag}>\n    </testcase>",
            problem.category,
            attribute(&problem.message),
            content(&problem.text)
        );
    }
}

/// Text between tags. Characters that XML cannot hold, even as references, are replaced.
fn content(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\n' | '\t' => out.push(c),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

/// Text between double quotes: line ends would be read as spaces.
fn attribute(text: &str) -> String {
    content(text).replace('"', "&quot;").replace('\n', "&#10;").replace('\t', "&#9;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_session::report::CheckReport;

    fn property(path: &str, verdict: CheckVerdict) -> PropertyReport {
        PropertyReport {
            property: path.to_owned(),
            location: "src/lib.rs:3".to_owned(),
            verdict,
            wanted: 1000,
            cases: 1000,
            distinct: 1000,
            failed: 0,
            discarded: 0,
            dry: 0,
            labels: vec![],
            unmade: vec!["u::File".to_owned()],
        }
    }

    #[test]
    fn bugs_are_failed_cases() {
        let findings = vec![Finding::example()];
        let report = RunReport { findings, ..RunReport::new("explore", "url", "2.5.8", 0) };
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="gadfly" tests="1" failures="1" errors="0">
  <testsuite name="gadfly explore url" tests="1" failures="1" errors="0" time="0.000">
    <testcase classname="url::Url::path_segments_mut" name="gadfly_failures::url_debug_panics" file="src/lib.rs">
      <failure type="bug" message="panics: index out of bounds">let url = Url::parse("a:b").unwrap();
let _ = format!("{url:?}");</failure>
    </testcase>
  </testsuite>
</testsuites>
"#;
        assert_eq!(junit(&report, &Repository::default()), expected);
    }

    #[test]
    fn properties_are_cases_by_verdict() {
        let mut report = RunReport::new("check", "url", "2.5.8", 0);
        let properties = vec![
            property("url::holds", CheckVerdict::Ok),
            property("url::fails", CheckVerdict::Failed),
            property("url::starves", CheckVerdict::Starved),
            property("url::lacks", CheckVerdict::Unmade),
        ];
        report.details.check = Some(CheckReport { properties, ..CheckReport::default() });
        let text = junit(&report, &Repository::default());
        assert!(text.contains("tests=\"3\" failures=\"0\" errors=\"2\""), "{text}");
        assert!(text.contains("<testcase classname=\"url\" name=\"url::holds\"/>"), "{text}");
        assert!(text.contains("message=\"no value of u::File\""), "{text}");
        assert!(!text.contains("url::fails"), "its finding is the case: {text}");
    }

    #[test]
    fn runs_without_findings_are_one_passed_case() {
        let report = RunReport::new("walk", "url", "2.5.8", 0);
        let text = junit(&report, &Repository::default());
        assert!(text.contains("<testcase classname=\"url\" name=\"walk\"/>"), "{text}");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(content("a<b> & \u{1b}[0m\0"), "a&lt;b&gt; &amp; \u{fffd}[0m\u{fffd}");
        assert_eq!(attribute("\"a\"\nb"), "&quot;a&quot;&#10;b");
    }
}
