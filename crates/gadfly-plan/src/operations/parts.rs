//! Operations that put the subject's types together and take them apart through public fields.

use gadfly_model::{Adt, AdtKind, Arg, Fields, Lifetimes, Ty, raw_path};

use super::call::declared_input;
use super::candidate::{CallOrigin, Candidate, Input};
use crate::solve::trait_solver::TraitSolver;
use crate::types::subst::{Subst, erase, has_projection};

/// Literals and variants that make a value of an instance.
pub fn constructors(solver: &TraitSolver<'_>, instance: &Ty) -> Vec<Candidate> {
    let Some((adt, subst)) = instance_of(solver, instance) else { return Vec::new() };
    let mut made: Vec<Candidate> = match &adt.kind {
        AdtKind::Struct(fields) if !adt.is_non_exhaustive => {
            literal(solver, adt, &subst, &raw_path(&adt.path), fields).into_iter().collect()
        }
        AdtKind::Enum { variants } => variants
            .iter()
            .filter(|variant| !variant.is_non_exhaustive)
            .filter_map(|variant| {
                let path = format!("{}::{}", adt.path, variant.name);
                literal(solver, adt, &subst, &raw_path(&path), &variant.fields)
            })
            .collect(),
        _ => Vec::new(),
    };
    if !adt.generics.params.is_empty() {
        let ty = instance.print(Lifetimes::Static);
        for candidate in &mut made {
            candidate.body = format!("{{ let value: {ty} = {}; value }}", candidate.body);
        }
    }
    made
}

/// Reads of public fields, and payloads of variants.
pub fn projections(solver: &TraitSolver<'_>, instance: &Ty) -> Vec<Candidate> {
    let Some((adt, subst)) = instance_of(solver, instance) else { return Vec::new() };
    let mut found = Vec::new();
    match &adt.kind {
        AdtKind::Struct(fields) => {
            for (name, _) in public_fields(fields) {
                let input = Input::shared(instance.clone());
                found.push(project(vec![input], format!("&x0.{name}")));
            }
        }
        AdtKind::Enum { variants } => {
            for variant in variants {
                let variant_path = format!("{}::{}", adt.path, variant.name);
                let variant_path = raw_path(&variant_path);
                for (name, ty) in public_fields(&variant.fields) {
                    let ty = erase(&solver.normalise(&subst.apply(&ty)));
                    if ty.has_params() {
                        continue;
                    }
                    let pattern = format!("{variant_path} {{ {name}: q, .. }}");
                    let body = format!("match x0 {{ {pattern} => Some(q), _ => None }}");
                    found.push(project(vec![Input::val(instance.clone())], body).partial());
                }
            }
        }
        AdtKind::Union => {}
    }
    found
}

fn project(inputs: Vec<Input>, body: String) -> Candidate {
    Candidate::with_origin(CallOrigin::Project, inputs, body)
}

fn instance_of<'m>(solver: &TraitSolver<'m>, instance: &Ty) -> Option<(&'m Adt, Subst)> {
    let Ty::Adt(path, args) = instance else { return None };
    let adt = solver.model.adts.get(path)?;
    if !adt.is_nameable {
        return None;
    }
    let mut subst = Subst::default();
    for (param, arg) in adt.generics.params.iter().zip(args) {
        if !matches!(arg, Arg::Lifetime(_)) {
            subst.bind(&param.name, arg.clone());
        }
    }
    Some((adt, subst))
}

fn literal(
    solver: &TraitSolver<'_>,
    adt: &Adt,
    subst: &Subst,
    path: &str,
    fields: &Fields,
) -> Option<Candidate> {
    let mut inputs = Vec::new();
    let mut close = |declared: &Ty| {
        let ty = erase(&solver.normalise(&subst.apply(declared)));
        if ty.has_params() || has_projection(&ty) {
            return None;
        }
        inputs.push(declared_input(solver, &[&adt.generics], declared, ty));
        Some(format!("x{}", inputs.len() - 1))
    };
    let body = match fields {
        Fields::Unit => path.to_owned(),
        Fields::Tuple(items) => {
            let args: Option<Vec<String>> =
                items.iter().map(|item| item.as_ref().and_then(&mut close)).collect();
            format!("{path}({})", args?.join(", "))
        }
        Fields::Named { fields, has_private: false } => {
            let mut written = Vec::new();
            for field in fields {
                written.push(format!("{}: {}", field.name, close(&field.ty)?));
            }
            format!("{path} {{ {} }}", written.join(", "))
        }
        Fields::Named { .. } => return None,
    };
    Some(Candidate::with_origin(CallOrigin::Construct, inputs, body))
}

fn public_fields(fields: &Fields) -> Vec<(String, Ty)> {
    match fields {
        Fields::Unit => Vec::new(),
        Fields::Tuple(items) => items
            .iter()
            .enumerate()
            .filter_map(|(index, item)| item.clone().map(|ty| (index.to_string(), ty)))
            .collect(),
        Fields::Named { fields, .. } => {
            fields.iter().map(|field| (field.name.to_string(), field.ty.clone())).collect()
        }
    }
}
