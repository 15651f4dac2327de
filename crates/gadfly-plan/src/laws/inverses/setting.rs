//! Getters return the value that was set successfully.

use gadfly_model::Ty;

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Take, TypeMethods, arguments_of, is_bool};

/// States it of `with_x(&self, n) -> Option<Self>` against `x(&self)`, for plain numbers. One that
/// cannot fail may have to settle for something near.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    for with in type_methods.methods() {
        let Some(name) = with.function.name.strip_prefix("with_") else { continue };
        let [value] = with.inputs.as_slice() else { continue };
        let is_plain = matches!(value, Ty::Prim(prim) if prim.is_integer()) || is_bool(value);
        let success = ["Option", "Result"].into_iter().find(|wrapper| {
            arguments_of(&with.output, wrapper)
                .is_some_and(|args| args.first() == Some(&&type_methods.ty))
        });
        let (Some(wrapper), true) =
            (success, is_plain && matches!(with.take, Take::Ref | Take::Val))
        else {
            continue;
        };
        let Some(getter) = type_methods.getter(name).filter(|getter| getter.output == *value)
        else {
            continue;
        };
        let pattern = if wrapper == "Option" { "Some" } else { "Ok" };
        let receiver = with.receiver("x0");
        let receiver_said = with.receiver_said(type_methods, "{0}");
        found.push(Statement {
            name: "with-getter",
            sentence: format!("`{name}` returns the value that `{}` set", with.function.name),
            body: format!(
                "match {} {{ {pattern}(value) => {} == x1, _ => true }}",
                with.run(&[&receiver, "x1"]),
                getter.run(&["&value"])
            ),
            assertion: format!(
                "if let {pattern}(value) = {} {{ assert_eq!({}, {{1}}); }}",
                with.say(&[&receiver_said, "{1}"]),
                getter.say(&["value"])
            ),
            terms: vec![with, getter],
            inputs: vec![type_methods.lent(0).input, type_methods.lend(value, 1).input],
        });
    }
    found
}
