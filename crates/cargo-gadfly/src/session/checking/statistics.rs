//! What the counts of operations say about the inputs: whether they can have been as different as the crate allows.
//!
//! Pure. A function that always panics leaves its type with fewer states than a person believes, and nothing else would show
//! that.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_harness::prepared::{OperationRecord, ParameterMode, Prepared};
use gadfly_wire::OperationCounts;

use crate::report::{brief, plain_path};

/// How often an operation must have been tried before its failing means anything.
const ENOUGH: u64 = 20;

/// What should make a person doubt the inputs.
pub(super) fn warnings(prepared: &Prepared, counts: &[OperationCounts]) -> Vec<String> {
    let mut warnings = Vec::new();
    let name = |operation: &OperationRecord| {
        let function = operation.function.and_then(|it| prepared.functions.get(it as usize));
        function.map(|function| plain_path(&function.path))
    };
    let mut by_function: BTreeMap<String, (u64, u64, u64)> = BTreeMap::new();
    for (operation, counts) in prepared.operations.iter().zip(counts) {
        if let Some(name) = name(operation) {
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
    for ty in checked_types(prepared) {
        let ways = ways(prepared, counts, &ty);
        if let ([only], true) = (&ways.working[..], ways.failing > 0) {
            warnings.push(format!(
                "every {} was made by {only} alone: nothing else that makes or changes one returned",
                short(&ty)
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

/// Types of the crate's own that properties take.
fn checked_types(prepared: &Prepared) -> BTreeSet<String> {
    let taken = prepared.properties.iter().filter_map(|property| {
        prepared.operations.get(property.operation as usize).map(|it| &it.parameters)
    });
    let types = taken.flatten().map(|parameter| parameter.ty.clone());
    types.filter(|ty| ty.contains("::") && !ty.starts_with("std::")).collect()
}

struct Ways {
    /// What made or changed one, in words.
    working: Vec<String>,
    /// How many others were tried in vain.
    failing: usize,
}

/// What makes or changes values of a type.
fn ways(prepared: &Prepared, counts: &[OperationCounts], ty: &str) -> Ways {
    let mut ways = Ways { working: Vec::new(), failing: 0 };
    for (operation, counts) in prepared.operations.iter().zip(counts) {
        let changes = operation
            .parameters
            .iter()
            .any(|parameter| parameter.ty == ty && parameter.mode == ParameterMode::Exclusive);
        let is_property = prepared.properties.iter().any(|property| {
            prepared
                .operations
                .get(property.operation as usize)
                .is_some_and(|it| std::ptr::eq(it, operation))
        });
        if is_property || (operation.output != ty && !changes) {
            continue;
        }
        if counts.returned > 0 {
            let function = operation.function.and_then(|it| prepared.functions.get(it as usize));
            let name = function.map_or_else(|| operation.body.clone(), |it| plain_path(&it.path));
            if !ways.working.contains(&name) {
                ways.working.push(name);
            }
        } else if counts.called >= ENOUGH {
            ways.failing += 1;
        }
    }
    ways
}

/// A type without paths, as people say it.
fn short(ty: &str) -> String {
    brief(&ty.replace("{private}::", ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_harness::prepared::{FunctionRecord, ParameterRecord};
    use gadfly_harness::properties::PropertyRecord;

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
        let stack = |mode| ParameterRecord { ty: "k::Stack".to_owned(), mode, is_copy: false };
        let operation = |function, output: &str, parameters| OperationRecord {
            function,
            body: String::new(),
            output: output.to_owned(),
            parameters,
            is_method: false,
            is_partial: false,
            is_built: true,
            is_foreign: false,
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

    #[test]
    fn a_mutator_that_always_panics_leaves_one_sort_of_value() {
        let warnings = warnings(&prepared(), &[counts(100, 100), counts(100, 0), counts(100, 100)]);
        assert_eq!(
            warnings,
            [
                "k::Stack::push always panics: no input has its effect",
                "every Stack was made by k::Stack::new alone: nothing else that makes or changes one returned",
            ]
        );
    }

    #[test]
    fn what_works_or_was_hardly_tried_is_no_reason_to_doubt() {
        let fine = [counts(100, 100), counts(100, 90), counts(100, 100)];
        assert_eq!(warnings(&prepared(), &fine), [""; 0]);
        let rare = [counts(100, 100), counts(3, 0), counts(100, 100)];
        assert_eq!(warnings(&prepared(), &rare), [""; 0]);
    }

    #[test]
    fn arguments_that_nothing_makes_are_named() {
        let mut prepared = prepared();
        assert_eq!(unmade(&prepared, 2), [""; 0]);
        prepared.operations[0].output = "k::Other".to_owned();
        assert_eq!(unmade(&prepared, 2), ["Stack"]);
    }
}
