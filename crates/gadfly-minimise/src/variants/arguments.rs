//! Variants with other arguments, the receiver kept.

use std::cmp::Ordering;

use gadfly_plan::prepared::{OperationOrigin, OperationRecord};
use gadfly_wire::{Statement, What};

use super::values::{number, others, with_number};
use super::{ArgumentSite, Change, Effort, FailingCall, Variant};

/// Constants and variants of one type that are tried.
const MOST_CONSTANTS: usize = 24;
/// Numbers that are tried for all arguments at once.
const TOGETHER: [i128; 5] = [0, 1, 2, 3, 10];

impl FailingCall<'_> {
    /// Variants with another value for one argument.
    pub(super) fn with_other_arguments(&mut self) -> Vec<Variant> {
        let mut all = Vec::new();
        for position in self.positions() {
            all.extend(self.with_other_literals(position));
            all.extend(self.with_values_at_hand(position));
            all.extend(self.with_constants(position));
            all.extend(self.with_other_ways(position));
        }
        all
    }

    /// Another literal among those of which the argument is made.
    fn with_other_literals(&mut self, position: usize) -> Vec<Variant> {
        let var = self.call.args[position].var;
        let chain = self.chain(var);
        // What the receiver has given, such as a handle, cannot be made again from a literal.
        if self.receiver_var().is_some_and(|receiver| chain.contains(&receiver)) {
            return Vec::new();
        }
        let mut all = Vec::new();
        for at in &chain {
            let Some(literal) = self.literal_at(*at) else { continue };
            let is_zero = number(&literal) == Some(0);
            let site = ArgumentSite { argument: position, literal: Some(*at), is_zero };
            for (other, order) in others(&literal, self.effort) {
                let changed = [(*at, self.statement_of(&other))];
                let sequence = self.with_arguments(&[(position, self.copy_of(&chain, &changed))]);
                all.push(Variant { sequence, change: Change::Argument(site, order) });
            }
        }
        all
    }

    /// Another variable of the same type.
    pub(super) fn with_values_at_hand(&self, position: usize) -> Vec<Variant> {
        let var = self.call.args[position].var;
        let Some(ty) = self.type_of(var) else { return Vec::new() };
        // One value may not be passed twice.
        let is_passed = |other: u32| self.call.args.iter().any(|argument| argument.var == other);
        let is_copy = self.operation().parameters[position].is_copy;
        let fits = |other: &u32| {
            *other != var
                && (is_copy || !is_passed(*other))
                && self.type_of(*other).as_deref() == Some(&*ty)
        };
        let others = (0..self.before().len() as u32).filter(fits);
        let variant = |other| {
            let mut sequence = self.sequence.clone();
            if let Some(call) = sequence.statements.last_mut() {
                call.args[position].var = other;
            }
            Variant { sequence, change: Change::Argument(site(position), None) }
        };
        others.map(variant).collect()
    }

    /// Constants and variants of the same type, in the order of their declaration.
    pub(super) fn with_constants(&self, position: usize) -> Vec<Variant> {
        let var = self.call.args[position].var;
        let Some(ty) = self.type_of(var) else { return Vec::new() };
        let constants: Vec<u32> = (0_u32..)
            .zip(self.operations)
            .filter(|(_, record)| record.output == ty && is_constant(record))
            .map(|(id, _)| id)
            .collect();
        let place = |id: u32| constants.iter().position(|it| *it == id);
        let failing = match self.statement(var).what {
            What::Operation(id) => place(id),
            What::Literal(_) => None,
        };
        // The nearest are the most telling.
        let first = failing.unwrap_or(0).saturating_sub(MOST_CONSTANTS / 2);
        let tried = constants.iter().enumerate().skip(first).take(MOST_CONSTANTS);
        let variant = |(at, id): (usize, &u32)| {
            let order: Option<Ordering> = failing.map(|failing| at.cmp(&failing));
            let way = vec![Statement::operation(*id)];
            let sequence = self.with_arguments(&[(position, way)]);
            Variant { sequence, change: Change::Argument(site(position), order) }
        };
        tried.filter(|(at, _)| Some(*at) != failing).map(variant).collect()
    }

    /// Values of the same type from the shortest known ways to make one.
    fn with_other_ways(&self, position: usize) -> Vec<Variant> {
        let Some(ty) = self.type_of(self.call.args[position].var) else { return Vec::new() };
        let ways = self.producers.of_type(&ty).iter();
        let ways = ways.filter(|way| way.len() > 1 || self.effort == Effort::Many);
        let variant = |way: &Vec<Statement>| Variant {
            sequence: self.with_arguments(&[(position, way.clone())]),
            change: Change::Argument(site(position), None),
        };
        ways.map(variant).collect()
    }

    /// The same number for all integers among the arguments.
    pub(super) fn with_numbers_together(&mut self) -> Vec<Variant> {
        let receiver = self.receiver_var();
        let mut chains = Vec::new();
        for position in self.positions() {
            let chain = self.chain(self.call.args[position].var);
            if receiver.is_none_or(|receiver| !chain.contains(&receiver)) {
                chains.push((position, chain));
            }
        }
        let integers = |this: &Self| -> Vec<(u32, gadfly_wire::Literal)> {
            let all = chains.iter().flat_map(|(_, chain)| chain);
            let literals = all.filter_map(|at| Some((*at, this.literal_at(*at)?)));
            literals.filter(|(_, literal)| number(literal).is_some()).collect()
        };
        let integers = integers(self);
        if integers.len() < 2 {
            return Vec::new();
        }
        let mut all = Vec::new();
        for value in TOGETHER {
            let mut changed = Vec::new();
            for (at, literal) in &integers {
                if let Some(other) = with_number(literal.ty, value) {
                    changed.push((*at, self.statement_of(&other)));
                }
            }
            let ways = chains.iter().map(|(at, chain)| (*at, self.copy_of(chain, &changed)));
            let ways: Vec<_> = ways.collect();
            all.push(Variant { sequence: self.with_arguments(&ways), change: Change::Together });
        }
        all.retain(|variant| variant.sequence != self.sequence);
        all
    }

    /// The same function with a closure that captures nothing, where it has one that does.
    pub(super) fn with_plain_closures(&self) -> Vec<Variant> {
        let own = self.operation();
        let is_plain = |record: &OperationRecord| {
            let count = record.parameters.len();
            record.function.is_some()
                && record.function == own.function
                && record.is_built
                && record.body.contains('|')
                && count < own.parameters.len()
                && record.parameters == own.parameters[..count]
        };
        let plain = (0_u32..).zip(self.operations).filter(|(_, record)| is_plain(record));
        let variant = |(id, record): (u32, &OperationRecord)| {
            let mut sequence = self.sequence.clone();
            if let Some(call) = sequence.statements.last_mut() {
                call.what = What::Operation(id);
                call.args.truncate(record.parameters.len());
            }
            Variant { sequence, change: Change::Closure }
        };
        plain.map(variant).collect()
    }
}

/// An argument as a whole.
fn site(argument: usize) -> ArgumentSite {
    ArgumentSite { argument, literal: None, is_zero: false }
}

/// Returns whether an operation yields a constant, or a variant without parts.
fn is_constant(record: &OperationRecord) -> bool {
    record.parameters.is_empty()
        && record.is_built
        && !record.is_partial
        && matches!(record.origin, OperationOrigin::Plain | OperationOrigin::Call)
        && !record.body.contains(['(', '{', '|', '['])
}
