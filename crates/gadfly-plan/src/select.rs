//! Which of the operations that compile are worth building.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::Ty;

use super::compiler::Accepted;
use super::infer::kinds::{self, InstanceKind, kind};
use super::operations::candidate::{CallOrigin, Candidate, Input, PassingMode};
use super::support;
use super::types::subst::{Owns, owns};

/// Closures tried per instance of a function.
const VARIANTS: usize = 3;

/// An operation that will be built.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The candidate.
    pub candidate: Candidate,
    /// Its result's type.
    pub output: Ty,
}

/// Keeps a few instances per function, and of the rest what they need.
pub fn select(accepted: &[Accepted], instances: usize) -> Vec<Operation> {
    let mut kept: Vec<&Accepted> = functions(accepted, instances);
    loop {
        let functions = kept.len();
        kept.extend(helpers(accepted, &kept));
        let missing = support::missing(accepted, &kept);
        if missing.is_empty() {
            break;
        }
        kept.truncate(functions);
        kept.extend(missing);
    }
    kept.into_iter()
        .map(|accepted| Operation {
            candidate: accepted.candidate.clone(),
            output: accepted.output.clone(),
        })
        .collect()
}

/// The operations that are no functions of the subject, and that those to keep need.
fn helpers<'a>(accepted: &'a [Accepted], kept: &[&'a Accepted]) -> Vec<&'a Accepted> {
    let mut needed: BTreeSet<Ty> = BTreeSet::new();
    // What holds values that notice its end is worth ending, even if nothing else can be done with it.
    let mut noticed: BTreeSet<&Ty> = BTreeSet::new();
    for operation in kept {
        operation.candidate.inputs.iter().for_each(|input| need(input, &mut needed));
        noticed.extend(Some(&operation.output).filter(|output| owns(output) == Owns::Tracked));
    }
    let rest: Vec<&Accepted> = accepted
        .iter()
        .filter(|accepted| {
            accepted.is_inhabited && !matches!(accepted.candidate.origin, CallOrigin::Function(_))
        })
        .collect();
    let mut taken = vec![false; rest.len()];
    loop {
        let mut has_grown = false;
        for (index, accepted) in rest.iter().enumerate() {
            if !taken[index] && (is_needed(accepted, &needed) || is_end(accepted, &noticed)) {
                taken[index] = true;
                has_grown = true;
                accepted.candidate.inputs.iter().for_each(|input| need(input, &mut needed));
            }
        }
        if !has_grown {
            break;
        }
    }
    rest.into_iter().zip(taken).filter(|(_, taken)| *taken).map(|(accepted, _)| accepted).collect()
}

/// The best instances of each function: those that can run first, then simple ones.
fn functions(accepted: &[Accepted], instances: usize) -> Vec<&Accepted> {
    let mut by_function: BTreeMap<usize, Vec<&Accepted>> = BTreeMap::new();
    for operation in accepted {
        if let (CallOrigin::Function(id), false) = (operation.candidate.origin, operation.is_extra)
        {
            by_function.entry(id).or_default().push(operation);
        }
    }
    let is_kept = |operation: &&Accepted| operation.is_extra && operation.is_inhabited;
    let mut kept: Vec<&Accepted> = accepted.iter().filter(is_kept).collect();
    for (_, mut found) in by_function {
        found.sort_by_key(|operation| {
            let depth: usize =
                operation.candidate.inputs.iter().map(|input| input.ty.depth()).sum();
            (!operation.is_inhabited, operation.round, depth)
        });
        let mut labels: Vec<(&str, usize)> = Vec::new();
        let mut kinds: BTreeSet<InstanceKind> = BTreeSet::new();
        for operation in owner_second(found) {
            let label = operation.candidate.label.as_str();
            let known = labels.iter().position(|(known, _)| *known == label);
            let of = kind(&operation.candidate);
            let is_other = || !kinds.contains(&of);
            let is_usual = || of.is_standard() && !kinds.iter().any(InstanceKind::is_standard);
            match known {
                Some(index) if labels[index].1 < VARIANTS => labels[index].1 += 1,
                None if labels.len() < instances => labels.push((label, 1)),
                None if labels.len() < kinds::MOST && is_other() => labels.push((label, 1)),
                None if labels.len() == kinds::MOST && is_usual() => labels.push((label, 1)),
                _ => continue,
            }
            kinds.insert(of);
            // One that cannot run shows that the function can be called, no more.
            if operation.is_inhabited || labels.len() == 1 {
                kept.push(operation);
            }
        }
    }
    kept
}

/// The same instances, the first that owns most among the first two.
fn owner_second(mut found: Vec<&Accepted>) -> Vec<&Accepted> {
    let owns = |accepted: &Accepted| {
        let inputs = accepted.candidate.inputs.iter().map(|input| owns(&input.ty));
        inputs.chain([owns(&accepted.output)]).max().unwrap_or(Owns::Nothing)
    };
    let most = found.iter().map(|accepted| owns(accepted)).max().unwrap_or(Owns::Nothing);
    let first = found.first().map(|accepted| accepted.candidate.label.clone());
    let of_first = |accepted: &&Accepted| Some(&accepted.candidate.label) == first.as_ref();
    let second =
        found.iter().filter(|accepted| !of_first(accepted)).find(|found| owns(found) == most);
    let second = second.map(|accepted| accepted.candidate.label.clone());
    if most == Owns::Nothing || found.first().is_none_or(|it| owns(it) == most) || second.is_none()
    {
        return found;
    }
    let is_second = |accepted: &&Accepted| Some(&accepted.candidate.label) == second.as_ref();
    // Stable: what is alike keeps its order.
    found.sort_by_key(|accepted| match (of_first(accepted), is_second(accepted)) {
        (true, _) => 0,
        (_, true) => 1,
        _ => 2,
    });
    found
}

/// Notes every type whose values could serve an argument.
pub(super) fn need(input: &Input, needed: &mut BTreeSet<Ty>) {
    let ty = &input.ty;
    match input.mode {
        PassingMode::Val => {
            needed.insert(ty.clone());
        }
        PassingMode::Ref => {
            needed.insert(ty.clone());
            needed.insert(Ty::shared(ty.clone()));
            needed.insert(Ty::exclusive(ty.clone()));
        }
        PassingMode::Mut => {
            needed.insert(ty.clone());
            needed.insert(Ty::exclusive(ty.clone()));
        }
        PassingMode::RefDst => {
            needed.insert(Ty::shared(ty.clone()));
            needed.insert(Ty::exclusive(ty.clone()));
        }
        PassingMode::MutDst => {
            needed.insert(Ty::exclusive(ty.clone()));
        }
    }
}

/// Returns whether an operation makes something needed, changes something needed (`push`), or ends it
/// (`forget`, `drop`).
fn is_needed(accepted: &Accepted, needed: &BTreeSet<Ty>) -> bool {
    let ends = matches!(accepted.candidate.origin, CallOrigin::Forget | CallOrigin::Drop);
    needed.contains(&accepted.output)
        || (ends && accepted.candidate.inputs.iter().all(|input| needed.contains(&input.ty)))
        || accepted
            .candidate
            .inputs
            .iter()
            .any(|input| input.mode == PassingMode::Mut && needed.contains(&input.ty))
}

/// Returns whether an operation drops a value of one of these types before its time.
fn is_end(accepted: &Accepted, of: &BTreeSet<&Ty>) -> bool {
    accepted.candidate.origin == CallOrigin::Drop
        && accepted.candidate.inputs.iter().all(|input| of.contains(&input.ty))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::tracked::tracked;

    fn of(name: &str) -> Ty {
        Ty::Adt(format!("k::{name}").into(), Vec::new())
    }

    fn accepted(origin: CallOrigin, label: &str, inputs: Vec<Input>, output: Ty) -> Accepted {
        let candidate = Candidate::with_origin(origin, inputs, format!("f::<{label}>"));
        let candidate = Candidate { label: label.to_owned(), ..candidate };
        Accepted { candidate, output, round: 0, is_inhabited: true, is_extra: false }
    }

    #[test]
    fn makers_of_arguments_are_kept_beyond_the_limit() {
        let make = |name| accepted(CallOrigin::Function(0), name, Vec::new(), of(name));
        let mut all = vec![make("A"), make("B"), make("C"), make("D")];
        let by_ref = vec![Input::shared(of("C"))];
        all.push(accepted(CallOrigin::Function(1), "C", by_ref, Ty::Tuple(Vec::new())));
        // It makes what it needs itself.
        let again = vec![Input::exclusive(of("C"))];
        all.push(accepted(CallOrigin::Builtin, "", again, of("C")));
        let kept = select(&all, 2);
        let makes = |name| kept.iter().any(|kept| kept.candidate == make(name).candidate);
        assert_eq!(["A", "B", "C", "D"].map(makes), [true, true, true, false]);
        assert_eq!(kept.len(), 5);
    }

    #[test]
    fn holders_of_tracked_values_can_be_dropped() {
        let ends_of = |item: Ty| {
            let ty = Ty::adt("k::Rest", [item]);
            let make = accepted(CallOrigin::Function(0), "", Vec::new(), ty.clone());
            let end = accepted(CallOrigin::Drop, "", vec![Input::val(ty)], Ty::Tuple(Vec::new()));
            let kept = select(&[make, end], 2);
            kept.iter().filter(|kept| kept.candidate.origin == CallOrigin::Drop).count()
        };
        assert_eq!((ends_of(tracked()), ends_of(of("A"))), (1, 0));
    }

    #[test]
    fn one_of_each_kind_is_kept_before_many_of_one() {
        let unit = || Ty::Tuple(Vec::new());
        let on = |label: &str, ty: Ty| {
            accepted(CallOrigin::Function(0), label, vec![Input::shared(ty)], unit())
        };
        let of_kinds: Vec<Accepted> =
            ["A", "B", "C", "D", "E"].iter().map(|name| on(name, of(name))).collect();
        assert_eq!(select(&of_kinds, 2).len(), 4);
        let usual = on("F", Ty::adt("std::vec::IntoIter", [unit()]));
        let with_usual: Vec<Accepted> = of_kinds.into_iter().chain([usual]).collect();
        let kept = select(&with_usual, 2);
        assert!(kept.len() == 5 && kept[4].candidate.label == "F", "{kept:?}");
        let of_one: Vec<Accepted> = ["A", "B", "C", "D"]
            .iter()
            .map(|name| on(name, Ty::adt("k::List", [of(name)])))
            .collect();
        assert_eq!(select(&of_one, 2).len(), 2);
    }
}
