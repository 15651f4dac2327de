//! The end of a run for people: what was found, worst first, and what was written.

use std::path::Path;
use std::time::Duration;

use super::{Class, Finding, RunReport};
use crate::console::{Painter, Tone, text};

/// How wide the item is printed before its event follows.
const ITEM_WIDTH: usize = 48;

/// The summary of a run. Findings that are nobody's fault are only counted unless `all`.
pub(crate) fn run_summary(
    report: &RunReport,
    report_file: &Path,
    all: bool,
    painter: Painter,
) -> String {
    let (shown, counted): (Vec<_>, Vec<_>) =
        report.findings.iter().partition(|finding| all || finding.class == Class::Bug);
    let mut summary = finished(report, painter);
    for finding in &shown {
        summary.push_str(&block(finding, painter));
    }
    if !shown.is_empty() {
        summary.push('\n');
    }
    summary.push_str(&also_seen(&counted));
    summary.push_str(&reach(report));
    summary.push_str(&written(report, report_file));
    summary
}

fn finished(report: &RunReport, painter: Painter) -> String {
    let word = painter.paint(Tone::Good, &format!("{:>12}", "Finished"));
    let took = Duration::try_from_secs_f64(report.seconds.search).unwrap_or_default();
    let verdict = if report.has_bugs() { "" } else { ". Nothing broke." };
    format!(
        "{word} {} calls, {} sequences in {} (seed {}){verdict}\n",
        text::magnitude(report.calls),
        text::magnitude(report.sequences),
        text::elapsed(took),
        report.seed
    )
}

fn block(finding: &Finding, painter: Painter) -> String {
    let tone = if finding.class == Class::Bug { Tone::Bad } else { Tone::Warning };
    let label = painter.paint(tone, finding.label());
    let item = painter.paint(Tone::Strong, &format!("{:<ITEM_WIDTH$}", finding.item));
    let mut block = format!("\n {label}  {item} {}\n", finding.event());
    let place = finding.location.iter().cloned();
    let counts = [text::count(finding.calls, "call"), text::count(finding.seen, "time")];
    let facts: Vec<String> = place.chain(counts).collect();
    block.push_str(&format!("      {}\n", facts.join(" · ")));
    if !finding.source.is_empty() {
        block.push('\n');
        for line in finding.source.lines() {
            block.push_str(format!("          {line}").trim_end());
            block.push('\n');
        }
    }
    if let Some((file, test)) = finding.test.as_deref().and_then(|test| test.split_once("::")) {
        block.push_str(&format!("\n      cargo test --test {file} {test}\n"));
    }
    block
}

fn also_seen(counted: &[&Finding]) -> String {
    let of = |class: Class| counted.iter().filter(|finding| finding.class == class).count() as u64;
    let parts: Vec<String> = [
        (Class::Documented, "documented panic"),
        (Class::Precondition, "precondition check"),
        (Class::Resource, "resource limit"),
    ]
    .into_iter()
    .filter(|(class, _)| of(*class) > 0)
    .map(|(class, noun)| text::count(of(class), noun))
    .collect();
    if parts.is_empty() {
        return String::new();
    }
    format!(" Also seen: {}   (--all shows them)\n", parts.join(", "))
}

fn reach(report: &RunReport) -> String {
    let functions = report.functions;
    let returned = match functions.called {
        0 => String::new(),
        called => format!(", {}% returned at least once", functions.returned * 100 / called),
    };
    let coverage = match report.coverage {
        Some(coverage) if coverage.subject_edges > 0 => format!(
            "; {}% of branches taken",
            coverage.subject_edges_hit * 100 / coverage.subject_edges
        ),
        _ => String::new(),
    };
    format!(
        " {} of {} public functions called{returned}{coverage}\n",
        functions.called, functions.public
    )
}

fn written(report: &RunReport, report_file: &Path) -> String {
    let mut text = String::new();
    let tests = report.tests;
    for (count, file, verdict) in [
        (tests.failing, "gadfly_failures", "failing today"),
        (tests.regression, "gadfly_regression", "passing today"),
    ] {
        if count > 0 {
            let count = text::count(count, "test");
            text.push_str(&format!(" Wrote tests/{file}.rs ({count}, {verdict})\n"));
        }
    }
    text.push_str(&format!(" Wrote {}\n", report_file.display()));
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Coverage, FunctionCounts, Seconds, TestCounts};
    use super::*;
    use crate::args::ColorChoice;

    fn report() -> RunReport {
        RunReport {
            calls: 24_100_000,
            sequences: 1_020_000,
            seconds: Seconds { search: 60.0, ..Seconds::default() },
            functions: FunctionCounts { public: 214, callable: 209, called: 209, returned: 200 },
            findings: vec![
                Finding::example(),
                Finding { class: Class::Documented, ..Finding::example() },
            ],
            tests: TestCounts { regression: 148, failing: 1, discarded_flaky: 0 },
            ..RunReport::new("explore", "url", "2.5.8", 0)
        }
    }

    fn summary(report: &RunReport, all: bool) -> String {
        let file = Path::new("target/gadfly/url/report.json");
        run_summary(report, file, all, Painter::new(ColorChoice::Never, false))
    }

    #[test]
    fn findings_come_with_place_source_and_test() {
        assert_eq!(
            summary(&report(), false),
            r#"    Finished 24.1 M calls, 1.02 M sequences in 1:00 (seed 0)

 bug  url::Url::path_segments_mut                      panics: index out of bounds
      src/lib.rs:2772 · 3 calls · 11,204 times

          let url = Url::parse("a:b").unwrap();
          let _ = format!("{url:?}");

      cargo test --test gadfly_failures url_debug_panics

 Also seen: 1 documented panic   (--all shows them)
 209 of 214 public functions called, 95% returned at least once
 Wrote tests/gadfly_failures.rs (1 test, failing today)
 Wrote tests/gadfly_regression.rs (148 tests, passing today)
 Wrote target/gadfly/url/report.json
"#
        );
    }

    #[test]
    fn all_shows_what_is_only_counted_otherwise() {
        let text = summary(&report(), true);
        assert!(text.contains("\n documented  url::Url"), "{text}");
        assert!(!text.contains("Also seen"), "{text}");
    }

    #[test]
    fn a_run_without_findings_says_that_nothing_broke() {
        let report = RunReport {
            findings: Vec::new(),
            tests: TestCounts::default(),
            coverage: Some(Coverage { subject_edges_hit: 83, subject_edges: 100 }),
            ..report()
        };
        assert_eq!(
            summary(&report, false),
            "    Finished 24.1 M calls, 1.02 M sequences in 1:00 (seed 0). Nothing broke.
 209 of 214 public functions called, 95% returned at least once; 83% of branches taken
 Wrote target/gadfly/url/report.json
"
        );
    }
}
