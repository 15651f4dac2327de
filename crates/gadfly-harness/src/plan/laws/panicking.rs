//! What is tried or checked does not panic.

use gadfly_model::Function;

use super::kin::arguments_of;

/// Whether a function's name promises that it fails without a panic: `try_f` and `checked_f` that
/// can yield a failure, unless their documentation says when they panic.
pub fn promises_no_panic(function: &Function) -> bool {
    let is_named = ["try_", "checked_"].iter().any(|prefix| function.name.starts_with(prefix));
    let can_fail =
        ["Option", "Result"].iter().any(|name| arguments_of(&function.output, name).is_some());
    is_named && can_fail && function.documented_panics().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_model::{Generics, Owner, Prim, Ty};

    fn function(name: &str, output: Ty, docs: Option<&str>) -> Function {
        Function {
            path: format!("k::{name}").into(),
            name: name.into(),
            krate: "k".into(),
            owner: Owner::Module,
            generics: Generics::default(),
            inputs: Vec::new(),
            output,
            receiver: None,
            is_unsafe: false,
            is_async: false,
            is_const: false,
            track_caller: false,
            is_deprecated: false,
            is_helper: false,
            docs: docs.map(Into::into),
            span: None,
        }
    }

    #[test]
    fn trying_promises_not_to_panic_unless_the_documentation_says_otherwise() {
        let option = || Ty::adt("std::option::Option", [Ty::Prim(Prim::U8)]);
        assert!(promises_no_panic(&function("try_push", option(), None)));
        assert!(promises_no_panic(&function("checked_add", option(), Some("Adds."))));
        assert!(!promises_no_panic(&function("push", option(), None)));
        assert!(!promises_no_panic(&function("try_it", Ty::unit(), None)));
        let docs = "# Panics\n\nIf it is full.";
        assert!(!promises_no_panic(&function("try_push", option(), Some(docs))));
    }
}
