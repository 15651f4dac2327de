//! The summary of an exhaustive search: failures with their inputs, and function.

use std::path::Path;

use gadfly_wire::ExhaustMode;

use super::report_files;
use crate::console::{Painter, Tone};
use gadfly_model::rust_path;
use gadfly_session::report::{ExhaustDetails, FailingCase, Placement, RunReport, SearchedFunction};
use gadfly_session::text;

/// The width of a function's name.
const NAME_WIDTH: usize = 32;
/// The indentation of lines about a function.
const MARGIN: &str = "       ";
/// The most unread fields that are named.
const MOST_UNREAD: usize = 4;

/// The circumstances of a summary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExhaustView<'a> {
    /// The use that was made of valid inputs.
    pub(crate) mode: ExhaustMode,
    /// The report for programs.
    pub(crate) report_file: &'a Path,
    /// Paths are printed from here.
    pub(crate) here: &'a Path,
}

/// The summary of a run, failures first; empty when structures are shown.
pub(crate) fn exhaust_summary(
    report: &RunReport,
    view: &ExhaustView<'_>,
    painter: Painter,
    width: Option<usize>,
) -> String {
    if view.mode == ExhaustMode::Show {
        return String::new();
    }
    let no_details = ExhaustDetails::default();
    let details = report.details.exhaust.as_ref().unwrap_or(&no_details);
    let width = width.unwrap_or(usize::MAX);
    let mut summary = finished(report, details, view, painter);
    let (failing, others): (Vec<_>, Vec<_>) =
        details.functions.iter().partition(|function| function.case.is_some());
    for function in failing {
        if let Some(case) = &function.case {
            summary.push_str(&block(function, case, view, painter, width));
        }
    }
    summary.push('\n');
    for function in others {
        summary.push_str(&line(function, view, painter, width));
    }
    summary.push_str(&notes(details));
    summary.push_str(&format!(
        " Wrote {}\n",
        report_files(Path::new(&from(view.here, view.report_file)))
    ));
    summary
}

fn finished(
    report: &RunReport,
    details: &ExhaustDetails,
    view: &ExhaustView<'_>,
    painter: Painter,
) -> String {
    let interrupted = report.details.interrupted;
    let (tone, word) =
        if interrupted { (Tone::Warning, "Interrupted") } else { (Tone::Good, "Finished") };
    let verdict = match (view.mode, report.has_bugs()) {
        (ExhaustMode::Check, false) if details.functions.iter().all(|it| it.error.is_none()) => {
            ". Nothing broke."
        }
        _ => "",
    };
    let rest = if interrupted { " The next run goes on from here." } else { "" };
    format!(
        "{} {} candidates, {} valid inputs of {}{verdict}{rest}\n",
        painter.paint(tone, &format!("{word:>12}")),
        text::magnitude(details.explored),
        text::magnitude(details.valid),
        text::count(details.functions.len() as u64, "function"),
    )
}

fn block(
    function: &SearchedFunction,
    case: &FailingCase,
    view: &ExhaustView<'_>,
    painter: Painter,
    width: usize,
) -> String {
    let name = format!("{:<NAME_WIDTH$}", function.function);
    let event = case.message.lines().next().unwrap_or_default();
    let event =
        text::cut(event, width.saturating_sub(MARGIN.len() + name.chars().count() + 1).max(24));
    let mut block = format!(
        "\n {}  {} {event}\n",
        painter.paint(Tone::Bad, "FAIL"),
        painter.paint(Tone::Strong, &name)
    );
    let place = if case.location.is_empty() { &function.location } else { &case.location };
    let inputs = match function.failures {
        1 => format!("1 of {} inputs", text::magnitude(function.valid)),
        failures => format!(
            "the smallest of {} failing inputs, {} tried",
            text::magnitude(failures),
            text::magnitude(function.valid)
        ),
    };
    let bounds = &function.bounds;
    block.push_str(&format!("{MARGIN}{place} · {inputs} · {bounds}\n\n"));
    block.push_str(&format!("{MARGIN}    {}\n\n", case.arguments));
    for line in case.test.lines().skip_while(|line| line.starts_with("///")) {
        block.push_str(format!("{MARGIN}    {line}").trim_end());
        block.push('\n');
    }
    block.push('\n');
    block.push_str(&format!("{MARGIN}{}\n", placement(case, view)));
    if let Some(page) = &function.picture {
        block.push_str(&format!("{MARGIN}picture: {}\n", from(view.here, Path::new(page))));
    }
    block
}

