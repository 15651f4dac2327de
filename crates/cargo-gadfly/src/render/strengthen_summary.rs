//! The summary of `strengthen`: how many changes the tests catch, and those that are left.

use std::path::Path;

use crate::console::{Painter, Tone};
use gadfly_model::rust_path;
use gadfly_session::report::StrengthenDetails;
use gadfly_session::text;

/// The number of changes that are shown without `--list`.
const FEW: usize = 20;
/// The most failing tests that are named.
const MOST_FAILING: usize = 4;
/// The greatest width of a place; longer ones push the change out in their own line.
const WIDEST_PLACE: usize = 32;

/// The circumstances of a summary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StrengthenView<'a> {
    /// `true` if every change that is left is shown.
    pub(crate) lists_all: bool,
    /// The report for programs.
    pub(crate) report_file: &'a Path,
    /// Paths are printed from here.
    pub(crate) here: &'a Path,
}

/// The summary of a run.
pub(crate) fn strengthen_summary(
    details: &StrengthenDetails,
    view: &StrengthenView<'_>,
    painter: Painter,
    width: Option<usize>,
) -> String {
    let score = details.score;
    let left = match score.left() {
        0 => "none is left".to_owned(),
        left => format!("{} left:", text::thousands(left as u64)),
    };
    let tone = if score.left() == 0 { Tone::Good } else { Tone::Strong };
    let head = format!(
        "your tests catch {} of {} ({:.1}%); {left}",
        text::thousands(score.caught as u64),
        text::count(score.changes as u64, "change"),
        score.percent()
    );
    let mut summary = format!(" {}\n", painter.paint(tone, &head));
    summary.push_str(&lines(details, view, width));
    summary.push_str(&notes(details));
    let file = view.report_file.strip_prefix(view.here).unwrap_or(view.report_file);
    summary.push_str(&format!(" Wrote {}\n", file.display()));
    summary
}

/// Changes that are left, one per line.
fn lines(details: &StrengthenDetails, view: &StrengthenView<'_>, width: Option<usize>) -> String {
    let shown = if view.lists_all { usize::MAX } else { FEW };
    let places = details.left().take(shown).map(|tested| tested.mutant.place().chars().count());
    let column = places.filter(|width| *width <= WIDEST_PLACE).max().unwrap_or(0);
    let mut lines = String::new();
    for tested in details.left().take(shown) {
        let mutant = &tested.mutant;
        let (owner, name) = (rust_path::owner(&mutant.function), rust_path::last(&mutant.function));
        let function = match rust_path::last(owner) {
            "" => name.to_owned(),
            owner => format!("{owner}::{name}"),
        };
        let line = format!("   {:<column$}  {}, in {function}", mutant.place(), mutant.change);
        lines.push_str(&width.map_or(line.clone(), |width| text::cut(&line, width.max(40))));
        lines.push('\n');
    }
    let more = details.score.left().saturating_sub(shown);
    if more > 0 {
        lines.push_str(&format!("   {more} more: --list shows all\n"));
    }
    lines
}

fn notes(details: &StrengthenDetails) -> String {
    let mut notes = String::new();
    let unreached = details.score.unreached;
    if unreached > 0 {
        notes.push_str(&format!(" {unreached} of them are in code that no test reaches.\n"));
    }
    let failing = &details.failing_tests;
    if !failing.is_empty() {
        let named = failing.iter().take(MOST_FAILING).map(String::as_str).collect::<Vec<_>>();
        let more = if failing.len() > MOST_FAILING { ", …" } else { "" };
        notes.push_str(&format!(
            " Left out: {} in the sandbox without any change ({}{more}).\n",
            match failing.len() {
                1 => "1 test that fails".to_owned(),
                count => format!("{count} tests that fail"),
            },
            named.join(", ")
        ));
    }
    if details.is_cached {
        notes.push_str(" Nothing has changed since these tests were run.\n");
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::ColorChoice;

    fn summary(details: &StrengthenDetails, lists_all: bool) -> String {
        let (report_file, here) = (Path::new("/w/target/report.json"), Path::new("/w"));
        let view = StrengthenView { lists_all, report_file, here };
        strengthen_summary(details, &view, Painter::new(ColorChoice::Never, false), None)
    }

    #[test]
    fn changes_are_shown_with_place_and_function() {
        let details = StrengthenDetails::example();
        assert_eq!(
            summary(&details, false),
            " your tests catch 1 of 3 changes (33.3%); 2 left:
   src/map.rs:88:5  <= instead of <, in RangeMap::insert
   src/lib.rs:7:5   return None at once, in first
 1 of them are in code that no test reaches.
 Wrote target/report.json
"
        );
    }

    #[test]
    fn long_lists_are_cut_unless_asked_for() {
        let mut details = StrengthenDetails::example();
        let missed = details.tested[1].clone();
        details.tested.extend(std::iter::repeat_n(missed, 30));
        details.score.changes += 30;
        let few = summary(&details, false);
        assert!(few.contains("\n   12 more: --list shows all\n"), "{few}");
        let all = summary(&details, true);
        assert_eq!(all.matches("src/map.rs:88").count(), 31, "{all}");
        assert!(!all.contains("--list"), "{all}");
    }

    #[test]
    fn failing_tests_and_old_results_are_noted() {
        let failing_tests = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        let details =
            StrengthenDetails { failing_tests, is_cached: true, ..StrengthenDetails::default() };
        let text = summary(&details, false);
        assert!(text.contains("catch 0 of 0 changes (100.0%); none is left\n"), "{text}");
        assert!(text.contains(" Left out: 5 tests that fail in the sandbox without"), "{text}");
        assert!(text.contains("(a, b, c, d, …)."), "{text}");
        assert!(text.contains(" Nothing has changed since"), "{text}");
    }
}
