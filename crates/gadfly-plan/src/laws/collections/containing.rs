//! A collection contains exactly its items.

use gadfly_model::Ty;

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Take, TypeMethods, base, has, is_bool};

/// States it of `contains` against `iter`, where the type is one that things are put into.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let is_collection = type_methods.size("len").is_some()
        && ["insert", "push", "push_back", "remove"]
            .iter()
            .any(|name| type_methods.named(name).any(|method| method.take == Take::Mut));
    let Some(iter) = type_methods.getter("iter").filter(|_| is_collection) else {
        return Vec::new();
    };
    let contains = type_methods.named("contains").find(|method| {
        method.take == Take::Ref && method.inputs.len() == 1 && is_bool(&method.output)
    });
    let Some(contains) = contains else { return Vec::new() };
    let parameter = &contains.inputs[0];
    let item = match base(parameter) {
        // Anything that an item can be compared with: the item itself is.
        Ty::Param(_) => match crate::laws::keyed::membership::item(type_methods) {
            Some(item) => item,
            None => return Vec::new(),
        },
        item => item.clone(),
    };
    if item.has_params() || !has(type_methods.solver, &item, "std::cmp::Eq") {
        return Vec::new();
    }
    // Items come as they are or by reference; the compiler knows.
    [false, true]
        .into_iter()
        .map(|is_lent| {
            let lent = type_methods.lend(&item, 1);
            let (run, said) = if is_lent {
                (&lent.borrowed, &lent.borrowed_said)
            } else {
                (&lent.owned, &lent.owned_said)
            };
            Statement {
                name: "contains-iter",
                sentence: "a collection contains exactly its items".to_owned(),
                body: format!(
                    "{} == {}.take(65_536).any(|item| same(item, {run}))",
                    contains.run(&["x0", lent.pass(parameter)]),
                    iter.run(&["x0"])
                ),
                assertion: format!(
                    "assert_eq!({}, {}.any(|item| item == {said}));",
                    contains.say(&["{0}", lent.say(parameter)]),
                    iter.say(&["{0}"])
                ),
                terms: vec![contains, iter],
                inputs: vec![type_methods.lent(0).input, lent.input],
            }
        })
        .collect()
}
