//! Collections that were cleared, drained, or left with nothing to retain are empty.

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Method, Take, TypeMethods, is_bool};

/// A call after which a value must be empty.
struct Emptying<'a> {
    law: &'static str,
    sentence: &'static str,
    arguments: &'a [&'a str],
    /// The use of the result.
    then: &'static str,
}

/// States it of `clear`, `drain` and `retain` against `is_empty`. (Sets of bits of a fixed number only unset them.)
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let is_empty = type_methods.getter("is_empty").filter(|method| is_bool(&method.output));
    let (Some(is_empty), true) = (is_empty, type_methods.is_copied()) else { return Vec::new() };
    let mut found = Vec::new();
    let is_fixed = |method: &Method<'_>| {
        method.is_hedged(&["bits", "zero", "false", "reset"])
            || type_methods.short_name().contains("bit")
    };
    if let Some(clear) = type_methods.change("clear", 0).filter(|clear| !is_fixed(clear)) {
        let (law, sentence) = ("clear-empty", "a cleared collection is empty");
        let emptying = Emptying { law, sentence, arguments: &[], then: "" };
        found.push(statement(type_methods, clear, is_empty, &emptying));
    }
    let drain = type_methods.named("drain").find(|method| method.take == Take::Mut);
    if let Some(drain) = drain.filter(|method| method.inputs.len() <= 1) {
        let arguments: &[&str] = if drain.inputs.is_empty() { &[] } else { &[".."] };
        let (law, sentence) = ("drain-empty", "a drained collection is empty");
        // Some take items out only as they are asked for; what gives no iterator may take out but what is due.
        let emptying = Emptying { law, sentence, arguments, then: ".for_each(drop)" };
        found.push(statement(type_methods, drain, is_empty, &emptying));
    }
    if let Some(retain) = type_methods.change("retain", 1) {
        // Only one of them compiles: items come alone, or with their keys.
        for none in ["|_| false", "|_, _| false"] {
            let (law, sentence) = ("retain-none", "a collection that retains no item is empty");
            let emptying = Emptying { law, sentence, arguments: &[none], then: "" };
            found.push(statement(type_methods, retain, is_empty, &emptying));
        }
    }
    found
}

fn statement<'k>(
    type_methods: &TypeMethods<'_>,
    changing: &'k Method<'k>,
    is_empty: &'k Method<'k>,
    emptying: &Emptying<'_>,
) -> Statement<'k> {
    let Emptying { law, sentence, arguments, then } = *emptying;
    let run = changing.run(&[&["&mut changed"], arguments].concat());
    let said = changing.say(&[&["changed"], arguments].concat());
    Statement {
        name: law,
        sentence: sentence.to_owned(),
        body: format!(
            "let mut changed = x0.clone(); let _ = {run}{then}; {}",
            is_empty.run(&["&changed"])
        ),
        assertion: format!(
            "let mut changed = {{0}}.clone(); {said}{then}; assert!({});",
            is_empty.say(&["changed"])
        ),
        terms: vec![changing, is_empty],
        inputs: vec![type_methods.lent(0).input],
    }
}
