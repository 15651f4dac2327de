//! Reads of public constants and statics: values that cost no call.

use std::collections::BTreeMap;

use gadfly_model::{Lifetimes, Name, Ty, raw_path};

use super::candidate::{CallOrigin, Candidate};
use crate::solve::trait_solver::TraitSolver;
use crate::types::subst::{Subst, unify};
use crate::types::universe::Universe;

/// One operation per constant, for associated ones per known or wanted instance of their type.
pub fn reads(
    solver: &TraitSolver<'_>,
    universe: &Universe,
    wanted: &BTreeMap<Name, Vec<Ty>>,
) -> Vec<Candidate> {
    let mut found = Vec::new();
    for constant in solver.model.constants.iter().filter(|item| solver.model.is_local(&item.krate))
    {
        let mut add = |text: String| {
            let body = if constant.is_static { format!("&{text}") } else { text };
            found.push(Candidate::with_origin(CallOrigin::Construct, Vec::new(), body));
        };
        let Some(id) = constant.impl_ else {
            add(raw_path(&constant.path).into_owned());
            continue;
        };
        let impl_ = &solver.model.impls[id];
        let owners: Vec<Ty> = if impl_.for_.has_params() {
            let Ty::Adt(head, _) = &impl_.for_ else { continue };
            let wanted = wanted.get(head).map_or(&[][..], Vec::as_slice);
            universe
                .instances(head)
                .iter()
                .chain(wanted)
                .filter(|instance| unify(&impl_.for_, instance, &mut Subst::default()))
                .take(3)
                .cloned()
                .collect()
        } else {
            vec![impl_.for_.clone()]
        };
        for owner in owners {
            let owner_text = owner.print(Lifetimes::Static);
            let text = match &impl_.trait_ {
                Some(trait_) => {
                    let mut subst = Subst::default();
                    unify(&impl_.for_, &owner, &mut subst);
                    let mut trait_ = subst.apply_trait(trait_);
                    trait_.assoc.clear();
                    format!(
                        "<{owner_text} as {}>::{}",
                        trait_.print(Lifetimes::Static),
                        constant.name
                    )
                }
                None => format!("<{owner_text}>::{}", constant.name),
            };
            add(text);
        }
    }
    found
}
