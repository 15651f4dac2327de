//! What the counts of operations say about the inputs: whether they can have been as different as the crate allows.
//!
//! Pure. A function that always panics leaves its type with fewer states than a person believes, and nothing else would show
//! that.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::rust_path;
use gadfly_plan::prepared::{OperationRecord, ParameterMode, ParameterRecord, Prepared};
use gadfly_plan::properties::PropertyRecord;
use gadfly_wire::OperationCounts;

/// How often an operation must have been tried before its failing means anything.
const ENOUGH: u64 = 20;

/// What should make a person doubt the inputs of these properties.
pub(super) fn warnings(
    prepared: &Prepared,
    properties: &[PropertyRecord],
    counts: &[OperationCounts],
) -> Vec<String> {
    let mut warnings = Vec::new();
    let taken = taken_types(prepared, properties);
    let needed = needed_types(prepared, &taken);
    let name = |operation: &OperationRecord| {
        let function = operation.function.and_then(|it| prepared.functions.get(it as usize));
        function.map(|function| rust_path::plain(&function.path))
    };
    let mut by_function: BTreeMap<String, (u64, u64, u64)> = BTreeMap::new();
    for (operation, counts) in prepared.operations.iter().zip(counts) {
        let is_of_use = needed.iter().any(|ty| makes_or_changes(operation, ty));
        if let (Some(name), true) = (name(operation), is_of_use) {
            let sums = by_function.entry(name).or_default();
            sums.0 += counts.called;
            sums.1 += counts.returned;
            sums.2 += counts.panicked;
        }
    }
    for (name, (called, returned, panicked)) in &by_function {
        if *called >= ENOUGH && *returned == 0 && panicked == called {
            warnings.push(format!("{name} always panics: no input has its effect"));
        }
    }
    let is_own = |ty: &&String| ty.contains("::") && !ty.starts_with("std::");
    for ty in taken.iter().filter(is_own) {
        let ways = ways(prepared, counts, ty);
        if let ([only], true) = (&ways.working[..], ways.failing > 0) {
            warnings.push(format!(
                "every {} was made by {only} alone: nothing else that makes or changes one ever did",
                short(ty)
            ));
        }
    }
    warnings
}

/// Types of arguments that nothing makes.
pub(super) fn unmade(prepared: &Prepared, operation: u32) -> Vec<String> {
    let Some(property) = prepared.operations.get(operation as usize) else { return Vec::new() };
    let makes = |ty: &str| {
        prepared.operations.iter().any(|operation| {
            operation.is_built
                && operation.output.trim_start_matches("&mut ").trim_start_matches('&') == ty
        })
    };
    let unmade: BTreeSet<String> = property
        .parameters
        .iter()
        .filter(|parameter| !makes(&parameter.ty))
        .map(|parameter| short(&parameter.ty))
        .collect();
    unmade.into_iter().collect()
}

/// Types that properties take.
fn taken_types(prepared: &Prepared, properties: &[PropertyRecord]) -> BTreeSet<String> {
    let taken = properties.iter().filter_map(|property| {
        prepared.operations.get(property.operation as usize).map(|it| &it.parameters)
    });
    taken.flatten().map(|parameter| parameter.ty.clone()).collect()
}

/// The same, and all types that it takes to make or change values of them.
fn needed_types(prepared: &Prepared, taken: &BTreeSet<String>) -> BTreeSet<String> {
    let mut needed = BTreeSet::new();
    let mut open: Vec<String> = taken.iter().cloned().collect();
    while let Some(ty) = open.pop() {
        for operation in makers(prepared).map(|(_, operation)| operation) {
            if makes_or_changes(operation, &ty) {
                open.extend(operation.parameters.iter().map(|parameter| parameter.ty.clone()));
            }
        }
        needed.insert(ty);
        open.retain(|ty| !needed.contains(ty));
    }
    needed
}

/// Operations that are no properties, with their numbers.
fn makers(prepared: &Prepared) -> impl Iterator<Item = (usize, &OperationRecord)> {
    let is_property = |index: usize| {
        let mut all = prepared.properties.iter().chain(&prepared.asked);
        all.any(|property| property.operation as usize == index)
    };
    prepared.operations.iter().enumerate().filter(move |(index, _)| !is_property(*index))
}

fn makes_or_changes(operation: &OperationRecord, ty: &str) -> bool {
    let changes = |parameter: &ParameterRecord| {
        parameter.ty == ty && parameter.mode == ParameterMode::Exclusive
    };
    operation.output == ty || operation.parameters.iter().any(changes)
}

#[derive(Default)]
struct Ways {
    /// What made or changed one, in words.
    working: Vec<String>,
    /// How many others were tried in vain.
    failing: usize,
}

impl Ways {
    fn add(&mut self, name: String, has_worked: bool) {
        if !has_worked {
            self.failing += 1;
        } else if !self.working.contains(&name) {
            self.working.push(name);
        }
    }
}

/// What makes or changes values of a type.
fn ways(prepared: &Prepared, counts: &[OperationCounts], ty: &str) -> Ways {
    let mut ways = Ways::default();
    let name = |operation: &OperationRecord| {
        let function = operation.function.and_then(|it| prepared.functions.get(it as usize));
        function.map_or_else(|| operation.body.clone(), |it| rust_path::plain(&it.path))
    };
    let of = |index: usize| counts.get(index).copied().unwrap_or_default();
    for (index, operation) in makers(prepared) {
        if !makes_or_changes(operation, ty) {
            continue;
        }
        let (called, returned) = (of(index).called, of(index).returned);
        if let ([wrapped], true) = (&operation.parameters[..], operation.is_partial) {
            // A function that makes an `Option` or a `Result` makes its content, if it has any.
            for (index, maker) in makers(prepared).filter(|(_, it)| it.output == wrapped.ty) {
                if of(index).returned >= ENOUGH || returned > 0 {
                    ways.add(name(maker), returned > 0);
                }
            }
        } else if returned > 0 || called >= ENOUGH {
            ways.add(name(operation), returned > 0);
        }
    }
    ways
}

