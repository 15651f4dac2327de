//! The summary of a check: each property with its verdict, and the smallest inputs that fail.

use std::path::Path;

use super::report_files;
use crate::console::{Painter, Tone};
use gadfly_model::rust_path;
use gadfly_session::report::{
    CheckReport, CheckVerdict, Finding, LabelCount, PropertyReport, RunReport,
};
use gadfly_session::text;

/// The width of a property, which its counts follow.
const NAME_WIDTH: usize = 28;
/// The most sorts of inputs that are shown.
const MOST_LABELS: usize = 10;
/// The most causes that are shown per property; report.json has them all.
const MOST_CAUSES: usize = 3;

/// The summary of a check.
pub(crate) fn check_summary(
    report: &RunReport,
    report_file: &Path,
    painter: Painter,
    width: Option<usize>,
) -> String {
    let no_details = CheckReport::default();
    let check = report.details.check.as_ref().unwrap_or(&no_details);
    let width = width.unwrap_or(usize::MAX);
    let mut summary = String::new();
    for property in &check.properties {
        summary.push_str(&block(property, report, check, painter, width));
    }
    for warning in &check.warnings {
        let word = painter.paint(Tone::Warning, "warning");
        summary.push_str(&format!("\n {word}  {warning}\n"));
    }
    for stored in &check.stored {
        let values = text::count(stored.count, "value");
        summary.push_str(&format!(" stored  {values} of {} in {}\n", stored.ty, stored.file));
    }
    for leftover in &check.leftovers {
        summary.push_str(&format!(" note    {leftover}\n"));
    }
    for hint in &check.hints {
        summary.push_str(&format!("\n help: {hint}\n"));
    }
    summary.push_str(&finished(report, check, report_file, painter));
    summary
}

fn block(
    property: &PropertyReport,
    report: &RunReport,
    check: &CheckReport,
    painter: Painter,
    width: usize,
) -> String {
    let (tone, word) = match property.verdict {
        CheckVerdict::Ok => (Tone::Good, "ok"),
        CheckVerdict::Failed => (Tone::Bad, "FAIL"),
        CheckVerdict::Starved => (Tone::Warning, "starved"),
        CheckVerdict::Unmade => (Tone::Warning, "unmade"),
        CheckVerdict::Stopped => (Tone::Warning, "stopped"),
    };
    let name = property.property.split_once("::").map_or(&*property.property, |(_, rest)| rest);
    let word = painter.paint(tone, &format!("{word:<7}"));
    let strong = painter.paint(Tone::Strong, &format!("{name:<NAME_WIDTH$}"));
    let findings: Vec<&Finding> =
        report.findings.iter().filter(|finding| finding.item == property.property).collect();
    let mut block = format!(" {word} {strong} {}\n", counts(property, &findings));
    block.push_str(&distribution(property));
    block.push_str(&advice(property));
    for finding in findings.iter().take(MOST_CAUSES) {
        let untested = check.untested.get(&finding.id).map(String::as_str);
        block.push_str(&failing(finding, untested, &report.findings, width));
    }
    if let Some(more) = findings.len().checked_sub(MOST_CAUSES).filter(|more| *more > 0) {
        block.push_str(&format!("\n         {more} more causes are in report.json\n"));
    }
    if !findings.is_empty() {
        block.push('\n');
    }
    block
}

fn counts(property: &PropertyReport, findings: &[&Finding]) -> String {
    let cases = text::thousands(property.cases);
    let tried = property.cases + property.discarded;
    let mut facts = match property.verdict {
        CheckVerdict::Ok => vec![format!("{cases} cases")],
        CheckVerdict::Failed => {
            vec![format!("{} of {cases} cases", text::thousands(property.failed))]
        }
        CheckVerdict::Starved => {
            let tried = text::thousands(tried);
            let last = text::thousands(property.dry);
            vec![format!("{cases} of {tried} inputs satisfied assume!; last {last}: none")]
        }
        CheckVerdict::Unmade => vec![format!("no way to build {}", property.unmade.join(", "))],
        CheckVerdict::Stopped => {
            let wanted = text::thousands(property.wanted);
            vec![format!("{cases} of {wanted} cases, then the budget was used up")]
        }
    };
    if property.verdict == CheckVerdict::Failed {
        let smallest = findings.iter().map(|finding| finding.calls).min();
        facts.extend(smallest.map(|calls| format!("smallest: {}", text::count(calls, "call"))));
    }
    let has_verdict = matches!(property.verdict, CheckVerdict::Ok | CheckVerdict::Failed);
    if has_verdict && property.discarded > 0 {
        facts.push(format!("{} discarded", text::thousands(property.discarded)));
    }
    if has_verdict && property.distinct * 2 < property.cases {
        facts.push(format!("only {} different", text::thousands(property.distinct)));
    }
    if let [label] = &sorts(property)[..] {
        facts.push(format!("{} {}", percent(label.count, labelled(property)), label.label));
    }
    facts.join(" · ")
}

/// Sorts that have a name.
fn sorts(property: &PropertyReport) -> Vec<&LabelCount> {
    property.labels.iter().filter(|label| !label.label.is_empty()).collect()
}

/// The number of inputs with a sort.
fn labelled(property: &PropertyReport) -> u64 {
    property.labels.iter().map(|label| label.count).sum()
}

