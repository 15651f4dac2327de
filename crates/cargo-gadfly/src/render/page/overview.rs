//! The overview: the numbers of a run, and its speed as a chart.

use gadfly_session::report::{Class, RunReport};
use gadfly_session::text;

use super::html::Html;

/// Numbers of a run, and a chart of its speed.
pub(super) fn overview(html: &mut Html, report: &RunReport) {
    html.tag("dl", &[("class", "numbers")], |html| {
        for (name, value) in numbers(report) {
            html.tag("div", &[], |html| {
                html.line("dt", &[], name);
                html.line("dd", &[], &value);
            });
        }
    });
    let minutes = report.details.explore.calls_by_minute.as_deref().unwrap_or_default();
    if minutes.len() > 1 {
        chart(html, minutes);
    }
}

fn numbers(report: &RunReport) -> Vec<(&'static str, String)> {
    let bugs = report.findings.iter().filter(|finding| finding.class == Class::Bug).count();
    let proven = report
        .findings
        .iter()
        .filter(|finding| finding.class == Class::Bug && finding.test.is_some())
        .count();
    let functions = report.functions;
    let seconds = report.seconds;
    let before = seconds.introspect + seconds.check + seconds.build;
    let mut numbers =
        vec![("Bugs", bugs.to_string()), ("Bugs with a proven test", proven.to_string())];
    if functions.called > 0 {
        let public = text::thousands(functions.public);
        numbers.push((
            "Functions called",
            format!("{} of {public}", text::thousands(functions.called)),
        ));
        numbers.push(("Functions that returned", text::thousands(functions.returned)));
    }
    if let Some(coverage) = report.coverage.filter(|coverage| coverage.subject_edges > 0) {
        let percent = coverage.subject_edges_hit * 100 / coverage.subject_edges;
        numbers.push(("Branches taken", format!("{percent}%")));
    }
    if report.calls > 0 {
        numbers.push(("Calls", text::magnitude(report.calls)));
        numbers.push(("Calls per second", text::rate(report.calls_per_second)));
    }
    numbers.push(("Tests that pass", text::thousands(report.tests.regression)));
    numbers.push(("Tests that fail", text::thousands(report.tests.failing)));
    numbers.push(("Preparation", format!("{before:.1} s")));
    numbers.push(("Search", format!("{:.1} s", seconds.search)));
    numbers.push(("Minimising and proving", format!("{:.1} s", seconds.confirm)));
    numbers
}

/// Calls of each minute as bars, with the numbers as a text for those who do not see them.
fn chart(html: &mut Html, minutes: &[u64]) {
    const HEIGHT: u64 = 120;
    let most = minutes.iter().copied().max().unwrap_or(0).max(1);
    let step = (600 / minutes.len() as u64).clamp(1, 60);
    let width = step * minutes.len() as u64;
    let view = format!("0 0 {width} {}", HEIGHT + 4);
    let named: Vec<String> = minutes.iter().map(|calls| text::magnitude(*calls)).collect();
    let label = format!("Calls in each minute: {}", named.join(", "));
    html.tag("figure", &[], |html| {
        html.line(
            "figcaption",
            &[("class", "soft")],
            &format!("Calls per minute, at most {}", text::magnitude(most)),
        );
        html.tag(
            "svg",
            &[("class", "chart"), ("viewBox", &view), ("role", "img"), ("aria-label", &label)],
            |html| {
                for (minute, calls) in (0u64..).zip(minutes) {
                    let height =
                        u64::try_from(u128::from(*calls) * u128::from(HEIGHT) / u128::from(most))
                            .unwrap_or(HEIGHT);
                    let [x, y] = [minute * step, HEIGHT - height].map(|number| number.to_string());
                    let [w, h] = [step.saturating_sub(1).max(1), height.max(1)]
                        .map(|number| number.to_string());
                    html.tag(
                        "rect",
                        &[("x", &x), ("y", &y), ("width", &w), ("height", &h)],
                        |_| {},
                    );
                }
            },
        );
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_get_a_chart_with_a_description() {
        let mut report = RunReport::new("explore", "url", "2.5.8", 0);
        let built = |report: &RunReport| {
            let mut html = Html::default();
            overview(&mut html, report);
            html.finish()
        };
        report.details.explore.calls_by_minute = Some(vec![5]);
        assert!(!built(&report).contains("<svg"), "one number is no growth");
        report.details.explore.calls_by_minute = Some(vec![10, 5, 0]);
        let text = built(&report);
        assert_eq!(text.matches("<rect").count(), 3);
        assert!(text.contains("height=\"120\"") && text.contains("height=\"60\""), "{text}");
        assert!(text.contains("aria-label=\"Calls in each minute: 10, 5, 0\""), "{text}");
    }
}
