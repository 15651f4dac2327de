//! A set is a subset of another exactly if that contains all its items, and disjoint from it if none.

use super::insertion::lookup;
use super::membership::item;
use crate::laws::statement::Statement;
use crate::laws::type_methods::{Take, TypeMethods, is_bool};

/// States it of `is_subset`, `is_superset` and `is_disjoint`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    let (Some(item), Some(iter)) = (item(type_methods), type_methods.getter("iter")) else {
        return found;
    };
    let contains = lookup(type_methods, "contains", &item).filter(|method| is_bool(&method.output));
    let Some(contains) = contains else { return found };
    let relations = [
        ("is_subset", "x0", "x1", "all(|item| ", ")"),
        ("is_superset", "x1", "x0", "all(|item| ", ")"),
        ("is_disjoint", "x0", "x1", "all(|item| !", ")"),
    ];
    for (name, of, within, quantifier, end) in relations {
        let relation = type_methods.named(name).find(|method| {
            method.take == Take::Ref
                && method.inputs.len() == 1
                && crate::laws::type_methods::base(&method.inputs[0]) == &type_methods.ty
                && is_bool(&method.output)
        });
        let Some(relation) = relation else { continue };
        let said = |x: &str| if x == "x0" { "{0}" } else { "{1}" };
        // Only where items come as they are asked for: the compiler knows.
        found.push(Statement {
            name: "set-relation",
            sentence: format!("`{name}` agrees with the items of the sets"),
            body: format!(
                "{} == {}.{quantifier}{}{end}",
                relation.run(&["x0", "x1"]),
                iter.run(&[of]),
                contains.run(&[within, "item"])
            ),
            assertion: format!(
                "assert_eq!({}, {}.{quantifier}{}{end});",
                relation.say(&["{0}", "&{1}"]),
                iter.say(&[said(of)]),
                contains.say(&[said(within), "item"])
            ),
            terms: vec![relation, iter, contains],
            inputs: vec![type_methods.lent(0).input, type_methods.lent(1).input],
        });
    }
    found
}
