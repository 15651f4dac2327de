//! The summary of a run: findings, worst first, and written files.

use std::path::Path;

use super::report_files;
use crate::console::{Painter, Tone};
use gadfly_model::rust_path;
use gadfly_session::report::{Class, Finding, Kind, RunReport};
use gadfly_session::text;

/// The width of labels, so that items stand below each other.
const LABEL_WIDTH: usize = 5;
/// The width of the item, which its event follows.
const ITEM_WIDTH: usize = 40;
/// The least that is kept of a message, however narrow the terminal.
const SHORTEST_EVENT: usize = 24;
/// The most functions that are named.
const MOST_NAMED: usize = 3;
/// The most functions that are named as symptoms.
const MOST_SYMPTOMS: usize = 6;

/// The summary of a run. Findings that are not bugs are only counted unless `all`. Lines
/// that come from the subject are cut to the terminal's width, if there is one.
pub(crate) fn run_summary(
    report: &RunReport,
    report_file: &Path,
    all: bool,
    painter: Painter,
    width: Option<usize>,
) -> String {
    let mut summary = finished(report, painter);
    summary.push_str(&findings(report, all, painter, width));
    summary.push_str(&fixed(report));
    summary.push_str(&unstable(report));
    summary.push_str(&reach(report));
    summary.push_str(&written(report, report_file));
    summary
}

/// Findings, worst first. Those that are not bugs are only counted unless `all`.
pub(super) fn findings(
    report: &RunReport,
    all: bool,
    painter: Painter,
    width: Option<usize>,
) -> String {
    let (mut shown, counted): (Vec<_>, Vec<_>) =
        report.findings.iter().partition(|finding| all || finding.class == Class::Bug);
    if all {
        shown.extend(&report.details.explore.unproven);
    }
    let mut summary = String::new();
    for finding in &shown {
        let file = finding.test.as_deref().and_then(|test| test.split("::").next());
        let is_placed = !report.is_unplaced() && file.is_none_or(|file| report.is_written(file));
        summary.push_str(&block(finding, is_placed, painter, width.unwrap_or(usize::MAX)));
    }
    if !shown.is_empty() {
        summary.push('\n');
    }
    summary.push_str(&caution(&shown));
    summary.push_str(&also_seen(&counted));
    summary.push_str(&unproven(report, all));
    summary
}

fn finished(report: &RunReport, painter: Painter) -> String {
    let (tone, word) = match (report.details.interrupted, &report.details.ended_early) {
        (true, _) => (Tone::Warning, "Interrupted"),
        (false, Some(_)) => (Tone::Warning, "Ended early"),
        (false, None) => (Tone::Good, "Finished"),
    };
    let word = painter.paint(tone, &format!("{word:>12}"));
    let verdict = match &report.details.ended_early {
        Some(why) => format!(": {why}"),
        None if report.has_bugs() || !report.details.explore.unproven.is_empty() => String::new(),
        None => ". Nothing broke.".to_owned(),
    };
    format!(
        "{word} {} calls, {} sequences (seed {}){verdict}\n",
        text::magnitude(report.calls),
        text::magnitude(report.sequences),
        report.seed
    )
}

