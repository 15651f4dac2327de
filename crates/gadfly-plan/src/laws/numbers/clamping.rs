//! A clamped value lies between its bounds, and is itself if it did before.

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Take, TypeMethods};

/// States it of `clamp` of totally ordered types.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let clamp = type_methods.named("clamp").find(|method| {
        method.take == Take::Val
            && method.inputs == [type_methods.ty.clone(), type_methods.ty.clone()]
            && method.output == type_methods.ty
    });
    let Some(clamp) =
        clamp.filter(|_| type_methods.is_copied() && type_methods.has("std::cmp::Ord"))
    else {
        return Vec::new();
    };
    let lent: Vec<_> = (0..3).map(|index| type_methods.lent(index)).collect();
    vec![Statement {
        name: "clamp-bounds",
        sentence: "a clamped value lies between its bounds, unchanged if it did before".to_owned(),
        body: format!(
            "if x1 > x2 {{ return true; }} let found = {}; \
             *x1 <= found && found <= *x2 && (x0 < x1 || x0 > x2 || found == *x0)",
            clamp.run(&[&lent[0].owned, &lent[1].owned, &lent[2].owned])
        ),
        assertion: format!(
            "let found = {}; assert!({{1}} <= found && found <= {{2}}); \
             assert!({{0}} < {{1}} || {{0}} > {{2}} || found == {{0}});",
            clamp.say(&[&lent[0].owned_said, &lent[1].owned_said, &lent[2].owned_said])
        ),
        terms: vec![clamp],
        inputs: lent.into_iter().map(|lent| lent.input).collect(),
    }]
}
