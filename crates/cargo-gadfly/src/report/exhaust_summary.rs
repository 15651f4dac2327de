//! The end of an exhaustive search for people: what failed, on which input, and what was counted.

use std::path::Path;

use crate::console::{Painter, Tone, text};
use crate::exhaust::{Case, ExhaustReport, FunctionReport, Mode, Placement};

/// How wide a function's name is printed before what is said about it.
const NAME_WIDTH: usize = 32;
/// Where what belongs to a function starts.
const MARGIN: &str = "       ";
/// How many unread fields are named.
const MOST_UNREAD: usize = 4;

/// What the summary is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExhaustView<'a> {
    /// What was done with valid inputs.
    pub(crate) mode: Mode,
    /// The report for programs.
    pub(crate) report_file: &'a Path,
    /// Paths are printed from here.
    pub(crate) here: &'a Path,
}

/// The summary of a run. Failures come first; shown structures speak for themselves.
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
    let (tone, word, rest) = match (&function.error, function.out_of_time, view.mode) {
        (Some(error), ..) => (Tone::Bad, "ERROR", error.clone()),
        (None, true, _) => (
            Tone::Warning,
            "PART",
            format!(
                "{} valid of {} candidates, then the time was over; the next run goes on",
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
        let name = function.function.rsplit("::").next().unwrap_or_default();
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
