//! A method that checks the representation of a value finds it in order, whatever was called before.

use gadfly_model::{AdtKind, Fields, Ty, rust_path};

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Method, Take, TypeMethods, is_bool};
use crate::operations::call::is_size;

/// Names of methods that are there to check the representation.
const CHECKS: &[&str] = &[
    "check_rep",
    "rep_ok",
    "is_consistent",
    "check_invariants",
    "check_invariant",
    "invariants_hold",
    "assert_invariants",
    "assert_invariant",
    "assert_consistent",
];
/// Names that may also ask for a property that callers decide on.
const PERHAPS: &[&str] = &["is_valid", "invariant", "invariants", "validate"];
/// Words with which documentation says that such a name checks the representation.
const INTERNAL: &[&str] = &["invariant", "consisten", "internal", "corrupt", "representation"];

/// Returns whether a function, by its path, is there to check the representation of its receiver: its panics are no refusals.
pub fn is_rep_check(path: &str) -> bool {
    CHECKS.contains(&rust_path::last(path))
}

/// States it of each such method.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let is_closed = is_closed(type_methods);
    let certain = CHECKS.iter().filter_map(|name| type_methods.getter(name));
    let perhaps = PERHAPS.iter().filter_map(|name| type_methods.getter(name));
    let perhaps = perhaps.filter(|method| is_closed || method.is_hedged(INTERNAL));
    certain.chain(perhaps).filter_map(|method| stated(type_methods, method)).collect()
}

/// The law of one method.
fn stated<'k>(type_methods: &'k TypeMethods<'k>, method: &'k Method<'k>) -> Option<Statement<'k>> {
    let (run, said) = (method.run(&["x0"]), method.say(&["{0}"]));
    let (body, assertion) = if is_bool(&method.output) {
        (run, format!("assert!({said});"))
    } else if method.output.is_unit() {
        // It panics where it finds a mistake.
        (format!("completes(|| {run})"), format!("{said};"))
    } else {
        return None;
    };
    Some(Statement {
        name: "rep-check",
        sentence: format!("`{}` holds for every value", method.function.name),
        terms: vec![method],
        inputs: vec![type_methods.lent(0).input],
        body,
        assertion,
    })
}

/// Returns whether callers cannot choose what a value consists of: its fields are private, and what makes one takes sizes at
/// most, or may refuse.
fn is_closed(type_methods: &TypeMethods<'_>) -> bool {
    let Ty::Adt(path, _) = &type_methods.ty else { return false };
    let fields = type_methods.solver.model.adts.get(path).map(|adt| &adt.kind);
    let are_private = match fields {
        Some(AdtKind::Struct(Fields::Named { fields, has_private })) => {
            fields.is_empty() && *has_private
        }
        Some(AdtKind::Struct(Fields::Tuple(fields))) => fields.iter().all(Option::is_none),
        _ => false,
    };
    let is_raw = |method: &&Method<'_>| {
        let inputs = method.function.inputs.iter();
        method.take == Take::Nothing
            && method.output == type_methods.ty
            && !inputs.zip(&method.inputs).all(|((name, _), ty)| is_size(name, ty))
    };
    are_private && !type_methods.methods().iter().any(|method| is_raw(&method))
}
