//! What `new()` makes is the default.

use super::kin::{Kin, Take};
use super::statement::Statement;

/// States it of `new` without arguments, where two new values are equal.
pub(super) fn state<'k>(kin: &'k Kin<'k>) -> Vec<Statement<'k>> {
    let plain = |name: &'static str| {
        kin.named(name).find(|method| {
            method.take == Take::Nothing && method.inputs.is_empty() && method.output == kin.ty
        })
    };
    let (Some(new), Some(default)) = (plain("new"), plain("default")) else { return Vec::new() };
    if new.is_hedged(&["default"]) && new.is_hedged(&["unlike", "differ", "not the same"]) {
        return Vec::new();
    }
    let values = format!(
        "let (new, again, default) = ({}, {}, {});",
        new.run(&[]),
        new.run(&[]),
        default.run(&[])
    );
    let said = |template: &str| {
        template.replace("NEW", &new.say(&[])).replace("DEFAULT", &default.say(&[]))
    };
    let (body, assertion) = if kin.has("std::cmp::PartialEq") {
        (format!("{values} new != again || new == default"), said("assert!(NEW == DEFAULT);"))
    } else if kin.has("std::fmt::Debug") {
        let shown = "let shown = format!(\"{new:?}\");";
        (
            format!(
                "{values} {shown} shown != format!(\"{{again:?}}\") || shown == format!(\"{{default:?}}\")"
            ),
            said("assert_eq!(format!(\"{:?}\", NEW), format!(\"{:?}\", DEFAULT));"),
        )
    } else {
        return Vec::new();
    };
    vec![Statement {
        name: "new-default",
        sentence: "what `new()` makes is the default".to_owned(),
        body,
        assertion,
        terms: vec![new, default],
        inputs: Vec::new(),
    }]
}
