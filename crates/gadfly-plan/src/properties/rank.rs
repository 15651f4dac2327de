//! The number of calls that make a value.
//!
//! `rank(operation) = 1 + Σ rank(argument)`, and `rank(type)` is the least rank of an operation that yields it, or nothing
//! for values that are written as literals. A receiver is an argument like any other. Impls of other libraries' traits
//! count as if they took very many calls: they complement the crate's functions and do not replace them.

use std::collections::BTreeMap;

use gadfly_model::Ty;

use crate::compiler::Accepted;
use crate::operations::candidate::{CallOrigin, Input, PassingMode};
use crate::types::universe::literal_types;

/// The rank of what is taken where there is nothing else.
const LAST: u32 = 1 << 20;

/// The fewest calls to anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranks {
    types: BTreeMap<Ty, u32>,
    /// By index of the operation; none if its arguments cannot be made.
    pub operations: Vec<Option<u32>>,
}

impl Ranks {
    /// The fewest calls that make a value of a type.
    pub fn of_type(&self, ty: &Ty) -> Option<u32> {
        self.types.get(ty).copied()
    }

    /// The fewest calls that make something to pass as an argument.
    pub fn of_input(&self, input: &Input) -> Option<u32> {
        let ty = &input.ty;
        let shared = || self.of_type(&Ty::shared(ty.clone()));
        let exclusive = || self.of_type(&Ty::exclusive(ty.clone()));
        let found = match input.mode {
            PassingMode::Val => vec![self.of_type(ty)],
            PassingMode::Ref => vec![self.of_type(ty), shared(), exclusive()],
            PassingMode::Mut => vec![self.of_type(ty), exclusive()],
            PassingMode::RefDst => vec![shared(), exclusive()],
            PassingMode::MutDst => vec![exclusive()],
        };
        found.into_iter().flatten().min()
    }

    fn of_operation(&self, operation: &Accepted) -> Option<u32> {
        let is_generator = operation.candidate.origin == CallOrigin::Generator;
        let mut rank = if is_generator { LAST } else { 1 };
        for input in &operation.candidate.inputs {
            rank = rank.saturating_add(self.of_input(input)?);
        }
        Some(rank)
    }
}

/// The least solution of the equations.
pub fn ranks(operations: &[Accepted]) -> Ranks {
    let types = literal_types().into_iter().map(|ty| (ty, 0)).collect();
    let mut ranks = Ranks { types, operations: vec![None; operations.len()] };
    loop {
        let mut is_stable = true;
        for (index, operation) in operations.iter().enumerate() {
            let rank = ranks.of_operation(operation);
            if rank.is_none() || rank == ranks.operations[index] {
                continue;
            }
            ranks.operations[index] = rank;
            is_stable = false;
            let known = ranks.of_type(&operation.output).unwrap_or(u32::MAX);
            if let Some(rank) = rank.filter(|rank| *rank < known) {
                ranks.types.insert(operation.output.clone(), rank);
            }
        }
        if is_stable {
            return ranks;
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::operations::candidate::Candidate;
    use gadfly_model::Prim;

    pub(in super::super) fn operation(inputs: Vec<Input>, output: Ty, body: &str) -> Accepted {
        let candidate = Candidate::builtin(inputs, body);
        Accepted { candidate, output, round: 0, is_inhabited: true, is_extra: false }
    }

    pub(in super::super) fn ty(name: &str) -> Ty {
        Ty::adt(&format!("k::{name}"), [])
    }

    #[test]
    fn a_rank_is_the_fewest_calls() {
        let operations = [
            // A map from nothing, its key set, a set from nothing, a pair of a map and a set.
            operation(vec![], ty("Map"), "Map::new()"),
            operation(vec![Input::shared(ty("Map"))], ty("Set"), "x0.key_set()"),
            operation(vec![Input::val(Ty::Prim(Prim::I32))], ty("Set"), "Set::with(x0)"),
            operation(
                vec![Input::val(ty("Map")), Input::val(ty("Set"))],
                ty("Pair"),
                "Pair(x0, x1)",
            ),
            operation(vec![Input::val(ty("Never"))], ty("Never"), "x0"),
        ];
        let ranks = ranks(&operations);
        assert_eq!(ranks.operations, [Some(1), Some(2), Some(1), Some(3), None]);
        assert_eq!(ranks.of_type(&ty("Set")), Some(1));
        assert_eq!(ranks.of_type(&ty("Pair")), Some(3));
        assert_eq!(ranks.of_type(&ty("Never")), None);
        assert_eq!(ranks.of_type(&Ty::Prim(Prim::I32)), Some(0));
    }

    #[test]
    fn references_rank_like_what_they_can_be_taken_from() {
        let operations = [
            operation(vec![], ty("Map"), "Map::new()"),
            operation(vec![Input::exclusive(ty("Map"))], Ty::exclusive(ty("Slot")), "x0.slot()"),
        ];
        let ranks = ranks(&operations);
        assert_eq!(ranks.of_input(&Input::exclusive(ty("Slot"))), Some(2));
        assert_eq!(ranks.of_input(&Input::shared(ty("Slot"))), Some(2));
        assert_eq!(ranks.of_input(&Input::val(ty("Slot"))), None);
    }
}
