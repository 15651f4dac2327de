//! The published examples of simplification, over made-up operations, and smaller cases.

use gadfly_plan::prepared::{OperationOrigin, OperationRecord, ParameterMode, ParameterRecord};
use gadfly_wire::{
    Access, Argument, CrashKind, During, Literal, LiteralType, LiteralValue, Outcome,
    ProcessChange, Sequence, Statement, What,
};

use super::edit::{of, size};
use super::{Budget, Minimal, Producers, minimise};

const BUDGET: Budget = Budget { sequences: 10_000, batch: 500, is_thorough: true };

/// An operation that takes values of these types.
fn operation(parameters: &[&str], output: &str) -> OperationRecord {
    let parameter = |ty: &&str| ParameterRecord {
        ty: (*ty).to_owned(),
        mode: ParameterMode::Value,
        is_copy: false,
        value_type: gadfly_model::Ty::unit(),
    };
    OperationRecord {
        function: None,
        body: String::new(),
        output: output.to_owned(),
        parameters: parameters.iter().map(parameter).collect(),
        is_method: false,
        is_partial: false,
        is_built: true,
        origin: OperationOrigin::Call,
        output_type: gadfly_model::Ty::unit(),
    }
}

fn call(operation: u32, args: &[u32]) -> Statement {
    let argument = |var: &u32| Argument { var: *var, access: Access::Copy };
    let args = args.iter().map(argument).collect();
    Statement { what: What::Operation(operation), args, kills: Vec::new(), caught: false }
}

fn literal(index: u32) -> Statement {
    Statement { what: What::Literal(index), args: Vec::new(), kills: Vec::new(), caught: false }
}

fn integer(value: u128) -> Literal {
    Literal { ty: LiteralType::U32, value: LiteralValue::Unsigned(value), weight: 1 }
}

fn panicked(statement: usize, message: &str) -> Outcome {
    Outcome::Panicked {
        statement: statement as u32,
        during: During::Call,
        message: message.to_owned(),
        location: None,
    }
}

/// Minimises with an interpreter of single sequences.
fn run(
    sequence: &Sequence,
    operations: &[OperationRecord],
    planned: &[Literal],
    interpret: &dyn Fn(&Sequence, &[Literal]) -> Outcome,
) -> Minimal {
    let producers = Producers::new(operations, planned);
    let mut oracle = |sequences: &[Sequence], added: &[Literal]| {
        let all: Vec<Literal> = planned.iter().chain(added).cloned().collect();
        sequences.iter().map(|sequence| interpret(sequence, &all)).collect()
    };
    minimise(sequence, &[], planned, &producers, BUDGET, &mut oracle, &mut |_, _| Vec::new())
        .expect("it fails when run again")
}

/// The operation of each statement, literals left out.
fn called(sequence: &Sequence) -> Vec<u32> {
    let statements = sequence.statements.iter();
    statements
        .filter_map(|statement| match statement.what {
            What::Operation(id) => Some(id),
            What::Literal(_) => None,
        })
        .collect()
}

/// A set that holds something without an order, seen through a view, is not equal to itself:
/// 32 calls, of which removal leaves 11 and replacement 4.
mod sets {
    use super::*;

    const OBJECT: u32 = 0;
    const LIST: u32 = 1;
    const SET_OF_LIST: u32 = 2;
    const SET: u32 = 3;
    const ADD: u32 = 4;
    const VIEW: u32 = 5;
    const LIST_TO_OBJECT: u32 = 6;
    const SET_TO_LIST: u32 = 7;
    const NOISE: u32 = 8;

    fn operations() -> Vec<OperationRecord> {
        vec![
            operation(&[], "Object"),
            operation(&[], "List"),
            operation(&["List"], "Set"),
            operation(&[], "Set"),
            operation(&["Set", "Object"], "bool"),
            operation(&["Set"], "View"),
            operation(&["List"], "Object"),
            operation(&["Set"], "List"),
            operation(&[], "Noise"),
        ]
    }

