//! Which functions count as the subject's public ones.

use gadfly_model::{Model, Ty};

use super::compiler::RoundResults;
use super::types::shape::FunctionShape;
use super::types::subst::strip_refs;

/// The model's functions that count: public ones of the subject.
pub fn counted(model: &Model) -> impl Iterator<Item = usize> + '_ {
    (0..model.functions.len()).filter(|id| model.is_local(&model.functions[*id].krate))
}

/// Returns whether callers can get at a function at all: methods of a type without a public path are
/// out of reach unless something hands a value of it out.
pub fn is_in_reach(model: &Model, found: &RoundResults, id: usize) -> bool {
    let shape = FunctionShape::of(model, &model.functions[id]);
    let Some(Ty::Adt(path, _)) = shape.self_ty.as_ref().map(strip_refs) else {
        return true;
    };
    let is_hidden = model.adts.get(path).is_some_and(|adt| !adt.is_nameable);
    !is_hidden
        || found.accepted.iter().any(|accepted| {
            let names = |text: &str| text.replace(' ', "").starts_with(&**path);
            accepted.output.any(&mut |part| matches!(part, Ty::Unnameable(text) if names(text)))
        })
}
