//! A key is contained exactly if something is found under it.

use gadfly_model::Ty;

use super::insertion::{lookup, map};
use crate::laws::statement::Statement;
use crate::laws::type_methods::{Take, TypeMethods, arguments_of, base, has, is_bool};

/// States it of `contains_key` against `get`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let contains = type_methods.named("contains_key").find(|method| {
        method.take == Take::Ref && method.inputs.len() == 1 && is_bool(&method.output)
    });
    let Some(contains) = contains else { return Vec::new() };
    let key = match (base(&contains.inputs[0]), map(type_methods)) {
        (Ty::Param(_), Some(map)) => map.key,
        (key, _) => key.clone(),
    };
    let get = lookup(type_methods, "get", &key)
        .filter(|method| arguments_of(&method.output, "Option").is_some());
    let Some(get) =
        get.filter(|_| !key.has_params() && has(type_methods.solver, &key, "std::cmp::Eq"))
    else {
        return Vec::new();
    };
    let lent = type_methods.lend(&key, 1);
    vec![Statement {
        name: "contains-get",
        sentence: "a key is contained exactly if something is found under it".to_owned(),
        body: format!(
            "{} == {}.is_some()",
            contains.run(&["x0", lent.pass(&contains.inputs[0])]),
            get.run(&["x0", lent.pass(&get.inputs[0])])
        ),
        assertion: format!(
            "assert_eq!({}, {}.is_some());",
            contains.say(&["{0}", lent.say(&contains.inputs[0])]),
            get.say(&["{0}", lent.say(&get.inputs[0])])
        ),
        terms: vec![contains, get],
        inputs: vec![type_methods.lent(0).input, lent.input],
    }]
}