    /// A view is broken if its set has an object in it, whatever object that is.
    fn interpret(sequence: &Sequence, _: &[Literal]) -> Outcome {
        let mut is_filled = vec![false; sequence.statements.len()];
        for (index, statement) in sequence.statements.iter().enumerate() {
            let What::Operation(id) = statement.what else { continue };
            let first = statement.args.first().map(|argument| argument.var as usize);
            match id {
                ADD => is_filled[first.expect("a receiver")] = true,
                VIEW if is_filled[first.expect("a set")] => {
                    let law = "eq-reflexive".to_owned();
                    return Outcome::Broken {
                        law,
                        vars: vec![index as u32],
                        detail: String::new(),
                    };
                }
                _ => {}
            }
        }
        Outcome::Returned
    }

    /// Eleven calls of which each needs the one before, and 21 that nothing needs.
    fn long() -> Sequence {
        let mut statements: Vec<Statement> = (0..10).map(|_| call(NOISE, &[])).collect();
        statements.extend([
            call(LIST, &[]),
            call(SET_OF_LIST, &[10]),
            call(SET_TO_LIST, &[11]),
            call(SET_OF_LIST, &[12]),
            call(SET_TO_LIST, &[13]),
            call(SET_OF_LIST, &[14]),
        ]);
        statements.extend((0..11).map(|_| call(NOISE, &[])));
        statements.extend([
            call(SET, &[]),
            call(SET_TO_LIST, &[27]),
            call(LIST_TO_OBJECT, &[28]),
            call(ADD, &[15, 29]),
            call(VIEW, &[15]),
        ]);
        of(statements)
    }

    #[test]
    fn a_broken_set_view_needs_four_calls() {
        let long = long();
        assert_eq!(size(&long).0, 32);
        // Without knowledge of types, there is nothing but removal.
        let removed = run(&long, &[], &[], &interpret);
        assert_eq!(removed.calls, 11);
        let minimal = run(&long, &operations(), &[], &interpret);
        assert_eq!(called(&minimal.sequence), [SET, OBJECT, ADD, VIEW]);
    }

    #[test]
    fn the_shortest_form_is_left_alone() {
        let shortest =
            of(vec![call(SET, &[]), call(OBJECT, &[]), call(ADD, &[0, 1]), call(VIEW, &[0])]);
        let minimal = run(&shortest, &operations(), &[], &interpret);
        assert_eq!(called(&minimal.sequence), [SET, OBJECT, ADD, VIEW]);
    }
}

/// Polynomials: a sum of six calls is replaced by the three that make a single term, which the
/// failing call still rejects; the empty polynomial it does not.
mod polynomials {
    use super::*;

    const RATIONAL: u32 = 0;
    const MONOMIAL: u32 = 1;
    const POLYNOMIAL: u32 = 2;
    const EMPTY: u32 = 3;
    const PLUS: u32 = 4;
    const EVALUATE: u32 = 5;

    fn operations() -> Vec<OperationRecord> {
        vec![
            operation(&["u32", "u32"], "Rational"),
            operation(&["Rational", "u32"], "Monomial"),
            operation(&["Monomial"], "Polynomial"),
            operation(&[], "Polynomial"),
            operation(&["Polynomial", "Polynomial"], "Polynomial"),
            operation(&["Polynomial"], "Value"),
        ]
    }

    /// Evaluating fails on every polynomial that has a term.
    fn interpret(sequence: &Sequence, _: &[Literal]) -> Outcome {
        let mut terms = vec![0; sequence.statements.len()];
        for (index, statement) in sequence.statements.iter().enumerate() {
            let What::Operation(id) = statement.what else { continue };
            let of = |position: usize| terms[statement.args[position].var as usize];
            match id {
                POLYNOMIAL => terms[index] = 1,
                PLUS => terms[index] = of(0) + of(1),
                EVALUATE if of(0) > 0 => return panicked(index, "no such term"),
                _ => {}
            }
        }
        Outcome::Returned
    }

