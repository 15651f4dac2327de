//! `x += y` makes of `x` what `x + y` is, and operators on references do what they do on values.

use gadfly_model::Ty;

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Take, TypeMethods};

const OPERATORS: &[(&str, &str, &str)] = &[
    ("add", "add_assign", "+"),
    ("sub", "sub_assign", "-"),
    ("mul", "mul_assign", "*"),
    ("div", "div_assign", "/"),
    ("rem", "rem_assign", "%"),
    ("bitand", "bitand_assign", "&"),
    ("bitor", "bitor_assign", "|"),
    ("bitxor", "bitxor_assign", "^"),
    ("shl", "shl_assign", "<<"),
    ("shr", "shr_assign", ">>"),
];

/// States it of every operator with both forms for the same right side.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    if !type_methods.is_clone() || !type_methods.has("std::cmp::PartialEq") {
        return found;
    }
    let copied = if type_methods.is_copy() { "{0}" } else { "{0}.clone()" };
    for (name, assign_name, symbol) in OPERATORS {
        let by_value = |right: &Ty| {
            type_methods.named(name).find(|method| {
                method.take == Take::Val
                    && method.inputs == [right.clone()]
                    && method.output == type_methods.ty
            })
        };
        for assign in type_methods.named(assign_name).filter(|method| method.take == Take::Mut) {
            let [right] = assign.inputs.as_slice() else { continue };
            let Some(plain) = by_value(right).filter(|_| !right.has_params()) else { continue };
            let lent = type_methods.lend(right, 1);
            let (passed, said) = (lent.pass(right), lent.say(right));
            found.push(Statement {
                name: "assign-operator",
                sentence: format!("`x {symbol}= y` sets `x` to `x {symbol} y`"),
                body: format!(
                    "let mut changed = x0.clone(); {}; alike(&changed, &{})",
                    assign.run(&["&mut changed", passed]),
                    plain.run(&["x0.clone()", passed])
                ),
                assertion: format!(
                    "let mut changed = {copied}; changed {symbol}= {said}; \
                     assert!(changed == {copied} {symbol} {said});"
                ),
                terms: vec![assign, plain],
                inputs: vec![type_methods.lent(0).input, lent.input],
            });
        }
        let of_references = type_methods.named(name).find(|method| {
            method.take == Take::Ref
                && method.inputs == [Ty::shared(type_methods.ty.clone())]
                && method.output == type_methods.ty
        });
        if let (Some(lent), Some(plain)) = (of_references, by_value(&type_methods.ty)) {
            let other = if type_methods.is_copy() { "{1}" } else { "{1}.clone()" };
            found.push(Statement {
                name: "operator-references",
                sentence: format!("`&x {symbol} &y` equals `x {symbol} y`"),
                body: format!(
                    "alike(&{}, &{})",
                    lent.run(&["x0", "x1"]),
                    plain.run(&["x0.clone()", "x1.clone()"])
                ),
                assertion: format!("assert!(&{{0}} {symbol} &{{1}} == {copied} {symbol} {other});"),
                terms: vec![lent, plain],
                inputs: vec![type_methods.lent(0).input, type_methods.lent(1).input],
            });
        }
    }
    // One statement per operator is enough: implementations for other right sides follow it.
    found.dedup_by(|later, former| later.sentence == former.sentence);
    for statement in &mut found {
        // The traits of operators need no import: the operators are written.
        statement.terms.truncate(1);
    }
    found
}
