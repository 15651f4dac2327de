//! What the report says about tests beside the findings themselves.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_tests::emit::Wording;
use gadfly_tests::prove::{Fate, Proof, Suite};

use crate::deliver::minimising::Minimised;
use crate::deliver::unstable::Unstable;
use crate::findings::collect::RawFinding;
use crate::findings::regressions::Earlier;
use crate::report::{Class, MinimisedLengths, RunReport, UnstableItem};

/// Mean lengths before and after, over the subject's faults.
pub(crate) fn note_lengths(
    shown: &BTreeMap<usize, Minimised>,
    all: &[RawFinding],
    report: &mut RunReport,
) {
    let bugs: Vec<&Minimised> = shown
        .iter()
        .filter(|(index, _)| all[**index].finding.class == Class::Bug)
        .map(|(_, shown)| shown)
        .collect();
    if bugs.is_empty() {
        return;
    }
    let mean = |sum: usize| (sum as f64 / bugs.len() as f64 * 10.0).round() / 10.0;
    let before = mean(bugs.iter().map(|shown| shown.calls_before).sum());
    let after = mean(bugs.iter().map(|shown| shown.calls).sum());
    report.details.explore.minimised =
        Some(MinimisedLengths { mean_calls_before: before, mean_calls_after: after });
}

/// How tests were worded, and what became of those that were not placed.
pub(crate) fn note_fates(suites: &[Suite], proofs: &[Proof], report: &mut RunReport) {
    let details = &mut report.details.explore;
    let mut wordings: BTreeMap<String, u64> = BTreeMap::new();
    for (suite, proof) in suites.iter().zip(proofs) {
        let drafts = suite.drafts.iter().zip(&proof.objections);
        for ((draft, objections), fate) in drafts.zip(&proof.fates) {
            if *fate == Fate::Proven(Wording::Plain) {
                let line = format!("{}: {}", draft.name, objections.join(" · "));
                details.worded_plainly.push(line);
            }
            let why = match fate {
                Fate::Proven(Wording::Lean) => {
                    *wordings.entry("lean".to_owned()).or_default() += 1;
                    continue;
                }
                Fate::Proven(Wording::Full) => {
                    *wordings.entry("full".to_owned()).or_default() += 1;
                    continue;
                }
                Fate::Proven(Wording::Typed) => {
                    *wordings.entry("typed".to_owned()).or_default() += 1;
                    continue;
                }
                Fate::Proven(Wording::Plain) => {
                    *wordings.entry("plain".to_owned()).or_default() += 1;
                    continue;
                }
                Fate::Flaky => "differs from run to run".to_owned(),
                Fate::OrderDependent => "depends on the tests before it".to_owned(),
                Fate::Unwritable(why) => format!("does not compile: {why}"),
                Fate::Unconfirmed(why) => format!("behaves differently: {why}"),
            };
            let line = format!("{}::{}: {why}", suite.file, draft.name);
            details.discarded.push(line);
        }
    }
    details.wordings = Some(wordings);
}

/// Which functions have results that tests cannot rely on.
pub(crate) fn note_unstable(
    unstable: &BTreeSet<Unstable>,
    suites: &[Suite],
    proofs: &[Proof],
    report: &mut RunReport,
) {
    let item = |item: &str, differs: &str| UnstableItem {
        item: item.to_owned(),
        differs: differs.to_owned(),
    };
    let mut items: Vec<UnstableItem> = unstable.iter().map(|it| item(&it.item, it.why)).collect();
    for (suite, proof) in suites.iter().zip(proofs) {
        for (draft, fate) in suite.drafts.iter().zip(&proof.fates) {
            let differs = match fate {
                Fate::Flaky => "from run to run",
                Fate::OrderDependent => "with what ran before",
                _ => continue,
            };
            items.push(item(&draft.item, differs));
        }
    }
    report.details.explore.unstable = Some(items);
}

/// What became of findings of earlier runs.
pub(crate) fn note_earlier(earlier: &Earlier, report: &mut RunReport) {
    report.details.explore.fixed = Some(earlier.fixed.clone());
    report.details.explore.placed.extend(earlier.notes.iter().cloned());
}
