//! Generic parameters and signatures as an impl repeats them.

use gadfly_model::rust_path::last;
use gadfly_model::{Bound, Function, Generics, Lifetimes, ParamKind, Predicate, Receiver, Ty};

/// `<'a, T: Clone>`, and ` where …` behind the rest of the declaration.
pub(super) fn generics(generics: &Generics) -> (String, String) {
    let params: Vec<String> = generics
        .params
        .iter()
        .filter_map(|param| {
            let name = &param.name;
            match &param.kind {
                ParamKind::Lifetime { outlives } if outlives.is_empty() => Some(format!("'{name}")),
                ParamKind::Lifetime { outlives } => Some(format!("'{name}: {}", quoted(outlives))),
                ParamKind::Type { synthetic: true, .. } => None,
                ParamKind::Type { bounds, .. } if bounds.is_empty() => Some(name.to_string()),
                ParamKind::Type { bounds, .. } => Some(format!("{name}: {}", listed(bounds))),
                ParamKind::Const { ty, .. } => Some(format!("const {name}: {}", written(ty))),
            }
        })
        .collect();
    let predicates: Vec<String> = generics
        .predicates
        .iter()
        .map(|predicate| match predicate {
            Predicate::Bound { lifetimes, ty, bounds } => {
                let binder = match lifetimes.as_slice() {
                    [] => String::new(),
                    some => format!("for<{}> ", quoted(some).replace(" + ", ", ")),
                };
                format!("{binder}{}: {}", written(ty), listed(bounds))
            }
            Predicate::Outlives { lifetime, outlives } => {
                format!("'{lifetime}: {}", quoted(outlives))
            }
            Predicate::Equal { left, right } => format!("{} == {}", written(left), written(right)),
        })
        .collect();
    let declared =
        if params.is_empty() { String::new() } else { format!("<{}>", params.join(", ")) };
    let clause = if predicates.is_empty() {
        String::new()
    } else {
        format!(" where {}", predicates.join(", "))
    };
    (declared, clause)
}

/// A method's signature, its arguments called as given.
pub(super) fn signature(method: &Function, names: &[String]) -> String {
    let inputs: Vec<String> = method
        .inputs
        .iter()
        .zip(names)
        .enumerate()
        .map(|(index, ((_, ty), name))| match (index, method.receiver, ty) {
            (0, Some(Receiver::Value), _) => "self".to_owned(),
            (0, Some(_), Ty::Ref { mutable, lifetime, inner }) if is_self(inner) => {
                let named = lifetime.as_ref().filter(|name| !name.starts_with('_'));
                let lifetime = named.map(|name| format!("'{name} ")).unwrap_or_default();
                format!("&{lifetime}{}self", if *mutable { "mut " } else { "" })
            }
            (0, Some(_), _) => format!("self: {}", written(ty)),
            _ => format!("{name}: {}", written(&anonymous(method, ty))),
        })
        .collect();
    let (declared, clause) = generics(&method.generics);
    let output = match &method.output {
        output if output.is_unit() => String::new(),
        output => format!(" -> {}", written(output)),
    };
    let asynchronous = if method.is_async { "async " } else { "" };
    let name = &method.name;
    format!("{asynchronous}fn {name}{declared}({}){output}{clause}", inputs.join(", "))
}

/// The type with `impl Trait` for parameters that have no name.
fn anonymous(method: &Function, ty: &Ty) -> Ty {
    ty.map(&|part| {
        let Ty::Param(name) = part else { return None };
        let param = method.generics.params.iter().find(|param| param.name == *name)?;
        match &param.kind {
            ParamKind::Type { bounds, synthetic: true, .. } => Some(Ty::Impl(bounds.clone())),
            _ => None,
        }
    })
}

/// A type as an impl writes it: `Self::Item`, and what everybody knows by its last name.
pub(super) fn written(ty: &Ty) -> String {
    let short = ty.map(&|part| match part {
        Ty::Projection(projection)
            if is_self(&projection.self_ty) && projection.args.is_empty() =>
        {
            Some(Ty::Param(format!("Self::{}", projection.name).into()))
        }
        _ => None,
    });
    familiar(&short).print(Lifetimes::Written)
}

/// The type with the short names of the prelude.
fn familiar(ty: &Ty) -> Ty {
    ty.map(&|part| match part {
        Ty::Adt(path, args) if is_in_prelude(path) => {
            let Ty::Adt(_, args) = familiar(&Ty::Adt("".into(), args.clone())) else { return None };
            Some(Ty::Adt(last(path).into(), args))
        }
        _ => None,
    })
}

fn is_in_prelude(path: &str) -> bool {
    matches!(
        path,
        "std::option::Option"
            | "std::result::Result"
            | "std::string::String"
            | "std::vec::Vec"
            | "std::boxed::Box"
    )
}

pub(super) fn is_self(ty: &Ty) -> bool {
    matches!(ty, Ty::Param(name) if **name == *"Self")
}

fn listed(bounds: &[Bound]) -> String {
    let bounds: Vec<String> = bounds.iter().map(|it| it.print(Lifetimes::Written)).collect();
    bounds.join(" + ")
}

fn quoted(lifetimes: &[gadfly_model::Name]) -> String {
    let names: Vec<String> = lifetimes.iter().map(|name| format!("'{name}")).collect();
    names.join(" + ")
}