/// A type without paths, as people say it.
fn short(ty: &str) -> String {
    rust_path::brief(&ty.replace("{private}::", ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_plan::prepared::{FunctionRecord, OperationOrigin};

    fn prepared() -> Prepared {
        let mut prepared = Prepared::new(String::new(), "k", "1.0.0");
        let function = |path: &str| FunctionRecord {
            path: path.to_owned(),
            signature: String::new(),
            callable: true,
            instances: Vec::new(),
            reason: None,
            panics: None,
            requirement: None,
            arguments: Vec::new(),
        };
        prepared.functions = vec![function("k::Stack::new"), function("k::Stack::push")];
        let stack = |mode| ParameterRecord {
            ty: "k::Stack".to_owned(),
            mode,
            is_copy: false,
            value_type: gadfly_model::Ty::unit(),
        };
        let operation = |function, output: &str, parameters| OperationRecord {
            function,
            body: String::new(),
            output: output.to_owned(),
            parameters,
            is_method: false,
            is_partial: false,
            is_built: true,
            origin: OperationOrigin::Call,
            output_type: gadfly_model::Ty::unit(),
        };
        prepared.operations = vec![
            operation(Some(0), "k::Stack", Vec::new()),
            operation(Some(1), "()", vec![stack(ParameterMode::Exclusive)]),
            operation(None, "()", vec![stack(ParameterMode::Shared)]),
        ];
        prepared.properties = vec![property()];
        prepared
    }

    fn property() -> PropertyRecord {
        PropertyRecord {
            operation: 2,
            key: "k::holds".to_owned(),
            name: "holds".to_owned(),
            module: "k".to_owned(),
            is_method: false,
            line: 1,
            is_unit: true,
            ..PropertyRecord::default()
        }
    }

    fn counts(called: u64, returned: u64) -> OperationCounts {
        let panicked = called - returned;
        OperationCounts { called, returned, panicked, ..OperationCounts::default() }
    }

    fn of_all(prepared: &Prepared, counts: &[OperationCounts]) -> Vec<String> {
        warnings(prepared, &prepared.properties, counts)
    }

    #[test]
    fn a_mutator_that_always_panics_leaves_one_sort_of_value() {
        let warnings = of_all(&prepared(), &[counts(100, 100), counts(100, 0), counts(100, 100)]);
        assert_eq!(
            warnings,
            [
                "k::Stack::push always panics: no input has its effect",
                "every Stack was made by k::Stack::new alone: nothing else that makes or changes one ever did",
            ]
        );
    }

    #[test]
    fn a_maker_that_never_has_anything_to_give_leaves_one_way() {
        let mut prepared = prepared();
        let wrapped = ParameterRecord {
            ty: "std::option::Option<k::Stack>".to_owned(),
            mode: ParameterMode::Value,
            is_copy: false,
            value_type: gadfly_model::Ty::unit(),
        };
        let maker = prepared.operations[0].clone();
        prepared.operations[1] =
            OperationRecord { function: Some(1), output: wrapped.ty.clone(), ..maker.clone() };
        prepared.operations.push(OperationRecord {
            function: None,
            is_partial: true,
            parameters: vec![wrapped],
            ..maker
        });
        let always = counts(100, 100);
        let none = OperationCounts { called: 3, illegal: 3, ..OperationCounts::default() };
        assert_eq!(
            of_all(&prepared, &[always, always, always, none]),
            [
                "every Stack was made by k::Stack::new alone: nothing else that makes or changes one ever did"
            ]
        );
        assert_eq!(of_all(&prepared, &[always; 4]), [""; 0]);
    }

    #[test]
    fn types_that_no_chosen_property_takes_are_not_warned_about() {
        let mut prepared = prepared();
        let mut other = prepared.operations[2].clone();
        other.parameters[0].ty = "u8".to_owned();
        prepared.operations.push(other);
        let half = PropertyRecord { operation: 3, ..property() };
        prepared.properties.push(half.clone());
        let counts = [counts(100, 100), counts(100, 0), counts(0, 0), counts(100, 100)];
        assert_eq!(warnings(&prepared, &[half], &counts), [""; 0]);
        assert_eq!(of_all(&prepared, &counts).len(), 2);
    }

    #[test]
    fn working_or_rarely_tried_functions_cause_no_warning() {
        let fine = [counts(100, 100), counts(100, 90), counts(100, 100)];
        assert_eq!(of_all(&prepared(), &fine), [""; 0]);
        let rare = [counts(100, 100), counts(3, 0), counts(100, 100)];
        assert_eq!(of_all(&prepared(), &rare), [""; 0]);
    }

    #[test]
    fn arguments_that_nothing_makes_are_named() {
        let mut prepared = prepared();
        assert_eq!(unmade(&prepared, 2), [""; 0]);
        prepared.operations[0].output = "k::Other".to_owned();
        assert_eq!(unmade(&prepared, 2), ["Stack"]);
    }
}