    #[test]
    fn a_sum_is_replaced_by_a_single_term_but_not_by_nothing() {
        let sequence = of(vec![
            literal(0),
            literal(1),
            call(RATIONAL, &[1, 1]),
            call(MONOMIAL, &[2, 1]),
            call(POLYNOMIAL, &[3]),
            call(RATIONAL, &[1, 1]),
            call(MONOMIAL, &[5, 0]),
            call(POLYNOMIAL, &[6]),
            call(PLUS, &[4, 7]),
            call(PLUS, &[8, 7]),
            call(EVALUATE, &[9]),
        ]);
        let minimal = run(&sequence, &operations(), &[integer(0), integer(1)], &interpret);
        assert_eq!(size(&sequence).0, 9);
        assert_eq!(called(&minimal.sequence), [RATIONAL, MONOMIAL, POLYNOMIAL, EVALUATE]);
        assert!(!called(&minimal.sequence).contains(&EMPTY));
    }
}

#[test]
fn literals_shrink_to_the_smallest_that_fails() {
    let operations = [operation(&["u32"], "()")];
    let interpret = |sequence: &Sequence, literals: &[Literal]| {
        let What::Literal(number) = sequence.statements[0].what else { return Outcome::Returned };
        let LiteralValue::Unsigned(value) = literals[number as usize].value else {
            return Outcome::Returned;
        };
        if value >= 37 { panicked(1, &format!("{value} is too much")) } else { Outcome::Returned }
    };
    let sequence = of(vec![literal(0), call(0, &[0])]);
    let minimal = run(&sequence, &operations, &[integer(4_000_000)], &interpret);
    let What::Literal(number) = minimal.sequence.statements[0].what else { panic!("a literal") };
    assert_eq!(minimal.literals[number as usize - 1].value, LiteralValue::Unsigned(37));
}

/// Minimises a sequence in which a call yields a value of a type, of size six, and another fails for values of at least a size.
fn with_a_yielding_call(ty: &str, least: u128, size_of: fn(&LiteralValue) -> u128) -> Minimal {
    let operations = [operation(&[], "Ring"), operation(&["Ring"], ty), operation(&[ty], "()")];
    let interpret = |sequence: &Sequence, literals: &[Literal]| {
        let mut sizes = Vec::new();
        for (index, statement) in sequence.statements.iter().enumerate() {
            sizes.push(match statement.what {
                What::Literal(number) => size_of(&literals[number as usize].value),
                What::Operation(1) => 6,
                What::Operation(2) if sizes[statement.args[0].var as usize] >= least => {
                    return panicked(index, "too much");
                }
                What::Operation(_) => 0,
            });
        }
        Outcome::Returned
    };
    let sequence = of(vec![call(0, &[]), call(1, &[0]), call(2, &[1])]);
    run(&sequence, &operations, &[], &interpret)
}

#[test]
fn a_call_that_yields_a_number_is_replaced_by_the_number() {
    let minimal = with_a_yielding_call("u32", 6, |value| match value {
        LiteralValue::Unsigned(value) => *value,
        _ => 0,
    });
    assert_eq!(called(&minimal.sequence), [2]);
    assert_eq!(minimal.sequence.statements.len(), 2);
}

#[test]
fn a_call_that_yields_bytes_is_replaced_by_bytes() {
    let minimal = with_a_yielding_call("&[u8]", 3, |value| match value {
        LiteralValue::Bytes(value) => value.len() as u128,
        _ => 0,
    });
    assert_eq!(called(&minimal.sequence), [2]);
    let [literal, _] = &minimal.sequence.statements[..] else { panic!("{minimal:?}") };
    let What::Literal(number) = literal.what else { panic!("a literal") };
    let LiteralValue::Bytes(bytes) = &minimal.literals[number as usize].value else {
        panic!("bytes")
    };
    assert_eq!(bytes.len(), 3, "and as few as do it");
}

