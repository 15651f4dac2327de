//! A walk for programs: what `report.json` has under `walk`.

use serde_json::{Value, json};

use super::{Shown, Walked};

/// The counts of a walk, its states, and the sequences that are shown.
pub(crate) fn walk_json(walked: &Walked) -> Value {
    let tally = &walked.tally;
    let machine = &walked.machine;
    let states: Vec<Value> = machine
        .states
        .iter()
        .map(|state| json!({ "name": state.name, "calls": state.calls.len() }))
        .collect();
    let name = |index: usize| machine.states[index].name.as_str();
    let transitions: Vec<Value> = machine
        .steps
        .iter()
        .map(|step| json!({ "from": name(step.from), "call": step.call, "to": step.to.map(name) }))
        .collect();
    let warnings: Vec<String> = machine.warnings().iter().map(gadfly_walk::Warning::text).collect();
    let left_out: Vec<Value> = walked
        .left_out
        .iter()
        .map(|(item, reason)| json!({ "item": item, "reason": reason }))
        .collect();
    let mut value = json!({
        "type": walked.ty,
        "mode": walked.mode.name(),
        "depth": walked.depth,
        "normal": tally.normal,
        "exceptional": tally.exceptional,
        "executed": tally.executed(),
        "discarded": tally.discarded(),
        "discarded_failed": tally.failed_prefix,
        "discarded_unchanged": tally.unchanged_prefix,
        "discarded_merged": tally.merged_prefix,
        "refused": tally.refused,
        "total": tally.total(),
        "void": tally.units,
        "seconds": walked.seconds,
        "complete": !walked.is_cut,
        "states": states,
        "transitions": transitions,
        "state_warnings": warnings,
        "picture": walked.picture,
        "pure": walked.pure,
        "hidden_changes": walked.hidden_changes,
        "left_out": left_out,
        "sequences": walked.shown.iter().map(shown).collect::<Vec<Value>>(),
        "sequences_not_shown": walked.hidden,
    });
    if let Some(testing) = &walked.testing {
        let counts = testing.counts;
        value["oracle"] = json!({
            "file": testing.oracle,
            "outcomes": testing.known,
            "manual": counts.manual(),
            "predicted": counts.predicted(),
            "passed_automatically": counts.passed_automatically,
            "failed_automatically": counts.failed_automatically,
            "passed_manually": counts.passed_manually,
            "failed_manually": counts.failed_manually,
            "passed_alike": counts.passed_alike,
            "open": counts.open,
            "unstable": counts.unstable,
            "remembered": testing.remembered,
            "failed": testing.failed.iter().map(shown).collect::<Vec<Value>>(),
            "unjudged": testing.open.iter().map(shown).collect::<Vec<Value>>(),
            "notes": testing.notes,
        });
    }
    value
}

fn shown(shown: &Shown) -> Value {
    json!({
        "state": shown.state,
        "length": shown.level,
        "source": shown.sentence.lines().collect::<Vec<&str>>().join("\n"),
        "outcome": shown.outcome,
        "exceptional": shown.is_exceptional,
        "location": shown.location,
    })
}
