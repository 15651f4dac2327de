//! The choice of operations that make the inputs of properties.
//!
//! From the types that properties take: the operations that make such a type with the fewest calls, that change it, and
//! that hand out something through which it can be changed; then the same for the types that those need.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use gadfly_model::rust_path;
use gadfly_model::{Arg, Prim, Ty};
use serde::{Deserialize, Serialize};

use super::rank::{Ranks, ranks};
use crate::compiler::Accepted;
use crate::operations::candidate::{CallOrigin, Input, PassingMode};
use crate::select::Operation;
use crate::types::subst::{has_lifetime, strip_refs};

/// Closures tried per instance of a function.
const VARIANTS: usize = 3;

/// Types through which a value can be changed that was lent by shared reference, or by none.
const SHARING: &[&str] = &["Rc", "Arc", "Cell", "RefCell", "Mutex", "RwLock"];

/// Types that may have a value in them.
const WRAPPERS: &[&str] = &["std::option::Option", "std::result::Result"];

/// The choice among ways to make a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Providers {
    /// The cheapest.
    Cheapest,
    /// Those that take one call more, too: the cheapest way may hardly ever work.
    #[default]
    Near,
    /// All.
    All,
}

impl Providers {
    /// The number of calls that a way may take more than the cheapest.
    fn slack(self) -> u32 {
        match self {
            Providers::Cheapest => 0,
            Providers::Near => 1,
            Providers::All => u32::MAX,
        }
    }
}

/// The operations to use: all properties first.
pub fn participants(accepted: &[Accepted], providers: Providers) -> Vec<Operation> {
    let ranks = ranks(accepted);
    let mut chosen = vec![false; accepted.len()];
    let mut selector = Selector { accepted, ranks: &ranks, providers, known: BTreeSet::new() };
    let mut work: VecDeque<Ty> = VecDeque::new();
    for (index, operation) in accepted.iter().enumerate() {
        let origin = operation.candidate.origin;
        if matches!(origin, CallOrigin::Property(_) | CallOrigin::Invariant(_)) {
            chosen[index] = true;
            work.extend(operation.candidate.inputs.iter().map(base));
        }
    }
    while let Some(ty) = work.pop_front() {
        if !selector.known.insert(ty.clone()) {
            continue;
        }
        for index in selector.of_type(&ty) {
            if !std::mem::replace(&mut chosen[index], true) {
                let operation = &accepted[index];
                work.extend(operation.candidate.inputs.iter().map(base));
                if hands_out(operation, &ty) {
                    work.push_back(strip_refs(&operation.output).clone());
                }
            }
        }
    }
    leave_out_wrappers(accepted, &mut chosen);
    thinned(accepted, &chosen)
}

/// Returns whether nothing is done but to put a value into an `Option` or a `Result`, or none.
fn wraps(inputs: &[Input], output: &Ty) -> bool {
    let Ty::Adt(path, arguments) = output else { return false };
    let is_in = |input: &Input| {
        input.mode == PassingMode::Val
            && arguments.iter().any(|argument| *argument == Arg::Ty(base(input)))
    };
    WRAPPERS.contains(&&**path) && inputs.len() < 2 && inputs.iter().all(is_in)
}

/// Leaves out what only wraps values in an `Option` or a `Result` that is good for nothing but to be unwrapped again.
fn leave_out_wrappers(accepted: &[Accepted], chosen: &mut [bool]) {
    let unwraps = |operation: &Accepted, ty: &Ty| {
        operation.candidate.is_partial
            && matches!(&operation.candidate.inputs[..], [only] if base(only) == *ty)
    };
    for index in 0..accepted.len() {
        let Accepted { candidate, output, .. } = &accepted[index];
        let is_wrapper =
            candidate.origin == CallOrigin::Builtin && wraps(&candidate.inputs, output);
        let is_wanted = |(other, operation): (usize, &Accepted)| {
            chosen[other] && takes(operation, output) && !unwraps(operation, output)
        };
        if is_wrapper && !accepted.iter().enumerate().any(is_wanted) {
            chosen[index] = false;
        }
    }
}

