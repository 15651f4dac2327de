//! A set contains what was put into it, once.

use gadfly_model::Ty;

use super::insertion::{FICKLE, is_bounded, lookup, removal};
use crate::laws::statement::Statement;
use crate::laws::type_methods::{Method, TypeMethods, has, is_bool};

/// The type of a set's items: `insert(&mut self, T) -> bool`.
pub(in crate::laws) fn item(type_methods: &TypeMethods<'_>) -> Option<Ty> {
    let insert = insert(type_methods)?;
    insert.inputs.first().cloned()
}

/// States it of `insert` against `contains`, `remove` and `len`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    let Some(insert) = insert(type_methods).filter(|_| type_methods.is_copied()) else {
        return found;
    };
    let item = &insert.inputs[0];
    let contains = lookup(type_methods, "contains", item).filter(|method| is_bool(&method.output));
    let Some(contains) = contains else { return found };
    let lent = type_methods.lend(item, 1);
    let parameter = &contains.inputs[0];
    let mut body = format!(
        "let mut changed = x0.clone(); let _ = {}; {}",
        insert.run(&["&mut changed", &lent.owned]),
        contains.run(&["&changed", lent.pass(parameter)])
    );
    let mut assertion = format!(
        "let mut changed = {{0}}.clone(); {}; assert!({});",
        insert.say(&["changed", &lent.owned_said]),
        contains.say(&["changed", lent.say(parameter)])
    );
    let mut terms = vec![insert, contains];
    if let Some(len) = type_methods.size("len").filter(|_| !is_bounded(type_methods)) {
        body.push_str(&format!(
            " && {} == {} + (!{} as u8) as {}",
            len.run(&["&changed"]),
            len.run(&["x0"]),
            contains.run(&["x0", lent.pass(parameter)]),
            len.output.print(gadfly_model::Lifetimes::Static)
        ));
        assertion.push_str(&format!(
            " let added = if {} {{ 0 }} else {{ 1 }}; assert_eq!({}, {} + added);",
            contains.say(&["{0}", lent.say(parameter)]),
            len.say(&["changed"]),
            len.say(&["{0}"])
        ));
        terms.push(len);
    }
    let input = type_methods.lend(item, 1).sized_for(insert, 0).input;
    found.push(Statement {
        name: "insert-contains",
        sentence: "a set contains an inserted value exactly once".to_owned(),
        body,
        assertion,
        terms,
        inputs: vec![type_methods.lent(0).input, input],
    });
    found.extend(removal(type_methods, item, Some(contains)));
    found
}

fn insert<'k>(type_methods: &'k TypeMethods<'_>) -> Option<&'k Method<'k>> {
    let insert = type_methods
        .change("insert", 1)
        .filter(|method| is_bool(&method.output) && !method.is_hedged(FICKLE))?;
    let item = &insert.inputs[0];
    (!item.has_params() && has(type_methods.solver, item, "std::cmp::Eq")).then_some(insert)
}
