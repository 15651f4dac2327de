//! The summary of a walk: every sequence with its outcome, then the numbers.

use std::fmt::Write as _;

use gadfly_walk::ProtocolMode;

use crate::console::{Painter, Tone};
use gadfly_session::report::{ShownSequence, Testing, Walked, WalkedType};
use gadfly_session::text;

/// The types that can be walked.
pub(crate) fn walked_types(types: &[WalkedType], painter: Painter) -> String {
    if types.is_empty() {
        return "No type of this crate has both constructors and methods that can be called.\n"
            .to_owned();
    }
    let mut page = String::new();
    for ty in types {
        let predicates = match ty.predicates {
            0 => String::new(),
            count => format!(", {} for its states", text::count(count as u64, "predicate")),
        };
        let name = painter.paint(Tone::Strong, &ty.ty);
        let methods = text::count(ty.methods as u64, "method");
        let constructors = text::count(ty.constructors as u64, "constructor");
        put(&mut page, format_args!(" {name}\n     {constructors}, {methods}{predicates}\n"));
    }
    put(&mut page, format_args!(" Walk one with `cargo gadfly walk TYPE`.\n"));
    page
}

/// A walk.
pub(crate) fn walk_summary(walked: &Walked, painter: Painter) -> String {
    let mut page = String::new();
    states(&mut page, walked, painter);
    sequences(&mut page, walked, painter);
    remarks(&mut page, walked, painter);
    if let Some(testing) = &walked.testing {
        judged(&mut page, testing, painter);
    }
    summary(&mut page, walked, painter);
    page
}

fn states(page: &mut String, walked: &Walked, painter: Painter) {
    if walked.mode != ProtocolMode::States {
        return;
    }
    put(page, format_args!("State space of type: {}\n", walked.ty));
    for state in &walked.machine.states {
        put(page, format_args!("  found state: {}\n", painter.paint(Tone::Strong, &state.name)));
    }
    for warning in walked.machine.warnings() {
        put(
            page,
            format_args!("  {} {}\n", painter.paint(Tone::Warning, "warning:"), warning.text()),
        );
    }
    page.push('\n');
}

fn sequences(page: &mut String, walked: &Walked, painter: Painter) {
    let verb = if walked.testing.is_some() { "Validating" } else { "Exploring" };
    let mut heading = None;
    for shown in &walked.shown {
        let place = (shown.state.clone(), shown.level);
        if heading.as_ref() != Some(&place) {
            let state = shown.state.as_ref().map(|state| format!("{state} state: "));
            let line = format!(
                "{}{verb} all {} of length: {}",
                state.unwrap_or_default(),
                walked.mode.sequences(),
                shown.level
            );
            put(page, format_args!("{}\n\n", painter.paint(Tone::Strong, &line)));
            heading = Some(place);
        }
        sequence(page, shown, painter);
    }
    if walked.hidden > 0 {
        let more = text::thousands(walked.hidden);
        put(page, format_args!(" … and {more} more sequences (--all shows them)\n\n"));
    }
}

fn sequence(page: &mut String, shown: &ShownSequence, painter: Painter) {
    for line in shown.sentence.lines() {
        put(page, format_args!("    {line}\n"));
    }
    let tone = if shown.is_exceptional { Tone::Bad } else { Tone::Good };
    let place = shown.location.as_ref().map(|place| format!("  ({place})")).unwrap_or_default();
    let outcome = painter.paint(tone, &shown.outcome);
    put(page, format_args!("    ==> {outcome}{}\n\n", painter.paint(Tone::Faint, &place)));
}

fn remarks(page: &mut String, walked: &Walked, painter: Painter) {
    let warning = painter.paint(Tone::Warning, "warning:");
    if walked.is_opaque {
        put(
            page,
            format_args!(
                "{warning} values of {} have neither Debug nor Hash: calls that change them are known by their receivers alone\n",
                walked.ty
            ),
        );
    }
    for name in &walked.hidden_changes {
        put(page, format_args!("{warning} {name} takes &self and changes the value\n"));
    }
    for (item, reason) in &walked.left_out {
        put(page, format_args!("{warning} {item} is left out: {reason}\n"));
    }
    if walked.is_cut {
        put(
            page,
            format_args!(
                "{warning} the walk was stopped before its end: the numbers are incomplete\n"
            ),
        );
    }
}

