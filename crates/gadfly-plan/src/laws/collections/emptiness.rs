//! A value is empty exactly if its length is 0, and exactly if it has no first item.

use crate::laws::statement::Statement;
use crate::laws::type_methods::{TypeMethods, is_bool};

/// States it of `is_empty` against `len` and `iter`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    let Some(is_empty) = type_methods.getter("is_empty").filter(|method| is_bool(&method.output))
    else {
        return found;
    };
    if let Some(len) = type_methods.size("len") {
        found.push(Statement {
            name: "empty-len",
            sentence: "a value is empty exactly if its length is 0".to_owned(),
            terms: vec![is_empty, len],
            inputs: vec![type_methods.lent(0).input],
            body: format!("{} == ({} == 0)", is_empty.run(&["x0"]), len.run(&["x0"])),
            assertion: format!(
                "assert_eq!({}, {} == 0);",
                is_empty.say(&["{0}"]),
                len.say(&["{0}"])
            ),
        });
    }
    // With a length, what is counted says the same.
    if let (Some(iter), None) = (type_methods.getter("iter"), type_methods.size("len")) {
        found.push(Statement {
            name: "empty-iter",
            sentence: "a value is empty exactly if it has no items".to_owned(),
            terms: vec![is_empty, iter],
            inputs: vec![type_methods.lent(0).input],
            body: format!(
                "{} == ::std::iter::Iterator::next(&mut {}).is_none()",
                is_empty.run(&["x0"]),
                iter.run(&["x0"])
            ),
            assertion: format!(
                "assert_eq!({}, {}.next().is_none());",
                is_empty.say(&["{0}"]),
                iter.say(&["{0}"])
            ),
        });
    }
    found
}
