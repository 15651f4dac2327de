//! Findings whose smallest sequence shows that the caller is to blame.

use std::collections::BTreeMap;

use gadfly_plan::prepared::{OperationRecord, Prepared};
use gadfly_plan::stubs::{Answers, Definition};
use gadfly_plan::types::tracked::is_misuse;
use gadfly_wire::{During, OperationKind, Outcome, Plan, Sequence, What};

use crate::report::{Class, Finding, Kind};
use crate::session::deliver::minimising::Minimised;
use crate::session::findings::collect::RawFinding;
use crate::session::triage;
use crate::session::triage::termination;

/// Takes for preconditions, or for a matter of resources, what looked like bugs before it was small.
pub(crate) fn blame_callers(
    all: &mut [RawFinding],
    shown: &BTreeMap<usize, Minimised>,
    plan: &Plan,
    prepared: &Prepared,
) {
    let operations = &prepared.operations;
    for (index, shown) in shown {
        let finding = &mut all[*index].finding;
        if finding.class == Class::Bug
            && (is_about_an_argument(finding, shown)
                || is_spoiled(finding, &shown.sequence, plan)
                || is_misled(finding, &shown.sequence, operations)
                || is_misinformed(finding, &shown.sequence, operations, &prepared.implementors))
        {
            finding.class = Class::Precondition;
        }
        if finding.class == Class::Bug && shown.lacks_memory {
            finding.class = Class::Resource;
        }
    }
}

/// Takes for a matter of size what no test shows: what takes long to look at, as whatever goes through all of a large value does,
/// and what takes more memory than the search had to spare.
pub(crate) fn doubt_unproven(all: &mut [RawFinding]) {
    for RawFinding { finding, evidence } in all {
        let method = finding.item.rsplit("::").next().unwrap_or_default();
        let is_looked_at = evidence.law.is_some() || triage::must_never_panic(method);
        let is_of_size = match finding.kind {
            Kind::Oom => true,
            Kind::Hang => is_looked_at,
            _ => false,
        };
        if finding.class == Class::Bug && is_of_size && finding.test.is_none() {
            finding.class = Class::Resource;
        }
    }
}

/// Panics about an index or a range that the caller chose are the caller's fault, wherever they
/// are raised.
fn is_about_an_argument(finding: &Finding, shown: &Minimised) -> bool {
    let method = finding.item.rsplit("::").next().unwrap_or_default();
    let Outcome::Panicked { during: During::Call, message, .. } = &shown.outcome else {
        return false;
    };
    !triage::must_never_panic(method) && triage::is_about_an_argument(message, &shown.arguments)
}

/// What breaks only after a function that leaves checks to its caller, or after a forgotten guard,
/// is the caller's fault; unless it is the process that breaks.
pub(crate) fn is_spoiled(finding: &Finding, sequence: &Sequence, plan: &Plan) -> bool {
    let is_unchecked = |what: What| {
        let What::Operation(id) = what else { return false };
        let operation = plan.operations.get(id as usize);
        operation.is_some_and(|operation| operation.kind == OperationKind::Spoil)
    };
    let before = sequence.statements.split_last().map_or(&[][..], |(_, before)| before);
    // A caller may do as it pleases, but memory stays what it is.
    !is_misuse(&finding.message)
        && matches!(finding.kind, Kind::Panic | Kind::Law | Kind::Contract)
        && before.iter().any(|statement| is_unchecked(statement.what))
}

/// Whether an index is out of bounds that a function of the caller's may have chosen: one that returns numbers had a part.
fn is_misled(finding: &Finding, sequence: &Sequence, operations: &[OperationRecord]) -> bool {
    let names_places = |what: What| {
        let What::Operation(id) = what else { return false };
        let output = operations.get(id as usize).map(|operation| operation.output.as_str());
        let returned = output.filter(|ty| ty.starts_with("fn(")).and_then(|ty| ty.split_once("->"));
        returned.is_some_and(|(_, returned)| returned.contains("usize"))
    };
    finding.kind == Kind::Panic
        && triage::is_about_a_place(&finding.message)
        && sequence.statements.iter().any(|statement| names_places(statement.what))
}

/// Whether a type had a part that was made up and answers with values: nobody knows which of them its trait asks for.
fn is_misinformed(
    finding: &Finding,
    sequence: &Sequence,
    operations: &[OperationRecord],
    stubbed: &[Definition],
) -> bool {
    let asks = |what: What| {
        let What::Operation(id) = what else { return false };
        let record = operations.get(id as usize);
        record.is_some_and(|record| termination::goes_by(record, stubbed, Answers::Values))
    };
    !is_misuse(&finding.message)
        && matches!(finding.kind, Kind::Panic | Kind::Law)
        && sequence.statements.iter().any(|statement| asks(statement.what))
}

