//! What the report says about tests beside the findings themselves.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_tests::confirm::{Fate, Proof, Suite};
use gadfly_tests::emit::Wording;

use crate::report::{Class, RunReport};
use crate::session::deliver::minimising::Minimised;
use crate::session::deliver::placing::Placed;
use crate::session::deliver::unstable::Unstable;
use crate::session::findings::collect::RawFinding;
use crate::session::findings::regressions::Earlier;

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
    let value = serde_json::json!({ "mean_calls_before": before, "mean_calls_after": after });
    report.extra.insert("minimised".to_owned(), value);
}

/// How tests were worded, and what became of those that were not placed.
pub(crate) fn note_fates(suites: &[Suite], proofs: &[Proof], report: &mut RunReport) {
    let mut wordings: BTreeMap<&str, u64> = BTreeMap::new();
    for (suite, proof) in suites.iter().zip(proofs) {
        let drafts = suite.drafts.iter().zip(&proof.objections);
        for ((draft, objections), fate) in drafts.zip(&proof.fates) {
            if *fate == Fate::Proven(Wording::Plain) {
                let line = format!("{}: {}", draft.name, objections.join(" · "));
                push_extra(report, "worded_plainly", line);
            }
            let why = match fate {
                Fate::Proven(Wording::Lean) => {
                    *wordings.entry("lean").or_default() += 1;
                    continue;
                }
                Fate::Proven(Wording::Full) => {
                    *wordings.entry("full").or_default() += 1;
                    continue;
                }
                Fate::Proven(Wording::Typed) => {
                    *wordings.entry("typed").or_default() += 1;
                    continue;
                }
                Fate::Proven(Wording::Plain) => {
                    *wordings.entry("plain").or_default() += 1;
                    continue;
                }
                Fate::Flaky => "does not do the same every time".to_owned(),
                Fate::OrderDependent => "depends on what ran before it".to_owned(),
                Fate::Unwritable(why) => format!("does not compile: {why}"),
                Fate::Unconfirmed(why) => format!("does something else: {why}"),
            };
            let line = format!("{}::{}: {why}", suite.file, draft.name);
            push_extra(report, "discarded", line);
        }
    }
    report.extra.insert("wordings".to_owned(), serde_json::json!(wordings));
}

pub(crate) fn note_placed(placed: &BTreeMap<&str, Placed>, report: &mut RunReport) {
    for outcome in placed.values() {
        for note in &outcome.notes {
            push_extra(report, "placed", note.clone());
        }
    }
}

pub(crate) fn push_extra(report: &mut RunReport, key: &str, line: String) {
    let list = report.extra.entry(key.to_owned()).or_insert_with(|| serde_json::json!([]));
    if let Some(list) = list.as_array_mut() {
        list.push(line.into());
    }
}

/// Which functions have results that tests cannot rely on.
pub(crate) fn note_unstable(
    unstable: &BTreeSet<Unstable>,
    suites: &[Suite],
    proofs: &[Proof],
    report: &mut RunReport,
) {
    let mut items: Vec<serde_json::Value> = unstable
        .iter()
        .map(|it| serde_json::json!({ "item": it.item, "differs": it.why }))
        .collect();
    for (suite, proof) in suites.iter().zip(proofs) {
        for (draft, fate) in suite.drafts.iter().zip(&proof.fates) {
            let differs = match fate {
                Fate::Flaky => "from run to run",
                Fate::OrderDependent => "with what ran before",
                _ => continue,
            };
            items.push(serde_json::json!({ "item": draft.item, "differs": differs }));
        }
    }
    report.extra.insert("unstable".to_owned(), items.into());
}

/// What became of findings of earlier runs.
pub(crate) fn note_earlier(earlier: &Earlier, report: &mut RunReport) {
    let fixed = serde_json::to_value(&earlier.fixed).expect("plain data has a JSON form");
    report.extra.insert("fixed".to_owned(), fixed);
    for note in &earlier.notes {
        push_extra(report, "placed", note.clone());
    }
}
