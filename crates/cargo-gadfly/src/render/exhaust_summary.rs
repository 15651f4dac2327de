//! The summary of an exhaustive search: failures with their inputs, and counts.

use std::path::Path;

use crate::console::{Painter, Tone};
use crate::exhaust::{Case, ExhaustReport, FunctionReport, Mode, Placement};
use crate::text;
use gadfly_model::rust_path;

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
    pub(crate) mode: Mode,
    /// The report for programs.
    pub(crate) report_file: &'a Path,
    /// Paths are printed from here.
    pub(crate) here: &'a Path,
}

/// The summary of a run, failures first; empty when structures are shown.
pub(crate) fn exhaust_summary(
    report: &ExhaustReport,
    view: &ExhaustView<'_>,
    painter: Painter,
    width: Option<usize>,
) -> String {
    if view.mode == Mode::Show {
        return String::new();
    }
    let width = width.unwrap_or(usize::MAX);
    let mut summary = finished(report, view, painter);
    let (failing, others): (Vec<_>, Vec<_>) =
        report.functions.iter().partition(|function| function.case.is_some());
    for function in failing {
        if let Some(case) = &function.case {
            summary.push_str(&block(function, case, view, painter, width));
        }
    }
    summary.push('\n');
    for function in others {
        summary.push_str(&line(function, view, painter, width));
    }
    summary.push_str(&notes(report));
    summary.push_str(&format!(" Wrote {}\n", from(view.here, view.report_file)));
    summary
}

fn finished(report: &ExhaustReport, view: &ExhaustView<'_>, painter: Painter) -> String {
    let (tone, word) =
        if report.interrupted { (Tone::Warning, "Interrupted") } else { (Tone::Good, "Finished") };
    let sum = |of: fn(&FunctionReport) -> u64| report.functions.iter().map(of).sum::<u64>();
    let verdict = match (view.mode, report.has_findings()) {
        (Mode::Check, false) if report.functions.iter().all(|it| it.error.is_none()) => {
            ". Nothing broke."
        }
        _ => "",
    };
    let rest = if report.interrupted { " The next run goes on from here." } else { "" };
    format!(
        "{} {} candidates, {} valid inputs of {}{verdict}{rest}\n",
        painter.paint(tone, &format!("{word:>12}")),
        text::magnitude(sum(|it| it.counts.explored)),
        text::magnitude(sum(|it| it.counts.valid)),
        text::count(report.functions.len() as u64, "function"),
    )
}

