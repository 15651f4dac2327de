//! A call of a function with its parameters bound, as an operation.

use gadfly_model::rust_path::last;
use gadfly_model::{Arg, Function, Generics, Lifetimes, Name, ParamKind, Prim, Ty, raw_path};

use super::candidate::{CallOrigin, Candidate, Input, PassingMode};
use super::closures::{closure, variants};
use super::flows;
use super::statics::asks_static;
use crate::infer::instantiate::Env;
use crate::solve::trait_solver::TraitSolver;
use crate::types::shape::FunctionShape;
use crate::types::subst::{Subst, erase, strip_refs, unify};

/// The number of different closures with which a function is called.
const CLOSURES: usize = 3;

/// The operations that call a function in an environment: one, or one per kind of closure.
pub fn calls(
    solver: &TraitSolver<'_>,
    shape: &FunctionShape<'_>,
    env: &Env,
    origin: CallOrigin,
) -> Vec<Candidate> {
    let kinds = shape
        .closures
        .iter()
        .filter(|(name, _)| env.subst.get(name).is_none())
        .map(|(_, bound)| variants(&close(solver, &env.subst, bound)))
        .max()
        .unwrap_or(1)
        .min(CLOSURES);
    (0..kinds).filter_map(|variant| call(solver, shape, env, origin, variant)).collect()
}

fn call(
    solver: &TraitSolver<'_>,
    shape: &FunctionShape<'_>,
    env: &Env,
    origin: CallOrigin,
    variant: usize,
) -> Option<Candidate> {
    let mut subst = env.subst.clone();
    // Closures that are part of a named type become function pointers.
    for (name, bound) in &shape.closures {
        if subst.get(name).is_none() && shape.is_closure_named(name) {
            let bound = close(solver, &subst, bound);
            let pointer = gadfly_model::FnPointer {
                lifetimes: bound.lifetimes,
                inputs: bound.inputs,
                output: bound.output,
                is_unsafe: false,
                abi: None,
            };
            subst.bind_ty(name, &Ty::FnPointer(Box::new(pointer)));
        }
    }
    let mut inputs: Vec<Input> = Vec::new();
    let mut captured: Vec<(usize, Input)> = Vec::new();
    let mut positions = Vec::new();
    // Inputs that are references only because a parameter stands for one.
    let mut lent = Vec::new();
    let mut arguments = Vec::new();
    let mut is_formatting = false;
    for (name, pattern) in &shape.function.inputs {
        if is_formatter(pattern) {
            is_formatting = true;
            positions.push(None);
            arguments.push("f".to_owned());
            continue;
        }
        if is_task_context(pattern) {
            positions.push(None);
            let context = "::std::task::Context::from_waker(::std::task::Waker::noop())";
            arguments.push(format!("&mut {context}"));
            continue;
        }
        if is_format_arguments(pattern) {
            positions.push(Some(inputs.len()));
            arguments.push(format!("format_args!(\"{{}}\", x{})", inputs.len()));
            inputs.push(Input::shared_dst(Ty::Prim(Prim::Str)));
            continue;
        }
        if let Some(bound) = closure_parameter(shape, &env.subst, pattern) {
            let bound = close(solver, &subst, bound);
            let pointer = subst.ty(param_name(strip_refs(pattern))?);
            let first = inputs.len() + captured.len() + 100;
            let made = closure(&bound, variant, pointer.is_none(), first);
            captured.extend(made.captured.into_iter().map(|input| (first, input)));
            let text = match pointer {
                Some(pointer) => {
                    format!("({}) as {}", made.source, pointer.print(Lifetimes::Static))
                }
                None => made.source,
            };
            positions.push(None);
            arguments.push(with_refs(pattern, &text));
            continue;
        }
        let ty = erase(&solver.normalise(&subst.apply(pattern)));
        if ty.has_params() {
            return None;
        }
        let mut input = declared_input(solver, &shape.generics(), pattern, ty);
        input.is_size = is_size(name, &input.ty);
        if input.mode.is_reference() && !matches!(pattern, Ty::Ref { .. }) {
            lent.push(inputs.len());
        }
        positions.push(Some(inputs.len()));
        arguments.push(format!("x{}", inputs.len()));
        inputs.push(input);
    }
    let mut flows = flows::of_function(solver.model, shape.function, &positions);
    flows::lend(&mut flows, &lent);
    // Captured values come last; their numbers were placeholders until now.
    for (placeholder, input) in captured {
        let index = inputs.len();
        for argument in &mut arguments {
            *argument = argument.replace(&format!("x{placeholder}"), &format!("x{index}"));
        }
        flows.extend(
            (0..inputs.len())
                .filter(|to| inputs[*to].mode.is_reference())
                .map(|to| super::candidate::Flow { from: index, to: Some(to), is_borrow: true }),
        );
        flows.push(super::candidate::Flow { from: index, to: None, is_borrow: true });
        inputs.push(input);
    }
    let callee = callee(shape, &subst, Lifetimes::Static)?;
    let mut body = format!("{callee}({})", arguments.join(", "));
    if is_formatting {
        body = formatted(shape, &body);
    }
    if shape.function.is_async {
        body = format!("block_on({body})");
    }
    let is_generic = shape.params().next().is_some();
    let label =
        if is_generic { self::callee(shape, &subst, Lifetimes::Inferred)? } else { String::new() };
    Some(Candidate { origin, label, inputs, body, is_partial: false, flows })
}

