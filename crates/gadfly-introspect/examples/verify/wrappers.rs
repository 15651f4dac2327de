//! A library that calls every function of a model with exactly the types the model states.
//!
//! If it compiles, paths, generics, bounds, arguments and outputs are what the compiler knows.

use std::collections::BTreeMap;

use gadfly_model::{
    Bound, Function, Generics, Lifetimes, Model, Owner, Param, ParamKind, Predicate, Ty,
};

/// Source text, and the function that each line calls.
pub(crate) struct Wrappers {
    pub(crate) source: String,
    pub(crate) functions: BTreeMap<usize, String>,
}

/// Wrappers of all functions that can be called by name.
pub(crate) fn wrappers(model: &Model) -> Wrappers {
    let mut source = String::from(
        "#![allow(unused, deprecated, private_bounds, private_interfaces, unconditional_recursion)]\n",
    );
    let mut functions = BTreeMap::new();
    for (index, function) in model.functions.iter().enumerate() {
        if let Some(text) = wrapper(model, index, function) {
            source.push_str(&text);
            source.push('\n');
            functions.insert(source.lines().count(), function.path.to_string());
        }
    }
    Wrappers { source, functions }
}

fn wrapper(model: &Model, index: usize, function: &Function) -> Option<String> {
    let mut generics = Generics::default();
    let callee = match &function.owner {
        Owner::Module => function.path.to_string(),
        Owner::Inherent(block) | Owner::TraitImpl(block) => {
            let block = &model.impls[*block];
            generics = block.generics.clone();
            let for_ = written(&block.for_);
            match &block.trait_ {
                Some(trait_) => {
                    let trait_ = trait_.print(Lifetimes::Written);
                    format!("<{for_} as {trait_}>::{}", function.name)
                }
                None => format!("<{for_}>::{}", function.name),
            }
        }
        Owner::Provided(path) => {
            let trait_ = &model.traits[path];
            generics = trait_.generics.clone();
            let args: Vec<&str> = generics.params.iter().map(|param| &*param.name).collect();
            let args =
                if args.is_empty() { String::new() } else { format!("<{}>", args.join(", ")) };
            let bound = gadfly_model::TraitRef::plain(&format!("{path}{args}"));
            let bounds =
                vec![Bound::Trait { trait_: bound, lifetimes: Vec::new() }, Bound::MaybeSized];
            let kind = ParamKind::Type { bounds, default: None, synthetic: false };
            generics.params.push(Param { name: "Self".into(), kind });
            format!("<Self as {path}{args}>::{}", function.name)
        }
    };
    generics.params.extend(function.generics.params.iter().cloned());
    generics.predicates.extend(function.generics.predicates.iter().cloned());
    generics.params.sort_by_key(|param| !matches!(param.kind, ParamKind::Lifetime { .. }));
    if mentions_unnameable(model, function, &callee) {
        return None;
    }
    let names: Vec<String> = (0..function.inputs.len()).map(|input| format!("x{input}")).collect();
    let inputs: Vec<String> = names
        .iter()
        .zip(&function.inputs)
        .map(|(name, (_, ty))| format!("{name}: {}", written(ty)))
        .collect();
    let call = format!("{callee}({})", names.join(", "));
    let call = if function.is_unsafe { format!("unsafe {{ {call} }}") } else { call };
    let call = if function.is_async { format!("{call}.await") } else { call };
    let output = if function.output.any(&mut |ty| matches!(ty, Ty::Impl(_))) {
        String::new()
    } else {
        format!(": {}", function.output.print(Lifetimes::Inferred))
    };
    let asyncness = if function.is_async { "async " } else { "" };
    let text = format!(
        "pub {asyncness}fn wrapper_{index}<{}>({}) where {} {{ let y{output} = {call}; }}",
        params(&generics),
        inputs.join(", "),
        predicates(&generics),
    );
    Some(rename_self(&text))
}

