//! Calls without arguments on the receiver before the failing call: what fails in them, and not on a fresh value, was broken before.

use gadfly_plan::prepared::{OperationRecord, ParameterMode};
use gadfly_wire::{Sequence, Statement};

use super::FailingCall;
use super::failing_call::passing;
use crate::edit::of;

/// Methods that are tried.
const MOST_METHODS: usize = 32;

/// One call on the receiver as it was before the failing call, and the same on a fresh value.
#[derive(Clone, Debug, PartialEq)]
pub struct WholenessTrial {
    /// The call on the receiver.
    pub before: Sequence,
    /// The call on a value that was just made.
    pub fresh: Sequence,
}

impl FailingCall<'_> {
    /// A trial for each method without arguments; none where nothing could have broken the receiver.
    pub fn wholeness_trials(&self) -> Vec<WholenessTrial> {
        let (Some(position), Some(receiver)) = (self.receiver, self.receiver_var()) else {
            return Vec::new();
        };
        let ty = self.type_of(receiver);
        let fresh = ty.and_then(|ty| self.producers.of_type(&ty).first());
        let Some(fresh) = fresh.filter(|_| !self.receiver_is_unchanged()) else {
            return Vec::new();
        };
        let parameter = &self.operation().parameters[position];
        let asks = |record: &OperationRecord| {
            record.is_method
                && record.is_built
                && record.function.is_some()
                && record.function != self.operation().function
                && matches!(&record.parameters[..], [only] if
                    only.value_type == parameter.value_type
                        && matches!(only.mode, ParameterMode::Shared | ParameterMode::Exclusive))
        };
        let methods = (0_u32..).zip(self.operations).filter(|(_, record)| asks(record));
        let called = |id: u32, statements: &[Statement], var: u32| {
            let call = Statement { args: vec![passing(var)], ..Statement::operation(id) };
            of(statements.iter().cloned().chain([call]).collect())
        };
        let trial = |(id, _): (u32, &OperationRecord)| WholenessTrial {
            before: called(id, self.before(), receiver),
            fresh: called(id, fresh, fresh.len() as u32 - 1),
        };
        methods.map(trial).take(MOST_METHODS).collect()
    }
}
