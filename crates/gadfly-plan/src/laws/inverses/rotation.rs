//! Swapping twice changes nothing, and neither does rotating there and back.

use gadfly_model::{Prim, Ty};

use crate::laws::statement::Statement;
use crate::laws::type_methods::TypeMethods;

/// An operation, and its inverse.
const PAIRS: &[(&str, &str)] = &[
    ("swap", "swap"),
    ("swap_indices", "swap_indices"),
    ("swap_elements", "swap_elements"),
    ("swap_rows", "swap_rows"),
    ("swap_columns", "swap_columns"),
    ("rotate_left", "rotate_right"),
    ("rotate_right", "rotate_left"),
];

/// States it of methods that take positions alone.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    if !type_methods.is_copied() || !type_methods.has("std::cmp::Eq") {
        return found;
    }
    for (name, back) in PAIRS {
        let arguments = if name == back { 2 } else { 1 };
        let is_positional = |method: &&crate::laws::type_methods::Method<'_>| {
            method.output.is_unit() && method.inputs.iter().all(|ty| *ty == Ty::Prim(Prim::Usize))
        };
        let (Some(there), Some(back)) = (
            type_methods.change(name, arguments).filter(is_positional),
            type_methods.change(back, arguments).filter(is_positional),
        ) else {
            continue;
        };
        let lent: Vec<_> = (0..arguments)
            .map(|at| type_methods.lend(&Ty::Prim(Prim::Usize), at + 1).sized_for(there, at))
            .collect();
        let run: Vec<&str> =
            std::iter::once("&mut changed").chain(lent.iter().map(|lent| &*lent.owned)).collect();
        let said: Vec<&str> =
            std::iter::once("changed").chain(lent.iter().map(|lent| &*lent.owned_said)).collect();
        let body = format!(
            "let mut changed = x0.clone(); {}; {}; same(&changed, x0)",
            there.run(&run),
            back.run(&run)
        );
        let assertion = format!(
            "let mut changed = {{0}}.clone(); {}; {}; assert!(changed == {{0}});",
            there.say(&said),
            back.say(&said)
        );
        let mut inputs = vec![type_methods.lent(0).input];
        inputs.extend(lent.into_iter().map(|lent| lent.input));
        found.push(Statement {
            name: "there-and-back",
            sentence: format!(
                "`{}` after `{}` changes nothing",
                back.function.name, there.function.name
            ),
            body,
            assertion,
            terms: vec![there, back],
            inputs,
        });
    }
    found
}
