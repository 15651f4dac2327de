//! Keeping sequences: what is kept is what a value depends on, shared with what it was made from.

use crate::machine::{run, with_machine};
use crate::std_table::id;
use gadfly_engine::machine::Machine;
use gadfly_engine::run::observer::Fingerprint;
use gadfly_engine::run::program::SequenceNode;
use gadfly_wire::Access;
use std::rc::Rc;

/// Literal codes follow the operations.
const USIZE_0: u32 = id::COUNT;
const I32_0: u32 = id::COUNT + 8;
const I32_1: u32 = id::COUNT + 9;
const STR_A: u32 = id::COUNT + 15;

fn codes(node: &Rc<SequenceNode>) -> Vec<u32> {
    let mut codes = Vec::new();
    let visited: Result<(), ()> = node.visit(0, &mut |code, _| {
        codes.push(code);
        Ok(())
    });
    assert_eq!(visited, Ok(()));
    codes
}

fn print(machine: &mut Machine<'_>, var: u32) -> u64 {
    match machine.fingerprint(var) {
        Fingerprint::Value(print) => print,
        other => panic!("{other:?}"),
    }
}

#[test]
fn unneeded_statements_are_left_out() {
    with_machine(|machine| {
        let text = run(machine, STR_A, &[]);
        let numbers = run(machine, id::NUMBERS_NEW, &[]);
        run(machine, id::STRING_NEW, &[(text, Access::CopyRef)]);
        let one = run(machine, I32_1, &[]);
        run(machine, id::NUMBERS_PUSH, &[(numbers, Access::BorrowMut), (one, Access::Copy)]);
        run(machine, id::NUMBERS_LEN, &[(numbers, Access::Borrow)]);
        let (node, var) = machine.sequence().keep(numbers);
        assert_eq!(codes(&node), [id::NUMBERS_NEW, I32_1, id::NUMBERS_PUSH]);
        assert_eq!(var, 0);
    });
}

#[test]
fn changes_through_borrows_belong_to_the_owner() {
    with_machine(|machine| {
        let numbers = run(machine, id::NUMBERS_NEW, &[]);
        let one = run(machine, I32_1, &[]);
        run(machine, id::NUMBERS_PUSH, &[(numbers, Access::BorrowMut), (one, Access::Copy)]);
        let iter = run(machine, id::NUMBERS_ITER_MUT, &[(numbers, Access::BorrowMut)]);
        let item = run(machine, id::ITER_MUT_NEXT, &[(iter, Access::BorrowMut)]);
        let item = run(machine, id::UNWRAP_MUT, &[(item, Access::Move)]);
        run(machine, id::ADD_ASSIGN, &[(item, Access::ReborrowMut), (one, Access::Copy)]);
        let clone = run(machine, id::NUMBERS_CLONE, &[(numbers, Access::Borrow)]);
        let expected = print(machine, clone);
        let (node, var) = machine.sequence().keep(numbers);
        assert_eq!(node.length(), 7);
        let base = machine.append(&node).expect("it runs again");
        let clone = run(machine, id::NUMBERS_CLONE, &[(base + var, Access::Borrow)]);
        assert_eq!(print(machine, clone), expected);
    });
}

#[test]
fn calls_without_effect_are_left_out() {
    with_machine(|machine| {
        let numbers = run(machine, id::NUMBERS_NEW, &[]);
        run(machine, id::NUMBERS_CLEAR, &[(numbers, Access::BorrowMut)]);
        assert_eq!(machine.sequence().keep(numbers).0.length(), 2);
        machine.note_unchanged(numbers);
        assert_eq!(machine.sequence().keep(numbers).0.length(), 1);
    });
}

#[test]
fn kept_sequences_share_what_they_are_made_from() {
    with_machine(|machine| {
        let numbers = run(machine, id::NUMBERS_NEW, &[]);
        let one = run(machine, I32_1, &[]);
        run(machine, id::NUMBERS_PUSH, &[(numbers, Access::BorrowMut), (one, Access::Copy)]);
        let (first, var) = machine.sequence().keep(numbers);
        let owners = Rc::strong_count(&first);
        let zero = SequenceNode::leaf(I32_0);
        // Appended in the middle, used at the end: both come first in what is kept.
        let base = machine.append(&first).expect("it runs again");
        let zero_var = machine.append(&zero).expect("a literal");
        let push = [(base + var, Access::BorrowMut), (zero_var, Access::Copy)];
        run(machine, id::NUMBERS_PUSH, &push);
        let (second, var) = machine.sequence().keep(base + var);
        assert_eq!(
            codes(&second),
            [id::NUMBERS_NEW, I32_1, id::NUMBERS_PUSH, I32_0, id::NUMBERS_PUSH]
        );
        assert_eq!(var, 0);
        assert_eq!(Rc::strong_count(&first), owners + 2, "the program and the node");
        // Keeping something untouched makes no node at all.
        let again = machine.append(&second).expect("it runs again");
        let (same, _) = machine.sequence().keep(again + var);
        assert!(Rc::ptr_eq(&same, &second));
    });
}

#[test]
fn fingerprints_stay_away_from_what_is_mutably_borrowed() {
    with_machine(|machine| {
        let numbers = run(machine, id::NUMBERS_NEW, &[]);
        assert!(matches!(machine.fingerprint(numbers), Fingerprint::Value(_)));
        let drain = run(machine, id::NUMBERS_DRAIN, &[(numbers, Access::BorrowMut)]);
        assert_eq!(machine.fingerprint(numbers), Fingerprint::Blocked);
        assert_eq!(machine.fingerprint(drain), Fingerprint::Opaque);
        run(machine, id::NUMBERS_LEN, &[(numbers, Access::Borrow)]);
        assert!(matches!(machine.fingerprint(numbers), Fingerprint::Value(_)));
        assert_eq!(machine.fingerprint(drain), Fingerprint::Blocked);
    });
}

#[test]
fn magnitudes_follow_integers_into_results() {
    with_machine(|machine| {
        let size = run(machine, USIZE_0 + 7, &[]);
        assert_eq!(machine.sequence().magnitude(size), u64::MAX);
        let numbers = run(machine, id::NUMBERS_NEW, &[]);
        let found =
            run(machine, id::NUMBERS_GET, &[(numbers, Access::Borrow), (size, Access::Copy)]);
        assert_eq!(machine.sequence().magnitude(found), u64::MAX);
        assert_eq!(machine.sequence().magnitude(numbers), 0);
        let length = run(machine, id::NUMBERS_LEN, &[(numbers, Access::Borrow)]);
        assert_eq!(machine.sequence().magnitude(length), 0);
    });
}
