//! What of a harness belongs to one type: its constructors and its methods.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::rust_path;
use gadfly_plan::prepared::{OperationRecord, ParameterMode, Prepared};
use gadfly_wire::{Plan, Role};

use super::named::{is_named, path_of};
use crate::value_types::takes_out;

/// Traits whose methods say nothing of the type itself.
const ROOT_TRAITS: &[&str] = &[
    "std::clone::Clone",
    "std::fmt::Debug",
    "std::hash::Hash",
    "std::ops::Drop",
    "std::convert::From",
    "std::convert::Into",
    "std::convert::AsRef",
    "std::convert::AsMut",
    "std::borrow::Borrow",
    "std::borrow::BorrowMut",
    "std::borrow::ToOwned",
    "std::any::Any",
];

/// A constructor or a method of the type.
#[derive(Clone, Debug)]
pub(super) struct SurfaceCall {
    /// The operation.
    pub(super) operation: u32,
    /// Operations that take the value out of a constructor's result.
    pub(super) then: Vec<u32>,
    /// Its name, without that of the type.
    pub(super) name: String,
    /// The function's path.
    pub(super) path: String,
    /// What it does with the value.
    pub(super) role: Role,
    /// Whether its result may be an error.
    pub(super) can_fail: bool,
    /// `true` if it distinguishes states.
    pub(super) is_predicate: bool,
    /// The type of its result.
    pub(super) output: String,
}

/// What belongs to one type.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    /// The type.
    pub(super) ty: String,
    /// What makes values.
    pub(super) constructors: Vec<SurfaceCall>,
    /// What is called on them.
    pub(super) methods: Vec<SurfaceCall>,
}

/// A type that could be walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WalkableType {
    /// The type.
    pub(crate) ty: String,
    /// How many functions make values of it.
    pub(crate) constructors: usize,
    /// How many methods it has.
    pub(crate) methods: usize,
    /// The number of methods that distinguish states.
    pub(crate) predicates: usize,
}

impl Surface {
    /// What belongs to a type; generators that a person names make values of it as well.
    pub(super) fn of(prepared: &Prepared, plan: &Plan, ty: &str, generators: &[String]) -> Surface {
        Surface {
            ty: ty.to_owned(),
            constructors: constructors(prepared, plan, ty, generators),
            methods: methods(prepared, ty),
        }
    }
}

/// Every type that could be walked, the one with the most methods first.
pub(super) fn candidates(prepared: &Prepared, plan: &Plan) -> Vec<WalkableType> {
    let receivers: BTreeSet<&str> = prepared
        .operations
        .iter()
        .filter(|operation| operation.function.is_some() && operation.is_built)
        .filter(|operation| operation.is_method)
        .filter_map(|operation| operation.parameters.first())
        .map(|receiver| receiver.ty.as_str())
        .filter(|ty| ty.contains("::") && !ty.starts_with("std::"))
        .collect();
    let mut found: Vec<WalkableType> = receivers
        .into_iter()
        .map(|ty| {
            let surface = Surface::of(prepared, plan, ty, &[]);
            let predicates = surface.methods.iter().filter(|method| method.is_predicate).count();
            WalkableType {
                ty: ty.to_owned(),
                constructors: surface.constructors.len(),
                methods: surface.methods.len(),
                predicates,
            }
        })
        .filter(|candidate| candidate.constructors > 0 && candidate.methods > 0)
        .collect();
    found.sort_by(|a, b| b.methods.cmp(&a.methods).then_with(|| a.ty.cmp(&b.ty)));
    found
}

fn methods(prepared: &Prepared, ty: &str) -> Vec<SurfaceCall> {
    let mut seen = BTreeSet::new();
    let mut methods = Vec::new();
    for (id, operation) in built(prepared) {
        let (Some(function), Some(receiver)) = (operation.function, operation.parameters.first())
        else {
            continue;
        };
        let path = &prepared.functions[function as usize].path;
        if !operation.is_method || receiver.ty != ty || is_root(path) || !seen.insert(function) {
            continue;
        }
        let role = match receiver.mode {
            ParameterMode::Shared | ParameterMode::SharedUnsized => Role::Observe,
            ParameterMode::Exclusive | ParameterMode::ExclusiveUnsized
                if operation.output == "()" =>
            {
                Role::Procedure
            }
            ParameterMode::Exclusive | ParameterMode::ExclusiveUnsized => Role::Mutate,
            ParameterMode::Value if operation.output == ty => Role::Replace,
            ParameterMode::Value if receiver.is_copy => Role::Observe,
            ParameterMode::Value => Role::Consume,
        };
        let is_predicate =
            role == Role::Observe && operation.output == "bool" && operation.parameters.len() == 1;
        methods.push(SurfaceCall {
            operation: id,
            then: Vec::new(),
            name: name_of(path),
            path: path.clone(),
            role,
            can_fail: is_result(&operation.output),
            is_predicate,
            output: operation.output.clone(),
        });
    }
    number_doubles(&mut methods);
    methods
}