#[test]
fn detours_through_containers_are_removed() {
    let operations = [
        operation(&["u32"], "Shape"),
        operation(&[], "Vec<Shape>"),
        operation(&["Vec<Shape>", "Shape"], "()"),
        operation(&["Vec<Shape>"], "Shape"),
        operation(&["Shape"], "()"),
    ];
    let interpret = |sequence: &Sequence, literals: &[Literal]| {
        let mut values: Vec<Option<u128>> = Vec::new();
        let mut held = None;
        for (index, statement) in sequence.statements.iter().enumerate() {
            let argument = |at: usize| statement.args[at].var as usize;
            let value = match statement.what {
                What::Literal(number) => match literals[number as usize].value {
                    LiteralValue::Unsigned(value) => Some(value),
                    _ => None,
                },
                What::Operation(0) => values[argument(0)],
                What::Operation(2) => {
                    // Whatever goes in is gone.
                    held = values[argument(1)].take();
                    Some(0)
                }
                What::Operation(3) => held.take(),
                What::Operation(4) if values[argument(0)] == Some(11) => {
                    return panicked(index, "too large");
                }
                What::Operation(_) => Some(0),
            };
            if value.is_none() {
                return Outcome::Returned;
            }
            values.push(value);
        }
        Outcome::Returned
    };
    let statements = vec![
        call(1, &[]),
        literal(3),
        call(0, &[1]),
        call(2, &[0, 2]),
        call(3, &[0]),
        call(4, &[4]),
    ];
    let planned = [integer(0), integer(1), integer(2), integer(11)];
    let minimal = run(&of(statements), &operations, &planned, &interpret);
    assert_eq!(called(&minimal.sequence), [0, 4]);
}

#[test]
fn texts_lose_what_does_not_matter() {
    let operations = [operation(&["&str"], "()")];
    let text = |text: &str| Literal {
        ty: LiteralType::Str,
        value: LiteralValue::Str(text.to_owned()),
        weight: 1,
    };
    let interpret = |sequence: &Sequence, literals: &[Literal]| {
        let What::Literal(number) = sequence.statements[0].what else { return Outcome::Returned };
        match &literals[number as usize].value {
            LiteralValue::Str(value) if value.contains('é') && value.len() > 3 => {
                panicked(1, "not at a boundary")
            }
            _ => Outcome::Returned,
        }
    };
    let sequence = of(vec![literal(0), call(0, &[0])]);
    let minimal = run(&sequence, &operations, &[text("Köln? née, Straße")], &interpret);
    let What::Literal(number) = minimal.sequence.statements[0].what else { panic!("a literal") };
    let LiteralValue::Str(value) = &minimal.literals[number as usize - 1].value else {
        panic!("a text")
    };
    assert!(value.contains('é') && value.chars().count() == 3, "{value}");
    assert!(value.chars().all(|c| c == 'é' || c == 'a'), "{value}");
}

#[test]
fn a_death_stays_the_same_death() {
    let operations = [operation(&[], "A"), operation(&["A"], "()"), operation(&["A"], "()")];
    let died = |kind, statement| Outcome::Died { kind, statement, during: During::Call };
    let interpret = |sequence: &Sequence, _: &[Literal]| {
        for (index, statement) in (0u32..).zip(&sequence.statements) {
            match statement.what {
                What::Operation(1) if index == 1 => return died(CrashKind::Hang, index),
                What::Operation(2) => return died(CrashKind::Signal(11), index),
                _ => {}
            }
        }
        Outcome::Returned
    };
    let sequence = of(vec![call(0, &[]), call(0, &[]), call(1, &[0]), call(2, &[1])]);
    let minimal = run(&sequence, &operations, &[], &interpret);
    assert_eq!(called(&minimal.sequence), [0, 2]);
}

#[test]
fn unreproducible_failures_are_not_minimised() {
    let producers = Producers::new(&[], &[]);
    let mut oracle = |sequences: &[Sequence], _: &[Literal]| {
        sequences.iter().map(|_| Outcome::Returned).collect()
    };
    let sequence = of(vec![call(0, &[])]);
    assert!(
        minimise(&sequence, &[], &[], &producers, BUDGET, &mut oracle, &mut |_, _| Vec::new())
            .is_none()
    );
}

