//! Which laws are stated of which types.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::Ty;
use gadfly_wire::Law;

use super::list::LAWS;
use super::type_methods::TypeMethods;
use crate::operations::candidate::{Candidate, Input, PassingMode};
use crate::select::Operation;
use crate::solve::trait_solver::TraitSolver;
use crate::types::shape::FunctionShape;
use crate::types::subst::{has_unnameable, strip_refs};
use crate::types::universe::literal_types;

/// The number of instances of one generic type for which laws are stated.
const INSTANCES: usize = 2;

/// Laws about the types that operations make, each with an operation that states it: law number
/// `n` is stated by candidate `n`.
pub fn propose(
    solver: &TraitSolver<'_>,
    operations: &[Operation],
    admits: &dyn Fn(&str) -> bool,
) -> Vec<(Law, Candidate)> {
    let model = solver.model;
    let shapes: Vec<FunctionShape<'_>> = model
        .functions
        .iter()
        .filter(|function| {
            model.is_local(&function.krate)
                && !function.is_unsafe
                && !function.is_async
                && admits(&function.path)
        })
        .map(|function| FunctionShape::of(model, function))
        .collect();
    let made: BTreeSet<Ty> = operations
        .iter()
        .map(|operation| operation.output.clone())
        .chain(literal_types())
        .collect();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut proposed: Vec<(Law, Candidate)> = Vec::new();
    for ty in types(solver, operations, &made) {
        let type_methods = TypeMethods::of(solver, &shapes, &ty);
        for state in LAWS {
            for statement in state(&type_methods) {
                let index = u32::try_from(proposed.len()).expect("there are fewer laws");
                let candidate = statement.candidate(index);
                let is_made = candidate.inputs.iter().all(|input| is_made(&made, input));
                if is_made && seen.insert(candidate.key()) {
                    proposed.push((statement.law(), candidate));
                }
            }
        }
    }
    proposed
}

/// The types that laws are stated of: of each of the subject's types the instances that most
/// operations take, and what its traits are implemented for.
fn types(solver: &TraitSolver<'_>, operations: &[Operation], made: &BTreeSet<Ty>) -> Vec<Ty> {
    let mut uses: BTreeMap<&Ty, usize> = BTreeMap::new();
    for ty in made.iter().map(strip_refs) {
        if !has_unnameable(ty) {
            uses.insert(ty, 0);
        }
    }
    for input in operations.iter().flat_map(|operation| &operation.candidate.inputs) {
        if let Some(count) = uses.get_mut(strip_refs(&input.ty)) {
            *count += 1;
        }
    }
    let mut by_use: Vec<(&Ty, usize)> = uses.into_iter().filter(|(_, count)| *count > 0).collect();
    by_use.sort_by_key(|(ty, count)| (std::cmp::Reverse(*count), ty.depth()));
    let mut instances: BTreeMap<&str, usize> = BTreeMap::new();
    let mut kept = Vec::new();
    for (ty, _) in by_use {
        let is_kept = match ty {
            Ty::Adt(path, _) => {
                let is_local = solver
                    .model
                    .adts
                    .get(path)
                    .is_some_and(|adt| solver.model.is_local(&adt.krate));
                let count = instances.entry(path).or_default();
                *count += 1;
                is_local && *count <= INSTANCES
            }
            Ty::Prim(_) => true,
            _ => false,
        };
        if is_kept {
            kept.push(ty.clone());
        }
    }
    kept
}

/// Returns whether an argument can be had at all.
fn is_made(made: &BTreeSet<Ty>, input: &Input) -> bool {
    let shared = Ty::shared(input.ty.clone());
    let exclusive = Ty::exclusive(input.ty.clone());
    let is_lent = made.contains(&shared) || made.contains(&exclusive);
    match input.mode {
        PassingMode::RefDst => is_lent,
        PassingMode::Ref => is_lent || made.contains(&input.ty),
        PassingMode::Val | PassingMode::Mut | PassingMode::MutDst => made.contains(&input.ty),
    }
}
