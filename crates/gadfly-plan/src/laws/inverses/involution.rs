//! Reversing twice changes nothing, and neither does giving back room.

use crate::laws::statement::Statement;
use crate::laws::type_methods::TypeMethods;

/// States it of `reverse` and `shrink_to_fit`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    if !type_methods.is_copied() || !type_methods.has("std::cmp::Eq") {
        return found;
    }
    let laws = [
        ("reverse", "reverse-twice", 2, "reversing twice changes nothing"),
        ("shrink_to_fit", "shrink-same", 1, "giving back room changes no value"),
    ];
    for (name, law, times, sentence) in laws {
        let Some(method) = type_methods.change(name, 0).filter(|method| method.output.is_unit())
        else {
            continue;
        };
        let run = format!("{}; ", method.run(&["&mut changed"])).repeat(times);
        let said = format!("{}; ", method.say(&["changed"])).repeat(times);
        found.push(Statement {
            name: law,
            sentence: sentence.to_owned(),
            body: format!("let mut changed = x0.clone(); {run}same(&changed, x0)"),
            assertion: format!("let mut changed = {{0}}.clone(); {said}assert!(changed == {{0}});"),
            terms: vec![method],
            inputs: vec![type_methods.lent(0).input],
        });
    }
    found
}
