//! Readable sequences over a made-up crate.

use gadfly_plan::prepared::{OperationOrigin, OperationRecord, Prepared};
use gadfly_wire::{Access, Argument, During, Sequence, Statement, What};

use super::print_readable;

const NEW: u32 = 0;
const PUSH: u32 = 1;
const ITER: u32 = 2;
const NEXT: u32 = 3;
const SIZE_HINT: u32 = 4;
const CLEAR: u32 = 5;
const FIRST: u32 = 6;
const TEXT: u32 = 7;
const DRAIN: u32 = 8;
const INTO_ITER: u32 = 9;
const DEBUG: u32 = 10;
const SORT_BY: u32 = 11;
const ASCRIBED: u32 = 12;
const WRAP: u32 = 13;
const UNWRAP: u32 = 14;

fn prepared() -> Prepared {
    let operation = |body: &str, output: &str, is_method| OperationRecord {
        function: None,
        body: body.to_owned(),
        output: output.to_owned(),
        parameters: Vec::new(),
        is_method,
        is_partial: false,
        is_built: true,
        origin: OperationOrigin::Call,
        output_type: gadfly_model::Ty::unit(),
    };
    let mut prepared = Prepared::new(String::new(), "ring", "1.0.0");
    prepared.operations = vec![
        operation("<ring::Ring<i32>>::with_capacity(x0)", "ring::Ring<i32>", false),
        operation("<ring::Ring<i32>>::push(x0, x1)", "std::option::Option<i32>", true),
        operation("<ring::Ring<i32>>::iter(x0)", "ring::Iter<'_, i32>", true),
        operation(
            "<ring::Iter<'static, i32> as std::iter::Iterator>::next(x0)",
            "std::option::Option<&i32>",
            true,
        ),
        operation(
            "<ring::Iter<'static, i32> as std::iter::Iterator>::size_hint(x0)",
            "(usize, std::option::Option<usize>)",
            true,
        ),
        operation("<ring::Ring<i32>>::clear(x0)", "()", true),
        OperationRecord {
            is_partial: true,
            ..operation("<ring::Ring<i32>>::first(x0)", "&i32", true)
        },
        operation("std::string::String::from(x0)", "std::string::String", false),
        operation("<ring::Ring<i32>>::drain(x0)", "ring::Drain<'_, i32>", true),
        operation(
            "<&'static ring::Ring<i32> as std::iter::IntoIterator>::into_iter(x0)",
            "ring::Iter<'_, i32>",
            true,
        ),
        operation("format!(\"{:?}\", x0)", "std::string::String", true),
        operation("<ring::Ring<i32>>::sort_by(x0, |_c0, _c1| _c1.cmp(_c1))", "()", true),
        operation(
            "{ let value: ring::Slot<i32> = ring::Slot::Full(x0); value }",
            "ring::Slot<i32>",
            false,
        ),
        operation("Some(x0)", "std::option::Option<usize>", false),
        OperationRecord { is_partial: true, ..operation("x0", "usize", false) },
    ];
    prepared.literals = vec!["12usize".to_owned(), "-1i32".to_owned(), "\"a\"".to_owned()];
    prepared
}

fn literal(index: u32) -> Statement {
    Statement { what: What::Literal(index), args: Vec::new(), kills: Vec::new(), caught: false }
}

fn call(operation: u32, args: &[(u32, Access)]) -> Statement {
    let args = args.iter().map(|(var, access)| Argument { var: *var, access: *access }).collect();
    Statement { what: What::Operation(operation), args, kills: Vec::new(), caught: false }
}

#[track_caller]
fn check(statements: Vec<Statement>, during: During, calls: usize, expected: &str) {
    let sequence = Sequence { statements, ..Sequence::default() };
    let readable = print_readable(&prepared(), &sequence, during);
    assert_eq!(readable.source, expected);
    assert_eq!(readable.calls, calls);
}

#[test]
fn only_what_the_failing_call_needs_is_shown() {
    let (copy, look, change) = (Access::Copy, Access::Borrow, Access::BorrowMut);
    check(
        vec![
            literal(0),
            call(NEW, &[(0, copy)]),
            call(ITER, &[(1, look)]),
            call(NEXT, &[(2, change)]),
            call(NEW, &[(0, copy)]),
            call(SIZE_HINT, &[(2, look)]),
        ],
        During::Call,
        4,
        "let ring = Ring::<i32>::with_capacity(12);
let mut iter = ring.iter();
iter.next();
let _ = iter.size_hint();",
    );
}

