//! The sequences that tests may be made of: what calls of functions needed, cut out of longer sequences.

use std::collections::BTreeSet;

use gadfly_plan::prepared::{OperationOrigin, OperationRecord, Prepared};
use gadfly_tests::print::needed_for;
use gadfly_wire::{Access, Encode, Sequence, Statement, What, Writer};

use crate::deliver::passing::PassingTests;

/// The longest test, in calls of any kind: ranges and the like are built in between.
const LONGEST_IN_ALL: usize = 20;
/// The most calls on one object that are shown in one test.
const MOST_USES: usize = 5;

/// The sequences, each once, and no more than this many.
pub(super) fn candidates(
    prepared: &Prepared,
    (passing, samples): (PassingTests, &[Sequence]),
    untidy: &BTreeSet<u32>,
    most: usize,
) -> Vec<Sequence> {
    let mut known: BTreeSet<Vec<u8>> = BTreeSet::new();
    let mut found = Vec::new();
    for sample in samples {
        for statements in slices(prepared, passing, &sample.statements) {
            let statements = without_copies(prepared, statements);
            if found.len() >= most {
                return found;
            }
            let is_fit = calls(prepared, &statements) <= passing.longest()
                && operations(&statements) <= LONGEST_IN_ALL
                && !statements.last().is_none_or(takes_one_twice)
                && statements.iter().all(|it| is_presentable(prepared, it, untidy));
            if !is_fit {
                continue;
            }
            let sequence = Sequence::of(statements);
            let mut bytes = Writer::default();
            sequence.encode(&mut bytes);
            if known.insert(bytes.into_bytes()) {
                found.push(sequence);
            }
        }
    }
    found
}

/// What each call of a function needed, and what the first calls on each object did together.
fn slices(
    prepared: &Prepared,
    passing: PassingTests,
    statements: &[Statement],
) -> Vec<Vec<Statement>> {
    let is_call = |statement: &Statement| {
        operation(prepared, statement).is_some_and(|found| found.function.is_some())
            && !takes_one_twice(statement)
    };
    let mut slices = Vec::new();
    for (index, statement) in statements.iter().enumerate() {
        if !is_call(statement) {
            continue;
        }
        slices.push(passing.sliced(&statements[..=index]));
        let var = index as u32;
        let takes = |it: &Statement| it.args.iter().any(|argument| argument.var == var);
        let uses = (0u32..).zip(statements).filter(|(_, it)| is_call(it) && takes(it));
        let uses: Vec<u32> = uses.map(|(at, _)| at).take(MOST_USES).collect();
        // Fewer than three are rarely more than what the last of them needed.
        for count in 2..=uses.len() {
            let shown = &uses[..count];
            let last = shown[count - 1] as usize;
            slices.push(needed_for(&statements[..=last], shown));
        }
    }
    slices
}

/// Returns whether people would write a statement into a test, and a test may run it.
fn is_presentable(prepared: &Prepared, statement: &Statement, untidy: &BTreeSet<u32>) -> bool {
    let Some(record) = operation(prepared, statement) else { return true };
    let is_ordinary = match record.origin {
        OperationOrigin::Call
        | OperationOrigin::Foreign
        | OperationOrigin::Plain
        | OperationOrigin::Maker => true,
        OperationOrigin::Forget
        | OperationOrigin::Drop
        | OperationOrigin::Panicking
        | OperationOrigin::Law
        | OperationOrigin::Property => false,
    };
    is_ordinary
        && !statement.caught
        && record.function.is_none_or(|function| !untidy.contains(&function))
}

/// Returns whether a call is of the kind `x == x`, which says little.
fn takes_one_twice(statement: &Statement) -> bool {
    let args = &statement.args;
    args.iter().enumerate().any(|(at, left)| args[..at].iter().any(|right| right.var == left.var))
}

/// The statements with clones and taken values replaced by the originals where these would do as well.
fn without_copies(prepared: &Prepared, mut statements: Vec<Statement>) -> Vec<Statement> {
    let last = statements.len().saturating_sub(1);
    let mut removed = BTreeSet::new();
    for copy in 0..last {
        let Some(original) = original(prepared, &statements, copy) else { continue };
        for argument in statements[copy + 1..].iter_mut().flat_map(|it| &mut it.args) {
            if argument.var as usize == copy {
                argument.var = original;
            }
        }
        removed.insert(copy);
    }
    if removed.is_empty() { statements } else { without(&statements, &removed) }
}

/// What a statement copies, if the copy is worth nothing: nothing uses the original later, or both are only looked at.
fn original(prepared: &Prepared, statements: &[Statement], copy: usize) -> Option<u32> {
    let record = operation(prepared, &statements[copy])?;
    let [argument] = &statements[copy].args[..] else { return None };
    let [parameter] = &record.parameters[..] else { return None };
    let is_clone = record.body.ends_with("::clone(x0)") && argument.access == Access::Borrow;
    let is_taken = record.body.ends_with("mem::take(x0)") && argument.access == Access::BorrowMut;
    if !(is_clone || is_taken) || parameter.ty != record.output {
        return None;
    }
    let later = |var: u32| {
        let args = statements[copy + 1..].iter().flat_map(|it| &it.args);
        args.filter(move |argument| argument.var == var).map(|argument| argument.access)
    };
    let is_look = |access: Access| access == Access::Borrow;
    let is_free = later(argument.var).next().is_none();
    let are_looks = later(argument.var).all(is_look) && later(copy as u32).all(is_look);
    (is_free || is_clone && are_looks).then_some(argument.var)
}

