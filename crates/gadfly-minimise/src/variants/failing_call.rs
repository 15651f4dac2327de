//! The failing call of a sequence, and the edits that variants are made by.

use std::collections::BTreeSet;

use gadfly_plan::literals::literal_type_name;
use gadfly_plan::prepared::{OperationRecord, ParameterMode};
use gadfly_wire::{Access, Argument, Literal, Outcome, Sequence, Statement, What};

use super::change::{Effort, Variant};
use crate::edit::{bare, of, renumbered};
use crate::failure::failing_call;
use crate::producers::Producers;
use crate::written::is_literal;

/// The failing call of a sequence, and all that its variants are made of.
pub struct FailingCall<'a> {
    /// The sequence, of which the call is the last statement.
    pub(super) sequence: Sequence,
    pub(super) call: Statement,
    id: u32,
    pub(super) operations: &'a [OperationRecord],
    pub(super) producers: &'a Producers,
    pub(super) planned: &'a [Literal],
    pub(super) added: Vec<Literal>,
    pub(super) receiver: Option<usize>,
    pub(super) effort: Effort,
}

impl<'a> FailingCall<'a> {
    /// The call by which a sequence fails; `None` if it fails in another way. `added` are literals after those `planned`.
    pub fn of(
        (sequence, outcome): (&Sequence, &Outcome),
        operations: &'a [OperationRecord],
        producers: &'a Producers,
        (planned, added): (&'a [Literal], &[Literal]),
        effort: Effort,
    ) -> Option<Self> {
        let last = failing_call(outcome)?;
        let sequence = bare(sequence, Some(last));
        let call = sequence.statements.get(last as usize)?.clone();
        let What::Operation(id) = call.what else { return None };
        let operation = operations.get(id as usize)?;
        // Numbers and handles are chosen like arguments, also where a method is called on them.
        let is_object = |at: &usize| {
            let parameter = &operation.parameters[*at];
            !parameter.is_copy && !is_literal(&parameter.ty) && parameter.ty != "str"
        };
        let others = if operation.is_method { 1..operation.parameters.len() } else { 0..1 };
        let is_changed = |at: &usize| operation.parameters[*at].mode != ParameterMode::Value;
        let receiver = match operation.parameters.is_empty() {
            true => None,
            false if operation.is_method && is_object(&0) => Some(0),
            false => others.filter(|at| is_object(at)).find(|at| *at == 0 || is_changed(at)),
        };
        let added = added.to_vec();
        let receiver = receiver.filter(|at| *at < call.args.len());
        Some(FailingCall {
            sequence,
            call,
            id,
            operations,
            producers,
            planned,
            added,
            receiver,
            effort,
        })
    }

    /// All variants but those with a receiver that holds more.
    pub fn variants(&mut self) -> Vec<Variant> {
        let mut all = self.with_other_arguments();
        all.extend(self.with_numbers_together());
        all.extend(self.with_plain_closures());
        all.extend(self.with_other_receivers());
        all
    }

    /// Literals that variants use after those of the plan.
    pub fn literals(&self) -> &[Literal] {
        &self.added
    }

    /// The operation that makes the receiver, if there is a receiver and a call makes it.
    pub fn maker_of_receiver(&self) -> Option<&'a OperationRecord> {
        match self.statement(self.receiver_var()?).what {
            What::Operation(id) => self.operations.get(id as usize),
            What::Literal(_) => None,
        }
    }

    /// Returns whether no call between the making of the receiver and the failing one could have changed it.
    pub fn receiver_is_unchanged(&self) -> bool {
        let Some(receiver) = self.receiver_var() else { return false };
        self.before().iter().all(|statement| {
            let What::Operation(id) = statement.what else { return true };
            let Some(record) = self.operations.get(id as usize) else { return true };
            statement.args.iter().zip(&record.parameters).all(|(argument, parameter)| {
                let is_read =
                    matches!(parameter.mode, ParameterMode::Shared | ParameterMode::SharedUnsized);
                argument.var != receiver || is_read || parameter.is_copy
            })
        })
    }