struct Selector<'a> {
    accepted: &'a [Accepted],
    ranks: &'a Ranks,
    providers: Providers,
    known: BTreeSet<Ty>,
}

impl Selector<'_> {
    /// The operations that make values of a type, or change them.
    fn of_type(&self, ty: &Ty) -> Vec<usize> {
        let makes = |operation: &Accepted| strip_refs(&operation.output) == ty;
        let makers = self.accepted.iter().enumerate().filter(|(_, operation)| makes(operation));
        let cheapest = makers.clone().filter_map(|(index, _)| self.ranks.operations[index]).min();
        let most = cheapest.unwrap_or(0).saturating_add(self.providers.slack());
        let makers = makers
            .filter(|(index, operation)| {
                let is_generator = operation.candidate.origin == CallOrigin::Generator;
                self.ranks.operations[*index].is_some_and(|rank| rank <= most || is_generator)
            })
            .map(|(index, _)| index);
        let changers = self
            .accepted
            .iter()
            .enumerate()
            .filter(|(index, operation)| {
                self.ranks.operations[*index].is_some()
                    && (changes(operation, ty) || self.providers == Providers::All)
                    && takes(operation, ty)
            })
            .map(|(index, _)| index);
        makers.chain(changers).collect()
    }
}

fn takes(operation: &Accepted, ty: &Ty) -> bool {
    operation.candidate.inputs.iter().any(|input| base(input) == *ty)
}

/// Returns whether an operation can change a value of a type, turns one into another, or says how large it is.
fn changes(operation: &Accepted, ty: &Ty) -> bool {
    let origin = operation.candidate.origin;
    if matches!(origin, CallOrigin::Property(_) | CallOrigin::Invariant(_) | CallOrigin::Law(_)) {
        return false;
    }
    let inputs = &operation.candidate.inputs;
    let is_exclusive = inputs.iter().any(|input| input.mode.is_mutable() && base(input) == *ty);
    let is_ours = |input: &&Input| base(input) == *ty;
    let first = inputs.first().filter(is_ours);
    let observes = matches!(operation.output, Ty::Prim(Prim::Usize)) && inputs.len() == 1;
    let by_value = first.is_some_and(|input| input.mode == PassingMode::Val);
    let turns = by_value && strip_refs(&operation.output) == ty;
    // What is called for nothing that can be seen changes something that cannot.
    let is_silent =
        first.is_some_and(|input| input.mode == PassingMode::Ref) && operation.output == Ty::unit();
    is_exclusive || turns || is_silent || (observes && first.is_some()) || hands_out(operation, ty)
}

/// Returns whether an operation hands out something through which a value of the type can be changed.
fn hands_out(operation: &Accepted, ty: &Ty) -> bool {
    let lends = operation
        .candidate
        .inputs
        .iter()
        .any(|input| input.mode.is_mutable() && base(input) == *ty);
    let output = &operation.output;
    let is_shared = output.any(&mut |part| match part {
        Ty::Adt(path, _) => path.starts_with("std::") && SHARING.contains(&rust_path::last(path)),
        _ => false,
    });
    (lends && has_lifetime(output)) || (takes(operation, ty) && is_shared)
}

fn base(input: &Input) -> Ty {
    strip_refs(&input.ty).clone()
}

