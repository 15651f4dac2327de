//! Values that a search has made and for which an invariant of the crate's does not hold: made small, and shown by tests
//! that stand where private code is in reach.

use gadfly_cargo::Subject;
use gadfly_harness::prepared::Prepared;
use gadfly_wire::Plan;

use super::blame::is_spoiled;
use super::checking::{minimised, prove};
use super::findings::Found;
use super::minimising::{Bench, Shown};
use super::notes::push_extra;
use crate::console::Console;
use crate::error::CliError;
use crate::pipeline::Job;
use crate::report::{Class, Finding, RunReport};

/// Takes out what was seen while an invariant was checked.
pub(super) fn split_off(prepared: &Prepared, found: Vec<Found>) -> (Vec<Found>, Vec<Found>) {
    let is_ours = |found: &Found| {
        prepared.properties.iter().any(|property| property.key == found.finding.item)
    };
    found.into_iter().partition(|found| !is_ours(found))
}

/// Makes sequences small, writes and places their tests, and counts them in the report.
pub(super) fn deliver(
    subject: &Subject,
    job: &Job,
    console: &Console,
    bench: &Bench<'_>,
    found: Vec<Found>,
    report: &mut RunReport,
) -> Result<Vec<Finding>, CliError> {
    let bench = Bench { by_place: true, ..*bench };
    let (mut bugs, mut others): (Vec<(Found, Option<Shown>)>, Vec<Finding>) = Default::default();
    for (mut found, shown) in minimised(&bench, found, console)? {
        let Some(shown) = shown else {
            let lost = found.finding;
            push_extra(report, "unreproduced", format!("{}: {}", lost.item, lost.message_line()));
            report.tests.discarded_flaky += 1;
            continue;
        };
        note(&mut found.finding, &shown, bench.plan);
        match found.finding.class {
            Class::Bug => bugs.push((found, Some(shown))),
            _ => others.push(found.finding),
        }
    }
    let proven = prove(subject, job, bench.prepared, &mut bugs, console)?;
    report.tests.failing += proven.placed as u64;
    report.tests.discarded_flaky += proven.dropped as u64;
    proven.hints.iter().for_each(|hint| console.warn(hint));
    Ok(bugs.into_iter().map(|(found, _)| found.finding).chain(others).collect())
}

fn note(finding: &mut Finding, shown: &Shown, plan: &Plan) {
    let caught = shown.sequence.statements.iter().filter(|statement| statement.caught);
    finding.after_panics = caught.count() as u64;
    if is_spoiled(finding, &shown.sequence, plan) {
        finding.class = Class::Precondition;
    }
}
