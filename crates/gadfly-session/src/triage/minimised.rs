//! Facts that become known when a sequence is minimised.

use gadfly_plan::prepared::{OperationRecord, Prepared};
use gadfly_plan::stubs::Answers;
use gadfly_triage::facts::{self, returns_sizes};
use gadfly_wire::{During, OperationKind, Outcome, Plan, Sequence, What};

use super::termination;

/// The facts of a minimised sequence. The arguments are the `Debug` forms of those of its last call.
pub(crate) fn minimised(
    sequence: &Sequence,
    outcome: &Outcome,
    arguments: &[String],
    plan: &Plan,
    prepared: &Prepared,
) -> facts::SmallestSequence {
    let panic_message = match outcome {
        Outcome::Panicked { during: During::Call, message, .. } => Some(message.clone()),
        _ => None,
    };
    let is_unchecked = |what: What| {
        let What::Operation(id) = what else { return false };
        let operation = plan.operations.get(id as usize);
        operation.is_some_and(|operation| operation.kind == OperationKind::Spoil)
    };
    let before = sequence.statements.split_last().map_or(&[][..], |(_, before)| before);
    let uses = |test: &dyn Fn(&OperationRecord) -> bool| {
        sequence.statements.iter().any(|statement| match statement.what {
            What::Operation(id) => prepared.operations.get(id as usize).is_some_and(test),
            What::Literal(_) => false,
        })
    };
    let stubs = &prepared.implementors;
    facts::SmallestSequence {
        panic_message,
        arguments: arguments.to_vec(),
        has_unchecked_call_before: before.iter().any(|statement| is_unchecked(statement.what)),
        has_function_returning_sizes: uses(&|record| returns_sizes(&record.output_type)),
        has_stub_with_values: uses(&|it| termination::depends_on_stub(it, stubs, Answers::Values)),
    }
}

#[cfg(test)]
mod tests {
    use gadfly_model::{FnPointer, Prim, Ty};
    use gadfly_plan::stubs::Definition;
    use gadfly_wire::{OperationPlan, Statement};

    use super::*;
    use crate::triage::foreign_calls::tests::record;

    fn sequence(ids: &[u32]) -> Sequence {
        let statement = |id: &u32| Statement {
            what: What::Operation(*id),
            args: Vec::new(),
            kills: Vec::new(),
            caught: false,
        };
        Sequence { statements: ids.iter().map(statement).collect(), ..Sequence::default() }
    }

    fn facts_of(ids: &[u32], plan: &Plan, prepared: &Prepared) -> facts::SmallestSequence {
        minimised(&sequence(ids), &Outcome::Returned, &[], plan, prepared)
    }

    #[test]
    fn unchecked_calls_count_only_before_the_last() {
        let kinds = [OperationKind::Call, OperationKind::Spoil];
        let operation = |kind| OperationPlan { kind, weight: 1, ..OperationPlan::default() };
        let plan = Plan { operations: kinds.map(operation).to_vec(), ..Plan::default() };
        let prepared = Prepared::new(String::new(), "k", "1.0.0");
        let is_unchecked = |ids: &[u32]| facts_of(ids, &plan, &prepared).has_unchecked_call_before;
        assert!(is_unchecked(&[1, 0]));
        assert!(!is_unchecked(&[0, 1]) && !is_unchecked(&[0, 0]));
    }

    #[test]
    fn functions_that_return_sizes_and_stubs_are_noticed() {
        let mut prepared = Prepared::new(String::new(), "k", "1.0.0");
        let function = |output| {
            let inputs = vec![Ty::shared(Ty::Prim(Prim::Str))];
            let (lifetimes, is_unsafe, abi) = (Vec::new(), false, None);
            let pointer = FnPointer { lifetimes, inputs, output, is_unsafe, abi };
            OperationRecord {
                output_type: Ty::FnPointer(Box::new(pointer)),
                ..record("(|_| vec![1]) as _", "u8")
            }
        };
        prepared.operations = vec![
            record("k::read(x0)", "implementors::QuietSource"),
            function(Ty::adt("std::vec::Vec", [Ty::Prim(Prim::Usize)])),
            function(Ty::Prim(Prim::Bool)),
        ];
        let stub = |answers| Definition {
            name: "QuietSource".to_owned(),
            source: String::new(),
            of: "k::Source".to_owned(),
            answers,
        };
        let mut check = |id: u32, answers| {
            prepared.implementors = vec![stub(answers)];
            let facts = facts_of(&[id], &Plan::default(), &prepared);
            (facts.has_function_returning_sizes, facts.has_stub_with_values)
        };
        assert_eq!(check(0, Answers::Values), (false, true));
        assert_eq!(check(0, Answers::Choices), (false, false), "any answer will do");
        assert_eq!(check(1, Answers::Values), (true, false));
        assert_eq!(check(2, Answers::Values), (false, false));
    }
}