fn block(finding: &Finding, is_placed: bool, painter: Painter, width: usize) -> String {
    let tone = if finding.class == Class::Bug { Tone::Bad } else { Tone::Warning };
    let label = finding.label();
    let event = if label == "panic" { finding.message_line() } else { finding.event() };
    let item = format!("{:<ITEM_WIDTH$}", finding.item);
    let taken = label.len().max(LABEL_WIDTH) + item.chars().count() + 4;
    let event = text::cut(&event, width.saturating_sub(taken).max(SHORTEST_EVENT));
    let item = painter.paint(Tone::Strong, &item);
    let mut block =
        format!("\n {}  {item} {event}\n", painter.paint(tone, &format!("{label:<LABEL_WIDTH$}")));
    let place = finding.location.iter().cloned();
    let counts = [text::count(finding.calls, "call"), format!("seen {}", times(finding.seen))];
    let profile = finding.unusual_profile().map(str::to_owned);
    let after = (finding.after_panics > 0).then(|| "after a caught panic".to_owned());
    let runs = finding.proven;
    let proven = (runs > 0).then(|| format!("proven in {runs} of {runs} runs"));
    let remark = finding.remark.clone();
    let facts: Vec<String> =
        place.chain(counts).chain(proven).chain(after).chain(profile).chain(remark).collect();
    block.push_str(&format!("        {}\n", facts.join(" · ")));
    if finding.unusual_profile().is_some() && finding.kind == Kind::Crash {
        // The stacks of a sanitizer's report.
        for line in finding.message.lines().skip(1) {
            block.push_str(&text::cut(&format!("        {}", line.trim()), width));
            block.push('\n');
        }
    }
    if let Some(reason) = finding.reason() {
        block.push_str(&text::cut(&format!("        {reason}"), width));
        block.push('\n');
    }
    let since = finding.broken_since.as_ref().map(|since| format!("broken since {since}"));
    for line in since.into_iter().chain(symptoms(finding)).chain(finding.excerpt.iter().cloned()) {
        block.push_str(&text::cut(&format!("        {line}"), width));
        block.push('\n');
    }
    if !finding.source.is_empty() {
        block.push('\n');
        for line in finding.source.lines() {
            let line = format!("            {line}");
            block.push_str(&text::cut(line.trim_end(), width));
            block.push('\n');
        }
    }
    if let (true, Some(test)) = (is_inside(finding), finding.test.as_deref()) {
        // Part of the crate's own tests.
        let name = rust_path::last(test);
        let id = &finding.id;
        block.push_str(&format!("\n        cargo gadfly replay {id} · cargo test {name}\n"));
    } else if let Some((file, test)) =
        finding.test.as_deref().and_then(|test| test.split_once("::"))
    {
        let id = &finding.id;
        let replay = format!("        cargo gadfly replay {id}");
        let both = match finding.profile.as_str() {
            "debug" => format!("{replay} · cargo test --test {file} {test}"),
            "release" => format!("{replay} · cargo test --release --test {file} {test}"),
            // Cargo alone does not know how.
            _ => replay.clone(),
        };
        let both = if is_placed { both } else { replay.clone() };
        let line = if both.chars().count() <= width { both } else { replay };
        block.push_str(&format!("\n{line}\n"));
    }
    block
}

/// The symptoms of a finding, by the names of the functions that show them.
fn symptoms(finding: &Finding) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for symptom in &finding.symptoms {
        let name = rust_path::last(&symptom.item);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = if names.len() > MOST_SYMPTOMS { ", …" } else { "" };
    names.truncate(MOST_SYMPTOMS);
    let count = text::count(finding.symptoms.len() as u64, "symptom");
    (!names.is_empty()).then(|| format!("also shows as: {}{more} ({count})", names.join(", ")))
}

fn times(seen: u64) -> String {
    if seen == 1 { "once".to_owned() } else { text::count(seen, "time") }
}

/// A caution about findings without tests: they were seen, but not confirmed.
fn caution(shown: &[&Finding]) -> String {
    if shown.iter().all(|finding| finding.test.is_some()) {
        return String::new();
    }
    " Seen during the search, with the calls that seem to matter; not confirmed by tests.\n"
        .to_owned()
}

fn also_seen(counted: &[&Finding]) -> String {
    let noun = |finding: &Finding| match (finding.class, finding.kind) {
        (Class::Resource, Kind::Contract) => "lasting change",
        (Class::Resource, _) => "resource limit",
        (Class::Documented, _) => "documented panic",
        _ => "precondition check",
    };
    let of = |wanted: &str| counted.iter().filter(|found| noun(found) == wanted).count() as u64;
    let parts: Vec<String> =
        ["documented panic", "precondition check", "resource limit", "lasting change"]
            .into_iter()
            .filter(|noun| of(noun) > 0)
            .map(|noun| text::count(of(noun), noun))
            .collect();
    if parts.is_empty() {
        return String::new();
    }
    format!(" Also seen: {}   (--all shows them)\n", parts.join(", "))
}

