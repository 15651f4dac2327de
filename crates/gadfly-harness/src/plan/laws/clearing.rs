//! What was cleared, drained, or left with nothing to retain is empty.

use super::kin::{Kin, Method, Take, is_bool};
use super::statement::Statement;

/// States it of `clear`, `drain` and `retain` against `is_empty`. (Sets of bits of a fixed number only unset them.)
pub(super) fn state<'k>(kin: &'k Kin<'k>) -> Vec<Statement<'k>> {
    let is_empty = kin.getter("is_empty").filter(|method| is_bool(&method.output));
    let (Some(is_empty), true) = (is_empty, kin.is_copied()) else { return Vec::new() };
    let mut found = Vec::new();
    let is_fixed = |method: &Method<'_>| {
        method.is_hedged(&["bits", "zero", "false", "reset"]) || kin.short_name().contains("bit")
    };
    if let Some(clear) = kin.change("clear", 0).filter(|clear| !is_fixed(clear)) {
        found.push(statement(
            kin,
            clear,
            is_empty,
            ("clear-empty", "what was cleared is empty", &[]),
        ));
    }
    let drain = kin.named("drain").find(|method| method.take == Take::Mut);
    if let Some(drain) = drain.filter(|method| method.inputs.len() <= 1) {
        let all: &[&str] = if drain.inputs.is_empty() { &[] } else { &[".."] };
        let law = ("drain-empty", "what was drained is empty", all);
        found.push(statement(kin, drain, is_empty, law));
    }
    if let Some(retain) = kin.change("retain", 1) {
        // Only one of them compiles: items come alone, or with their keys.
        for none in ["|_| false", "|_, _| false"] {
            let law = ("retain-none", "what retains nothing is empty", &[none][..]);
            found.push(statement(kin, retain, is_empty, law));
        }
    }
    found
}

fn statement<'k>(
    kin: &Kin<'_>,
    changing: &'k Method<'k>,
    is_empty: &'k Method<'k>,
    (name, sentence, arguments): (&'static str, &str, &[&str]),
) -> Statement<'k> {
    let on = |receiver: &'static str| [&[receiver], arguments].concat();
    Statement {
        name,
        sentence: sentence.to_owned(),
        body: format!(
            "let mut changed = x0.clone(); drop({}); {}",
            changing.run(&on("&mut changed")),
            is_empty.run(&["&changed"])
        ),
        assertion: format!(
            "let mut changed = {{0}}.clone(); {}; assert!({});",
            if name == "drain-empty" {
                format!("drop({})", changing.say(&on("changed")))
            } else {
                changing.say(&on("changed"))
            },
            is_empty.say(&["changed"])
        ),
        terms: vec![changing, is_empty],
        inputs: vec![kin.lent(0).input],
    }
}