fn judged(page: &mut String, testing: &Testing, painter: Painter) {
    for (title, tone, list) in
        [("Wrong:", Tone::Bad, &testing.failed), ("Not judged yet:", Tone::Warning, &testing.open)]
    {
        if !list.is_empty() {
            put(page, format_args!("{}\n\n", painter.paint(tone, title)));
            list.iter().take(20).for_each(|shown| sequence(page, shown, painter));
        }
        if list.len() > 20 {
            put(page, format_args!(" … and {} more\n\n", list.len() - 20));
        }
    }
}

fn summary(page: &mut String, walked: &Walked, painter: Painter) {
    let verb = if walked.testing.is_some() { "validation" } else { "exploration" };
    put(
        page,
        format_args!(
            "{}\n",
            painter.paint(Tone::Strong, &format!("Test summary for type: {}", walked.ty))
        ),
    );
    put(page, format_args!("Test mode: {} {verb}\n", walked.mode.name()));
    put(page, format_args!("Test depth: {}\n", walked.depth));
    let tally = &walked.tally;
    let mut line = |count: u64, before: &str, after: &str| {
        put(page, format_args!("{before} {} {after}\n", text::thousands(count)));
    };
    match &walked.testing {
        None if walked.mode == ProtocolMode::Algebra => {
            line(tally.units, "Withheld", "void results predicted from signatures");
        }
        None => {}
        Some(testing) => {
            let counts = testing.counts;
            line(
                counts.passed_automatically,
                "Passed",
                "test sequences automatically from oracles",
            );
            line(counts.passed_manually, "Passed", "test sequences that were manually confirmed");
            for (count, before, after) in [
                (
                    counts.passed_alike,
                    "Passed",
                    "test sequences like one that was confirmed for all",
                ),
                (
                    counts.failed_automatically,
                    "Failed",
                    "test sequences automatically from oracles",
                ),
                (counts.failed_manually, "Failed", "test sequences that were manually rejected"),
                (counts.open, "Left", "test sequences without a verdict"),
                (testing.remembered, "Checked", "test sequences more that the oracle remembers"),
                (counts.unstable, "Left", "test sequences that differ from run to run"),
            ] {
                if count > 0 {
                    line(count, before, after);
                }
            }
        }
    }
    line(tally.normal, "Exercised", "test sequences that executed normally");
    line(tally.exceptional, "Terminated", "test sequences that raised an exception");
    let why = if walked.mode == ProtocolMode::Algebra { "were pruned" } else { "had failed" };
    line(
        tally.failed_prefix + tally.unchanged_prefix,
        "Discarded",
        &format!("test sequences whose prefixes {why}"),
    );
    if tally.merged_prefix > 0 {
        line(
            tally.merged_prefix,
            "Merged",
            "test sequences whose prefixes led where others had led",
        );
    }
    if tally.refused > 0 {
        line(tally.refused, "Refused", "test sequences that could not be made");
    }
    let rate = tally.executed() as f64 / walked.seconds.max(1e-3);
    put(
        page,
        format_args!(
            "Executed {} of {} test sequences, {}/s\n",
            text::thousands(tally.executed()),
            text::thousands(tally.total()),
            text::rate(rate),
        ),
    );
    if let Some(picture) = &walked.picture {
        put(page, format_args!("Drew {}\n", picture.display()));
    }
    if let Some(testing) = &walked.testing {
        let (oracle, known) = (testing.oracle.display(), testing.known);
        put(
            page,
            format_args!("The oracle {oracle} knows {}\n", text::count(known as u64, "outcome")),
        );
        for note in &testing.notes {
            put(page, format_args!("{note}\n"));
        }
    }
}

fn put(page: &mut String, text: std::fmt::Arguments<'_>) {
    page.write_fmt(text).expect("writing to a string");
}
