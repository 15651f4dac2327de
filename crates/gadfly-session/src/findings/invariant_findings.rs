//! Values that a search has made and for which an invariant of the crate's does not hold: made small, and shown by tests
//! that stand where private code is in reach.

use gadfly_cargo::Subject;
use gadfly_plan::prepared::Prepared;

use crate::check::{minimised, prove};
use crate::deliver::minimising::{Minimised, Minimiser};
use crate::error::CliError;
use crate::findings::collect::RawFinding;
use crate::pipeline::Job;
use crate::pipeline::Observer;
use crate::report::{Class, Finding, RunReport};

/// Takes out what was seen while an invariant was checked.
pub(crate) fn split_off(
    prepared: &Prepared,
    found: Vec<RawFinding>,
) -> (Vec<RawFinding>, Vec<RawFinding>) {
    let is_ours = |found: &RawFinding| {
        prepared.properties.iter().any(|property| property.key == found.finding.item)
    };
    found.into_iter().partition(|found| !is_ours(found))
}

/// Makes sequences small, writes and places their tests, and counts them in the report.
pub(crate) fn deliver(
    subject: &Subject,
    job: &Job,
    console: &dyn Observer,
    minimiser: &Minimiser<'_>,
    found: Vec<RawFinding>,
    report: &mut RunReport,
) -> Result<Vec<Finding>, CliError> {
    let minimiser = Minimiser { by_place: true, ..*minimiser };
    let (mut bugs, mut others): (Vec<(RawFinding, Option<Minimised>)>, Vec<Finding>) =
        Default::default();
    for (mut found, shown) in minimised(&minimiser, found, console)? {
        let Some(shown) = shown else {
            report.details.explore.add_unreproduced(&found.finding);
            report.tests.discarded_flaky += 1;
            continue;
        };
        let caught = shown.sequence.statements.iter().filter(|statement| statement.caught);
        found.finding.after_panics = caught.count() as u64;
        found.facts.minimised = Some(shown.known.clone());
        found.judge(&job.settings.triage);
        match found.finding.class {
            Class::Bug => bugs.push((found, Some(shown))),
            _ => others.push(found.finding),
        }
    }
    let proven = prove(subject, job, minimiser.prepared, &mut bugs, console)?;
    report.tests.failing += proven.placed as u64;
    report.tests.discarded_flaky += proven.dropped as u64;
    proven.hints.iter().for_each(|hint| console.warn(hint));
    Ok(bugs.into_iter().map(|(found, _)| found.finding).chain(others).collect())
}
