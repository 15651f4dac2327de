//! Equal collections have equal lengths and the same items, in whatever order.
//!
//! Other getters may distinguish equal values on purpose: a decimal's scale, a time's offset, the storage of a small
//! vector. Equality of collections is about their contents.

use crate::laws::statement::Statement;
use crate::laws::type_methods::{TypeMethods, is_bool};

/// States it of `len`, `is_empty` and `iter`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    let Some(eq) = type_methods.named("eq").next().filter(|_| type_methods.has("std::cmp::Eq"))
    else {
        return found;
    };
    let inputs = || vec![type_methods.lent(0).input, type_methods.lent(1).input];
    let is_empty = type_methods.getter("is_empty").filter(|method| is_bool(&method.output));
    let iter = type_methods.getter("iter");
    // The same items are also as many.
    if let (Some(len), None) = (type_methods.size("len").or(is_empty), iter) {
        let name = &len.function.name;
        found.push(Statement {
            name: "equal-len",
            sentence: format!("equal values have equal `{name}`"),
            body: format!("x0 != x1 || {} == {}", len.run(&["x0"]), len.run(&["x1"])),
            assertion: format!(
                "assert!({{0}} != {{1}} || {} == {});",
                len.say(&["{0}"]),
                len.say(&["{1}"])
            ),
            terms: vec![eq, len],
            inputs: inputs(),
        });
    }
    if let Some(iter) = iter {
        let (left, right) = (iter.say(&["{0}"]), iter.say(&["{1}"]));
        found.push(Statement {
            name: "equal-items",
            sentence: "equal values have the same items".to_owned(),
            body: format!(
                "x0 != x1 || same_items(|| {}, || {})",
                iter.run(&["x0"]),
                iter.run(&["x1"])
            ),
            assertion: format!(
                "if {{0}} == {{1}} {{ \
                 assert_eq!({left}.count(), {right}.count()); \
                 assert!({left}.all(|item| {right}.any(|other| other == item))); \
                 }}"
            ),
            terms: vec![eq, iter],
            inputs: inputs(),
        });
    }
    found
}