fn constructors(
    prepared: &Prepared,
    plan: &Plan,
    ty: &str,
    generators: &[String],
) -> Vec<SurfaceCall> {
    let unpacking: BTreeMap<&str, u32> = built(prepared)
        .filter(|(_, operation)| operation.is_partial && operation.output == ty)
        .filter_map(|(id, operation)| match &operation.parameters[..] {
            [only] if takes_out(&only.ty, ty) => Some((only.ty.as_str(), id)),
            _ => None,
        })
        .collect();
    let mut ranked: Vec<(u8, SurfaceCall)> = Vec::new();
    let mut seen = BTreeSet::new();
    for (id, operation) in built(prepared) {
        let is_fed_itself = operation
            .parameters
            .iter()
            .any(|parameter| parameter.ty == ty || parameter.ty.contains(&format!("<{ty}>")));
        let then = match operation.output == ty {
            true => Vec::new(),
            false => match unpacking.get(operation.output.as_str()) {
                Some(unpack) => vec![*unpack],
                None => continue,
            },
        };
        if is_fed_itself || operation.is_partial || is_a_law(plan, id) {
            continue;
        }
        let (rank, name, path) = match operation.function {
            Some(function) => {
                let path = &prepared.functions[function as usize].path;
                if !seen.insert(function) {
                    continue;
                }
                let rank = match path {
                    _ if is_of_type(path, ty) => 0,
                    _ if path.starts_with('<') => 1,
                    _ => 2,
                };
                (rank, name_of(path), path.clone())
            }
            None if operation.body.starts_with(rust_path::head(ty)) && then.is_empty() => {
                let body = operation.body.as_str();
                let end = body.find(['(', '{', ' ']).unwrap_or(body.len());
                (3, name_of(&body[..end]), body[..end].to_owned())
            }
            // A helper that a person names.
            None => {
                let path = path_of(prepared, operation);
                let is_generator = |path: &&str| generators.iter().any(|it| is_named(path, it));
                let Some(path) = path.filter(is_generator) else { continue };
                (4, name_of(path), path.to_owned())
            }
        };
        let entry = SurfaceCall {
            operation: id,
            then,
            name,
            path,
            role: Role::Construct,
            can_fail: is_result(&operation.output),
            is_predicate: false,
            output: operation.output.clone(),
        };
        ranked.push((rank, entry));
    }
    let best = ranked.iter().map(|(rank, _)| *rank).min();
    let mut chosen: Vec<SurfaceCall> = ranked
        .into_iter()
        .filter(|(rank, entry)| {
            Some(*rank) == best || generators.iter().any(|name| is_named(&entry.path, name))
        })
        .map(|(_, entry)| entry)
        .collect();
    number_doubles(&mut chosen);
    chosen
}

fn built(prepared: &Prepared) -> impl Iterator<Item = (u32, &OperationRecord)> {
    (0u32..).zip(&prepared.operations).filter(|(_, operation)| operation.is_built)
}

fn is_a_law(plan: &Plan, id: u32) -> bool {
    let operation = plan.operations.get(id as usize);
    operation.is_some_and(|it| matches!(it.kind, gadfly_wire::OperationKind::Law(_)))
}

/// Whether a function belongs to the type itself, not to a trait it implements.
fn is_of_type(path: &str, ty: &str) -> bool {
    !path.starts_with('<') && rust_path::head(rust_path::owner(path)) == rust_path::head(ty)
}

/// Whether a function is that of a trait that nearly everything implements.
fn is_root(path: &str) -> bool {
    rust_path::trait_of(path).is_some_and(|name| ROOT_TRAITS.contains(&name))
}

fn name_of(path: &str) -> String {
    // Formatting is known by its trait.
    match (rust_path::last(path), rust_path::trait_of(path)) {
        ("fmt", Some(trait_)) => format!("fmt::{}", rust_path::last(trait_)),
        (name, _) => name.to_owned(),
    }
}

/// Numbers methods of one name that belong to several traits.
fn number_doubles(entries: &mut [SurfaceCall]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for entry in entries {
        let count = seen.entry(entry.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            entry.name = format!("{}#{count}", entry.name);
        }
    }
}

fn is_result(output: &str) -> bool {
    output.starts_with("std::result::Result<")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traits_that_nearly_everything_implements_are_left_out() {
        assert!(is_root("<url::Url as std::clone::Clone>::clone"));
        assert!(is_root("<k::T as std::convert::From<u8>>::from"));
        assert!(!is_root("<url::Url as std::cmp::Ord>::cmp"));
        assert!(!is_root("url::Url::clone"));
    }

    #[test]
    fn a_function_belongs_to_its_type() {
        assert!(is_of_type("smallvec::SmallVec::new", "smallvec::SmallVec<[u8; 2]>"));
        assert!(!is_of_type("smallvec::Other::new", "smallvec::SmallVec<[u8; 2]>"));
        assert_eq!(name_of("<url::Url as std::fmt::Display>::fmt"), "fmt::Display");
    }
}