/// The argument for a parameter that is declared as `pattern` and has become the closed type `ty`.
pub fn declared_input(
    solver: &TraitSolver<'_>,
    generics: &[&Generics],
    pattern: &Ty,
    ty: Ty,
) -> Input {
    let mut bound = Subst::default();
    unify(pattern, &ty, &mut bound);
    let is_static = asks_static(solver.model, generics, &bound, pattern);
    let mut input = match pattern {
        Ty::Ref { lifetime, .. } if lifetime.as_deref() != Some("static") => input_for(solver, ty),
        // A variable cannot be lent for ever; a reference to something that lasts can be passed.
        _ if is_static => Input::val(ty),
        _ => input_for(solver, ty),
    };
    input.is_static = is_static;
    input
}

/// The argument that a parameter of this type asks for.
pub fn input_for(solver: &TraitSolver<'_>, ty: Ty) -> Input {
    match ty {
        Ty::Ref { mutable, inner, .. } => {
            let mode = match (mutable, solver.is_unsized(&inner)) {
                (false, false) => PassingMode::Ref,
                (true, false) => PassingMode::Mut,
                (false, true) => PassingMode::RefDst,
                (true, true) => PassingMode::MutDst,
            };
            Input { mode, ty: *inner, is_static: false, is_size: false }
        }
        other => Input::val(other),
    }
}

/// The path a function is called by: `<T as Trait<U>>::name::<V>`.
fn callee(shape: &FunctionShape<'_>, subst: &Subst, lifetimes: Lifetimes) -> Option<String> {
    let function = shape.function;
    let name = raw_path(&function.name);
    let mut text = match (&shape.self_ty, &shape.trait_) {
        (Some(self_ty), Some(trait_)) => {
            let self_ty = subst.apply(self_ty);
            let mut trait_ = subst.apply_trait(trait_);
            trait_.assoc.clear();
            if self_ty.has_params() {
                return None;
            }
            format!("<{} as {}>::{name}", self_ty.print(lifetimes), trait_.print(lifetimes))
        }
        (Some(self_ty), None) => {
            let self_ty = subst.apply(self_ty);
            if self_ty.has_params() {
                return None;
            }
            match &self_ty {
                Ty::Adt(path, args) if args.is_empty() => format!("{}::{name}", raw_path(path)),
                _ => format!("<{}>::{name}", self_ty.print(lifetimes)),
            }
        }
        (None, _) => raw_path(&function.path).into_owned(),
    };
    let mut args = Vec::new();
    for param in &function.generics.params {
        let arg = match (&param.kind, subst.get(&param.name)) {
            (ParamKind::Lifetime { .. } | ParamKind::Type { synthetic: true, .. }, _) => continue,
            (_, Some(Arg::Ty(ty))) => ty.print(lifetimes),
            (_, Some(Arg::Const(constant))) => format!("{{ {constant} }}"),
            _ => "_".to_owned(),
        };
        args.push(arg);
    }
    if args.iter().any(|arg| arg != "_") {
        text.push_str(&format!("::<{}>", args.join(", ")));
    }
    Some(text)
}

