//! Variants with another receiver, the arguments kept.

use std::cmp::Ordering;

use gadfly_wire::{Statement, What};

use super::values::others;
use super::{Change, FailingCall, Variant};

impl FailingCall<'_> {
    /// Variants with a receiver that is made from other numbers, or in another way.
    pub(super) fn with_other_receivers(&mut self) -> Vec<Variant> {
        let Some(position) = self.receiver else { return Vec::new() };
        let var = self.call.args[position].var;
        let mut all = self.with_other_makings(var);
        let ty = self.type_of(var);
        let ways = ty.map(|ty| self.producers.of_type(&ty).to_vec()).unwrap_or_default();
        let is_handmade = self.maker_of_receiver().is_some_and(|maker| maker.function.is_none());
        if !self.receiver_is_unchanged() {
            return all;
        }
        for way in ways {
            let change = match is_handmade && self.is_from_function(&way) {
                true => Change::Constructed,
                false => Change::Remade(None),
            };
            all.push(Variant { sequence: self.with_arguments(&[(position, way)]), change });
        }
        all
    }

    /// Other literals among those of which the receiver is made, and no argument.
    fn with_other_makings(&mut self, var: u32) -> Vec<Variant> {
        let arguments = self.positions().into_iter().map(|at| self.call.args[at].var);
        let of_arguments: Vec<u32> = arguments.flat_map(|argument| self.chain(argument)).collect();
        let receiver = self.chain(var);
        let mut all = Vec::new();
        for at in receiver.into_iter().filter(|at| !of_arguments.contains(at)) {
            let Some(literal) = self.literal_at(at) else { continue };
            for (other, order) in others(&literal, self.effort) {
                let order: Option<Ordering> = order;
                let sequence = self.with_literal_at(at, &other);
                all.push(Variant { sequence, change: Change::Remade(order) });
            }
        }
        all
    }

    /// Returns whether a function of the crate yields the value of a way.
    fn is_from_function(&self, way: &[Statement]) -> bool {
        let Some(What::Operation(id)) = way.last().map(|last| last.what) else { return false };
        self.operations.get(id as usize).is_some_and(|record| record.function.is_some())
    }
}