/// The statements that are not removed, numbered anew.
fn without(statements: &[Statement], removed: &BTreeSet<usize>) -> Vec<Statement> {
    let mut numbers: Vec<u32> = Vec::new();
    let mut kept: Vec<Statement> = Vec::new();
    for (index, statement) in statements.iter().enumerate() {
        numbers.push(kept.len() as u32);
        if !removed.contains(&index) {
            let mut statement = statement.clone();
            for argument in &mut statement.args {
                argument.var = numbers[argument.var as usize];
            }
            kept.push(statement);
        }
    }
    kept
}

/// The operation of a statement, if it is one.
pub(super) fn operation<'p>(
    prepared: &'p Prepared,
    statement: &Statement,
) -> Option<&'p OperationRecord> {
    match statement.what {
        What::Operation(id) => prepared.operations.get(id as usize),
        What::Literal(_) => None,
    }
}

/// The number of calls of functions.
fn calls(prepared: &Prepared, statements: &[Statement]) -> usize {
    let records = statements.iter().filter_map(|it| operation(prepared, it));
    records.filter(|record| record.origin != OperationOrigin::Plain).count()
}

/// The number of calls of any kind.
fn operations(statements: &[Statement]) -> usize {
    statements.iter().filter(|it| matches!(it.what, What::Operation(_))).count()
}

#[cfg(test)]
mod tests {
    use gadfly_model::Ty;
    use gadfly_plan::prepared::{ParameterMode, ParameterRecord};

    use super::*;

    const MAKE: u32 = 0;
    const CLONE: u32 = 1;
    const TAKE: u32 = 2;
    const PUSH: u32 = 3;
    const LEN: u32 = 4;
    const FORGET: u32 = 5;

    fn prepared() -> Prepared {
        let parameter = |mode| ParameterRecord {
            ty: "k::Bag".to_owned(),
            value_type: Ty::unit(),
            mode,
            is_copy: false,
        };
        let operation =
            |function, body: &str, output: &str, modes: &[ParameterMode]| OperationRecord {
                function,
                body: body.to_owned(),
                origin: if body.contains("forget") {
                    OperationOrigin::Forget
                } else {
                    OperationOrigin::Call
                },
                output: output.to_owned(),
                output_type: Ty::unit(),
                parameters: modes.iter().map(|mode| parameter(*mode)).collect(),
                is_method: true,
                is_partial: false,
                is_built: true,
            };
        let mut prepared = Prepared::new(String::new(), "k", "1.0.0");
        let (shared, exclusive) = (ParameterMode::Shared, ParameterMode::Exclusive);
        prepared.operations = vec![
            operation(Some(0), "k::Bag::new()", "k::Bag", &[]),
            operation(Some(1), "<k::Bag as std::clone::Clone>::clone(x0)", "k::Bag", &[shared]),
            operation(None, "::std::mem::take(x0)", "k::Bag", &[exclusive]),
            operation(Some(2), "k::Bag::push(x0)", "()", &[exclusive]),
            operation(Some(3), "k::Bag::len(x0)", "usize", &[shared]),
            operation(None, "::std::mem::forget(x0)", "()", &[ParameterMode::Value]),
        ];
        prepared
    }

    fn look(id: u32, var: u32) -> Statement {
        Statement::operation(id).with_args([(var, Access::Borrow)])
    }

    fn change(id: u32, var: u32) -> Statement {
        Statement::operation(id).with_args([(var, Access::BorrowMut)])
    }

    fn make() -> Statement {
        Statement::operation(MAKE)
    }

    #[test]
    fn copies_give_way_to_their_originals() {
        let check = |statements: Vec<Statement>, expected: Vec<Statement>| {
            assert_eq!(without_copies(&prepared(), statements), expected);
        };
        check(vec![make(), look(CLONE, 0), look(LEN, 1)], vec![make(), look(LEN, 0)]);
        check(vec![make(), change(TAKE, 0), look(LEN, 1)], vec![make(), look(LEN, 0)]);
        check(
            vec![make(), look(CLONE, 0), change(PUSH, 1), look(LEN, 1)],
            vec![make(), change(PUSH, 0), look(LEN, 0)],
        );
    }

    #[test]
    fn copies_that_make_a_difference_stay() {
        let check = |statements: Vec<Statement>| {
            assert_eq!(without_copies(&prepared(), statements.clone()), statements);
        };
        check(vec![make(), look(CLONE, 0), change(PUSH, 1), look(LEN, 0)]);
        check(vec![make(), change(TAKE, 0), look(LEN, 0)]);
        // The clone is what is shown.
        check(vec![make(), look(CLONE, 0)]);
    }

    #[test]
    fn objects_are_shown_by_several_calls() {
        let sample = vec![make(), make(), change(PUSH, 0), look(LEN, 1), look(LEN, 0)];
        let found = candidates(
            &prepared(),
            (PassingTests::Regression, &[Sequence::of(sample)]),
            &BTreeSet::new(),
            100,
        );
        let together = Sequence::of(vec![make(), change(PUSH, 0), look(LEN, 0)]);
        assert!(found.contains(&together));
        assert!(found.contains(&Sequence::of(vec![make(), look(LEN, 0)])));
        let mut once = found.clone();
        once.dedup();
        assert_eq!(once.len(), found.len());
    }

    #[test]
    fn leaks_and_untidy_functions_are_left_out() {
        let moved = Statement::operation(FORGET).with_args([(0, Access::Move)]);
        assert!(!is_presentable(&prepared(), &moved, &BTreeSet::new()));
        assert!(is_presentable(&prepared(), &look(LEN, 0), &BTreeSet::new()));
        assert!(!is_presentable(&prepared(), &look(LEN, 0), &BTreeSet::from([3])));
    }
}