/// The number of findings that no test shows.
fn unproven(report: &RunReport, all: bool) -> String {
    let count = report.details.explore.unproven.len() as u64;
    match (count, all) {
        (0, _) | (_, true) => String::new(),
        (1, _) => " 1 more was seen but could not be reproduced; --all shows it\n".to_owned(),
        _ => format!(" {count} more were seen but could not be reproduced; --all shows them\n"),
    }
}

/// Findings of earlier runs whose tests pass now.
fn fixed(report: &RunReport) -> String {
    let findings = report.details.explore.fixed.as_deref().unwrap_or_default();
    let mut lines: Vec<String> = findings
        .iter()
        .take(MOST_NAMED)
        .map(|finding| format!(" Fixed: {} ({})\n", finding.headline(), finding.id))
        .collect();
    if findings.len() > MOST_NAMED {
        lines.push(format!(" Fixed: {} more\n", findings.len() - MOST_NAMED));
    }
    lines.concat()
}

/// Functions whose results tests cannot rely on, and how many tests that cost.
fn unstable(report: &RunReport) -> String {
    let mut named: Vec<String> = Vec::new();
    for unstable in report.details.explore.unstable.iter().flatten() {
        let name = format!("{} ({})", unstable.item, unstable.differs);
        if !named.contains(&name) {
            named.push(name);
        }
    }
    if named.is_empty() {
        return String::new();
    }
    let more = match named.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(", {more} more"),
    };
    named.truncate(MOST_NAMED);
    let cost = match report.tests.discarded_flaky {
        0 => String::new(),
        count => format!("; {} dropped", text::count(count, "test")),
    };
    format!(" Differs from run to run: {}{more}{cost}\n", named.join(", "))
}

fn reach(report: &RunReport) -> String {
    let functions = report.functions;
    let returned = match functions.called {
        0 => String::new(),
        called if called == functions.returned => ", all of them returned".to_owned(),
        _ => format!(", {} returned at least once", functions.returned),
    };
    let coverage = match report.coverage {
        Some(coverage) if coverage.subject_edges > 0 => format!(
            "; {}% of branches taken",
            coverage.subject_edges_hit * 100 / coverage.subject_edges
        ),
        _ => String::new(),
    };
    format!(
        " Called {} of {}{returned}{coverage}\n{}{}",
        functions.called,
        text::count(functions.public, "public function"),
        named(report.details.explore.never_called.as_deref(), "Never called"),
        named(report.details.explore.never_returned.as_deref(), "Never returned"),
    )
}

/// The first few of the functions that the report lists.
fn named(names: Option<&[String]>, title: &str) -> String {
    let names = names.unwrap_or_default();
    if names.is_empty() {
        return String::new();
    }
    let named = names[..names.len().min(MOST_NAMED)].join(", ");
    let more = match names.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(", {more} more"),
    };
    format!(" {title}: {named}{more}\n")
}

/// Returns whether its test is one of the crate's own tests, because it names private items.
fn is_inside(finding: &Finding) -> bool {
    finding.kind == Kind::Contract && !finding.is_lasting_change() && finding.test.is_some()
}

