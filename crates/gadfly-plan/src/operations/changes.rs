//! Ways to change values of the types that operations ask for.
//!
//! A function is called with few instances of its parameters, chosen for its own sake. A type that
//! only one function asks for might be made, but hardly ever changed: there would be few values of
//! it. So whatever is asked for but changed in few ways gets its methods that change it.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::{Owner, Receiver, Ty};

use super::call::calls;
use super::candidate::{CallOrigin, Candidate, PassingMode};
use crate::infer::instantiate::Instantiator;
use crate::select::Operation;
use crate::types::shape::FunctionShape;
use crate::types::subst::strip_refs;

/// A type that is changed in so many ways has enough of them.
const ENOUGH: usize = 4;
/// The number of methods added for one type.
const METHODS: usize = 16;
/// The number of instances of a method's own parameters that are tried on one type.
const TRIES: usize = 3;
/// Among how many operations one may be added.
const SHARE: usize = 4;

/// Calls of methods that change what the operations ask for, where few of them do; each with the
/// choices it depends on.
pub fn missing(
    instantiator: &Instantiator<'_>,
    shapes: &[FunctionShape<'_>],
    operations: &[Operation],
    may_call: &dyn Fn(usize) -> bool,
) -> Vec<(Candidate, Vec<(String, Ty)>)> {
    let changing: Vec<(usize, &FunctionShape<'_>)> =
        shapes.iter().enumerate().filter(|(id, shape)| may_call(*id) && changes(shape)).collect();
    let mut changed: BTreeMap<&Ty, BTreeSet<usize>> = BTreeMap::new();
    for (ty, function) in operations.iter().filter_map(change) {
        changed.entry(ty).or_default().insert(function);
    }
    let most = operations.len() / SHARE;
    let mut found = Vec::new();
    for ty in asked_for(operations) {
        let known = changed.get(ty).cloned().unwrap_or_default();
        if known.len() >= ENOUGH {
            continue;
        }
        let mut methods = 0;
        for (id, shape) in changing.iter().filter(|(id, _)| !known.contains(id)) {
            if methods == METHODS || found.len() >= most {
                break;
            }
            let env = instantiator.environments_on(shape, ty).into_iter().next();
            let Some(env) = env else { continue };
            let call = calls(instantiator.solver, shape, &env, CallOrigin::Function(*id));
            if let Some(candidate) = call.into_iter().next() {
                methods += 1;
                found.push((candidate, env.choices));
            }
        }
    }
    found
}

/// Calls of everything that belongs to one type, on that very type; each with the choices it depends on.
pub fn on_type(
    instantiator: &Instantiator<'_>,
    shapes: &[FunctionShape<'_>],
    ty: &Ty,
    may_call: &dyn Fn(usize) -> bool,
) -> Vec<(Candidate, Vec<(String, Ty)>)> {
    let mut found = Vec::new();
    for (id, shape) in shapes.iter().enumerate().filter(|(id, _)| may_call(*id)) {
        for env in instantiator.environments_on(shape, ty).into_iter().take(TRIES) {
            let call = calls(instantiator.solver, shape, &env, CallOrigin::Function(id));
            found.extend(call.into_iter().next().map(|candidate| (candidate, env.choices)));
        }
    }
    found
}

/// Instances of generic types that functions take, in a fixed order.
fn asked_for(operations: &[Operation]) -> BTreeSet<&Ty> {
    operations
        .iter()
        .filter(|operation| matches!(operation.candidate.origin, CallOrigin::Function(_)))
        .flat_map(|operation| &operation.candidate.inputs)
        .map(|input| strip_refs(&input.ty))
        .filter(|ty| matches!(ty, Ty::Adt(_, args) if !args.is_empty()))
        .collect()
}

/// The type that a method changes, and which method.
fn change(operation: &Operation) -> Option<(&Ty, usize)> {
    let CallOrigin::Function(id) = operation.candidate.origin else { return None };
    let receiver = operation.candidate.inputs.first()?;
    (receiver.mode == PassingMode::Mut).then_some((&receiver.ty, id))
}

fn changes(shape: &FunctionShape<'_>) -> bool {
    let is_inherent = matches!(shape.function.owner, Owner::Inherent(_));
    is_inherent && shape.function.receiver == Some(Receiver::Exclusive)
}
