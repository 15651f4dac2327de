//! The measures of prose that have limits.

use super::survey::{RustFile, Survey};
use super::{Offence, banned, names, openings};

/// A number that should be small, with the places that make it up.
#[derive(Debug)]
pub(crate) struct Measure {
    pub(crate) name: &'static str,
    /// The list of `cargo xtask house` that shows the places.
    pub(crate) list: &'static str,
    pub(crate) value: usize,
    pub(crate) offences: Vec<Offence>,
}

/// All measures of prose and names of tests.
pub(crate) fn prose_measures(survey: &Survey<'_>) -> Vec<Measure> {
    let clauses = in_files(survey, openings::offences);
    let counted = |name, list, offences: Vec<Offence>| Measure {
        name,
        list,
        value: offences.len(),
        offences,
    };
    vec![
        Measure {
            name: "doc openings, per mille",
            list: "openings",
            value: openings::count(survey.rust.iter()).per_mille(),
            offences: clauses,
        },
        counted("banned words", "banned", banned::in_all(survey)),
        counted("long test names", "tests", in_files(survey, names::long_tests)),
        counted("clauses as test names", "tests", in_files(survey, names::clause_tests)),
    ]
}

fn in_files(survey: &Survey<'_>, offences: fn(&RustFile<'_>) -> Vec<Offence>) -> Vec<Offence> {
    survey.rust.iter().flat_map(offences).collect()
}
