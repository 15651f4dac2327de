//! Calls that a value interrupts by panicking when it is used or dropped, as anybody's values may.
//!
//! Whatever the call worked on may then be in any state, and may refuse to go on, by ending the process if it must. What it may
//! not do is to drop something twice, or to hand out what is gone.

use gadfly_plan::prepared::OperationRecord;
use gadfly_plan::types::tracked;
use gadfly_wire::{CrashKind, Sequence, What};

use crate::report::Finding;
use crate::session::triage::foreign_calls;

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
        .find(|record| record.function.is_some() || foreign_calls::is_drop(record))
}

/// Whether a value was misused while another panicked, and nobody knows where: no call of the sequence was interrupted.
pub(crate) fn is_nobodys(message: &str, sequence: &Sequence) -> bool {
    tracked::is_misuse(message)
        && message.contains(" in a panic ")
        && !sequence.statements.iter().any(|statement| statement.caught)
}

/// Whether a finding is nothing without a test: what shows long after a value panicked is often the work of something between.
pub(crate) fn needs_proof(finding: &Finding) -> bool {
    let is_late = finding.after_panics > 0 || finding.message.contains(" in a panic ");
    finding.test.is_none() && is_late && tracked::is_misuse(&finding.message)
}

/// Whether a process may end as it did, because a value panics in the sequence: by giving up, by a second panic, or not at all.
pub(crate) fn may_end_so(
    kind: CrashKind,
    note: &str,
    sequence: &Sequence,
    operations: &[OperationRecord],
) -> bool {
    let is_panicking = |what: What| match what {
        What::Operation(id) => {
            operations.get(id as usize).is_some_and(|it| tracked::is_panicking(&it.body))
        }
        What::Literal(_) => false,
    };
    let gave_up = match kind {
        CrashKind::Signal(ABORTED) => note.is_empty() || note.starts_with("panicked"),
        CrashKind::Signal(_) | CrashKind::Reported(_) => false,
        CrashKind::Exit(_) | CrashKind::Hang | CrashKind::OutOfMemory => true,
    };
    gave_up && sequence.statements.iter().any(|statement| is_panicking(statement.what))
}

/// The signal of `std::process::abort`.
const ABORTED: i32 = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::triage::foreign_calls::tests::record;
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
    fn what_was_interrupted_last_is_to_blame_for_misused_values() {
        let misuse = "a value was dropped after it was dropped";
        let of = |function, body| OperationRecord { function, ..record(body, "") };
        let next = "::std::iter::Iterator::next(x0)";
        let ends = OperationRecord { function: None, ..record("::std::mem::drop(x0)", "k::List") };
        let operations = [of(Some(7), "k::List::retain(x0)"), of(None, next), ends];
        let blamed = |message, caught: &[bool]| {
            culprit(message, &sequence(caught), &operations).map(|record| record.function)
        };
        assert_eq!(blamed(misuse, &[true, true]), Some(Some(7)), "not what only passes values on");
        assert_eq!(blamed(misuse, &[true, true, true]), Some(None), "but what ends them");
        assert_eq!(blamed(misuse, &[false, false]), None);
        assert_eq!(blamed("index out of bounds", &[true, false]), None);
    }

    #[test]
    fn what_is_misused_in_a_panic_outside_of_calls_is_nobodys_fault() {
        let misuse = "a value was dropped in a panic that was never made";
        assert!(is_nobodys(misuse, &sequence(&[false, false])));
        assert!(!is_nobodys(misuse, &sequence(&[false, true])));
        let plain = "a value was dropped that was never made";
        assert!(!is_nobodys(plain, &sequence(&[false])), "there need be no panic for that");
    }

    #[test]
    fn values_misused_in_a_panic_are_told_of_only_with_a_test() {
        let message = "a value was dropped in a panic that was never made".to_owned();
        let proven = Finding { message, ..Finding::example() };
        assert!(proven.test.is_some() && !needs_proof(&proven));
        let unproven = Finding { test: None, ..proven };
        assert!(needs_proof(&unproven));
        let plain = "a value was dropped after it was dropped".to_owned();
        let plain = Finding { message: plain, ..unproven };
        assert!(!needs_proof(&plain));
        assert!(needs_proof(&Finding { after_panics: 1, ..plain }));
    }

    #[test]
    fn whoever_is_interrupted_may_give_up_but_not_crash() {
        let operations = [
            record("tracked::Tracked::panicking(0)", ""),
            record("k::List::retain(x0)", "k::List"),
        ];
        let both = sequence(&[false, true]);
        let may = |kind, note| may_end_so(kind, note, &both, &operations);
        assert!(may(CrashKind::Signal(6), "") && may(CrashKind::Signal(6), "panicked at a.rs:1"));
        assert!(may(CrashKind::Hang, ""));
        assert!(!may(CrashKind::Signal(11), ""));
        assert!(!may(CrashKind::Signal(6), "unsafe precondition(s) violated"));
        let other = Sequence { statements: both.statements[1..].to_vec(), ..Sequence::default() };
        assert!(!may_end_so(CrashKind::Signal(6), "", &other, &operations));
    }
}
