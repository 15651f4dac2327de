//! A crate with a stack, as a harness records it.

use gadfly_model::Ty;
use gadfly_plan::literals::source;
use gadfly_plan::prepared::{
    OperationOrigin, OperationRecord, ParameterMode, ParameterRecord, Prepared,
};
use gadfly_plan::properties::PropertyRecord;
use gadfly_tests::emit::{Containment, Draft, Prediction};
use gadfly_tests::print::{End, Expected, Form, Moment};
use gadfly_wire::{
    Access, Argument, CrashKind, During, Literal, LiteralType, LiteralValue, Outcome, Sequence,
    Statement, What,
};

const NEW: u32 = 0;
const PUSH: u32 = 1;
const SUM: u32 = 2;
/// The property.
pub(super) const PROPERTY: u32 = 3;
/// The operation that asks for values.
pub(super) const ASKED: u32 = 4;

/// The harness.
pub(super) fn prepared() -> Prepared {
    let mut prepared = Prepared::new("print".to_owned(), "k", "1.0.0");
    let stack = |mode| parameter("k::Stack", mode);
    prepared.operations = vec![
        operation("k::Stack::new()", "k::Stack", Vec::new()),
        operation(
            "k::Stack::push(x0, x1)",
            "()",
            vec![stack(ParameterMode::Exclusive), parameter("i32", ParameterMode::Value)],
        ),
        operation("k::Stack::sum(x0)", "i32", vec![stack(ParameterMode::Shared)]),
        operation("holds(x0)", "bool", vec![stack(ParameterMode::Value)]),
        operation("gadfly::asked(x0)", "()", vec![stack(ParameterMode::Value)]),
    ];
    prepared.literals = literals();
    prepared
}

fn parameter(ty: &str, mode: ParameterMode) -> ParameterRecord {
    ParameterRecord { ty: ty.to_owned(), mode, is_copy: ty == "i32", value_type: Ty::unit() }
}

fn operation(body: &str, output: &str, parameters: Vec<ParameterRecord>) -> OperationRecord {
    OperationRecord {
        function: None,
        body: body.to_owned(),
        output: output.to_owned(),
        is_method: body.contains("x0") && body.starts_with("k::"),
        parameters,
        is_partial: false,
        is_built: true,
        origin: OperationOrigin::Call,
        output_type: Ty::unit(),
    }
}

/// Sources of all literals.
pub(super) fn literals() -> Vec<String> {
    let one = LiteralValue::Signed(1);
    vec![source(&Literal { ty: LiteralType::I32, value: one, weight: 1 })]
}

/// A stack with so many numbers, and the operation that it is for.
pub(super) fn pushed(count: usize, last: Option<u32>) -> Sequence {
    let mut statements = vec![statement(What::Operation(NEW), &[])];
    for _ in 0..count {
        let literal = statements.len() as u32;
        statements.push(statement(What::Literal(0), &[]));
        let args = [(0, Access::BorrowMut), (literal, Access::Move)];
        statements.push(statement(What::Operation(PUSH), &args));
    }
    if let Some(operation) = last {
        let access = if operation == SUM { Access::Borrow } else { Access::Move };
        statements.push(statement(What::Operation(operation), &[(0, access)]));
    }
    let alive = vec![true; statements.len()];
    Sequence { statements, final_drops: Vec::new(), alive }
}

fn statement(what: What, args: &[(u32, Access)]) -> Statement {
    let args = args.iter().map(|(var, access)| Argument { var: *var, access: *access }).collect();
    Statement { what, args, kills: Vec::new(), caught: false }
}

/// A property of the stack.
pub(super) fn property(is_method: bool) -> PropertyRecord {
    let owner = if is_method { "Stack::" } else { "" };
    PropertyRecord {
        operation: PROPERTY,
        key: format!("k::{owner}holds"),
        name: "holds".to_owned(),
        module: "k".to_owned(),
        is_method,
        signature: "fn(Stack) -> bool".to_owned(),
        ..PropertyRecord::default()
    }
}

/// The death of a process.
pub(super) fn died() -> Outcome {
    Outcome::Died { kind: CrashKind::Signal(11), statement: 0, during: During::Call }
}

/// A test that fails, one that ends its process, one that passes, and one that has to panic.
pub(super) fn drafts() -> [Draft; 4] {
    let sum = pushed(2, Some(SUM));
    let last = sum.statements.len() as u32 - 1;
    let draft = |name: &str, doc: &[&str]| Draft {
        name: name.to_owned(),
        item: "k::Stack::sum".to_owned(),
        section: None,
        doc: doc.iter().map(|line| (*line).to_owned()).collect(),
        sequence: sum.clone(),
        literals: literals(),
        end: End::Call,
        expected: Vec::new(),
        helpers: String::new(),
        containment: Containment::None,
        should_panic: None,
        ignore: None,
        prediction: Prediction::Passes,
    };
    [
        draft("stack_sum_panics", &["`Stack::sum` panics: overflow (src/lib.rs:3)."]),
        Draft {
            containment: Containment::Process,
            ignore: Some("takes all memory until its cause is fixed: no memory".to_owned()),
            ..draft("stack_sum_crashes", &["`Stack::sum` crashes."])
        },
        Draft {
            expected: vec![Expected {
                var: last,
                moment: Moment::Made,
                form: Form::Equals("2".to_owned()),
            }],
            ..draft("stack_sum", &[])
        },
        Draft { should_panic: Some("overflow".to_owned()), ..draft("stack_sum_panics", &[]) },
    ]
}