fn mentions_unnameable(model: &Model, function: &Function, callee: &str) -> bool {
    let hidden = |name: &str| {
        model.adts.get(name).is_some_and(|adt| !adt.is_nameable)
            || model.traits.get(name).is_some_and(|trait_| !trait_.is_nameable)
    };
    let mut types: Vec<&Ty> = function.inputs.iter().map(|(_, ty)| ty).collect();
    types.push(&function.output);
    types.iter().any(|ty| ty.any(&mut |part| matches!(part, Ty::Adt(name, _) if hidden(name))))
        || model.adts.values().any(|adt| !adt.is_nameable && callee.contains(&*adt.path))
        || model.traits.values().any(|item| {
            !item.is_nameable
                && format!("{:?}", function.generics).contains(&format!("{:?}", item.path))
        })
        || match &function.owner {
            Owner::Inherent(block) | Owner::TraitImpl(block) => {
                let generics = format!("{:?}", model.impls[*block].generics);
                let names = model.traits.values().filter(|item| !item.is_nameable);
                let adts = model.adts.values().filter(|item| !item.is_nameable);
                names
                    .map(|item| &item.path)
                    .chain(adts.map(|item| &item.path))
                    .any(|path| generics.contains(&format!("{path:?}")))
            }
            _ => false,
        }
}

fn params(generics: &Generics) -> String {
    let shown =
        generics.params.iter().filter(|param| *param.name != *"_").map(|param| match &param.kind {
            ParamKind::Lifetime { outlives } if outlives.is_empty() => format!("'{}", param.name),
            ParamKind::Lifetime { outlives } => {
                let outlives: Vec<String> =
                    outlives.iter().map(|name| format!("'{name}")).collect();
                format!("'{}: {}", param.name, outlives.join(" + "))
            }
            ParamKind::Type { bounds, .. } => format!("{}: {}", param.name, self::bounds(bounds)),
            ParamKind::Const { ty, .. } => format!("const {}: {ty}", param.name),
        });
    shown.collect::<Vec<_>>().join(", ")
}

fn predicates(generics: &Generics) -> String {
    let shown = generics.predicates.iter().filter_map(|predicate| match predicate {
        Predicate::Bound { lifetimes, ty, bounds } => {
            let lifetimes: Vec<String> = lifetimes.iter().map(|name| format!("'{name}")).collect();
            let binder = if lifetimes.is_empty() {
                String::new()
            } else {
                format!("for<{}> ", lifetimes.join(", "))
            };
            // `?Sized` may only be written once, and only at a parameter.
            Some(format!("{binder}{}: {}", written(ty), self::bounds(bounds)))
        }
        Predicate::Outlives { lifetime, outlives } => {
            let outlives: Vec<String> = outlives.iter().map(|name| format!("'{name}")).collect();
            Some(format!("'{lifetime}: {}", outlives.join(" + ")))
        }
        Predicate::Equal { .. } => None,
    });
    shown.collect::<Vec<_>>().join(", ")
}

fn bounds(bounds: &[Bound]) -> String {
    let shown = bounds.iter().map(|bound| bound.print(Lifetimes::Written));
    shown.collect::<Vec<_>>().join(" + ")
}

fn written(ty: &Ty) -> String {
    ty.print(Lifetimes::Written)
}

/// `Self` is no name for a function's parameter.
fn rename_self(text: &str) -> String {
    let mut renamed = String::with_capacity(text.len());
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut rest = text;
    while let Some(at) = rest.find("Self") {
        let before = renamed.chars().last();
        let before = if at == 0 { before } else { rest[..at].chars().last() };
        renamed.push_str(&rest[..at]);
        let after = rest[at + 4..].chars().next();
        renamed.push_str(if is_word(before) || is_word(after) { "Self" } else { "Self_" });
        rest = &rest[at + 4..];
    }
    renamed.push_str(rest);
    renamed
}
