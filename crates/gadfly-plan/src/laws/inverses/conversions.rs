//! A value converted to numbers, text or bytes and back is the value: where the way back can fail,
//! the way there loses nothing. (Other types may have no room for all of it.)

use gadfly_model::Ty;

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Take, TypeMethods, arguments_of};
use gadfly_model::{Arg, TraitRef};

use crate::solve::std_traits::TraitVerdict;

/// States it of `TryFrom<A> for T` beside `From<T> for A`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    if !type_methods.has("std::cmp::Eq") || !type_methods.is_clone() {
        return found;
    }
    for back in type_methods.named("try_from").filter(|method| method.take == Take::Nothing) {
        let [other] = back.inputs.as_slice() else { continue };
        let is_back = arguments_of(&back.output, "Result")
            .is_none_or(|args| args.first().is_none_or(|value| **value == type_methods.ty));
        if other.has_params() || !is_plain(other) || !is_back {
            continue;
        }
        let mut from = TraitRef::plain("std::convert::From");
        from.args.push(Arg::Ty(type_methods.ty.clone()));
        let is_listed = type_methods.solver.impls_of(&from.path).iter().any(|id| {
            let impl_ = &type_methods.solver.model.impls[*id];
            impl_.for_ == *other
        });
        if !is_listed && type_methods.solver.judge(other, &from) != TraitVerdict::Yes {
            continue;
        }
        let written = other.print(gadfly_model::Lifetimes::Static);
        let said = other.print(gadfly_model::Lifetimes::Inferred);
        let copied = if type_methods.is_copy() { "{0}" } else { "{0}.clone()" };
        found.push(Statement {
            name: "convert-back",
            sentence: format!("a value that is converted to `{said}` and back is the same"),
            body: format!(
                "match {} {{ Ok(value) => same(&value, x0), Err(_) => true }}",
                back.run(&[&format!("<{written} as ::std::convert::From<_>>::from(x0.clone())")])
            ),
            assertion: format!(
                "if let Ok(value) = {} {{ assert!(value == {{0}}); }}",
                back.say(&[&format!("<{said}>::from({copied})")])
            ),
            terms: vec![back],
            inputs: vec![type_methods.lent(0).input],
        });
    }
    found
}

/// Returns whether a type is one that values are written in.
fn is_plain(ty: &Ty) -> bool {
    match ty {
        Ty::Prim(prim) => !prim.is_float(),
        Ty::Array(item, _) => is_plain(item),
        Ty::Tuple(items) => items.iter().all(is_plain),
        _ => {
            arguments_of(ty, "String").is_some()
                || arguments_of(ty, "Vec")
                    .is_some_and(|args| args.iter().all(|item| is_plain(item)))
        }
    }
}