#[cfg(test)]
mod tests {
    use gadfly_wire::{OperationPlan, Statement};

    use crate::session::findings::collect::Evidence;
    use crate::session::triage::foreign_calls::tests::record;

    use super::*;

    fn finding(kind: Kind) -> Finding {
        Finding { kind, ..Finding::example() }
    }

    fn sequence(ids: &[u32]) -> Sequence {
        let statement = |id: &u32| Statement {
            what: What::Operation(*id),
            args: Vec::new(),
            kills: Vec::new(),
            caught: false,
        };
        Sequence { statements: ids.iter().map(statement).collect(), ..Sequence::default() }
    }

    #[test]
    fn what_takes_time_to_look_at_or_memory_needs_a_test_to_be_a_bug() {
        let found = |kind, item: &str, test: Option<&str>| RawFinding {
            finding: Finding {
                kind,
                item: item.to_owned(),
                class: Class::Bug,
                test: test.map(str::to_owned),
                ..Finding::example()
            },
            evidence: Evidence {
                sequence: Sequence::default(),
                law: None,
                broken_by: Vec::new(),
                process_change: None,
            },
        };
        let mut all = [
            found(Kind::Hang, "k::Set::hash", None),
            found(Kind::Hang, "k::Set::hash", Some("set_hash")),
            found(Kind::Hang, "k::Set::grow", None),
            found(Kind::Crash, "k::Set::drop", None),
            found(Kind::Oom, "k::Set::grow", None),
            found(Kind::Oom, "k::Set::grow", Some("set_grow")),
        ];
        doubt_unproven(&mut all);
        let classes = all.map(|found| found.finding.class);
        let (bug, resource) = (Class::Bug, Class::Resource);
        assert_eq!(classes, [resource, bug, bug, bug, resource, bug]);
    }

    #[test]
    fn whoever_believes_a_type_that_was_made_up_is_not_to_blame() {
        let stubbed = |answers| Definition {
            name: "QuietSource".to_owned(),
            source: String::new(),
            of: "k::Source".to_owned(),
            answers,
        };
        let operations =
            [record("k::read(x0)", "implementors::QuietSource"), record("k::f()", "u8")];
        let check = |kind, ids: &[u32], answers| {
            is_misinformed(&finding(kind), &sequence(ids), &operations, &[stubbed(answers)])
        };
        let values = Answers::Values;
        assert!(check(Kind::Panic, &[0], values) && check(Kind::Law, &[0, 1], values));
        assert!(!check(Kind::Crash, &[0], values), "memory stays what it is");
        assert!(!check(Kind::Panic, &[0], Answers::Choices), "any answer will do");
        assert!(!check(Kind::Panic, &[1], values));
    }

    #[test]
    fn whoever_passes_a_function_that_names_places_may_name_wrong_ones() {
        let yields = |output: &str| OperationRecord {
            output: output.to_owned(),
            ..record("(|_| vec![1]) as _", "u8")
        };
        let operations = [
            yields("k::Lines"),
            yields("fn(&str) -> std::vec::Vec<usize>"),
            yields("fn() -> bool"),
        ];
        let check = |message: &str, ids: &[u32]| {
            let finding = Finding { message: message.to_owned(), ..finding(Kind::Panic) };
            is_misled(&finding, &sequence(ids), &operations)
        };
        for place in
            ["end byte index 1 is out of bounds of ``", "index out of bounds: the len is 0"]
        {
            assert!(check(place, &[1, 0]));
            assert!(!check(place, &[2, 0]) && !check(place, &[0]));
        }
        assert!(!check("called `Option::unwrap()` on a `None` value", &[1, 0]));
    }

    #[test]
    fn what_breaks_after_a_spoiling_call_is_not_the_subjects_fault_unless_it_is_a_crash() {
        let operation = |kind| OperationPlan {
            function: None,
            flows: Vec::new(),
            static_args: Vec::new(),
            weight: 1,
            kind,
            size_args: Vec::new(),
        };
        let kinds = [OperationKind::Call, OperationKind::Spoil];
        let plan = Plan { operations: kinds.map(operation).to_vec(), ..Plan::default() };
        assert!(is_spoiled(&finding(Kind::Panic), &sequence(&[1, 0]), &plan));
        assert!(is_spoiled(&finding(Kind::Law), &sequence(&[1, 0]), &plan));
        assert!(!is_spoiled(&finding(Kind::Crash), &sequence(&[1, 0]), &plan));
        assert!(!is_spoiled(&finding(Kind::Panic), &sequence(&[0, 1]), &plan));
        assert!(!is_spoiled(&finding(Kind::Panic), &sequence(&[0, 0]), &plan));
    }
}
