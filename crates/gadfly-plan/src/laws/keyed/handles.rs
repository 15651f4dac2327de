//! Items are found under the keys that `insert` returned for them.

use gadfly_model::Ty;

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Take, TypeMethods, arguments_of, base, has};

/// States it of `insert(&mut self, V) -> K` and its relatives against `get(&self, K)`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    if !type_methods.is_copied() {
        return Vec::new();
    }
    for name in ["insert", "alloc", "add", "push"] {
        let Some(insert) = type_methods.change(name, 1) else { continue };
        let (value, key) = (&insert.inputs[0], &insert.output);
        let is_key = matches!(key, Ty::Adt(..) | Ty::Prim(_))
            && !crate::laws::type_methods::is_bool(key)
            && arguments_of(key, "Option").is_none()
            && arguments_of(key, "Result").is_none();
        if !is_key || value.has_params() || !has(type_methods.solver, value, "std::cmp::Eq") {
            continue;
        }
        let get = type_methods.named("get").find(|method| {
            method.take == Take::Ref
                && matches!(method.inputs.as_slice(), [parameter] if base(parameter) == key)
                && arguments_of(&method.output, "Option")
                    .is_some_and(|args| args.first().is_some_and(|found| base(found) == value))
        });
        let Some(get) = get else { continue };
        let lent = type_methods.lend(value, 1);
        let key = if matches!(get.inputs[0], Ty::Ref { .. }) { "&key" } else { "key" };
        return vec![Statement {
            name: "key-finds",
            sentence: format!("`get` finds a value under the key that `{name}` returned"),
            body: format!(
                "let mut changed = x0.clone(); let key = {}; \
                 {}.map_or(false, |found| *found == {})",
                insert.run(&["&mut changed", &lent.owned]),
                get.run(&["&changed", key]),
                lent.owned
            ),
            assertion: format!(
                "let mut changed = {{0}}.clone(); let key = {}; assert!({} == Some(&{}));",
                insert.say(&["changed", &lent.owned_said]),
                get.say(&["changed", key]),
                lent.owned_said
            ),
            terms: vec![insert, get],
            inputs: vec![type_methods.lent(0).input, lent.input],
        }];
    }
    Vec::new()
}
