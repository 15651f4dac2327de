//! Functions that are kept because others could not be called without what they make.
//!
//! Each function is kept with few instances, so an instance of one may need a value that no kept
//! instance of another makes.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::Ty;

use super::compiler::Accepted;
use super::operations::candidate::{CallOrigin, Input};
use super::select::need;
use super::types::universe::Universe;

/// Of the accepted functions those that the chosen operations lack, each with what it needs itself.
pub(super) fn missing<'a>(accepted: &'a [Accepted], chosen: &[&'a Accepted]) -> Vec<&'a Accepted> {
    let universe = made_by(chosen.iter().copied()).0;
    let is_unserved = |input: &&Input| !universe.serves(input);
    let runnable = chosen.iter().filter(|operation| operation.is_inhabited);
    let mut unserved: Vec<&Input> =
        runnable.flat_map(|operation| &operation.candidate.inputs).filter(is_unserved).collect();
    if unserved.is_empty() {
        return Vec::new();
    }
    let makers = made_by(accepted.iter().filter(|operation| operation.is_inhabited)).1;
    let is_chosen =
        |maker: &Accepted| chosen.iter().any(|operation| std::ptr::eq(*operation, maker));
    let mut looked_at: BTreeSet<Ty> = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(input) = unserved.pop() {
        let mut serving = BTreeSet::new();
        need(input, &mut serving);
        let made = serving.into_iter().find(|ty| makers.contains_key(ty));
        let Some(ty) = made.filter(|ty| looked_at.insert(ty.clone())) else { continue };
        let maker = makers[&ty];
        unserved.extend(maker.candidate.inputs.iter().filter(is_unserved));
        // Everything else is kept as soon as it is needed.
        if matches!(maker.candidate.origin, CallOrigin::Function(_)) && !is_chosen(maker) {
            found.push(maker);
        }
    }
    found
}

/// Which types these operations can make, and which of them makes each first.
fn made_by<'a>(
    operations: impl Iterator<Item = &'a Accepted>,
) -> (Universe, BTreeMap<Ty, &'a Accepted>) {
    let mut universe = Universe::of_literals(0);
    let mut makers = BTreeMap::new();
    let mut waiting: Vec<&Accepted> = operations.collect();
    loop {
        let before = waiting.len();
        waiting.retain(|operation| {
            let is_ready = operation.candidate.inputs.iter().all(|input| universe.serves(input));
            if is_ready && universe.add(&operation.output) {
                makers.insert(operation.output.clone(), *operation);
            }
            !is_ready
        });
        if waiting.len() == before {
            return (universe, makers);
        }
    }
}