fn block(
    function: &FunctionReport,
    case: &Case,
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
    let place = if case.location.is_empty() {
        format!("{}:{}", function.file, function.line)
    } else {
        case.location.clone()
    };
    let counts = function.counts;
    let inputs = match counts.failures {
        1 => format!("1 of {} inputs", text::magnitude(counts.valid)),
        failures => format!(
            "the smallest of {} failing inputs, {} tried",
            text::magnitude(failures),
            text::magnitude(counts.valid)
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
    if let Some(page) = &function.page {
        block.push_str(&format!("{MARGIN}picture: {}\n", from(view.here, page)));
    }
    block
}

fn placement(case: &Case, view: &ExhaustView<'_>) -> String {
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
        Placement::NotTried if case.confirmed < 3 => format!(
            "the test was not placed: the input failed only {} of 3 times when repeated",
            case.confirmed
        ),
        _ => "the test was not placed: the run was stopped".to_owned(),
    }
}

fn line(
    function: &FunctionReport,
    view: &ExhaustView<'_>,
    painter: Painter,
    width: usize,
) -> String {
    let name = format!("{:<NAME_WIDTH$}", function.function);
    let counts = function.counts;
    let (tone, word, rest) = match (&function.error, function.unfinished, view.mode) {
        (Some(error), ..) => (Tone::Bad, "ERROR", error.clone()),
        (None, true, _) => (
            Tone::Warning,
            "PART",
            format!(
                "{} valid of {} candidates, then it was ended; the next run goes on",
                text::magnitude(counts.valid),
                text::magnitude(counts.explored)
            ),
        ),
        (None, false, mode) => {
            let inputs = match mode {
                Mode::Check => "inputs, all fine",
                _ => "valid",
            };
            let page = function.page.as_ref().map(|page| format!(" · {}", from(view.here, page)));
            (
                Tone::Good,
                "ok",
                format!(
                    "{} {inputs} · {} candidates · {}{}",
                    text::thousands(counts.valid),
                    text::thousands(counts.explored),
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

fn notes(report: &ExhaustReport) -> String {
    let mut notes = String::new();
    for function in &report.functions {
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
        let counts = function.counts;
        let odd: Vec<String> = [
            (counts.panicked, "panicked"),
            (counts.cut, "read without end"),
            (counts.overflowed, "overflowed the stack"),
            (counts.hung, "stood still"),
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
    use gadfly_wire::{Choices, ExhaustCounts};

    use crate::exhaust::CaseKind;

    fn case() -> Case {
        Case {
            kind: CaseKind::Panic,
            arguments: "tree = Tree { size: 1 }, key = 1".to_owned(),
            message: "panics: no".to_owned(),
            location: "src/lib.rs:79".to_owned(),
            choices: Choices::default(),
            test_name: "insert_1".to_owned(),
            test: "/// It fails.\n#[test]\nfn insert_1() {\n    insert(1);\n}\n".to_owned(),
            body: "insert(1);".to_owned(),
            placement: Placement::Placed {
                path: "/crate/tests/gadfly_failures/insert.rs".into(),
                test: "gadfly_failures_insert::insert_1".to_owned(),
            },
            svg: String::new(),
            confirmed: 3,
        }
    }

    fn function(name: &str, explored: u64, valid: u64) -> FunctionReport {
        FunctionReport {
            function: name.to_owned(),
            file: "src/lib.rs".to_owned(),
            line: 70,
            bounds: "Node ≤ 5".to_owned(),
            counts: ExhaustCounts { explored, valid, ..ExhaustCounts::default() },
            ..FunctionReport::default()
        }
    }

    fn failing() -> FunctionReport {
        let mut failing = function("insert", 8_178, 940);
        failing.counts.failures = 685;
        failing.unread = vec!["insert.key".to_owned(), "Tree.cache".to_owned()];
        failing.case = Some(case());
        failing.page = Some("/crate/target/insert.html".into());
        failing
    }

    fn summary(functions: Vec<FunctionReport>, mode: Mode) -> String {
        let report = ExhaustReport { functions, ..ExhaustReport::default() };
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
            summary(vec![function("remove", 2_550, 255), failing()], Mode::Check),
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
 Wrote target/report.json
"
        );
    }

    #[test]
    fn a_search_without_failures_says_that_nothing_broke() {
        let text = summary(vec![function("remove", 2_550, 255)], Mode::Check);
        assert!(
            text.starts_with(
                "    Finished 2,550 candidates, 255 valid inputs of 1 function. Nothing broke.\n"
            ),
            "{text}"
        );
        assert!(!summary(vec![function("remove", 1, 1)], Mode::Count).contains("Nothing broke"));
    }

    #[test]
    fn unfinished_and_impossible_searches_differ() {
        let mut cut = function("large", 1_200_000, 7);
        cut.unfinished = true;
        let mut wrong = function("wrong", 0, 0);
        wrong.error = Some("no bound for `Tree.root`".to_owned());
        wrong.counts.panicked = 3;
        let text = summary(vec![cut, wrong], Mode::Check);
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
            function.case = Some(Case { placement, ..case() });
            let text = summary(vec![function], Mode::Check);
            assert!(text.contains(part), "{text}");
        }
        let mut flaky = failing();
        flaky.case = Some(Case { placement: Placement::NotTried, confirmed: 1, ..case() });
        assert!(summary(vec![flaky], Mode::Check).contains("failed only 1 of 3 times"));
    }
}
