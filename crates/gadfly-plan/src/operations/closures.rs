//! Closures for parameters that ask for one, from a small palette.

use gadfly_model::rust_path::last;
use gadfly_model::{FnBound, FnKind, Prim, Ty};

use super::candidate::Input;
use crate::solve::std_traits::{first_type, type_args};
use crate::types::subst::{erase, has_lifetime, strip_refs};
use crate::types::tracked;

/// A closure as source, with the further arguments it captures.
pub struct Closure {
    /// `|c0, c1| c0`.
    pub source: String,
    /// Arguments of the operation it uses, numbered from the `first` given.
    pub captured: Vec<Input>,
}

/// The closure number `variant` for a bound whose types are closed. `may_capture` is false
/// where a function pointer is wanted; captured arguments are `x{first}` and on.
pub fn closure(bound: &FnBound, variant: usize, may_capture: bool, first: usize) -> Closure {
    let mut params: Vec<String> =
        (0..bound.inputs.len()).map(|index| format!("_c{index}")).collect();
    let mut bodies = bodies(bound);
    let mut captured = Vec::new();
    let mut prefix = "";
    if may_capture && !has_lifetime(&bound.output) && !bound.output.is_unit() {
        // A value from the pool: it reaches more than any constant.
        let name = format!("x{first}");
        let body = if matches!(bound.kind, FnKind::FnOnce | FnKind::AsyncFnOnce) {
            name
        } else {
            format!("{name}.clone()")
        };
        let at = bodies.len().min(2);
        bodies.insert(at, body.clone());
        let chosen = &bodies[variant % bodies.len()];
        if *chosen == body {
            captured.push(Input::val(bound.output.clone()));
            prefix = "move ";
        }
    }
    if bodies.is_empty() {
        bodies.push("::std::default::Default::default()".to_owned());
    }
    let body = &bodies[variant % bodies.len()];
    for param in &mut params {
        if body.contains(param.as_str()) {
            let used = param.trim_start_matches('_').to_owned();
            *param = used;
        }
    }
    let body = (0..params.len()).fold(body.clone(), |body, index| {
        body.replace(&format!("_c{index}"), &format!("c{index}"))
    });
    let body = if matches!(bound.kind, FnKind::AsyncFn | FnKind::AsyncFnMut | FnKind::AsyncFnOnce) {
        format!("async move {{ {body} }}")
    } else {
        body
    };
    Closure { source: format!("{prefix}|{}| {body}", params.join(", ")), captured }
}

/// Bodies that give the bound's output, likelier ones first. Parameters are `_c0`, `_c1`, ….
fn bodies(bound: &FnBound) -> Vec<String> {
    let output = erase(&bound.output);
    let mut bodies = Vec::new();
    let tracked = bound.inputs.iter().position(tracked::is_tracked);
    if output.is_unit() {
        let look = tracked.map(|index| format!("{{ _c{index}.is_even(); }}"));
        return look.into_iter().chain(["()".to_owned()]).collect();
    }
    // Results that depend on the arguments come first: they show more.
    if output == Ty::Prim(Prim::Bool) {
        // A closure that looks at such a value may be interrupted by it.
        bodies.extend(tracked.map(|index| format!("_c{index}.is_even()")));
        bodies.push("true".to_owned());
        if let [only] = bound.inputs.as_slice() {
            match only {
                Ty::Prim(prim) if prim.is_integer() => bodies.push("_c0 % 2 == 0".to_owned()),
                Ty::Ref { inner, .. } if matches!(**inner, Ty::Prim(prim) if prim.is_integer()) => {
                    bodies.push("*_c0 % 2 == 0".to_owned());
                }
                _ => {}
            }
        }
        if let [left, right, ..] = bound.inputs.as_slice()
            && left == right
            && matches!(strip_refs(left), Ty::Prim(_))
        {
            bodies.push("_c0 < _c1".to_owned());
        }
        bodies.push("false".to_owned());
        return bodies;
    }
    if matches!(&output, Ty::Adt(path, _) if last(path) == "Ordering") {
        if let [left, right] = bound.inputs.as_slice()
            && left == right
            && matches!(left, Ty::Ref { .. })
        {
            bodies.push("_c0.cmp(_c1)".to_owned());
        }
        bodies.push("::std::cmp::Ordering::Less".to_owned());
        bodies.push("::std::cmp::Ordering::Equal".to_owned());
        bodies.push("::std::cmp::Ordering::Greater".to_owned());
        return bodies;
    }
    bodies.extend(passed_on(bound, &output));
    // What is asked for may be what came in, or a reason why not.
    if let Ty::Adt(path, args) = &output
        && path.starts_with("std::")
        && let Some(inner) = first_type(args)
    {
        let wrapper = match last(path) {
            "Option" => Some("Some"),
            "Result" => Some("Ok"),
            _ => None,
        };
        let passed = wrapper.into_iter().flat_map(|wrapper| {
            passed_on(bound, inner).into_iter().map(move |body| format!("{wrapper}({body})"))
        });
        bodies.extend(passed);
    }
    bodies.extend(constants(&output, 2));
    bodies
}

