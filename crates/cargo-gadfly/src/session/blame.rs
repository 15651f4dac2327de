//! Findings whose smallest sequence shows that the caller is to blame.

use std::collections::BTreeMap;

use gadfly_harness::plan::tracked::is_misuse;
use gadfly_wire::{During, OperationKind, Outcome, Plan, Sequence, What};

use super::findings::Found;
use super::minimising::Shown;
use super::triage;
use crate::report::{Class, Finding, Kind};

/// Takes for preconditions, or for a matter of resources, what looked like bugs before it was small.
pub(super) fn blame_callers(all: &mut [Found], shown: &BTreeMap<usize, Shown>, plan: &Plan) {
    for (index, shown) in shown {
        let finding = &mut all[*index].finding;
        if finding.class == Class::Bug
            && (is_about_an_argument(finding, shown) || is_spoiled(finding, &shown.sequence, plan))
        {
            finding.class = Class::Precondition;
        }
        if finding.class == Class::Bug && shown.lacks_memory {
            finding.class = Class::Resource;
        }
    }
}

/// Panics about an index or a range that the caller chose are the caller's fault, wherever they
/// are raised.
fn is_about_an_argument(finding: &Finding, shown: &Shown) -> bool {
    let method = finding.item.rsplit("::").next().unwrap_or_default();
    let Outcome::Panicked { during: During::Call, message, .. } = &shown.outcome else {
        return false;
    };
    !triage::must_never_panic(method) && triage::is_about_an_argument(message, &shown.arguments)
}

/// What breaks only after a function that leaves checks to its caller, or after a forgotten guard,
/// is the caller's fault; unless it is the process that breaks.
pub(super) fn is_spoiled(finding: &Finding, sequence: &Sequence, plan: &Plan) -> bool {
    let spoils = |what: What| {
        let What::Operation(id) = what else { return false };
        let operation = plan.operations.get(id as usize);
        operation.is_some_and(|operation| operation.kind == OperationKind::Spoil)
    };
    let before = sequence.statements.split_last().map_or(&[][..], |(_, before)| before);
    // A caller may do as it pleases, but memory stays what it is.
    !is_misuse(&finding.message)
        && matches!(finding.kind, Kind::Panic | Kind::Law | Kind::Contract)
        && before.iter().any(|statement| spoils(statement.what))
}

#[cfg(test)]
mod tests {
    use gadfly_wire::{OperationPlan, Statement};

    use super::*;

    fn finding(kind: Kind) -> Finding {
        Finding { kind, ..Finding::example() }
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
        let sequence = |ids: &[u32]| Sequence {
            statements: ids
                .iter()
                .map(|id| Statement {
                    what: What::Operation(*id),
                    args: Vec::new(),
                    kills: Vec::new(),
                    caught: false,
                })
                .collect(),
            final_drops: Vec::new(),
            alive: Vec::new(),
        };
        assert!(is_spoiled(&finding(Kind::Panic), &sequence(&[1, 0]), &plan));
        assert!(is_spoiled(&finding(Kind::Law), &sequence(&[1, 0]), &plan));
        assert!(!is_spoiled(&finding(Kind::Crash), &sequence(&[1, 0]), &plan));
        assert!(!is_spoiled(&finding(Kind::Panic), &sequence(&[0, 1]), &plan));
        assert!(!is_spoiled(&finding(Kind::Panic), &sequence(&[0, 0]), &plan));
    }
}
