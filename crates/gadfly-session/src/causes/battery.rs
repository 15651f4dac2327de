//! Sequences that show whether something is broken after a call: beginnings of a sequence, and what is done at their end.

use gadfly_plan::prepared::{OperationOrigin, Prepared};
use gadfly_tests::print::needed_for_last;
use gadfly_wire::{Access, Argument, Literal, Sequence, Statement, What};

/// A beginning of a sequence that is run, with something behind it or without.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trial {
    /// The last statement of the beginning.
    pub(super) upto: u32,
    /// The statements.
    pub(super) sequence: Sequence,
}

/// The last call of a finding, to be made on another value of its receiver's type.
#[derive(Clone, Debug)]
pub(super) struct Tail {
    /// The operation.
    pub(super) operation: u32,
    receiver: String,
    /// What makes the other arguments, each by its last statement.
    others: Vec<Vec<Statement>>,
    literals: Vec<Literal>,
}

/// The statements that are calls, in order.
pub(super) fn calls(sequence: &Sequence) -> Vec<u32> {
    let statements = (0_u32..).zip(&sequence.statements);
    let calls = statements.filter(|(_, it)| matches!(it.what, What::Operation(_)));
    calls.map(|(index, _)| index).collect()
}

/// The beginnings of a sequence that end with a call.
pub(super) fn beginnings(sequence: &Sequence) -> Vec<Trial> {
    let upto = |upto: u32| {
        let statements = sequence.statements[..=upto as usize].to_vec();
        Trial { upto, sequence: Sequence::of(statements) }
    };
    calls(sequence).into_iter().map(upto).collect()
}

/// The type that a statement yields, without references.
pub(super) fn type_of<'p>(prepared: &'p Prepared, statement: &Statement) -> Option<&'p str> {
    let What::Operation(id) = statement.what else { return None };
    let output = prepared.operations.get(id as usize)?.output.as_str();
    let output = output.strip_prefix('&').unwrap_or(output);
    Some(output.strip_prefix("mut ").unwrap_or(output))
}

impl Tail {
    /// The last call of a sequence, if it is one of the subject's, with a receiver. `planned` is the number of literals that
    /// every sequence may use; `added` are those that follow.
    pub(super) fn of(
        prepared: &Prepared,
        sequence: &Sequence,
        planned: usize,
        added: &[Literal],
    ) -> Option<Tail> {
        let last = sequence.statements.last()?;
        let What::Operation(operation) = last.what else { return None };
        let record = prepared.operations.get(operation as usize)?;
        let is_call = record.function.is_some() && record.origin == OperationOrigin::Call;
        let (first, others) = last.args.split_first().filter(|_| is_call)?;
        let receiver = record.parameters.first()?.ty.clone();
        let others = others.iter().map(|argument| {
            // What depends on the receiver cannot be had beside another.
            let made = needed_for_last(&sequence.statements[..=argument.var as usize]);
            (argument.var != first.var).then_some(made)
        });
        let mut others = others.collect::<Option<Vec<_>>>()?;
        for statement in others.iter_mut().flatten() {
            if let What::Literal(number) = &mut statement.what {
                // Counted from the first one that is not planned.
                *number = number.checked_sub(planned as u32).map_or(*number, |it| it + UNPLANNED);
            }
        }
        Some(Tail { operation, receiver, others, literals: added.to_vec() })
    }

    /// The type of the value that it is called on.
    pub(super) fn receiver(&self) -> &str {
        &self.receiver
    }

    /// The literals that it brings along.
    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// The beginning of a sequence with the call behind it, for each value of the receiver's type. The literals that the call
    /// brings along have numbers from `first` on.
    pub(super) fn behind(&self, prepared: &Prepared, start: &Trial, first: u32) -> Vec<Trial> {
        let made = (0_u32..).zip(&start.sequence.statements);
        let is_receiver =
            |statement: &Statement| type_of(prepared, statement) == Some(&self.receiver);
        let vars = made.filter(|(_, it)| is_receiver(it) && !it.caught).map(|(var, _)| var);
        vars.map(|var| self.on(var, start, first)).collect()
    }

    fn on(&self, receiver: u32, start: &Trial, first: u32) -> Trial {
        let mut statements = start.sequence.statements.clone();
        // The way in which each is passed follows from its type.
        let argument = |var: u32| Argument { var, access: Access::Borrow };
        let mut args = vec![argument(receiver)];
        for made in &self.others {
            let base = statements.len() as u32;
            statements.extend(made.iter().map(|statement| moved(statement, base, first)));
            args.push(argument(statements.len() as u32 - 1));
        }
        statements.push(Statement { args, ..Statement::operation(self.operation) });
        Trial { upto: start.upto, sequence: Sequence::of(statements) }
    }
}

/// Added to the numbers of literals that a tail brings along, until it is known where they will be.
const UNPLANNED: u32 = 1 << 30;

/// A statement of a tail behind so many others, with its literals where they are.
fn moved(statement: &Statement, base: u32, first: u32) -> Statement {
    let what = match statement.what {
        What::Literal(number) if number >= UNPLANNED => What::Literal(number - UNPLANNED + first),
        what => what,
    };
    let args = statement.args.iter();
    let args = args.map(|argument| Argument { var: argument.var + base, ..*argument }).collect();
    Statement { what, args, kills: Vec::new(), caught: statement.caught }
}
