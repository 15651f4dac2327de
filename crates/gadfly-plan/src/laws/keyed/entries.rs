//! The place that an entry gives for a value holds that value.

use gadfly_model::{AdtKind, Fields, Ty, raw_path};

use super::insertion::map;
use crate::laws::statement::Statement;
use crate::laws::type_methods::TypeMethods;

/// States it of the vacant entries of maps: `entry(k)` and `insert(v)`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let Some(map) = map(type_methods) else { return Vec::new() };
    let entry = type_methods.change("entry", 1).filter(|method| method.inputs == [map.key.clone()]);
    let Some(entry) = entry else { return Vec::new() };
    let Ty::Adt(path, _) = &entry.output else { return Vec::new() };
    let Some(adt) = type_methods.solver.model.adts.get(path).filter(|adt| adt.is_nameable) else {
        return Vec::new();
    };
    let AdtKind::Enum { variants } = &adt.kind else { return Vec::new() };
    let vacant = variants.iter().find(|variant| &*variant.name == "Vacant");
    let Some(Fields::Tuple(fields)) = vacant.map(|variant| &variant.fields) else {
        return Vec::new();
    };
    let [Some(Ty::Adt(vacant, _))] = fields.as_slice() else { return Vec::new() };
    let insert = type_methods.solver.model.functions.iter().find(|function| {
        let is_its =
            matches!(function.inputs.first(), Some((_, Ty::Adt(path, _))) if path == vacant);
        &*function.name == "insert" && is_its
    });
    let Some(insert) = insert else { return Vec::new() };
    let (key, value) = (type_methods.lend(&map.key, 1), type_methods.lend(&map.value, 2));
    let pattern = format!("{}::Vacant(entry)", raw_path(path));
    // A place, or a place if there was room.
    let is_fallible = crate::laws::type_methods::arguments_of(&insert.output, "Result").is_some();
    let judged = |value: &str| {
        if is_fallible {
            format!(
                "match entry.insert({value}) {{ Ok(place) => *place == {value}, Err(_) => true }}"
            )
        } else {
            format!("*entry.insert({value}) == {value}")
        }
    };
    vec![Statement {
        name: "entry-place",
        sentence: "the reference that `insert` of an entry returns points to the inserted value"
            .to_owned(),
        body: format!(
            "let mut changed = x0.clone(); let holds = match {} {{ {pattern} => {{ {} }} _ => true }}; holds",
            entry.run(&["&mut changed", &key.owned]),
            judged(&value.owned)
        ),
        assertion: format!(
            "let mut changed = {{0}}.clone(); if let {pattern} = {} {{ assert!({}); }}",
            entry.say(&["changed", &key.owned_said]),
            judged(&value.owned_said)
        ),
        terms: vec![entry],
        inputs: vec![type_methods.lent(0).input, key.input, value.input],
    }]
}
