//! Lifetimes as they are written in types.

use gadfly_model::{Arg, Bound, Ty};

use super::subst::has_lifetime;

/// The lifetimes that one part of a type mentions itself, without those of its own parts;
/// `None` where one is left to elision.
pub fn mentioned(part: &Ty) -> Vec<Option<&str>> {
    let mut found = Vec::new();
    match part {
        Ty::Ref { lifetime, .. } => found.push(written(lifetime.as_deref())),
        Ty::Adt(_, args) => add(args, &mut found),
        Ty::Dyn(bounds) | Ty::Impl(bounds) => {
            for bound in bounds {
                match bound {
                    Bound::Lifetime(name) => found.push(written(Some(name))),
                    Bound::Trait { trait_, .. } => add(&trait_.args, &mut found),
                    _ => {}
                }
            }
        }
        Ty::Projection(projection) => {
            if let Some(trait_) = &projection.trait_ {
                add(&trait_.args, &mut found);
            }
            add(&projection.args, &mut found);
        }
        _ => {}
    }
    found
}

/// Returns whether a value of this type that is handed over can lead to a place that takes up borrows:
/// what is behind a plain shared reference to a type without lifetimes cannot.
pub fn leads_to_holder(ty: &Ty) -> bool {
    match ty {
        Ty::Ref { mutable: false, inner, .. } => has_lifetime(inner),
        _ => has_lifetime(ty),
    }
}

fn add<'t>(args: &'t [Arg], found: &mut Vec<Option<&'t str>>) {
    for arg in args {
        if let Arg::Lifetime(name) = arg {
            found.push(written(Some(name)));
        }
    }
}

fn written(name: Option<&str>) -> Option<&str> {
    name.filter(|name| *name != "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_model::Prim;

    #[test]
    fn lifetimes_of_arguments_and_objects_are_mentioned() {
        let adt =
            Ty::Adt("k::S".into(), vec![Arg::Lifetime("a".into()), Arg::Lifetime("_".into())]);
        assert_eq!(mentioned(&adt), [Some("a"), None]);
        assert_eq!(mentioned(&Ty::Dyn(vec![Bound::Lifetime("b".into())])), [Some("b")]);
        assert_eq!(mentioned(&Ty::shared(adt)), [None]);
    }

    #[test]
    fn a_copied_reference_to_plain_data_leads_to_no_holder() {
        let number = Ty::Prim(Prim::U8);
        let list = Ty::Adt("k::List".into(), vec![Arg::Lifetime("_".into())]);
        assert!(!leads_to_holder(&Ty::shared(number.clone())));
        assert!(leads_to_holder(&Ty::exclusive(number)));
        assert!(leads_to_holder(&Ty::shared(list.clone())));
        assert!(leads_to_holder(&list));
    }
}