    /// Statements before the call.
    pub(super) fn before(&self) -> &[Statement] {
        &self.sequence.statements[..self.sequence.statements.len() - 1]
    }

    pub(super) fn operation(&self) -> &'a OperationRecord {
        &self.operations[self.id as usize]
    }

    pub(super) fn receiver_var(&self) -> Option<u32> {
        Some(self.call.args[self.receiver?].var)
    }

    pub(super) fn statement(&self, var: u32) -> &Statement {
        &self.sequence.statements[var as usize]
    }

    pub(super) fn type_of(&self, var: u32) -> Option<String> {
        self.producers.type_of(self.statement(var), &self.added).map(str::to_owned)
    }

    /// Positions of arguments that are not the receiver.
    pub(super) fn positions(&self) -> Vec<usize> {
        (0..self.call.args.len()).filter(|at| Some(*at) != self.receiver).collect()
    }

    /// The statements that make a variable, and itself.
    pub(super) fn chain(&self, var: u32) -> BTreeSet<u32> {
        let mut chain = BTreeSet::from([var]);
        for index in (0..=var).rev().filter(|index| (*index as usize) < self.before().len()) {
            if chain.contains(&index) {
                chain.extend(self.statement(index).args.iter().map(|argument| argument.var));
            }
        }
        chain
    }

    pub(super) fn literal(&self, number: u32) -> Option<&Literal> {
        let number = number as usize;
        self.planned.get(number).or_else(|| self.added.get(number - self.planned.len()))
    }

    pub(super) fn literal_at(&self, var: u32) -> Option<Literal> {
        match self.statement(var).what {
            What::Literal(number) => self.literal(number).cloned(),
            What::Operation(_) => None,
        }
    }

    /// The number of a literal, which is added if it is new.
    pub(super) fn number_of(&mut self, wanted: &Literal) -> u32 {
        let is_same = |known: &Literal| known.ty == wanted.ty && known.value == wanted.value;
        let known = self.planned.iter().chain(&self.added).position(is_same);
        let number = known.unwrap_or_else(|| {
            self.added.push(wanted.clone());
            self.planned.len() + self.added.len() - 1
        });
        number as u32
    }

    /// The statement that yields a literal.
    pub(super) fn statement_of(&mut self, literal: &Literal) -> Statement {
        Statement::new(What::Literal(self.number_of(literal)))
    }

    /// The statements of a chain, numbered from zero, with other literals at some of them.
    pub(super) fn copy_of(
        &self,
        chain: &BTreeSet<u32>,
        changed: &[(u32, Statement)],
    ) -> Vec<Statement> {
        let position = |var: u32| chain.iter().position(|it| *it == var).unwrap_or(0) as u32;
        let copied = |var: &u32| {
            let other = changed.iter().find(|(at, _)| at == var);
            other.map_or_else(|| renumbered(self.statement(*var), &position), |it| it.1.clone())
        };
        chain.iter().map(copied).collect()
    }

    /// The sequence with arguments of the call that these statements make, each numbered from zero.
    pub(super) fn with_arguments(&self, ways: &[(usize, Vec<Statement>)]) -> Sequence {
        let mut statements = self.before().to_vec();
        let mut call = self.call.clone();
        for (position, way) in ways {
            let base = statements.len() as u32;
            statements.extend(way.iter().map(|part| renumbered(part, &|var| base + var)));
            call.args[*position].var = statements.len() as u32 - 1;
        }
        statements.push(call);
        of(statements)
    }

    /// The sequence with another literal at a statement.
    pub(super) fn with_literal_at(&mut self, var: u32, literal: &Literal) -> Sequence {
        let mut sequence = self.sequence.clone();
        sequence.statements[var as usize].what = self.statement_of(literal).what;
        sequence
    }
}

/// An argument; the way in which it is passed follows from its type when the sequence runs.
pub(super) fn passing(var: u32) -> Argument {
    Argument { var, access: Access::Move }
}

/// Returns whether literals are of a type.
pub(super) fn is_of_type(literal: &Literal, ty: &str) -> bool {
    literal_type_name(literal.ty) == ty
}
