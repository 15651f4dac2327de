//! Why a function cannot be called, in words for its author.

use gadfly_model::{Bound, Function, Lifetimes, Owner, Ty};

use super::solve::trait_solver::TraitSolver;
use super::types::shape::FunctionShape;

/// The reason, given the compiler's last complaint if there was one.
pub fn explain(solver: &TraitSolver<'_>, function: &Function, complaint: Option<&str>) -> String {
    if function.is_unsafe {
        return "unsafe fn".to_owned();
    }
    let shape = FunctionShape::of(solver.model, function);
    if let Some(hidden) = unnameable(solver, &shape) {
        return format!("{hidden} has no public path");
    }
    if let Some(complaint) = complaint {
        return shortened(complaint);
    }
    let generics = shape.generics();
    for param in shape.params() {
        let bounds: Vec<String> = TraitSolver::bounds_on(&generics, &param.name)
            .into_iter()
            .filter(|(bound, ty)| matches!(ty, Ty::Param(_)) && !matches!(bound, Bound::MaybeSized))
            .map(|(bound, _)| bound.print(Lifetimes::Inferred))
            .collect();
        if !bounds.is_empty() {
            let obstacle = TraitSolver::bounds_on(&generics, &param.name)
                .into_iter()
                .find_map(|(bound, _)| match bound {
                    Bound::Trait { trait_, .. } => solver.obstacle(&trait_.path),
                    _ => None,
                })
                .map(|obstacle| format!(": {obstacle}"))
                .unwrap_or_default();
            return format!("no type found for {}: {}{obstacle}", param.name, bounds.join(" + "));
        }
    }
    match &function.owner {
        Owner::Inherent(_) | Owner::TraitImpl(_) if function.receiver.is_some() => {
            let self_ty = shape.self_ty.map(|ty| ty.print(Lifetimes::Inferred)).unwrap_or_default();
            format!("nothing makes a {self_ty}")
        }
        _ => "nothing makes its arguments".to_owned(),
    }
}

/// A type in the signature that callers cannot write.
fn unnameable(solver: &TraitSolver<'_>, shape: &FunctionShape<'_>) -> Option<String> {
    let inputs = shape.function.inputs.iter().map(|(_, ty)| ty);
    let mut hidden = None;
    for ty in shape.self_ty.iter().chain(inputs) {
        ty.walk(&mut |part| {
            if let Ty::Adt(path, _) = part
                && solver.model.adts.get(path).is_some_and(|adt| !adt.is_nameable)
            {
                hidden.get_or_insert_with(|| path.to_string());
            }
            true
        });
    }
    hidden
}

/// Complaints can be pages long.
fn shortened(complaint: &str) -> String {
    const LONGEST: usize = 160;
    let line = complaint.lines().next().unwrap_or_default().replace("&'static ", "&");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