/// Bodies that give a type by passing on an argument.
fn passed_on(bound: &FnBound, output: &Ty) -> Vec<String> {
    let mut bodies = Vec::new();
    for (index, input) in bound.inputs.iter().enumerate() {
        let input = erase(input);
        if input == *output {
            if *output == tracked::tracked() {
                bodies.push(format!("_c{index}.passed_on()"));
            }
            bodies.push(format!("_c{index}"));
        } else if let Ty::Ref { inner, .. } = &input {
            if **inner == *output {
                bodies.push(format!("_c{index}.clone()"));
            }
            if let (Ty::Ref { mutable: true, .. }, Ty::Ref { mutable: false, inner: wanted, .. }) =
                (&input, output)
                && inner == wanted
            {
                bodies.push(format!("&*_c{index}"));
            }
        }
    }
    bodies
}

/// Constant expressions of a type, as far as they can be written down.
pub fn constants(ty: &Ty, depth: usize) -> Vec<String> {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    match ty {
        Ty::Prim(prim) if prim.is_integer() => texts(&["1", "0", "2"]),
        Ty::Prim(prim) if prim.is_float() => texts(&["1.0", "0.0"]),
        Ty::Prim(Prim::Bool) => texts(&["true", "false"]),
        Ty::Prim(Prim::Char) => texts(&["'a'"]),
        Ty::Ref { mutable: false, inner, .. } if **inner == Ty::Prim(Prim::Str) => {
            texts(&["\"a\"", "\"\""])
        }
        Ty::Tuple(items) if depth > 0 => {
            let parts: Option<Vec<String>> =
                items.iter().map(|item| constants(item, depth - 1).into_iter().next()).collect();
            parts
                .map(|parts| format!("({},)", parts.join(", ")))
                .map(|text| if items.is_empty() { "()".to_owned() } else { text })
                .into_iter()
                .collect()
        }
        Ty::Adt(path, _) if **path == *tracked::PATH => vec![format!("{path}::new(1)")],
        Ty::Adt(path, args) if path.starts_with("std::") && depth > 0 => {
            let inner = |index: usize| {
                type_args(args)
                    .get(index)
                    .and_then(|ty| constants(ty, depth - 1).into_iter().next())
            };
            match last(path) {
                "String" => texts(&["::std::string::String::from(\"a\")"]),
                "Option" => {
                    let some = inner(0).map(|value| format!("Some({value})"));
                    some.into_iter().chain(["None".to_owned()]).collect()
                }
                "Result" => {
                    let ok = inner(0).map(|value| format!("Ok({value})"));
                    let err = inner(1).map(|value| format!("Err({value})"));
                    ok.into_iter().chain(err).collect()
                }
                "Vec" => {
                    let one = inner(0).map(|value| format!("vec![{value}]"));
                    one.into_iter().chain(["::std::vec::Vec::new()".to_owned()]).collect()
                }
                "Box" if first_type(args).is_some() => inner(0)
                    .map(|value| format!("::std::boxed::Box::new({value})"))
                    .into_iter()
                    .collect(),
                "ControlFlow" => texts(&[
                    "::std::ops::ControlFlow::Continue(::std::default::Default::default())",
                ]),
                "IntoIter" if path.starts_with("std::vec") => {
                    inner(0).map(|value| format!("vec![{value}].into_iter()")).into_iter().collect()
                }
                "Ready" => inner(0)
                    .map(|value| format!("::std::future::ready({value})"))
                    .into_iter()
                    .collect(),
                "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet" | "VecDeque" => {
                    texts(&["::std::default::Default::default()"])
                }
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// The number of different closures that the palette has for a bound.
pub fn variants(bound: &FnBound) -> usize {
    bodies(bound).len().max(1) + usize::from(!bound.output.is_unit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(kind: FnKind, inputs: Vec<Ty>, output: Ty) -> FnBound {
        FnBound { kind, lifetimes: Vec::new(), inputs, output }
    }

    fn sources(bound: &FnBound) -> Vec<String> {
        (0..variants(bound)).map(|variant| closure(bound, variant, true, 3).source).collect()
    }

    #[test]
    fn predicates_are_constant_or_look_at_their_argument() {
        let number = Ty::shared(Ty::Prim(Prim::I32));
        let found = sources(&bound(FnKind::Fn, vec![number], Ty::Prim(Prim::Bool)));
        assert!(found.contains(&"|_c0| true".to_owned()), "{found:?}");
        assert!(found.contains(&"|c0| *c0 % 2 == 0".to_owned()), "{found:?}");
        assert!(found.contains(&"|_c0| false".to_owned()), "{found:?}");
    }

    #[test]
    fn closures_look_at_values_that_notice_it() {
        let lent = || Ty::shared(tracked::tracked());
        let found = sources(&bound(FnKind::FnMut, vec![lent()], Ty::Prim(Prim::Bool)));
        assert_eq!(found[0], "|c0| c0.is_even()", "the first is what most functions get");
        let found = sources(&bound(FnKind::FnMut, vec![lent()], Ty::Tuple(Vec::new())));
        assert_eq!(found, ["|c0| { c0.is_even(); }", "|_c0| ()"]);
        let own = tracked::tracked;
        let found = sources(&bound(FnKind::FnOnce, vec![own()], own()));
        assert_eq!(found[0], "|c0| c0.passed_on()");
    }

    #[test]
    fn an_input_of_the_right_type_is_returned() {
        let ty = Ty::adt("k::S", []);
        let found = sources(&bound(FnKind::FnMut, vec![ty.clone(), ty.clone()], ty));
        assert_eq!(found[0], "|c0, _c1| c0");
    }

    #[test]
    fn an_input_is_returned_where_it_may_be_refused() {
        let value = || Ty::adt("k::Value", []);
        let result = Ty::adt("std::result::Result", [value(), Ty::adt("k::Error", [])]);
        let found = sources(&bound(FnKind::Fn, vec![Ty::shared(value())], result));
        assert_eq!(found[0], "|c0| Ok(c0.clone())");
        let found =
            sources(&bound(FnKind::Fn, vec![value()], Ty::adt("std::option::Option", [value()])));
        assert_eq!(found[..2], ["|c0| Some(c0)", "|_c0| None"]);
    }

    #[test]
    fn values_without_a_literal_are_captured_from_the_pool() {
        let made = closure(&bound(FnKind::FnOnce, vec![], Ty::adt("k::S", [])), 0, true, 3);
        assert_eq!(made.source, "move || x3");
        assert_eq!(made.captured, [Input::val(Ty::adt("k::S", []))]);
        let kept = closure(&bound(FnKind::FnMut, vec![], Ty::adt("k::S", [])), 0, true, 0);
        assert_eq!(kept.source, "move || x0.clone()");
    }
}
