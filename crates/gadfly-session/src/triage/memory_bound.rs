//! The experiment for overflows caused by positions that are larger than any memory.
//!
//! Code that stores an item at a position makes room for all items before it. Close to the largest number the sum overflows;
//! somewhat below, memory runs out. Both are one limit. A number that is itself a size is not replaced: code that trusts an
//! overflowed size is wrong.

use gadfly_triage::facts::Effect;
use gadfly_triage::words;
use gadfly_wire::{
    CrashKind, During, Literal, LiteralType, LiteralValue, Outcome, Plan, Sequence, What,
};

/// A position beyond any memory, even of bits.
const BEYOND: u64 = 1 << 46;

/// The sequence with `BEYOND` in place of a number near the largest, and the literal to add for it. `None` unless such a number
/// made the call overflow.
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
    fn deaths_of_memory_and_panics_lack_memory() {
        let died = |kind| Outcome::Died { kind, statement: 0, during: During::Call };
        let trial = |outcome: Outcome| trial(Some(&outcome));
        assert_eq!(trial(died(CrashKind::OutOfMemory)), Effect::LacksMemory);
        assert_eq!(trial(died(CrashKind::Hang)), Effect::Otherwise);
        assert_eq!(trial(Outcome::Returned), Effect::Otherwise);
    }
}
