//! Overflows that only numbers bring about for which there would be no memory: the position of an item that lies beyond
//! everything.
//!
//! Whoever stores something at a position makes room for all before it. Close to the largest number the sum overflows; somewhat
//! further down there is not enough memory. That is one limit, not two. Where a number is a size by itself, it is another
//! matter: code that trusts the sum goes wrong there.

use gadfly_triage::facts::Effect;
use gadfly_triage::words;
use gadfly_wire::{
    CrashKind, During, Literal, LiteralType, LiteralValue, Outcome, Plan, Sequence, What,
};

/// No memory is larger than this many bits, and hardly anything counts as far.
const BEYOND: u64 = 1 << 46;

/// The sequence with a number that is out of reach in the place of one near the largest, which is to be added to the literals
/// as the next. Nothing if no such number made it overflow.
pub(crate) fn within_numbers(
    sequence: &Sequence,
    outcome: &Outcome,
    plan: &Plan,
    added: &[Literal],
) -> Option<(Sequence, Literal)> {
    let Outcome::Panicked { statement, during: During::Call, message, .. } = outcome else {
        return None;
    };
    if !message.ends_with("with overflow") {
        return None;
    }
    let failing = sequence.statements.get(*statement as usize)?;
    let What::Operation(id) = failing.what else { return None };
    let sizes = &plan.operations.get(id as usize)?.size_args;
    let literal = |number: u32| {
        let planned = plan.literals.len();
        plan.literals.get(number as usize).or_else(|| added.get(number as usize - planned))
    };
    let largest = sequence.statements.iter().position(|statement| match statement.what {
        What::Literal(number) => literal(number).is_some_and(is_largest),
        What::Operation(_) => false,
    })?;
    let is_size = |(at, var): (usize, u32)| var as usize == largest && sizes.contains(&(at as u8));
    if failing.args.iter().map(|argument| argument.var).enumerate().any(is_size) {
        return None;
    }
    let mut tamed = sequence.clone();
    tamed.statements[largest].what = What::Literal((plan.literals.len() + added.len()) as u32);
    let What::Literal(number) = sequence.statements[largest].what else { return None };
    let beyond =
        Literal { value: LiteralValue::Unsigned(BEYOND.into()), ..literal(number)?.clone() };
    Some((tamed, beyond))
}

/// The result of the experiment, from how the changed sequence ended.
pub(crate) fn trial(outcome: Option<&Outcome>) -> Effect {
    let lacks_memory = outcome.is_some_and(|outcome| match outcome {
        Outcome::Died { kind, .. } => *kind == CrashKind::OutOfMemory,
        Outcome::Panicked { message, .. } => words::is_resource(message),
        _ => false,
    });
    if lacks_memory { Effect::LacksMemory } else { Effect::Otherwise }
}

fn is_largest(literal: &Literal) -> bool {
    let is_wide = matches!(literal.ty, LiteralType::Usize | LiteralType::U64);
    let largest = u128::from(i64::MAX.unsigned_abs());
    is_wide && matches!(literal.value, LiteralValue::Unsigned(value) if value > largest)
}

#[cfg(test)]
mod tests {
    use gadfly_wire::{Access, Argument, OperationPlan, Statement};

    use super::*;

    fn statement(what: What, args: &[u32]) -> Statement {
        let argument = |var: &u32| Argument { var: *var, access: Access::Copy };
        Statement {
            what,
            args: args.iter().map(argument).collect(),
            kills: Vec::new(),
            caught: false,
        }
    }

    fn plan(size_args: Vec<u8>) -> Plan {
        let literal = |value| Literal {
            ty: LiteralType::Usize,
            value: LiteralValue::Unsigned(value),
            weight: 1,
        };
        Plan {
            operations: vec![OperationPlan { size_args, ..OperationPlan::default() }],
            literals: vec![literal(3), literal(u64::MAX.into())],
            ..Plan::default()
        }
    }

    #[test]
    fn only_positions_near_the_largest_number_are_looked_at() {
        let overflow = Outcome::Panicked {
            statement: 1,
            during: During::Call,
            message: "attempt to add with overflow".to_owned(),
            location: None,
        };
        let with = |number: u32| Sequence {
            statements: vec![
                statement(What::Literal(number), &[]),
                statement(What::Operation(0), &[0]),
            ],
            ..Sequence::default()
        };
        let tamed = |number, sizes| within_numbers(&with(number), &overflow, &plan(sizes), &[]);
        let (sequence, beyond) = tamed(1, Vec::new()).expect("a position");
        assert_eq!(sequence.statements[0].what, What::Literal(2));
        assert_eq!(beyond.value, LiteralValue::Unsigned(BEYOND.into()));
        assert!(tamed(0, Vec::new()).is_none(), "a small number");
        assert!(tamed(1, vec![0]).is_none(), "a size");
        let other = Outcome::Returned;
        assert!(within_numbers(&with(1), &other, &plan(Vec::new()), &[]).is_none());
    }

    #[test]
    fn memory_is_missing_where_a_process_died_of_it_or_a_panic_says_so() {
        let died = |kind| Outcome::Died { kind, statement: 0, during: During::Call };
        let trial = |outcome: Outcome| trial(Some(&outcome));
        assert_eq!(trial(died(CrashKind::OutOfMemory)), Effect::LacksMemory);
        assert_eq!(trial(died(CrashKind::Hang)), Effect::Otherwise);
        assert_eq!(trial(Outcome::Returned), Effect::Otherwise);
    }
}
