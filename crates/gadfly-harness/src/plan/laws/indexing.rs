//! What is found at a position is what iteration comes to there.

use gadfly_model::{Prim, Ty};

use super::kin::{Kin, Take, arguments_of};
use super::statement::Statement;

/// States it of `get(&self, usize)` against `iter`, where items alone are iterated over.
pub(super) fn state<'k>(kin: &'k Kin<'k>) -> Vec<Statement<'k>> {
    let get = kin.named("get").find(|method| {
        method.take == Take::Ref
            && method.inputs == [Ty::Prim(Prim::Usize)]
            && arguments_of(&method.output, "Option").is_some()
    });
    let (Some(get), Some(iter), Some(_)) = (get, kin.getter("iter"), kin.size("len")) else {
        return Vec::new();
    };
    // What has keys of its own may iterate over its items in another order.
    if super::insertion::map(kin).is_some() || super::membership::item(kin).is_some() {
        return Vec::new();
    }
    let lent = kin.lend(&Ty::Prim(Prim::Usize), 1);
    vec![Statement {
        name: "get-iter",
        sentence: "what is found at a position is what iteration comes to there".to_owned(),
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
        inputs: vec![kin.lent(0).input, lent.sized_for(get, 0).input],
    }]
}