#[test]
fn a_law_stays_broken_by_values_of_the_same_type() {
    let operations = [operation(&[], "Inner"), operation(&["Inner"], "Outer")];
    // Both types break it, the outer one because of the inner.
    let interpret = |sequence: &Sequence, _: &[Literal]| {
        let last = sequence.statements.len() as u32;
        match last.checked_sub(1) {
            Some(last) => Outcome::Broken {
                law: "round-trip".to_owned(),
                vars: vec![last],
                detail: String::new(),
            },
            None => Outcome::Returned,
        }
    };
    let sequence = of(vec![call(0, &[]), call(1, &[0])]);
    let minimal = run(&sequence, &operations, &[], &interpret);
    assert_eq!(called(&minimal.sequence), [0, 1]);
}

#[test]
fn earlier_violations_do_not_replace_the_observed_one() {
    let operations = [operation(&[], "Hiding"), operation(&[], "Noise"), operation(&[], "Seen")];
    let interpret = |sequence: &Sequence| {
        let breaks = |statement: &Statement| statement.what != What::Operation(1);
        match sequence.statements.iter().position(breaks) {
            Some(first) => Outcome::Broken {
                law: "round-trip".to_owned(),
                vars: vec![first as u32],
                detail: String::new(),
            },
            None => Outcome::Returned,
        }
    };
    let producers = Producers::new(&operations, &[]);
    let mut oracle =
        |sequences: &[Sequence], _: &[Literal]| sequences.iter().map(interpret).collect();
    let sequence = of(vec![call(0, &[]), call(1, &[]), call(0, &[]), call(2, &[])]);
    let minimal =
        minimise(&sequence, &[3], &[], &producers, BUDGET, &mut oracle, &mut |_, _| Vec::new());
    assert_eq!(called(&minimal.expect("it fails again").sequence), [2]);
}

#[test]
fn process_changes_keep_their_kind_and_cause() {
    let operations = [operation(&[], "Name"), operation(&["Name"], "()"), operation(&[], "()")];
    let interpret = |sequence: &Sequence, _: &[Literal]| {
        let left = |(index, statement): (usize, &Statement)| match statement.what {
            What::Operation(1) => {
                Some(Outcome::Left { what: ProcessChange::Directory, statement: index as u32 })
            }
            What::Operation(2) if sequence.statements.len() < 3 => {
                Some(Outcome::Left { what: ProcessChange::Thread, statement: index as u32 })
            }
            _ => None,
        };
        sequence.statements.iter().enumerate().find_map(left).unwrap_or(Outcome::Returned)
    };
    let sequence = of(vec![call(2, &[]), call(0, &[]), call(1, &[1]), call(2, &[])]);
    let minimal = run(&sequence, &operations, &[], &interpret);
    assert_eq!(called(&minimal.sequence), [0, 1]);
    assert_eq!(minimal.outcome, Outcome::Left { what: ProcessChange::Directory, statement: 1 });
}

/// `limit(value)` panics for values that `fails` says.
fn limited(
    sequence: Sequence,
    operations: &[OperationRecord],
    planned: &[Literal],
    yields: u128,
    fails: fn(u128) -> bool,
) -> Minimal {
    let producers = Producers::new(operations, planned);
    let values = |sequence: &Sequence, literals: &[Literal]| -> Vec<u128> {
        let value = |statement: &Statement| match statement.what {
            What::Literal(number) => match literals[number as usize].value {
                LiteralValue::Unsigned(value) => value,
                _ => 0,
            },
            What::Operation(0) => yields,
            What::Operation(_) => 0,
        };
        sequence.statements.iter().map(value).collect()
    };
    let all =
        |added: &[Literal]| -> Vec<Literal> { planned.iter().chain(added).cloned().collect() };
    let mut oracle = |sequences: &[Sequence], added: &[Literal]| {
        let run = |sequence: &Sequence| {
            let values = values(sequence, &all(added));
            let last = sequence.statements.last().expect("a call");
            let given = last.args.first().map_or(0, |argument| values[argument.var as usize]);
            match last.what {
                What::Operation(1) if fails(given) => {
                    panicked(sequence.statements.len() - 1, "too large")
                }
                _ => Outcome::Returned,
            }
        };
        sequences.iter().map(run).collect()
    };
    let mut looks = |sequence: &Sequence, added: &[Literal]| {
        (0..).zip(values(sequence, &all(added))).map(|(var, it)| (var, it.to_string())).collect()
    };
    minimise(&sequence, &[], planned, &producers, BUDGET, &mut oracle, &mut looks)
        .expect("it fails when run again")
}

