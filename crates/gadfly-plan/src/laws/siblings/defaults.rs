//! `new()` makes the default value.

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Take, TypeMethods};

/// States it of `new` without arguments, where two new values are equal.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let plain = |name: &'static str| {
        type_methods.named(name).find(|method| {
            method.take == Take::Nothing
                && method.inputs.is_empty()
                && method.output == type_methods.ty
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
    let (body, assertion) = if type_methods.has("std::cmp::PartialEq") {
        (format!("{values} new != again || new == default"), said("assert!(NEW == DEFAULT);"))
    } else if type_methods.has("std::fmt::Debug") {
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
        sentence: "`new()` equals the default".to_owned(),
        body,
        assertion,
        terms: vec![new, default],
        inputs: Vec::new(),
    }]
}
