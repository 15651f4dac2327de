//! Variants of calls of a made-up list: `new() -> List`, `push(&mut List, u32)`, `len(&List) -> usize`, `at(&List, u32)`.

use std::cmp::Ordering;

use gadfly_model::Ty;
use gadfly_plan::prepared::{OperationOrigin, OperationRecord, ParameterMode, ParameterRecord};
use gadfly_wire::{
    Access, During, Literal, LiteralType, LiteralValue, Observed, Outcome, Sequence, Statement,
    What,
};

use super::*;
use crate::Producers;

const NEW: u32 = 0;
const PUSH: u32 = 1;
const LEN: u32 = 2;
const AT: u32 = 3;
const LOW: u32 = 4;
const HIGH: u32 = 5;
const COLOUR: u32 = 6;
const OF: u32 = 7;
const FIRST: u32 = 8;
const INSERT: u32 = 9;
const FROM: u32 = 10;

fn parameter(ty: &str, mode: ParameterMode) -> ParameterRecord {
    ParameterRecord {
        ty: ty.to_owned(),
        value_type: Ty::adt(ty, []),
        mode,
        is_copy: ty != "k::List",
    }
}

fn operation(body: &str, parameters: Vec<ParameterRecord>, output: &str) -> OperationRecord {
    OperationRecord {
        function: Some(body.len() as u32),
        body: body.to_owned(),
        output: output.to_owned(),
        is_method: body.contains("(x0"),
        parameters,
        is_partial: false,
        is_built: true,
        origin: OperationOrigin::Call,
        output_type: Ty::unit(),
    }
}

fn operations() -> Vec<OperationRecord> {
    let list = |mode| parameter("k::List", mode);
    let number = || parameter("u32", ParameterMode::Value);
    vec![
        operation("k::List::new()", vec![], "k::List"),
        operation("<k::List>::push(x0, x1)", vec![list(ParameterMode::Exclusive), number()], "()"),
        operation("<k::List>::len(x0)", vec![list(ParameterMode::Shared)], "usize"),
        operation("<k::List>::item_at(x0, x1)", vec![list(ParameterMode::Shared), number()], "()"),
        operation("k::Colour::Low", vec![], "k::Colour"),
        operation("k::Colour::High", vec![], "k::Colour"),
        operation(
            "<k::List>::colour(x0, x1)",
            vec![list(ParameterMode::Shared), parameter("k::Colour", ParameterMode::Value)],
            "()",
        ),
        operation(
            "<k::Handle>::of(x0, x1)",
            vec![parameter("k::Handle", ParameterMode::Value), list(ParameterMode::Shared)],
            "()",
        ),
        operation("k::Handle::first()", vec![], "k::Handle"),
        operation("<k::List>::insert(x0)", vec![list(ParameterMode::Exclusive)], "k::Handle"),
        OperationRecord {
            is_method: false,
            ..operation("k::List::of(x0)", vec![number()], "k::List")
        },
    ]
}

fn planned() -> Vec<Literal> {
    [0, 1].map(|it| Literal::new(LiteralType::U32, LiteralValue::Unsigned(it))).to_vec()
}

fn call(id: u32, args: &[u32]) -> Statement {
    Statement::operation(id).with_args(args.iter().map(|var| (*var, Access::Copy)))
}