#[test]
fn numbers_lose_their_types_and_failing_calls_of_no_value_are_bare() {
    check(
        vec![
            literal(0),
            literal(1),
            call(NEW, &[(0, Access::Copy)]),
            call(PUSH, &[(2, Access::BorrowMut), (1, Access::Copy)]),
            call(CLEAR, &[(2, Access::BorrowMut)]),
        ],
        During::Call,
        3,
        "let mut ring = Ring::<i32>::with_capacity(12);
ring.push(-1);
ring.clear();",
    );
}

#[test]
fn failing_drops_and_formatting_are_shown_as_such() {
    let statements = || {
        let change = Access::BorrowMut;
        vec![literal(0), call(NEW, &[(0, Access::Copy)]), call(CLEAR, &[(1, change)]), literal(1)]
    };
    let start = "let mut ring = Ring::<i32>::with_capacity(12);\nring.clear();\n";
    check(statements(), During::Drop(1), 2, &format!("{start}drop(ring);"));
    check(statements(), During::Debug(1), 2, &format!("{start}let _ = format!(\"{{ring:?}}\");"));
    check(
        statements(),
        During::Hash(1),
        2,
        &format!("{start}ring.hash(&mut DefaultHasher::new());"),
    );
}

#[test]
fn an_operation_that_may_have_nothing_to_yield_is_unwrapped() {
    check(
        vec![literal(0), call(NEW, &[(0, Access::Copy)]), call(FIRST, &[(1, Access::Borrow)])],
        During::Call,
        2,
        "let ring = Ring::<i32>::with_capacity(12);\nlet _ = ring.first().unwrap();",
    );
}

#[test]
fn values_wrapped_for_unwrapping_have_no_name() {
    let unwrapped = || call(UNWRAP, &[(1, Access::Copy)]);
    check(
        vec![
            literal(0),
            call(WRAP, &[(0, Access::Copy)]),
            unwrapped(),
            unwrapped(),
            call(NEW, &[(2, Access::Copy)]),
            call(PUSH, &[(4, Access::BorrowMut), (3, Access::Copy)]),
        ],
        During::Call,
        5,
        "let mut ring = Ring::<i32>::with_capacity(12);\nlet _ = ring.push(12);",
    );
}

#[test]
fn a_short_value_used_once_is_written_where_it_is_used() {
    check(
        vec![
            literal(2),
            call(TEXT, &[(0, Access::CopyRef)]),
            call(TEXT, &[(1, Access::Move)]),
            call(TEXT, &[(2, Access::Move)]),
        ],
        During::Call,
        3,
        "let text = String::from(String::from(\"a\"));\nlet _ = String::from(text);",
    );
}

#[test]
fn dropping_what_borrows_mutably_is_shown_when_it_happened_first() {
    let mut last = call(CLEAR, &[(1, Access::BorrowMut)]);
    last.kills = vec![2];
    check(
        vec![
            literal(0),
            call(NEW, &[(0, Access::Copy)]),
            call(DRAIN, &[(1, Access::BorrowMut)]),
            call(NEXT, &[(2, Access::BorrowMut)]),
            last,
        ],
        During::Call,
        4,
        "let mut ring = Ring::<i32>::with_capacity(12);
let mut drain = ring.drain();
drain.next();
drop(drain);
ring.clear();",
    );
}

#[test]
fn references_are_written_where_they_matter_and_only_there() {
    let statements = |last: Statement| {
        vec![
            literal(0),
            call(NEW, &[(0, Access::Copy)]),
            call(INTO_ITER, &[(1, Access::Borrow)]),
            last,
        ]
    };
    let start = "let ring = Ring::<i32>::with_capacity(12);\nlet iter = (&ring).into_iter();\n";
    check(
        statements(call(DEBUG, &[(2, Access::Borrow)])),
        During::Call,
        3,
        &format!("{start}let _ = format!(\"{{:?}}\", iter);"),
    );
    check(
        statements(call(INTO_ITER, &[(2, Access::CopyRef)])),
        During::Call,
        3,
        &format!("{start}let _ = iter.into_iter();"),
    );
}

#[test]
fn arguments_of_closures_are_short_or_nameless() {
    check(
        vec![literal(0), call(NEW, &[(0, Access::Copy)]), call(SORT_BY, &[(1, Access::BorrowMut)])],
        During::Call,
        2,
        "let mut ring = Ring::<i32>::with_capacity(12);\nring.sort_by(|_, b| b.cmp(b));",
    );
}

#[test]
fn a_type_that_is_spelled_out_stands_at_the_variable() {
    check(
        vec![literal(1), call(ASCRIBED, &[(0, Access::Copy)]), call(DEBUG, &[(1, Access::Borrow)])],
        During::Call,
        2,
        "let slot: Slot<i32> = Slot::Full(-1);\nlet _ = format!(\"{:?}\", slot);",
    );
}
