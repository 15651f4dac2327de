//! Types as a running program names them, read into the model's form.

use gadfly_model::{Arg, Model, Ty};
use quote::ToTokens;
use syn::visit_mut::VisitMut;

use super::candidates::Spell;
use crate::types::parse_type::parse_type;

/// Stands in front of the path of a type that generated code cannot name.
const PRIVATE: &str = "{private}";

/// The type with this name. One that is private to the crate gets a name that is no source.
pub(super) fn of_type_name(model: &Model, crates: &[String], spell: Spell, name: &str) -> Ty {
    let Ok(mut ty) = syn::parse_str::<syn::Type>(name) else { return private(name) };
    Respelled { spell }.visit_type_mut(&mut ty);
    let read = parse_type(model, crates, &ty.to_token_stream().to_string());
    if read.any(&mut |part| matches!(part, Ty::Unnameable(_) | Ty::Impl(_))) {
        return private(name);
    }
    read
}

/// Returns whether a type, or part of it, cannot be named outside of the crate.
pub fn is_private(ty: &Ty) -> bool {
    ty.any(&mut |part| matches!(part, Ty::Adt(path, _) if path.starts_with(PRIVATE)))
}

fn private(name: &str) -> Ty {
    Ty::Adt(format!("{PRIVATE}::{name}").into(), Vec::<Arg>::new())
}

struct Respelled {
    spell: Spell,
}

impl VisitMut for Respelled {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        syn::visit_mut::visit_path_mut(self, path);
        let Some(first) = path.segments.first().map(|segment| segment.ident.to_string()) else {
            return;
        };
        if !["core", "alloc", "std"].contains(&first.as_str()) {
            return;
        }
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let Ok(whole) = syn::parse_str::<syn::Path>(&(self.spell)(&names.join("::"))) else {
            return;
        };
        let arguments = path.segments.last().map(|last| last.arguments.clone());
        path.segments = whole.segments;
        if let (Some(last), Some(arguments)) = (path.segments.last_mut(), arguments) {
            last.arguments = arguments;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_model::Lifetimes;

    fn spell(path: &str) -> String {
        match path {
            "alloc::vec::Vec" => "std::vec::Vec".to_owned(),
            "core::option::Option" => "std::option::Option".to_owned(),
            other => other.to_owned(),
        }
    }

    fn read(name: &str) -> Ty {
        let mut model = Model { krate: "k".into(), ..Model::default() };
        model.names.insert("k::hidden::Stack".into(), "k::Stack".into());
        of_type_name(&model, &[], spell, name)
    }

    #[test]
    fn names_become_paths_that_can_be_written() {
        let read = |name| read(name).print(Lifetimes::Inferred);
        assert_eq!(read("alloc::vec::Vec<k::hidden::Stack>"), "std::vec::Vec<k::Stack>");
        assert_eq!(read("core::option::Option<&str>"), "std::option::Option<&str>");
        assert_eq!(read("[u8; 4]"), "[u8; 4]");
    }

    #[test]
    fn private_types_are_distinguished() {
        assert!(is_private(&read("k::hidden::Secret")));
        assert!(is_private(&read("alloc::vec::Vec<k::hidden::Secret>")));
        assert_ne!(read("k::hidden::Secret"), read("k::hidden::Other"));
        assert!(!is_private(&read("k::hidden::Stack")));
    }
}
