//! The first item is the one that iteration begins with, the last the one it ends with.

use crate::laws::statement::Statement;
use crate::laws::type_methods::{TypeMethods, arguments_of};

/// States it of `first` and `last` against `iter`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let Some(iter) = type_methods.getter("iter") else { return Vec::new() };
    let ends = [("first", "first-iter", "next", "begins"), ("last", "last-iter", "last", "ends")];
    let mut found = Vec::new();
    for (name, law, taken, verb) in ends {
        let Some(end) = type_methods.getter(name) else { continue };
        if arguments_of(&end.output, "Option").is_none() {
            continue;
        }
        let run = iter.run(&["x0"]);
        let item = if taken == "next" {
            format!("::std::iter::Iterator::next(&mut {run})")
        } else {
            format!("::std::iter::Iterator::last({run})")
        };
        // Only where the items have an end is there a last one.
        let guard =
            if taken == "next" { String::new() } else { format!("counted({run}).is_none() || ") };
        found.push(Statement {
            name: law,
            sentence: format!("`{name}` is the item that iteration {verb} with"),
            terms: vec![end, iter],
            inputs: vec![type_methods.lent(0).input],
            body: format!("{guard}same({}, {item})", end.run(&["x0"])),
            assertion: format!(
                "assert_eq!({}, {}.{taken}());",
                end.say(&["{0}"]),
                iter.say(&["{0}"])
            ),
        });
    }
    found
}