fn placement(case: &FailingCase, view: &ExhaustView<'_>) -> String {
    let test = &case.test_name;
    match &case.placement {
        Placement::Placed { path, .. } => {
            format!("cargo test {test} · written to {}", from(view.here, path))
        }
        Placement::Known { path, .. } => {
            format!("cargo test {test} · already in {}", from(view.here, path))
        }
        Placement::DoesNotCompile => {
            "the test was not placed: it does not compile in the function's module".to_owned()
        }
        Placement::Passes => {
            "the test was not placed: built as usual, it does not fail like this".to_owned()
        }
        Placement::Refused(reason) => format!("the test was not placed: {reason}"),
        Placement::NotTried if case.confirmed < FailingCase::REPEATS => format!(
            "the test was not placed: the input failed only {} of 3 times when repeated",
            case.confirmed
        ),
        _ => "the test was not placed: the run was stopped".to_owned(),
    }
}

fn line(
    function: &SearchedFunction,
    view: &ExhaustView<'_>,
    painter: Painter,
    width: usize,
) -> String {
    let name = format!("{:<NAME_WIDTH$}", function.function);
    let (tone, word, rest) = match (&function.error, function.complete, view.mode) {
        (Some(error), ..) => (Tone::Bad, "ERROR", error.clone()),
        (None, false, _) => (
            Tone::Warning,
            "PART",
            format!(
                "{} valid of {} candidates, then it was ended; the next run goes on",
                text::magnitude(function.valid),
                text::magnitude(function.explored)
            ),
        ),
        (None, true, mode) => {
            let inputs = match mode {
                ExhaustMode::Check => "inputs, all fine",
                _ => "valid",
            };
            let page = function.picture.as_ref();
            let page = page.map(|page| format!(" · {}", from(view.here, Path::new(page))));
            (
                Tone::Good,
                "ok",
                format!(
                    "{} {inputs} · {} candidates · {}{}",
                    text::thousands(function.valid),
                    text::thousands(function.explored),
                    function.bounds,
                    page.unwrap_or_default()
                ),
            )
        }
    };
    let word = painter.paint(tone, &format!("{word:<5}"));
    let name_length = name.chars().count();
    let mut lines = rest.lines();
    let first = lines.next().unwrap_or_default();
    // An error is read to its end; a count can be cut.
    let first = if function.error.is_some() {
        first.to_owned()
    } else {
        text::cut(first, width.saturating_sub(MARGIN.len() + name_length + 1).max(24))
    };
    let mut text = format!(" {word} {name} {first}\n");
    for line in lines {
        text.push_str(&format!("{MARGIN}{line}\n"));
    }
    text
}

