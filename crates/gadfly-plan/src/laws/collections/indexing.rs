//! Indexing and iteration agree on the item at a position.

use gadfly_model::{Prim, Ty};

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Take, TypeMethods, arguments_of};

/// States it of `get(&self, usize)` against `iter`, where items alone are iterated over.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let get = type_methods.named("get").find(|method| {
        method.take == Take::Ref
            && method.inputs == [Ty::Prim(Prim::Usize)]
            && arguments_of(&method.output, "Option").is_some()
    });
    let (Some(get), Some(iter), Some(_)) =
        (get, type_methods.getter("iter"), type_methods.size("len"))
    else {
        return Vec::new();
    };
    // What has keys of its own may iterate over its items in another order.
    if crate::laws::keyed::insertion::map(type_methods).is_some()
        || crate::laws::keyed::membership::item(type_methods).is_some()
    {
        return Vec::new();
    }
    let lent = type_methods.lend(&Ty::Prim(Prim::Usize), 1);
    vec![Statement {
        name: "get-iter",
        sentence: "indexing agrees with iteration".to_owned(),
        body: format!(
            "x1 > 65_536 || same({}, ::std::iter::Iterator::nth(&mut {}, x1))",
            get.run(&["x0", "x1"]),
            iter.run(&["x0"])
        ),
        assertion: format!(
            "assert_eq!({}, {}.nth({{1}}));",
            get.say(&["{0}", "{1}"]),
            iter.say(&["{0}"])
        ),
        terms: vec![get, iter],
        inputs: vec![type_methods.lent(0).input, lent.sized_for(get, 0).input],
    }]
}
