//! Values from impls of other libraries' traits in the crate: further inputs of properties.
//!
//! Proposed for every type of the crate's own that can be named, and for the types that properties take; the compiler
//! decides which have an impl. They take bytes or a number, so that the engine controls the result.

use std::collections::BTreeSet;

use gadfly_model::rust_path;
use gadfly_model::{Lifetimes, Model, Prim, Ty};

use super::type_names::is_private;
use crate::compiler::Accepted;
use crate::operations::candidate::{CallOrigin, Candidate, Input};
use crate::types::subst::strip_refs;

/// A library whose trait says how random values are made.
struct Library {
    name: &'static str,
    /// The macro that makes a value.
    maker: &'static str,
    /// `true` if it takes bytes, else a number.
    takes_bytes: bool,
}

const LIBRARIES: &[Library] = &[
    Library { name: "arbitrary", maker: "gadfly::from_arbitrary", takes_bytes: true },
    Library { name: "quickcheck", maker: "gadfly::from_quickcheck", takes_bytes: false },
    Library { name: "proptest", maker: "gadfly::from_proptest", takes_bytes: false },
];

/// Operations that might make values, by the crates that can be named; `given` are the properties.
pub fn generators(model: &Model, crates: &[&str], given: &[Accepted]) -> Vec<Candidate> {
    let libraries: Vec<&Library> =
        LIBRARIES.iter().filter(|library| crates.contains(&library.name)).collect();
    if libraries.is_empty() {
        return Vec::new();
    }
    let is_own = |path: &str| rust_path::first(path) == &*model.krate;
    let plain = model
        .adts
        .values()
        .filter(|adt| adt.is_nameable && adt.is_sized && adt.generics.params.is_empty())
        .filter(|adt| is_own(&adt.path))
        .map(|adt| Ty::Adt(adt.path.clone(), Vec::new()));
    let taken = given
        .iter()
        .flat_map(|operation| &operation.candidate.inputs)
        .map(|input| strip_refs(&input.ty).clone())
        .filter(|ty| matches!(ty, Ty::Adt(path, _) if is_own(path)) && !is_private(ty));
    let types: BTreeSet<Ty> = plain.chain(taken).collect();
    let proposed = types.iter().flat_map(|ty| libraries.iter().map(move |library| (ty, library)));
    proposed.map(|(ty, library)| candidate(ty, library)).collect()
}

fn candidate(ty: &Ty, library: &Library) -> Candidate {
    let input = match library.takes_bytes {
        true => Input::shared_dst(Ty::Slice(Box::new(Ty::Prim(Prim::U8)))),
        false => Input::val(Ty::Prim(Prim::U64)),
    };
    let body = format!("{}!({}, x0)", library.maker, ty.print(Lifetimes::Static));
    let candidate = Candidate::with_origin(CallOrigin::Generator, vec![input], body);
    Candidate { flows: Vec::new(), ..candidate.partial() }
}

#[cfg(test)]
mod tests {
    use super::super::rank::tests::{operation, ty};
    use super::*;

    #[test]
    fn only_libraries_that_the_crate_has_are_asked_for_what_properties_take() {
        let model = Model { krate: "k".into(), ..Model::default() };
        let stack = Ty::adt("k::Stack", [Ty::Prim(Prim::U8)]);
        let foreign = Ty::adt("std::vec::Vec", [ty("A")]);
        let inputs = vec![Input::shared(stack), Input::val(ty("A")), Input::val(foreign)];
        let given = [operation(inputs, Ty::unit(), "holds(x0, x1, x2)")];
        let bodies = |crates: &[&str]| -> Vec<String> {
            generators(&model, crates, &given).into_iter().map(|it| it.body).collect()
        };
        assert_eq!(bodies(&["serde"]), [""; 0]);
        assert_eq!(
            bodies(&["gadfly", "quickcheck"]),
            ["gadfly::from_quickcheck!(k::A, x0)", "gadfly::from_quickcheck!(k::Stack<u8>, x0)",]
        );
        assert_eq!(bodies(&["arbitrary", "proptest"]).len(), 4);
    }
}
