//! What was cleared is empty.

use super::kin::{Kin, is_bool};
use super::statement::Statement;

/// States it of `clear` against `is_empty`. (Sets of bits of a fixed number only unset them.)
pub(super) fn state<'k>(kin: &'k Kin<'k>) -> Vec<Statement<'k>> {
    let is_empty = kin.getter("is_empty").filter(|method| is_bool(&method.output));
    let (Some(clear), Some(is_empty), true) = (kin.change("clear", 0), is_empty, kin.is_copied())
    else {
        return Vec::new();
    };
    if clear.is_hedged(&["bits", "zero", "false", "reset"]) || kin.short_name().contains("bit") {
        return Vec::new();
    }
    vec![Statement {
        name: "clear-empty",
        sentence: "what was cleared is empty".to_owned(),
        body: format!(
            "let mut changed = x0.clone(); let _ = {}; {}",
            clear.run(&["&mut changed"]),
            is_empty.run(&["&changed"])
        ),
        assertion: format!(
            "let mut changed = {{0}}.clone(); {}; assert!({});",
            clear.say(&["changed"]),
            is_empty.say(&["changed"])
        ),
        terms: vec![clear, is_empty],
        inputs: vec![kin.lent(0).input],
    }]
}
