//! Splitting keeps all items, and the parts have the requested lengths.

use gadfly_model::{Lifetimes, Prim, Ty};

use crate::laws::statement::Statement;
use crate::laws::type_methods::TypeMethods;

/// States it of `split_off` with `append` or `unsplit`, and of `truncate` with `len`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    if !type_methods.is_copied() {
        return found;
    }
    let position = Ty::Prim(Prim::Usize);
    found.extend(joined(type_methods, &position));
    let truncate =
        type_methods.change("truncate", 1).filter(|method| method.inputs == [position.clone()]);
    // Sets are cut at a value, not after so many.
    let is_set = type_methods.change("insert", 1).is_some();
    if let (Some(truncate), Some(len), false) = (truncate, type_methods.size("len"), is_set) {
        let lent = type_methods.lend(&position, 1).sized_for(truncate, 0);
        let number = len.output.print(Lifetimes::Static);
        found.push(Statement {
            name: "truncate-len",
            sentence: "a truncated collection has the new length, if it was longer".to_owned(),
            body: format!(
                "let mut changed = x0.clone(); let _ = {}; {} == {}.min(x1 as {number})",
                truncate.run(&["&mut changed", "x1"]),
                len.run(&["&changed"]),
                len.run(&["x0"])
            ),
            assertion: format!(
                "let mut changed = {{0}}.clone(); {}; assert_eq!({}, {}.min({{1}} as {number}));",
                truncate.say(&["changed", "{1}"]),
                len.say(&["changed"]),
                len.say(&["{0}"])
            ),
            terms: vec![truncate, len],
            inputs: vec![type_methods.lent(0).input, lent.input],
        });
    }
    found
}

fn joined<'k>(type_methods: &'k TypeMethods<'k>, position: &Ty) -> Option<Statement<'k>> {
    let split = type_methods.change("split_off", 1).filter(|method| {
        method.inputs == [position.clone()]
            && method.output == type_methods.ty
            && type_methods.has("std::cmp::Eq")
    })?;
    let (join, reference) = ["append", "unsplit"].into_iter().find_map(|name| {
        let join = type_methods.change(name, 1)?;
        match &join.inputs[0] {
            ty if *ty == type_methods.ty => Some((join, "")),
            ty if *ty == Ty::exclusive(type_methods.ty.clone()) => Some((join, "&mut ")),
            _ => None,
        }
    })?;
    let lent = type_methods.lend(position, 1).sized_for(split, 0);
    let rest = format!("{reference}rest");
    Some(Statement {
        name: "split-join",
        sentence: format!("`{}` and `{}` are inverse", split.function.name, join.function.name),
        body: format!(
            "let mut changed = x0.clone(); let mut rest = {}; let _ = {}; same(&changed, x0)",
            split.run(&["&mut changed", "x1"]),
            join.run(&["&mut changed", &rest])
        ),
        assertion: format!(
            "let mut changed = {{0}}.clone(); let {}rest = {}; {}; assert!(changed == {{0}});",
            if reference.is_empty() { "" } else { "mut " },
            split.say(&["changed", "{1}"]),
            join.say(&["changed", &rest])
        ),
        terms: vec![join, split],
        inputs: vec![type_methods.lent(0).input, lent.input],
    })
}