/// The chosen operations, of each function and instance no more than a few.
fn thinned(accepted: &[Accepted], chosen: &[bool]) -> Vec<Operation> {
    let mut variants: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    let mut kept = Vec::new();
    for (operation, _) in accepted.iter().zip(chosen).filter(|(_, is_chosen)| **is_chosen) {
        if let CallOrigin::Function(id) = operation.candidate.origin {
            let count = variants.entry((id, &operation.candidate.label)).or_default();
            *count += 1;
            if *count > VARIANTS {
                continue;
            }
        }
        kept.push(Operation {
            candidate: operation.candidate.clone(),
            output: operation.output.clone(),
        });
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::rank::tests::{operation, ty};
    use super::*;

    fn property(inputs: Vec<Input>) -> Accepted {
        let mut property = operation(inputs, Ty::unit(), "property()");
        property.candidate.origin = CallOrigin::Property(0);
        property
    }

    fn bodies(accepted: &[Accepted], providers: Providers) -> Vec<String> {
        let operations = participants(accepted, providers);
        operations.into_iter().map(|operation| operation.candidate.body).collect()
    }

    fn solver() -> Vec<Accepted> {
        let number = || Input::val(Ty::Prim(Prim::I32));
        vec![
            property(vec![Input::shared(ty("Stack"))]),
            operation(vec![], ty("Stack"), "Stack::new()"),
            operation(vec![Input::exclusive(ty("Stack")), number()], Ty::unit(), "x0.push(x1)"),
            operation(vec![Input::exclusive(ty("Stack"))], Ty::exclusive(ty("List")), "x0.data()"),
            operation(vec![Input::exclusive(ty("List"))], Ty::unit(), "x0.clear()"),
            operation(vec![], ty("Map"), "Map::new()"),
            operation(vec![Input::val(ty("Map"))], ty("Stack"), "x0.into_stack()"),
            operation(vec![Input::val(ty("Map")), number()], ty("Map"), "x0.with(x1)"),
            operation(vec![Input::shared(ty("Stack"))], ty("Shown"), "x0.show()"),
            operation(
                vec![Input::val(ty("Map")), Input::val(ty("Map"))],
                ty("Stack"),
                "zip(x0, x1)",
            ),
        ]
    }

    #[test]
    fn cheapest_makers_and_all_changes_are_used() {
        assert_eq!(
            bodies(&solver(), Providers::Cheapest),
            ["property()", "Stack::new()", "x0.push(x1)", "x0.data()", "x0.clear()"]
        );
    }

    #[test]
    fn makers_of_other_libraries_are_used_too() {
        let mut solver = solver();
        let mut generator = operation(vec![], ty("Stack"), "generated()");
        generator.candidate.origin = CallOrigin::Generator;
        solver.push(generator);
        let cheapest = bodies(&solver, Providers::Cheapest);
        assert!(cheapest.contains(&"Stack::new()".to_owned()), "{cheapest:?}");
        assert!(cheapest.contains(&"generated()".to_owned()), "{cheapest:?}");
        // It is no cheap way to a stack that would keep others out.
        assert!(bodies(&solver, Providers::Near).contains(&"x0.into_stack()".to_owned()));
    }

    #[test]
    fn nothing_is_wrapped_to_be_unwrapped_again() {
        let option = || Ty::adt(WRAPPERS[0], [ty("Stack")]);
        let mut unwrapped = operation(vec![Input::val(option())], ty("Stack"), "x0");
        unwrapped.candidate.is_partial = true;
        let wrapped = operation(vec![Input::val(ty("Stack"))], option(), "Some(x0)");
        let mut solver = solver();
        let mut tried = operation(vec![], option(), "try_new()");
        tried.candidate.origin = CallOrigin::Function(0);
        let text = Input::shared(Ty::Prim(Prim::Str));
        let parsed = operation(vec![text], option(), "x0.parse()");
        solver.extend([tried, parsed, unwrapped, wrapped]);
        let all = bodies(&solver, Providers::All);
        for body in ["try_new()", "x0.parse()", "x0"] {
            assert!(all.contains(&body.to_owned()), "{body}: {all:?}");
        }
        assert!(!all.contains(&"Some(x0)".to_owned()), "{all:?}");
        // A property that takes it as it is.
        solver.push(property(vec![Input::val(option())]));
        assert!(bodies(&solver, Providers::All).contains(&"Some(x0)".to_owned()));
    }

    #[test]
    fn makers_with_one_call_more_can_be_used() {
        let near = bodies(&solver(), Providers::Near);
        assert!(near.contains(&"x0.into_stack()".to_owned()), "{near:?}");
        assert!(near.contains(&"Map::new()".to_owned()), "{near:?}");
        assert!(!near.contains(&"zip(x0, x1)".to_owned()), "{near:?}");
        assert_eq!(bodies(&solver(), Providers::All).len(), solver().len());
    }
}
