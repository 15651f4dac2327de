//! Calls that a value interrupts by panicking when it is used or dropped, as anybody's values may.
//!
//! Whatever the call worked on may then be in any state, and may refuse to go on, by ending the process if it must. What it may
//! not do is to drop something twice, or to hand out what is gone.

use gadfly_plan::prepared::{OperationOrigin, OperationRecord};
use gadfly_plan::types::tracked;
use gadfly_wire::{Sequence, What};

/// What all such findings of a type have in common, however they show.
pub(crate) const CAUSE: &str = "misuse after a panic";

/// What was interrupted last, a function or the end of a value, where a message says that another value was misused.
pub(crate) fn culprit<'o>(
    message: &str,
    sequence: &Sequence,
    operations: &'o [OperationRecord],
) -> Option<&'o OperationRecord> {
    let caught = sequence.statements.iter().rev().filter(|statement| statement.caught);
    let operation = |what: What| match what {
        What::Operation(id) => operations.get(id as usize),
        What::Literal(_) => None,
    };
    caught
        .filter(|_| tracked::is_misuse(message))
        .filter_map(|statement| operation(statement.what))
        .find(|record| record.function.is_some() || record.origin == OperationOrigin::Drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::foreign_calls::tests::record;
    use gadfly_wire::Statement;

    fn sequence(caught: &[bool]) -> Sequence {
        let statement = |(id, caught): (u32, &bool)| Statement {
            what: What::Operation(id),
            args: Vec::new(),
            kills: Vec::new(),
            caught: *caught,
        };
        Sequence { statements: (0..).zip(caught).map(statement).collect(), ..Sequence::default() }
    }

    #[test]
    fn last_interrupted_call_is_blamed_for_misuse() {
        let misuse = "a value was dropped after it was dropped";
        let of = |function, body| OperationRecord { function, ..record(body, "") };
        let next = "::std::iter::Iterator::next(x0)";
        let ends = OperationRecord {
            origin: OperationOrigin::Drop,
            ..record("::std::mem::drop(x0)", "k::List")
        };
        let operations = [of(Some(7), "k::List::retain(x0)"), of(None, next), ends];
        let blamed = |message, caught: &[bool]| {
            culprit(message, &sequence(caught), &operations).map(|record| record.function)
        };
        assert_eq!(blamed(misuse, &[true, true]), Some(Some(7)), "not what only passes values on");
        assert_eq!(blamed(misuse, &[true, true, true]), Some(None), "but what ends them");
        assert_eq!(blamed(misuse, &[false, false]), None);
        assert_eq!(blamed("index out of bounds", &[true, false]), None);
    }
}
