//! From recordings to tests: what is asserted on the way.

use std::collections::BTreeMap;

use gadfly_model::rust_path;
use gadfly_plan::prepared::{OperationRecord, Prepared};
use gadfly_tests::emit::{Containment, Draft, Prediction};
use gadfly_tests::print::{End, Expected, Form, Moment};
use gadfly_wire::{Access, Observed};

use crate::deliver::passing::candidates::operation;
use crate::deliver::passing::looks::Looks;
use crate::deliver::passing::recording::Recording;

/// The bodies of operations that take what is in an `Option` or a `Result`.
const UNWRAPPING: [&str; 2] = ["x0", "x0.ok()"];

/// A test of what a recording shows, without its name; nothing if there is nothing to assert.
pub(super) fn draft(
    prepared: &Prepared,
    recording: &Recording,
    looks: &Looks,
    literals: &[String],
    is_trusted: &dyn Fn(u32) -> bool,
) -> Option<Draft> {
    let expected = expectations(prepared, recording, looks, is_trusted);
    let function = tested(prepared, recording)?.function?;
    let item = rust_path::plain(&prepared.functions[function as usize].path);
    (!expected.is_empty()).then(|| Draft {
        name: String::new(),
        section: Some(section(&item)),
        item,
        doc: Vec::new(),
        sequence: recording.sequence.clone(),
        literals: literals.to_vec(),
        end: End::Call,
        expected,
        helpers: String::new(),
        containment: Containment::None,
        should_panic: None,
        ignore: None,
        prediction: Prediction::Passes,
    })
}

/// The comment above the tests of a type.
pub(crate) fn section(item: &str) -> String {
    let owner = rust_path::last(rust_path::owner(item));
    match owner.starts_with(char::is_uppercase) {
        true => format!("`{owner}`"),
        false => "Functions".to_owned(),
    }
}

/// The last call of a function.
pub(super) fn tested<'p>(
    prepared: &'p Prepared,
    recording: &Recording,
) -> Option<&'p OperationRecord> {
    let mut calls =
        recording.sequence.statements.iter().rev().filter_map(|it| operation(prepared, it));
    calls.find(|record| record.function.is_some())
}

fn expectations(
    prepared: &Prepared,
    recording: &Recording,
    looks: &Looks,
    is_trusted: &dyn Fn(u32) -> bool,
) -> Vec<Expected> {
    let mut shown: BTreeMap<u32, Form> = BTreeMap::new();
    let mut expected = Vec::new();
    let last = recording.steps.len().saturating_sub(1);
    let statements = &recording.sequence.statements;
    for (at, (statement, step)) in statements.iter().zip(&recording.steps).enumerate() {
        let Some(record) = operation(prepared, statement) else { continue };
        if record.function.is_some_and(|function| !is_trusted(function)) {
            continue;
        }
        let is_last = at == last;
        let var = at as u32;
        let is_look = is_last || is_worth_a_look(prepared, recording, record, var);
        if let Some(form) = looks.form(&record.output, &step.result).filter(|_| is_look) {
            shown.insert(var, form.clone());
            expected.push(Expected { var, moment: Moment::Made, form });
        }
        for look in step.changed.iter().filter(|look| is_state(prepared, recording, look)) {
            let ty = recording.type_of(prepared, look.var as usize);
            let Some(form) = looks.form(ty, look) else { continue };
            let is_news = shown.insert(look.var, form.clone()).as_ref() != Some(&form);
            if is_news || is_last {
                expected.push(Expected { var: look.var, moment: Moment::After(var), form });
            }
        }
    }
    expected
}

/// Returns whether a person would look at a result before the test goes on.
fn is_worth_a_look(
    prepared: &Prepared,
    recording: &Recording,
    record: &OperationRecord,
    var: u32,
) -> bool {
    let later = recording.sequence.statements.iter().skip(var as usize + 1);
    let is_change = |access: Access| matches!(access, Access::BorrowMut | Access::ReborrowMut);
    let mut uses = later.flat_map(|it| &it.args).filter(|argument| argument.var == var);
    // What is changed is looked at then, and what was made of nothing is as expected.
    let is_unwrapping = record.is_partial && UNWRAPPING.contains(&record.body.as_str());
    (record.function.is_some() || is_unwrapping)
        && !record.parameters.is_empty()
        && !uses.any(|argument| is_change(argument.access))
        && !is_unwrapped(prepared, recording, var)
}

/// Returns whether a result is taken apart by the next call: what is in it is looked at then.
fn is_unwrapped(prepared: &Prepared, recording: &Recording, var: u32) -> bool {
    let mut later = recording.sequence.statements.iter().skip(var as usize + 1);
    let user = later.find(|it| it.args.iter().any(|argument| argument.var == var));
    user.and_then(|user| operation(prepared, user))
        .is_some_and(|record| record.is_partial && UNWRAPPING.contains(&record.body.as_str()))
}

/// Returns whether a changed value is one whose state people look at.
fn is_state(prepared: &Prepared, recording: &Recording, look: &Observed) -> bool {
    let ty = recording.type_of(prepared, look.var as usize);
    !ty.starts_with("std::")
}