fn number(minimal: &Minimal, planned: &[Literal]) -> LiteralValue {
    let What::Literal(number) = minimal.sequence.statements[0].what else { panic!("{minimal:?}") };
    let all: Vec<&Literal> = planned.iter().chain(&minimal.literals).collect();
    all[number as usize].value.clone()
}

#[test]
fn the_bound_of_what_fails_is_found_however_far_it_is() {
    let operations = [operation(&[], "u32"), operation(&["u32"], "()")];
    let planned = [integer(4_000_000_000)];
    let sequence = of(vec![literal(0), call(1, &[0])]);
    let minimal = limited(sequence, &operations, &planned, 0, |value| value >= 2_012_345_678);
    assert_eq!(number(&minimal, &planned), LiteralValue::Unsigned(2_012_345_678));
}

#[test]
fn calls_give_way_to_the_values_they_yield() {
    let operations = [operation(&[], "u32"), operation(&["u32"], "()")];
    let sequence = of(vec![call(0, &[]), call(1, &[0])]);
    let minimal = limited(sequence, &operations, &[], 12_347, |value| value == 12_347);
    assert_eq!(called(&minimal.sequence), [1]);
    assert_eq!(number(&minimal, &[]), LiteralValue::Unsigned(12_347));
}

#[test]
fn values_that_panic_give_way_to_others_unless_they_are_what_fails() {
    let mut operations = [operation(&[], "T"), operation(&["u32"], "T"), operation(&["T"], "()")];
    operations[0].origin = OperationOrigin::Panicking;
    let planned = [integer(0)];
    let sequence = of(vec![call(0, &[]), call(2, &[0])]);
    let fails = |panicking_alone: bool| {
        let interpret = move |sequence: &Sequence, _: &[Literal]| {
            let last = sequence.statements.len() - 1;
            let given = sequence.statements[last].args[0].var as usize;
            let is_panicking = sequence.statements[given].what == What::Operation(0);
            match is_panicking || !panicking_alone {
                true => panicked(last, "too far"),
                false => Outcome::Returned,
            }
        };
        called(&run(&sequence, &operations, &planned, &interpret).sequence)
    };
    assert_eq!(fails(false), [1, 2]);
    assert_eq!(fails(true), [0, 2]);
}

#[test]
fn counting_calls_give_way_to_numbers() {
    const MAKE: u32 = 0;
    const UP: u32 = 1;
    let operations = [operation(&["u32"], "Counter"), operation(&["Counter"], "()")];
    let planned = [integer(u128::from(u32::MAX) - 5)];
    let interpret = |sequence: &Sequence, literals: &[Literal]| {
        let mut count = 0;
        for (index, statement) in sequence.statements.iter().enumerate() {
            match statement.what {
                What::Operation(MAKE) => {
                    let What::Literal(made_of) =
                        sequence.statements[statement.args[0].var as usize].what
                    else {
                        return Outcome::Returned;
                    };
                    let LiteralValue::Unsigned(value) = literals[made_of as usize].value else {
                        return Outcome::Returned;
                    };
                    count = value;
                }
                What::Operation(_) if count == u128::from(u32::MAX) => {
                    return panicked(index, "attempt to add with overflow");
                }
                What::Operation(_) => count += 1,
                What::Literal(_) => {}
            }
        }
        Outcome::Returned
    };
    let mut statements = vec![literal(0), call(MAKE, &[0])];
    statements.extend((0..8).map(|_| call(UP, &[1])));
    let minimal = run(&of(statements), &operations, &planned, &interpret);
    assert_eq!(called(&minimal.sequence), [MAKE, UP]);
    assert_eq!(number(&minimal, &planned), LiteralValue::Unsigned(u32::MAX.into()));
}