/// Looks at the failing call that ends these statements.
fn look<R>(statements: Vec<Statement>, look: impl FnOnce(FailingCall<'_>) -> R) -> R {
    let (operations, planned) = (operations(), planned());
    let producers = Producers::new(&operations, &planned);
    let outcome = Outcome::Panicked {
        statement: statements.len() as u32 - 1,
        during: During::Call,
        message: String::new(),
        location: None,
    };
    let sequence = Sequence::of(statements);
    let failing = (&sequence, &outcome);
    let literals = (&*planned, &[][..]);
    let call = FailingCall::of(failing, &operations, &producers, literals, Effort::Many);
    look(call.expect("it fails by a call"))
}

fn out_of_bounds() -> Vec<Statement> {
    vec![
        call(NEW, &[]),
        Statement::literal(0),
        call(PUSH, &[0, 1]),
        Statement::literal(1),
        call(AT, &[0, 3]),
    ]
}

#[test]
fn numbers_are_replaced_by_smaller_and_larger_ones() {
    look(out_of_bounds(), |mut call| {
        let variants = call.with_other_arguments();
        let orders: Vec<Ordering> = variants
            .iter()
            .filter_map(|variant| match variant.change {
                Change::Argument(ArgumentSite { argument: 1, literal: Some(3), .. }, order) => {
                    order
                }
                _ => None,
            })
            .collect();
        assert!(orders.contains(&Ordering::Less) && orders.contains(&Ordering::Greater));
        assert!(!orders.contains(&Ordering::Equal));
        // The receiver is kept as it is, and so is what was pushed.
        for Variant { sequence, .. } in &variants {
            assert_eq!(sequence.statements[..4], out_of_bounds()[..4]);
            assert_eq!(
                sequence.statements.last().map(|it| (it.what, it.args[0].var)),
                Some((What::Operation(AT), 0))
            );
        }
    });
}

#[test]
fn values_at_hand_are_passed_as_arguments() {
    look(out_of_bounds(), |call| {
        let others: Vec<u32> = call
            .with_values_at_hand(1)
            .iter()
            .filter_map(|variant| Some(variant.sequence.statements.last()?.args[1].var))
            .collect();
        assert_eq!(others, [1], "the number that was pushed");
    });
}

#[test]
fn constants_come_in_declared_order() {
    let of = |failing: u32| {
        let statements = vec![call(NEW, &[]), call(failing, &[]), call(COLOUR, &[0, 1])];
        look(statements, |call| {
            let variants = call.with_constants(1);
            variants.iter().map(|variant| variant.change).collect::<Vec<_>>()
        })
    };
    let site = ArgumentSite { argument: 1, literal: None, is_zero: false };
    assert_eq!(of(LOW), [Change::Argument(site, Some(Ordering::Greater))]);
    assert_eq!(of(HIGH), [Change::Argument(site, Some(Ordering::Less))]);
}

#[test]
fn receivers_are_unchanged_until_a_call_changes_them() {
    look(out_of_bounds(), |call| assert!(!call.receiver_is_unchanged()));
    let read = vec![call(NEW, &[]), call(LEN, &[0]), Statement::literal(0), call(AT, &[0, 2])];
    look(read, |call| assert!(call.receiver_is_unchanged()));
}

#[test]
fn receivers_are_made_from_other_numbers() {
    let statements =
        vec![Statement::literal(1), call(FROM, &[0]), Statement::literal(0), call(AT, &[1, 2])];
    look(statements, |mut call| {
        let variants = call.with_other_receivers();
        let has = |order| variants.iter().any(|it| it.change == Change::Remade(order));
        assert!(has(Some(Ordering::Less)) && has(Some(Ordering::Greater)));
        assert!(has(None), "made by another function");
    });
}

#[test]
fn methods_that_raise_the_length_grow_receivers() {
    let statements = vec![call(NEW, &[]), Statement::literal(0), call(AT, &[0, 1])];
    look(statements, |mut failing| {
        let trials = failing.growth_trials();
        assert_eq!(trials.len(), 3, "as it is, and after calls of `push` and `insert`");
        let lengths = |first: &str, second: &str| {
            let value = |trial: &GrowthTrial, debug: &str| Observed {
                var: trial.sequence.statements.len() as u32 - 1,
                is_final: false,
                debug: Some(debug.to_owned()),
                display: None,
            };
            let third = vec![value(&trials[2], first)];
            vec![vec![value(&trials[0], first)], vec![value(&trials[1], second)], third]
        };
        assert_eq!(trials[0].reading(&lengths("0", "3")[0]).is_empty(), Some(true));
        assert!(failing.grown(&trials, &lengths("0", "0")).is_empty());
        let grown = failing.grown(&trials, &lengths("0", "3"));
        let [Variant { sequence, change: Change::Grown }] = &grown[..] else { panic!("{grown:?}") };
        let pushed: Vec<u32> = sequence
            .statements
            .iter()
            .filter(|it| it.what == What::Operation(PUSH))
            .filter_map(|it| match sequence.statements[it.args[1].var as usize].what {
                What::Literal(number) => Some(number),
                What::Operation(_) => None,
            })
            .collect();
        assert_eq!(pushed, [0, 1, 2], "each time another number");
        assert_eq!(sequence.statements.last(), Some(&call(AT, &[0, 1])));
    });
}

#[test]
fn changed_receivers_are_asked_without_arguments() {
    look(out_of_bounds(), |call| {
        let trials = call.wholeness_trials();
        let [WholenessTrial { before, fresh }, _] = &trials[..] else { panic!("{trials:?}") };
        assert_eq!(before.statements.last().map(|it| it.what), Some(What::Operation(LEN)));
        assert_eq!((before.statements.len(), fresh.statements.len()), (5, 2));
    });
    let unchanged = vec![call(NEW, &[]), Statement::literal(0), call(AT, &[0, 1])];
    look(unchanged, |call| assert!(call.wholeness_trials().is_empty()));
}

#[test]
fn methods_that_return_handles_grow_for_them() {
    let statements = vec![call(NEW, &[]), call(FIRST, &[]), call(OF, &[1, 0])];
    look(statements, |mut failing| {
        let trials = failing.growth_trials();
        let observed = |trial: &GrowthTrial, len: usize| Observed {
            var: trial.sequence.statements.len() as u32 - 1,
            is_final: false,
            debug: Some(len.to_string()),
            display: None,
        };
        let all = trials.iter().enumerate().map(|(at, trial)| vec![observed(trial, at)]);
        let grown = failing.grown(&trials, &all.collect::<Vec<_>>());
        let calls = |id: u32, variant: &Variant| {
            variant.sequence.statements.iter().any(|it| it.what == What::Operation(id))
        };
        assert_eq!(grown.len(), 2, "with the handle that it had, and with a new one");
        assert!(grown.iter().all(|it| calls(INSERT, it) && !calls(PUSH, it)));
    });
}

#[test]
fn handles_are_arguments_of_the_object_they_index() {
    let statements = vec![call(NEW, &[]), call(FIRST, &[]), call(OF, &[1, 0])];
    look(statements, |call| {
        assert_eq!((call.receiver_var(), call.positions()), (Some(0), vec![0]));
    });
}

#[test]
fn texts_that_grow_receivers_have_characters() {
    let statements = vec![call(NEW, &[]), Statement::literal(0), call(AT, &[0, 1])];
    look(statements, |mut failing| {
        let made =
            [0, 1, 2].map(|round| failing.value_of("str", ParameterMode::SharedUnsized, round));
        let texts = made.map(|way| match way.as_deref() {
            Some([Statement { what: What::Literal(number), .. }]) => {
                failing.literal(*number).cloned()
            }
            _ => None,
        });
        let expected = ["a", "b", "c"].map(|text| LiteralValue::Str(text.to_owned()));
        assert_eq!(texts.map(|it| it.map(|it| it.value)), expected.map(Some));
    });
}
