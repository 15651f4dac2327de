//! Ways to change what a crate hands out by mutable reference, where the type is not the crate's own.
//!
//! One or two per type that need no more than the reference (a plain number is overwritten): they show whether anything relies
//! on what was handed out. What needs another value, such as a `push`, is left out. That keeps the operations few, and has a
//! price: a test with `clear` has to fill the container first, where one with `push` would be a statement shorter.

use std::collections::BTreeSet;

use gadfly_model::rust_path;
use gadfly_model::{Prim, Ty};

use crate::compiler::Accepted;
use crate::operations::candidate::{Candidate, Input};

/// Containers that can be emptied.
const EMPTIED: &[&str] = &[
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "HashMap",
    "HashSet",
    "LinkedList",
    "String",
    "Vec",
    "VecDeque",
];

/// Operations that change what other operations hand out.
pub fn changers(accepted: &[Accepted]) -> Vec<Candidate> {
    let handed_out: BTreeSet<&Ty> = accepted
        .iter()
        .filter(|operation| operation.is_inhabited)
        .filter_map(|operation| match &operation.output {
            Ty::Ref { mutable: true, inner, .. } => Some(&**inner),
            _ => None,
        })
        .collect();
    handed_out.into_iter().flat_map(of_type).collect()
}

fn of_type(ty: &Ty) -> Vec<Candidate> {
    let plain = |inputs: Vec<Input>, body: &str| Candidate {
        flows: Vec::new(),
        ..Candidate::builtin(inputs, body)
    };
    let exclusive = || Input::exclusive(ty.clone());
    match ty {
        Ty::Slice(_) => vec![plain(vec![Input::exclusive_dst(ty.clone())], "x0.reverse()")],
        Ty::Prim(Prim::Str) => {
            vec![plain(vec![Input::exclusive_dst(ty.clone())], "x0.make_ascii_uppercase()")]
        }
        Ty::Prim(_) => vec![plain(vec![exclusive(), Input::val(ty.clone())], "*x0 = x1")],
        Ty::Adt(path, _) if path.starts_with("std::") => match rust_path::last(path) {
            "Option" => vec![plain(vec![exclusive()], "*x0 = ::std::option::Option::None")],
            "Vec" => vec![
                plain(vec![exclusive()], "x0.clear()"),
                plain(vec![exclusive()], "x0.reverse()"),
            ],
            name if EMPTIED.contains(&name) => vec![plain(vec![exclusive()], "x0.clear()")],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::rank::tests::{operation, ty};
    use super::*;

    #[test]
    fn handed_out_references_are_cleared_and_overwritten() {
        let number = Ty::Prim(Prim::I32);
        let list = Ty::adt("std::vec::Vec", [number.clone()]);
        let outputs = [
            Ty::exclusive(list.clone()),
            Ty::exclusive(number),
            Ty::exclusive(ty("Own")),
            Ty::shared(Ty::adt("std::string::String", [])),
        ];
        let operations: Vec<Accepted> =
            outputs.into_iter().map(|output| operation(Vec::new(), output, "get()")).collect();
        let mut bodies: Vec<String> =
            changers(&operations).into_iter().map(|candidate| candidate.body).collect();
        bodies.sort();
        assert_eq!(bodies, ["*x0 = x1", "x0.clear()", "x0.reverse()"]);
    }
}