/// `fmt` methods take a formatter that only `format!` can make.
fn formatted(shape: &FunctionShape<'_>, body: &str) -> String {
    let spec = shape.trait_.as_ref().and_then(|trait_| {
        trait_.path.strip_prefix("std::fmt::").and_then(|name| {
            Some(match name {
                "Display" => "{}",
                "Debug" => "{:?}",
                "LowerHex" => "{:x}",
                "UpperHex" => "{:X}",
                "Octal" => "{:o}",
                "Binary" => "{:b}",
                "LowerExp" => "{:e}",
                "UpperExp" => "{:E}",
                "Pointer" => "{:p}",
                _ => return None,
            })
        })
    });
    match spec {
        Some(spec) if shape.function.inputs.len() == 2 => format!("format!(\"{spec}\", x0)"),
        _ => format!("formatted(|f| {{ let _ = {body}; Ok(()) }})"),
    }
}

fn is_formatter(pattern: &Ty) -> bool {
    matches!(pattern, Ty::Ref { inner, .. } if matches!(&**inner, Ty::Adt(path, _) if &**path == "std::fmt::Formatter"))
}

fn is_task_context(pattern: &Ty) -> bool {
    matches!(pattern, Ty::Ref { inner, .. } if matches!(&**inner, Ty::Adt(path, _) if &**path == "std::task::Context"))
}

/// Returns whether a type is the result of `format_args!`, which cannot be kept in a variable.
fn is_format_arguments(pattern: &Ty) -> bool {
    matches!(pattern, Ty::Adt(path, _) if &**path == "std::fmt::Arguments")
}

/// The bound, when a parameter's type is a closure parameter that nothing has bound.
fn closure_parameter<'s>(
    shape: &'s FunctionShape<'_>,
    bound_by_match: &Subst,
    pattern: &Ty,
) -> Option<&'s gadfly_model::FnBound> {
    let name = param_name(strip_refs(pattern))?;
    if bound_by_match.get(name).is_some() {
        return None;
    }
    shape.closures.get(name)
}

fn param_name(ty: &Ty) -> Option<&Name> {
    match ty {
        Ty::Param(name) => Some(name),
        _ => None,
    }
}

fn with_refs(pattern: &Ty, text: &str) -> String {
    match pattern {
        Ty::Ref { mutable, inner, .. } => {
            format!("{}({})", if *mutable { "&mut " } else { "&" }, with_refs(inner, text))
        }
        _ => text.to_owned(),
    }
}

fn close(
    solver: &TraitSolver<'_>,
    subst: &Subst,
    bound: &gadfly_model::FnBound,
) -> gadfly_model::FnBound {
    gadfly_model::FnBound {
        kind: bound.kind,
        lifetimes: bound.lifetimes.clone(),
        inputs: bound.inputs.iter().map(|ty| solver.normalise(&subst.apply(ty))).collect(),
        output: solver.normalise(&subst.apply(&bound.output)),
    }
}

/// Returns whether an integer looks like a size, so that large values only exhaust memory.
pub fn is_size(name: &str, ty: &Ty) -> bool {
    let Ty::Prim(prim) = ty else { return false };
    let words = [
        "cap",
        "len",
        "size",
        "additional",
        "count",
        "num",
        "exp",
        "pow",
        "shift",
        "times",
        "iter",
        "width",
    ];
    let short = ["n", "k", "amt", "by", "rhs", "e", "bits", "max", "min"];
    (prim.is_integer() && *prim != Prim::U8)
        && (words.iter().any(|word| name.contains(word)) || short.contains(&name))
}

/// The function's name for reasons and listings, without type arguments.
pub fn short_name(function: &Function) -> &str {
    last(&function.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_is_never_lent_where_a_lasting_reference_is_asked() {
        let model = gadfly_model::Model::default();
        let solver = TraitSolver::new(&model);
        let number = Ty::Prim(Prim::U8);
        let reference = |lifetime: Option<&str>| Ty::Ref {
            mutable: false,
            lifetime: lifetime.map(Into::into),
            inner: Box::new(number.clone()),
        };
        let input = |declared: Ty| declared_input(&solver, &[], &declared, erase(&declared));
        let lasting = input(reference(Some("static")));
        assert_eq!(lasting, Input::val(reference(None)).unborrowed());
        assert_eq!(input(reference(Some("a"))), Input::shared(number.clone()));
        let bounds = vec![gadfly_model::Bound::Lifetime("static".into())];
        let kind = ParamKind::Type { bounds, default: None, synthetic: false };
        let params = vec![gadfly_model::Param { name: "T".into(), kind }];
        let generics = Generics { params, ..Generics::default() };
        let forever = |ty: Ty| declared_input(&solver, &[&generics], &Ty::Param("T".into()), ty);
        assert_eq!(forever(reference(None)), Input::val(reference(None)).unborrowed());
    }
}
