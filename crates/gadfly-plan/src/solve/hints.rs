//! Bounds that impls put on a type's parameters where the type itself has none.
//!
//! `struct Map<K, V>` says nothing of `K`, but nearly all of its impls want `K: Hash + Eq`; an
//! instance that cannot satisfy them is of little use.

use std::collections::BTreeMap;

use gadfly_model::rust_path::last;
use gadfly_model::{Arg, Bound, Model, Name, ParamKind, Ty};

/// Bounds by type and position of the parameter.
pub struct Hints {
    bounds: BTreeMap<(Name, usize), Vec<Bound>>,
}

impl Hints {
    /// Collects what impls ask, most often asked first.
    pub fn of_model(model: &Model) -> Hints {
        let mut counts: BTreeMap<(Name, usize), Vec<(Bound, usize)>> = BTreeMap::new();
        for impl_ in &model.impls {
            let Ty::Adt(path, args) = &impl_.for_ else { continue };
            for (ty, bound) in impl_.generics.bounds() {
                let Ty::Param(param) = &ty else { continue };
                let Some(position) = position(args, param) else { continue };
                if !is_telling(model, bound, impl_.trait_.is_some()) {
                    continue;
                }
                let seen = counts.entry((path.clone(), position)).or_default();
                match seen.iter_mut().find(|(known, _)| known == bound) {
                    Some((_, count)) => *count += 1,
                    None => seen.push((bound.clone(), 1)),
                }
            }
        }
        let bounds = counts
            .into_iter()
            .map(|(key, mut seen)| {
                seen.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
                (key, seen.into_iter().map(|(bound, _)| bound).take(4).collect())
            })
            .collect();
        Hints { bounds }
    }

    /// The bounds of a parameter as an argument of `self_ty`, and the type's default for it.
    pub fn of(&self, model: &Model, self_ty: Option<&Ty>, param: &str) -> (Vec<Bound>, Option<Ty>) {
        let Some(Ty::Adt(path, args)) = self_ty else { return (Vec::new(), None) };
        let Some(position) = position(args, param) else { return (Vec::new(), None) };
        let bounds = self.bounds.get(&(path.clone(), position)).cloned().unwrap_or_default();
        let declared = model.adts.get(path).and_then(|adt| adt.generics.params.get(position));
        let default = declared.and_then(|declared| match &declared.kind {
            ParamKind::Type { default, .. } => default.clone(),
            _ => None,
        });
        (bounds, default)
    }
}

/// The place among a type's arguments at which a parameter stands alone.
fn position(args: &[Arg], param: &str) -> Option<usize> {
    args.iter().position(|arg| matches!(arg, Arg::Ty(Ty::Param(name)) if **name == *param))
}

/// Returns whether a bound distinguishes types and names no other parameter.
fn is_telling(model: &Model, bound: &Bound, in_trait_impl: bool) -> bool {
    let Bound::Trait { trait_, .. } = bound else { return false };
    if !trait_.args.is_empty() || !trait_.assoc.is_empty() {
        return false;
    }
    if model.traits.contains_key(&trait_.path) {
        return true;
    }
    let is_common = matches!(
        last(&trait_.path),
        "Hash" | "Eq" | "Ord" | "Clone" | "Copy" | "PartialEq" | "PartialOrd"
    );
    is_common && !in_trait_impl
}