/// Tests and files that were written.
pub(super) fn written(report: &RunReport, report_file: &Path) -> String {
    let mut text = String::new();
    let tests = report.tests;
    if report.is_unplaced() {
        let count = text::count(tests.failing + tests.regression, "test");
        text.push_str(&format!(" Proved {count}, and placed none of them (--no-write)\n"));
        text.push_str(&format!(" Wrote {}\n", report_files(report_file)));
        return text;
    }
    let inside = report.findings.iter().filter(|finding| is_inside(finding)).count() as u64;
    let is_learned = report.command == "learn";
    let passing_file = if is_learned { "gadfly_learned.rs" } else { "gadfly_regression.rs" };
    for (count, file, verdict) in [
        (tests.failing.saturating_sub(inside), "gadfly_failures.rs", "failing today"),
        (inside, "gadfly_failures/", "failing today"),
        (tests.regression, passing_file, "passing today"),
    ] {
        if count > 0 {
            let count = text::count(count, "test");
            let line = match report.details.unwritten.get(file.trim_end_matches(".rs")) {
                None => format!(" Wrote tests/{file} ({count}, {verdict})\n"),
                Some(why) => format!(" Not written: tests/{file} ({count}, {verdict}): {why}\n"),
            };
            text.push_str(&line);
        }
    }
    text.push_str(&format!(" Wrote {}\n", report_files(report_file)));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::ColorChoice;
    use gadfly_session::report::{
        Coverage, FunctionCounts, Seconds, Symptom, TestCounts, UnstableItem,
    };

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
        run_summary(report, file, all, Painter::new(ColorChoice::Never, false), None)
    }

    #[test]
    fn findings_come_with_place_source_and_test() {
        assert_eq!(
            summary(&report(), false),
            r#"    Finished 24.1 M calls, 1.02 M sequences (seed 0)

 bug    url::Url::path_segments_mut              panics: index out of bounds
        src/lib.rs:2772 · 3 calls · seen 11,204 times · proven in 3 of 3 runs
        the language raised it, and no check of an argument stands behind it [language-panic]

            let url = Url::parse("a:b").unwrap();
            let _ = format!("{url:?}");

        cargo gadfly replay k3f · cargo test --test gadfly_failures url_debug_panics

 Also seen: 1 documented panic   (--all shows them)
 Called 209 of 214 public functions, 200 returned at least once
 Wrote tests/gadfly_failures.rs (1 test, failing today)
 Wrote tests/gadfly_regression.rs (148 tests, passing today)
 Wrote target/gadfly/url/report.html and report.json
"#
        );
    }

    #[test]
    fn symptoms_are_listed_in_one_line() {
        let of = |item: &str| Symptom::of(&Finding { item: item.to_owned(), ..Finding::example() });
        let symptoms = vec![of("url::Url::index"), of("url::Url::swap"), of("url::Path::swap")];
        let finding = Finding { symptoms, ..Finding::example() };
        let text = summary(&RunReport { findings: vec![finding], ..report() }, false);
        assert!(text.contains("\n        also shows as: index, swap (3 symptoms)\n"), "{text}");
        assert!(!summary(&report(), false).contains("also shows as"));
    }

    #[test]
    fn unproven_findings_are_counted_in_one_line() {
        let mut report = report();
        assert!(!summary(&report, false).contains("reproduced"));
        let unproven =
            Finding { item: "url::Url::join".to_owned(), test: None, ..Finding::example() };
        report.details.explore.unproven = vec![unproven.clone()];
        let text = summary(&report, false);
        assert!(text.contains("\n 1 more was seen but could not be reproduced; --all shows it\n"));
        assert!(!text.contains("Url::join"), "{text}");
        report.details.explore.unproven.push(unproven);
        report.findings.clear();
        let text = summary(&report, false);
        assert!(text.contains(" 2 more were seen but could not be reproduced; --all shows them\n"));
        assert!(!text.contains("Nothing broke"), "{text}");
        assert!(summary(&report, true).contains("url::Url::join"));
    }

    #[test]
    fn early_ends_are_no_clean_runs() {
        let mut report = RunReport { findings: Vec::new(), ..report() };
        assert!(summary(&report, false).contains(". Nothing broke.\n"));
        report.details.ended_early = Some("signal: 9; the last call was of url::f".to_owned());
        let text = summary(&report, false);
        assert!(!text.contains("Nothing broke") && !text.contains("Finished"), "{text}");
        assert!(text.starts_with(" Ended early 24.1 M calls"), "{text}");
        assert!(text.contains("(seed 0): signal: 9; the last call was of url::f\n"), "{text}");
    }

    #[test]
    fn unwritable_files_are_not_listed_as_written() {
        let mut report = report();
        report.details.unwritten.insert("gadfly_failures".to_owned(), "is a folder".to_owned());
        let text = summary(&report, false);
        let line = " Not written: tests/gadfly_failures.rs (1 test, failing today): is a folder\n";
        assert!(text.contains(line) && !text.contains("Wrote tests/gadfly_failures"), "{text}");
        assert!(text.contains(" Wrote tests/gadfly_regression.rs (148 tests"), "{text}");
        assert!(!text.contains("cargo test --test gadfly_failures"), "{text}");
    }

    #[test]
    fn unplaced_tests_are_not_listed_as_written() {
        let mut report = report();
        report.details.not_placed = true;
        let text = summary(&report, false);
        assert!(
            text.contains(" Proved 149 tests, and placed none of them (--no-write)\n"),
            "{text}"
        );
        assert!(!text.contains("Wrote tests/") && !text.contains("cargo test"), "{text}");
        assert!(text.contains("\n        cargo gadfly replay k3f\n"), "{text}");
    }

    #[test]
    fn findings_name_the_build_they_need() {
        let release = Finding { profile: "release".to_owned(), ..Finding::example() };
        let address = Finding {
            kind: Kind::Crash,
            message: "heap-use-after-free: read\nat k::f (src/lib.rs:3)".to_owned(),
            profile: "debug+address".to_owned(),
            rule: Some("sanitizer-report".to_owned()),
            ..Finding::example()
        };
        let release = Finding { after_panics: 1, ..release };
        let text = summary(&RunReport { findings: vec![release, address], ..report() }, false);
        assert!(
            text.contains(
                "seen 11,204 times · proven in 3 of 3 runs · after a caught panic · release\n"
            ),
            "{text}"
        );
        assert!(text.contains("cargo test --release --test gadfly_failures "), "{text}");
        assert!(text.contains("· AddressSanitizer\n        at k::f (src/lib.rs:3)\n"), "{text}");
        assert!(text.contains("\n        cargo gadfly replay k3f\n"), "{text}");
    }

    #[test]
    fn findings_state_the_rule_that_decided() {
        let precondition = Finding {
            class: Class::Precondition,
            rule: Some("zero-divisor".to_owned()),
            ..Finding::example()
        };
        let overruled = Finding {
            rule: Some("policy".to_owned()),
            overruled: precondition.rule.clone(),
            ..Finding::example()
        };
        let old = Finding { rule: None, ..Finding::example() };
        let findings = vec![precondition, overruled, old];
        let text = summary(&RunReport { findings, ..report() }, true);
        let lines: Vec<&str> = text.lines().filter(|line| line.ends_with(']')).collect();
        assert_eq!(
            lines,
            [
                "        the function divides by its argument, which is zero [zero-divisor]",
                "        gadfly.toml decides it [policy over zero-divisor]",
            ]
        );
    }

    #[test]
    fn all_shows_what_is_only_counted_otherwise() {
        let text = summary(&report(), true);
        assert!(text.contains("\n documented  url::Url"), "{text}");
        assert!(!text.contains("Also seen"), "{text}");
    }

    #[test]
    fn lasting_changes_are_counted_apart_from_limits() {
        let finding = |kind| Finding { kind, class: Class::Resource, ..Finding::example() };
        let findings = [Kind::Oom, Kind::Contract, Kind::Contract].map(finding).to_vec();
        let text = summary(&RunReport { findings, ..report() }, false);
        assert!(text.contains(" Also seen: 1 resource limit, 2 lasting changes   ("), "{text}");
        assert!(text.contains("Nothing broke."), "{text}");
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
            "    Finished 24.1 M calls, 1.02 M sequences (seed 0). Nothing broke.
 Called 209 of 214 public functions, 200 returned at least once; 83% of branches taken
 Wrote target/gadfly/url/report.html and report.json
"
        );
    }

    #[test]
    fn unconfirmed_findings_are_not_labelled_bugs() {
        let finding = Finding { test: None, seen: 1, proven: 0, ..Finding::example() };
        let text = summary(&RunReport { findings: vec![finding], ..report() }, false);
        assert!(text.contains("\n panic  url::Url::path_segments_mut "), "{text}");
        assert!(text.contains(" index out of bounds\n"), "{text}");
        assert!(!text.contains("panics:"), "{text}");
        assert!(text.contains("3 calls · seen once\n"), "{text}");
        assert!(text.contains("\n Seen during the search, "), "{text}");
    }

    #[test]
    fn fixed_findings_are_named() {
        let mut report = RunReport { findings: Vec::new(), ..report() };
        report.details.explore.fixed = Some(vec![Finding::example(), Finding::example()]);
        let line =
            "\n Fixed: url::Url::path_segments_mut panics: index out of bounds (k3f)\n".repeat(2);
        let text = summary(&report, false);
        assert!(text.contains(&line.replace("\n\n", "\n")), "{text}");
    }

    #[test]
    fn unstable_functions_are_named() {
        let mut report = report();
        report.tests.discarded_flaky = 2;
        let unstable =
            [("k::now", "the value"), ("k::keys", "the order")].map(|(item, differs)| {
                UnstableItem { item: item.to_owned(), differs: differs.to_owned() }
            });
        report.details.explore.unstable = Some(unstable.to_vec());
        let line =
            " Differs from run to run: k::now (the value), k::keys (the order); 2 tests dropped\n";
        assert!(summary(&report, false).contains(line));
    }

    #[test]
    fn findings_are_explained_by_call_and_source() {
        let finding = Finding {
            broken_since: Some("call 2 of 3, url::Url::set_path".to_owned()),
            source: "line();\n".repeat(12),
            excerpt: vec!["2772 |     let end = self.ends[path];".to_owned()],
            ..Finding::example()
        };
        let text = summary(&RunReport { findings: vec![finding], ..report() }, false);
        assert!(
            text.contains("\n        broken since call 2 of 3, url::Url::set_path\n"),
            "{text}"
        );
        assert_eq!(text.matches("            line();\n").count(), 12, "the whole sequence");
        assert!(text.contains("\n        2772 |     let end = self.ends[path];\n"), "{text}");
        assert!(text.contains("· seen 11,204 times · proven in 3 of 3 runs\n"), "{text}");
    }

    #[test]
    fn three_functions_without_results_are_named() {
        let mut report = report();
        let names = |count| Some(["a", "b", "c", "d", "e"].map(str::to_owned)[..count].to_vec());
        report.details.explore.never_called = names(2);
        assert!(summary(&report, false).contains("\n Never called: a, b\n"));
        report.details.explore.never_returned = names(5);
        assert!(summary(&report, false).contains("\n Never returned: a, b, c, 2 more\n"));
    }

    #[test]
    fn a_terminal_cuts_what_the_subject_says() {
        let finding = Finding { message: "very long ".repeat(20), ..Finding::example() };
        let report = RunReport { findings: vec![finding], ..report() };
        let painter = Painter::new(ColorChoice::Never, false);
        let text = run_summary(&report, Path::new("report.json"), false, painter, Some(80));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.contains("panics: very long very long ve…"), "{text}");
    }

    #[test]
    fn an_interrupted_run_says_so() {
        let mut report = report();
        report.details.interrupted = true;
        assert!(summary(&report, false).starts_with(" Interrupted 24.1 M calls"));
    }
}