fn notes(details: &ExhaustDetails) -> String {
    let mut notes = String::new();
    for function in &details.functions {
        // That parameters are tried with every value is what they are for.
        let name = rust_path::last(&function.function);
        let is_parameter =
            |field: &str| field.strip_prefix(name).is_some_and(|it| it.starts_with('.'));
        let unread: Vec<&str> =
            function.unread.iter().map(String::as_str).filter(|it| !is_parameter(it)).collect();
        if !unread.is_empty() {
            let named: Vec<&str> = unread.iter().copied().take(MOST_UNREAD).collect();
            let more = match unread.len().saturating_sub(MOST_UNREAD) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            notes.push_str(&format!(
                " note: {} tries every value of what its conditions do not read: {}{more}\n",
                function.function,
                named.join(", ")
            ));
        }
        let odd: Vec<String> = [
            (function.panicked, "panicked"),
            (function.cut, "read without end"),
            (function.overflowed, "overflowed the stack"),
            (function.hung, "stood still"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{} {what}", text::magnitude(count)))
        .collect();
        if !odd.is_empty() {
            notes.push_str(&format!(
                " note: {}: of its conditions' runs {}; they count as false\n",
                function.function,
                odd.join(", ")
            ));
        }
    }
    notes
}

/// The path as it can be typed from a directory.
fn from(here: &Path, path: &Path) -> String {
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::ColorChoice;
    use gadfly_session::report::Finding;

    fn function(name: &str, explored: u64, valid: u64) -> SearchedFunction {
        SearchedFunction {
            function: name.to_owned(),
            location: "src/lib.rs:70".to_owned(),
            bounds: "Node ≤ 5".to_owned(),
            complete: true,
            explored,
            valid,
            ..SearchedFunction::default()
        }
    }

    fn failing() -> SearchedFunction {
        let mut failing = function("insert", 8_178, 940);
        failing.failures = 685;
        failing.unread = vec!["insert.key".to_owned(), "Tree.cache".to_owned()];
        failing.case = Some(FailingCase::example());
        failing.picture = Some("/crate/target/insert.html".to_owned());
        failing
    }

    fn summary(functions: Vec<SearchedFunction>, mode: ExhaustMode) -> String {
        let sum = |of: fn(&SearchedFunction) -> u64| functions.iter().map(of).sum::<u64>();
        let (explored, valid) = (sum(|it| it.explored), sum(|it| it.valid));
        let findings = functions.iter().filter(|function| function.case.is_some());
        let findings = findings.map(|_| Finding::example()).collect();
        let mut report = RunReport { findings, ..RunReport::new("exhaust", "trees", "0.1.0", 0) };
        let details = ExhaustDetails { explored, valid, functions, ..ExhaustDetails::default() };
        report.details.exhaust = Some(details);
        let view = ExhaustView {
            mode,
            report_file: Path::new("/crate/target/report.json"),
            here: Path::new("/crate"),
        };
        exhaust_summary(&report, &view, Painter::new(ColorChoice::Never, false), None)
    }

    #[test]
    fn failures_come_first_with_input_test_and_picture() {
        assert_eq!(
            summary(vec![function("remove", 2_550, 255), failing()], ExhaustMode::Check),
            "    Finished 10,728 candidates, 1,195 valid inputs of 2 functions

 FAIL  insert                           panics: no
       src/lib.rs:79 · the smallest of 685 failing inputs, 940 tried · Node ≤ 5

           tree = Tree { size: 1 }, key = 1

           #[test]
           fn insert_1() {
               insert(1);
           }

       cargo test insert_1 · written to tests/gadfly_failures/insert.rs
       picture: target/insert.html

 ok    remove                           255 inputs, all fine · 2,550 candidates · Node ≤ 5
 note: insert tries every value of what its conditions do not read: Tree.cache
 Wrote target/report.html and report.json
"
        );
    }

    #[test]
    fn a_search_without_failures_says_that_nothing_broke() {
        let text = summary(vec![function("remove", 2_550, 255)], ExhaustMode::Check);
        assert!(
            text.starts_with(
                "    Finished 2,550 candidates, 255 valid inputs of 1 function. Nothing broke.\n"
            ),
            "{text}"
        );
        assert!(
            !summary(vec![function("remove", 1, 1)], ExhaustMode::Count).contains("Nothing broke")
        );
    }

    #[test]
    fn unfinished_and_impossible_searches_differ() {
        let mut cut = function("large", 1_200_000, 7);
        cut.complete = false;
        let mut wrong = function("wrong", 0, 0);
        wrong.error = Some("no bound for `Tree.root`".to_owned());
        wrong.panicked = 3;
        let text = summary(vec![cut, wrong], ExhaustMode::Check);
        assert!(
            text.contains(
                "\n PART  large                            7 valid of 1.20 M candidates, then"
            ),
            "{text}"
        );
        assert!(
            text.contains("\n ERROR wrong                            no bound for `Tree.root`\n"),
            "{text}"
        );
        assert!(text.contains("of its conditions' runs 3 panicked; they count as false"), "{text}");
        assert!(!text.contains("Nothing broke"), "{text}");
    }

    #[test]
    fn placements_of_tests_are_reported() {
        for (placement, part) in [
            (Placement::Passes, "it does not fail like this"),
            (Placement::DoesNotCompile, "it does not compile"),
            (Placement::Refused("it was changed".to_owned()), "not placed: it was changed"),
        ] {
            let mut function = failing();
            function.case = Some(FailingCase { placement, ..FailingCase::example() });
            let text = summary(vec![function], ExhaustMode::Check);
            assert!(text.contains(part), "{text}");
        }
        let mut flaky = failing();
        flaky.case = Some(FailingCase {
            placement: Placement::NotTried,
            confirmed: 1,
            ..FailingCase::example()
        });
        assert!(summary(vec![flaky], ExhaustMode::Check).contains("failed only 1 of 3 times"));
    }
}
