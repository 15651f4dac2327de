//! `checked_f` agrees with its siblings where it has a result: `wrapping_f`, `saturating_f`, `overflowing_f` and `f`
//! itself.

use gadfly_model::{Prim, Ty};

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Lent, Method, Take, TypeMethods, arguments_of, base};

/// States it of every `checked_f`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    for checked in type_methods.methods() {
        let Some(name) = checked.function.name.strip_prefix("checked_") else { continue };
        let Some([value]) =
            arguments_of(&checked.output, "Option").as_deref().map(|args| match args {
                [value] => [(*value).clone()],
                _ => [Ty::unit()],
            })
        else {
            continue;
        };
        if checked.take == Take::Mut || value.is_unit() {
            continue;
        }
        let siblings = [
            (format!("wrapping_{name}"), value.clone()),
            (format!("saturating_{name}"), value.clone()),
            (format!("overflowing_{name}"), Ty::Tuple(vec![value.clone(), Ty::Prim(Prim::Bool)])),
            (name.to_owned(), value.clone()),
        ];
        for (name, output) in siblings {
            let sibling = type_methods
                .named(&name)
                .find(|method| method.output == output && agree(type_methods, checked, method));
            if let Some(sibling) = sibling {
                let is_flagged = output != value;
                found.extend(statement(type_methods, checked, sibling, is_flagged));
            }
        }
    }
    found
}

/// Returns whether two functions take the same values, by reference or not.
pub(in crate::laws) fn agree(
    type_methods: &TypeMethods<'_>,
    left: &Method<'_>,
    right: &Method<'_>,
) -> bool {
    let is_same_take = (left.take == Take::Nothing) == (right.take == Take::Nothing)
        && left.take != Take::Mut
        && right.take != Take::Mut;
    let is_kept =
        [left, right].iter().all(|method| method.take != Take::Val) || type_methods.is_clone();
    is_same_take
        && is_kept
        && left.inputs.len() == right.inputs.len()
        && left.inputs.iter().zip(&right.inputs).all(|(left, right)| {
            base(left) == base(right)
                && !left.has_params()
                && !matches!(left, Ty::Ref { mutable: true, .. })
        })
}

/// The arguments of a function beyond what it is called on, as arguments of a law from `first` on.
pub(in crate::laws) fn arguments(
    type_methods: &TypeMethods<'_>,
    method: &Method<'_>,
    first: usize,
) -> Vec<Lent> {
    let inputs = method.inputs.iter().enumerate();
    inputs.map(|(at, ty)| type_methods.lend(ty, first + at).sized_for(method, at)).collect()
}

/// A call with the value `x0` and other arguments: in the harness, and in a test.
pub(in crate::laws) fn call(
    type_methods: &TypeMethods<'_>,
    method: &Method<'_>,
    lent: &[Lent],
) -> (String, String) {
    let (mut run, mut said) = (Vec::new(), Vec::new());
    if method.take != Take::Nothing {
        run.push(method.receiver("x0"));
        said.push(method.receiver_said(type_methods, "{0}"));
    }
    for (lent, parameter) in lent.iter().zip(&method.inputs) {
        run.push(lent.pass(parameter).to_owned());
        said.push(lent.say(parameter).to_owned());
    }
    let run: Vec<&str> = run.iter().map(String::as_str).collect();
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    (method.run(&run), method.say(&said))
}

fn statement<'k>(
    type_methods: &TypeMethods<'_>,
    checked: &'k Method<'k>,
    sibling: &'k Method<'k>,
    is_flagged: bool,
) -> Option<Statement<'k>> {
    let first = usize::from(checked.take != Take::Nothing);
    let lent = arguments(type_methods, checked, first);
    let (run_checked, say_checked) = call(type_methods, checked, &lent);
    let (run_sibling, say_sibling) = call(type_methods, sibling, &lent);
    let expected = if is_flagged { "(value, false)" } else { "value" };
    let mut inputs = Vec::new();
    if first == 1 {
        inputs.push(type_methods.lent(0).input);
    }
    inputs.extend(lent.into_iter().map(|lent| lent.input));
    Some(Statement {
        name: "checked-siblings",
        sentence: format!(
            "where `{}` has a result, `{}` has the same",
            checked.function.name, sibling.function.name
        ),
        body: format!(
            "match {run_checked} {{ Some(value) => alike(&{run_sibling}, &{expected}), None => true }}"
        ),
        assertion: format!(
            "if let Some(value) = {say_checked} {{ assert!({say_sibling} == {expected}); }}"
        ),
        terms: vec![sibling, checked],
        inputs,
    })
}
