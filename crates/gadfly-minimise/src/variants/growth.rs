//! Variants with a receiver that holds more: the calls that make it so are found by trying them.

use gadfly_plan::prepared::{OperationRecord, ParameterMode};
use gadfly_wire::{Literal, LiteralType, LiteralValue, Observed, Sequence, Statement, What};

use super::failing_call::{is_of_type, passing};
use super::values::with_number;
use super::{Change, FailingCall, Variant};
use crate::edit::{of, renumbered};

/// Methods that are tried.
const MOST_METHODS: usize = 24;
/// Methods that make the receiver hold more, of which variants are made.
const MOST_GROWING: usize = 6;
/// Calls of one method.
const CALLS: u32 = 3;

/// A sequence that shows how much the receiver holds after some calls.
#[derive(Clone, Debug, PartialEq)]
pub struct GrowthTrial {
    /// The sequence; its values are to be observed.
    pub sequence: Sequence,
    /// The statements after which the failing call would follow.
    before: Vec<Statement>,
    receiver: u32,
    len: Option<u32>,
    is_empty: Option<u32>,
}

/// The size of what a receiver holds, as far as it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    len: Option<u64>,
    is_empty: Option<bool>,
    /// The length of its `Debug` form.
    shown: Option<usize>,
}

impl FailingCall<'_> {
    /// Sequences that show how much the receiver holds: as it is, and after calls of each method that may change it.
    pub fn growth_trials(&mut self) -> Vec<GrowthTrial> {
        let Some(receiver) = self.receiver_var() else { return Vec::new() };
        let mut all = vec![self.observed(self.before().to_vec(), receiver)];
        for id in self.methods() {
            if let Some(before) = self.after_calls(id, receiver) {
                all.push(self.observed(before, receiver));
            }
        }
        all
    }

    /// Variants of the call after what made the receiver hold more, by what was observed in each trial.
    pub fn grown(&self, trials: &[GrowthTrial], observed: &[Vec<Observed>]) -> Vec<Variant> {
        let mut readings = trials.iter().zip(observed).map(|(trial, values)| trial.reading(values));
        let Some(first) = readings.next() else { return Vec::new() };
        let grows = |(trial, reading): (&'_ GrowthTrial, Reading)| {
            reading.is_more_than(first).then(|| trial.clone())
        };
        let growing: Vec<GrowthTrial> =
            trials.iter().skip(1).zip(readings).filter_map(grows).collect();
        // Where some of them return handles like those that the call takes, only those are to the point: the others change
        // something else, and may repair it.
        let is_relevant = |trial: &&GrowthTrial| self.returns_an_argument(trial);
        let relevant: Vec<&GrowthTrial> = growing.iter().filter(is_relevant).collect();
        let relevant = if relevant.is_empty() { growing.iter().collect() } else { relevant };
        let relevant = relevant.into_iter().take(MOST_GROWING);
        relevant.flat_map(|trial| self.called_after(&trial.before)).collect()
    }

    /// Returns whether the last call of a trial returns a value of the type of an argument.
    fn returns_an_argument(&self, trial: &GrowthTrial) -> bool {
        let last = trial.before.last();
        let returned = last.and_then(|last| self.producers.type_of(last, &self.added));
        let mut arguments = self.positions().into_iter().map(|at| self.call.args[at].var);
        returned.is_some() && arguments.any(|var| self.type_of(var).as_deref() == returned)
    }

    /// Other methods that may change the receiver.
    fn methods(&self) -> Vec<u32> {
        let own = self.operation();
        let receiver = self.receiver.and_then(|at| own.parameters.get(at));
        let may_grow = |record: &OperationRecord| {
            record.is_method
                && record.is_built
                && record.function.is_some()
                && record.function != own.function
                && record.parameters.first().is_some_and(|first| {
                    first.mode == ParameterMode::Exclusive
                        && receiver.is_some_and(|it| it.value_type == first.value_type)
                })
        };
        let all = (0_u32..).zip(self.operations).filter(|(_, record)| may_grow(record));
        all.map(|(id, _)| id).take(MOST_METHODS).collect()
    }

    /// The statements before the call, and some calls of a method on the receiver, each with other arguments.
    fn after_calls(&mut self, id: u32, receiver: u32) -> Option<Vec<Statement>> {
        let record = &self.operations[id as usize];
        let mut statements = self.before().to_vec();
        for round in 0..CALLS {
            let mut args = vec![passing(receiver)];
            for parameter in &record.parameters[1..] {
                let way = self.value_of(&parameter.ty, parameter.mode, round)?;
                let base = statements.len() as u32;
                let placed = way.iter().map(|it| renumbered(it, &|var| base + var));
                statements.extend(placed);
                args.push(passing(statements.len() as u32 - 1));
            }
            statements.push(Statement { args, ..Statement::operation(id) });
        }
        Some(statements)
    }

    /// A way to make a value of a type, another in each round where there are several.
    pub(super) fn value_of(
        &mut self,
        ty: &str,
        mode: ParameterMode,
        round: u32,
    ) -> Option<Vec<Statement>> {
        let ty = match mode {
            ParameterMode::SharedUnsized => format!("&{ty}"),
            ParameterMode::ExclusiveUnsized => return None,
            _ => ty.to_owned(),
        };
        if ty == "&str" {
            // Without characters it adds nothing.
            let text = LiteralValue::Str("abc".chars().skip(round as usize).take(1).collect());
            return Some(vec![self.statement_of(&Literal::new(LiteralType::Str, text))]);
        }
        let integer = self.planned.iter().find(|literal| is_of_type(literal, &ty)).map(|it| it.ty);
        if let Some(literal) = integer.and_then(|ty| with_number(ty, i128::from(round))) {
            return Some(vec![self.statement_of(&literal)]);
        }
        let ways = self.producers.of_type(&ty);
        ways.get(round as usize % ways.len().max(1)).cloned()
    }

    /// A trial that ends with questions to the receiver.
    fn observed(&self, before: Vec<Statement>, receiver: u32) -> GrowthTrial {
        let mut statements = before.clone();
        let mut ask = |name: &str| {
            let id = self.question(name)?;
            statements
                .push(Statement { args: vec![passing(receiver)], ..Statement::operation(id) });
            Some(statements.len() as u32 - 1)
        };
        let (len, is_empty) = (ask("len"), ask("is_empty"));
        GrowthTrial { sequence: of(statements), before, receiver, len, is_empty }
    }

    /// The method of this name that only looks at the receiver.
    fn question(&self, name: &str) -> Option<u32> {
        let receiver = self.operation().parameters.get(self.receiver?)?;
        let (call, cast) = (format!("::{name}("), format!(">::{name}("));
        let asks = |record: &OperationRecord| {
            record.is_method
                && record.is_built
                && matches!(&record.parameters[..], [only] if
                    only.mode == ParameterMode::Shared && only.value_type == receiver.value_type)
                && (record.body.contains(&call) || record.body.contains(&cast))
        };
        (0_u32..).zip(self.operations).find(|(_, record)| asks(record)).map(|(id, _)| id)
    }

    /// The call after these statements: with its arguments, and with values of the same type that the new calls return.
    fn called_after(&self, before: &[Statement]) -> Vec<Variant> {
        let with = |call: Statement| {
            let sequence = of(before.iter().cloned().chain([call]).collect());
            Variant { sequence, change: Change::Grown }
        };
        let mut all = vec![with(self.call.clone())];
        let new = self.before().len() as u32..before.len() as u32;
        for position in self.positions() {
            let ty = self.type_of(self.call.args[position].var);
            let is_alike = |var: &u32| {
                let statement = &before[*var as usize];
                let is_made = matches!(statement.what, What::Operation(_));
                let made = self.producers.type_of(statement, &self.added);
                is_made && made.is_some() && made == ty.as_deref()
            };
            if let Some(var) = new.clone().find(is_alike) {
                let mut call = self.call.clone();
                call.args[position].var = var;
                all.push(with(call));
            }
        }
        all
    }
}

impl GrowthTrial {
    /// The size of what the receiver holds, from the observed values.
    pub fn reading(&self, values: &[Observed]) -> Reading {
        let text = |var: u32, is_final: bool| {
            let mut found = values.iter().filter(|it| it.var == var && it.is_final == is_final);
            found.next().and_then(|value| value.debug.as_deref())
        };
        Reading {
            len: self.len.and_then(|var| text(var, false)?.parse().ok()),
            is_empty: self.is_empty.and_then(|var| text(var, false)?.parse().ok()),
            shown: text(self.receiver, true).map(str::len),
        }
    }
}

impl Reading {
    /// Returns whether the receiver says that it is empty; `None` if it says nothing.
    pub fn is_empty(self) -> Option<bool> {
        self.is_empty.or(self.len.map(|len| len == 0))
    }

    /// Returns whether it holds more than it did.
    fn is_more_than(self, before: Reading) -> bool {
        match (self.len.zip(before.len), self.is_empty.zip(before.is_empty)) {
            (Some((now, before)), _) => now > before,
            (None, Some((now, before))) if now != before => before,
            (None, _) => self.shown.zip(before.shown).is_some_and(|(now, before)| now > before),
        }
    }
}
