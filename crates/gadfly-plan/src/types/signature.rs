//! Signatures as people read them in a listing.

use gadfly_model::rust_path::{last, last_segments};
use gadfly_model::{Function, Lifetimes, Model, Owner, Receiver, Ty};

/// `Rope::insert(&mut self, usize, &str)`: paths cut to their last segment.
pub fn signature(model: &Model, function: &Function) -> String {
    let owner = match &function.owner {
        Owner::Module => String::new(),
        Owner::Inherent(id) => format!("{}::", brief(&model.impls[*id].for_)),
        Owner::TraitImpl(id) => {
            let impl_ = &model.impls[*id];
            let trait_ = impl_.trait_.as_ref().map(|trait_| trait_.print(Lifetimes::Inferred));
            format!("<{} as {}>::", brief(&impl_.for_), last_segments(&trait_.unwrap_or_default()))
        }
        Owner::Provided(path) => format!("{}::", last(path)),
    };
    let mut inputs = Vec::new();
    for (index, (_, ty)) in function.inputs.iter().enumerate() {
        inputs.push(match (index, function.receiver) {
            (0, Some(Receiver::Value)) => "self".to_owned(),
            (0, Some(Receiver::Shared)) => "&self".to_owned(),
            (0, Some(Receiver::Exclusive)) => "&mut self".to_owned(),
            (0, Some(Receiver::Other)) => format!("self: {}", brief(ty)),
            _ => brief(ty),
        });
    }
    let params: Vec<&str> = function
        .generics
        .params
        .iter()
        .filter(|param| match &param.kind {
            gadfly_model::ParamKind::Lifetime { .. } => false,
            gadfly_model::ParamKind::Type { synthetic, .. } => !synthetic,
            gadfly_model::ParamKind::Const { .. } => true,
        })
        .map(|param| &*param.name)
        .collect();
    let generics =
        if params.is_empty() { String::new() } else { format!("<{}>", params.join(", ")) };
    let output = if function.output.is_unit() {
        String::new()
    } else {
        format!(" -> {}", brief(&function.output))
    };
    let asynchronous = if function.is_async { "async " } else { "" };
    let text =
        format!("{asynchronous}{owner}{}{generics}({}){output}", function.name, inputs.join(", "));
    named(&text, function)
}

/// The text with `impl Trait` in the place of the names that stand for such arguments.
fn named(text: &str, function: &Function) -> String {
    let mut text = text.to_owned();
    // Backwards: the name of the tenth begins like that of the first.
    for param in function.generics.params.iter().rev() {
        if let gadfly_model::ParamKind::Type { bounds, synthetic: true, .. } = &param.kind {
            let bounds: Vec<String> = bounds
                .iter()
                .map(|bound| last_segments(&bound.print(Lifetimes::Inferred)))
                .collect();
            text = text.replace(&*param.name, &format!("impl {}", bounds.join(" + ")));
        }
    }
    text
}

fn brief(ty: &Ty) -> String {
    last_segments(&ty.print(Lifetimes::Inferred))
}