/// Sorts of inputs, a line each.
fn distribution(property: &PropertyReport) -> String {
    let (sorts, all) = (sorts(property), labelled(property));
    if sorts.len() < 2 {
        return String::new();
    }
    let mut lines = String::new();
    for label in sorts.iter().take(MOST_LABELS) {
        let share = percent(label.count, all);
        lines.push_str(&format!("          {share:>4} {}\n", label.label));
    }
    if let Some(rest) = sorts.get(MOST_LABELS..).filter(|rest| !rest.is_empty()) {
        let share = percent(rest.iter().map(|label| label.count).sum(), all);
        lines.push_str(&format!("          {share:>4} {} other sorts\n", rest.len()));
    }
    lines
}

fn advice(property: &PropertyReport) -> String {
    match property.verdict {
        CheckVerdict::Starved => {
            "         help: weaken assume!, or add a #[gadfly::make] function that returns such inputs\n"
                .to_owned()
        }
        CheckVerdict::Unmade => {
            "         help: add a #[gadfly::make] function that returns one\n".to_owned()
        }
        _ => String::new(),
    }
}

fn failing(finding: &Finding, untested: Option<&str>, all: &[Finding], width: usize) -> String {
    let mut block = String::from("\n");
    let message = finding.message.lines().map(str::trim).collect::<Vec<_>>().join(", ");
    let lines: Vec<&str> = finding.source.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let mut line = format!("          {line}");
        if index + 1 == lines.len() {
            line.push_str(&format!("      // {message}"));
        }
        block.push_str(&text::cut(line.trim_end(), width));
        block.push('\n');
    }
    if let Some(test) = &finding.test {
        let tests = all.iter().filter_map(|finding| finding.test.as_deref());
        let (id, test) = (&finding.id, test_name(test, tests));
        block.push_str(&format!("\n         cargo gadfly replay {id} · cargo test {test}\n"));
    } else if let Some(why) = untested {
        let why = why.lines().next().unwrap_or_default();
        block.push_str(&format!("\n         no test: {why}\n"));
    }
    block
}

/// The last name of a test's path, with its module where others have the same.
fn test_name<'t>(test: &'t str, mut all: impl Iterator<Item = &'t str>) -> &'t str {
    let name = rust_path::last(test);
    if !all.any(|other| other != test && rust_path::last(other) == name) {
        return name;
    }
    test.rmatch_indices("::").nth(1).map_or(test, |(at, _)| &test[at + 2..])
}

fn finished(
    report: &RunReport,
    check: &CheckReport,
    report_file: &Path,
    painter: Painter,
) -> String {
    let word = painter.paint(Tone::Good, &format!("{:>12}", "Finished"));
    let failed = check.properties.iter().filter(|it| it.verdict == CheckVerdict::Failed).count();
    let verdict = match failed {
        0 => "none failed".to_owned(),
        failed => format!("{failed} failed"),
    };
    let mut text = format!(
        "{word} {}, {verdict}; {} cases (seed {})\n",
        text::count(check.properties.len() as u64, "property").replace("propertys", "properties"),
        text::thousands(check.cases),
        report.seed
    );
    let placed = report.findings.iter().filter(|finding| finding.test.is_some()).count();
    if placed > 0 {
        let tests = text::count(placed as u64, "failing test");
        text.push_str(&format!("             {tests} in tests/gadfly_failures/\n"));
    }
    text.push_str(&format!("             {}\n", report_files(report_file)));
    text
}

fn percent(part: u64, whole: u64) -> String {
    format!("{}%", (part * 100 + whole / 2) / whole.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn property(verdict: CheckVerdict) -> PropertyReport {
        PropertyReport {
            property: "k::props::holds".to_owned(),
            location: "src/lib.rs:1".to_owned(),
            verdict,
            wanted: 1000,
            cases: 1000,
            distinct: 900,
            failed: 0,
            discarded: 0,
            dry: 0,
            labels: Vec::new(),
            unmade: Vec::new(),
        }
    }

    #[test]
    fn verdicts_say_what_happened() {
        let ok = counts(&property(CheckVerdict::Ok), &[]);
        assert_eq!(ok, "1,000 cases");
        let starved = PropertyReport {
            cases: 12,
            discarded: 9988,
            dry: 5000,
            ..property(CheckVerdict::Starved)
        };
        assert_eq!(
            counts(&starved, &[]),
            "12 of 10,000 inputs satisfied assume!; last 5,000: none"
        );
        let few = PropertyReport { distinct: 3, ..property(CheckVerdict::Ok) };
        assert_eq!(counts(&few, &[]), "1,000 cases · only 3 different");
    }

    #[test]
    fn tests_with_equal_names_show_their_modules() {
        let all = ["a::m_one::holds_1", "m_two::holds_1", "a::m_three::other_1"];
        let shown = all.map(|test| test_name(test, all.into_iter()));
        assert_eq!(shown, ["m_one::holds_1", "m_two::holds_1", "other_1"]);
    }

    #[test]
    fn one_sort_stands_beside_and_more_below() {
        let label = |label: &str, count| LabelCount { label: label.to_owned(), count };
        let one = PropertyReport {
            labels: vec![label("", 650), label("single", 350)],
            ..property(CheckVerdict::Ok)
        };
        assert_eq!(counts(&one, &[]), "1,000 cases · 35% single");
        let many = PropertyReport {
            labels: vec![label("", 400), label("0", 350), label("1", 250)],
            ..property(CheckVerdict::Ok)
        };
        assert_eq!(distribution(&many), "           35% 0\n           25% 1\n");
    }
}
