//! Functions that a person wrote to build values: read from a file, offered beside those of the crate.
//!
//! The file is a module of the person's own tests, so that generated tests can use it as well. Only its signatures are read
//! here; the compiler judges the rest. Functions that this module cannot offer are named, with the reason.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gadfly_model::rust_path;
use gadfly_model::{Function, Generics, Model, Owner, Ty};
use gadfly_plan::types::parse_type::parse_type;
use quote::ToTokens;
use syn::visit_mut::VisitMut;

/// The file of helpers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helpers {
    /// The file.
    pub file: PathBuf,
    /// The module's name.
    pub module: String,
}

/// The functions of a file that can be used, and those that cannot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offered {
    /// Functions, as parts of a model.
    pub functions: Vec<Function>,
    /// Functions that are not offered: name and reason.
    pub left_out: Vec<(String, String)>,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum HelpersError {
    /// It is not where tests find it.
    #[error("helpers must be tests/NAME.rs or tests/NAME/mod.rs, not {}", path.display())]
    Misplaced {
        /// The path that was named.
        path: PathBuf,
    },
    /// It cannot be read.
    #[error("failed to read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is not Rust.
    #[error("{} is not Rust: {message}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The reason.
        message: String,
    },
}

impl Helpers {
    /// The helpers in a file of the package at `root`, named as from there.
    pub fn new(root: &Path, file: &Path) -> Result<Helpers, HelpersError> {
        let misplaced = || HelpersError::Misplaced { path: file.to_owned() };
        let parts: Vec<String> =
            file.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let module = match &parts[..] {
            [tests, name] if tests == "tests" => name.strip_suffix(".rs"),
            [tests, name, file] if tests == "tests" && file == "mod.rs" => Some(name.as_str()),
            _ => None,
        };
        let module = module.filter(|name| syn::parse_str::<syn::Ident>(name).is_ok());
        let module = module.ok_or_else(misplaced)?.to_owned();
        Ok(Helpers { file: root.join(file), module })
    }

    /// The text of the file, for detecting changes.
    pub fn text(&self) -> Result<String, HelpersError> {
        let failed = |source| HelpersError::Read { path: self.file.clone(), source };
        std::fs::read_to_string(&self.file).map_err(failed)
    }

    /// The functions it offers.
    pub fn offered(&self, model: &Model) -> Result<Offered, HelpersError> {
        let text = self.text()?;
        let file = syn::parse_file(&text).map_err(|error| HelpersError::Malformed {
            path: self.file.clone(),
            message: error.to_string(),
        })?;
        let mut names = ShortNames::of_prelude();
        for item in &file.items {
            if let syn::Item::Use(item) = item {
                names.add(&item.tree, String::new());
            }
        }
        let mut offered = Offered::default();
        for item in &file.items {
            let syn::Item::Fn(function) = item else { continue };
            if !matches!(function.vis, syn::Visibility::Public(_)) {
                continue;
            }
            match self.function(model, &names, &function.sig) {
                Ok(function) => offered.functions.push(function),
                Err(reason) => {
                    offered.left_out.push((function.sig.ident.to_string(), reason.to_owned()));
                }
            }
        }
        Ok(offered)
    }

    fn function(
        &self,
        model: &Model,
        names: &ShortNames,
        signature: &syn::Signature,
    ) -> Result<Function, &'static str> {
        let is_generic = signature.generics.params.iter().next().is_some();
        if is_generic || signature.unsafety.is_some() || signature.variadic.is_some() {
            return Err("helpers are plain functions, neither generic nor unsafe");
        }
        let crates: Vec<String> = std::iter::once(&model.krate)
            .chain(model.adts.values().map(|adt| &adt.krate))
            .map(ToString::to_string)
            .collect();
        let read = |ty: &syn::Type| parse_type(model, &crates, &names.whole(ty));
        let mut inputs = Vec::new();
        for (index, input) in signature.inputs.iter().enumerate() {
            let syn::FnArg::Typed(input) = input else { return Err("helpers take no self") };
            let ty = read(&input.ty);
            if has_unnameable(&ty) {
                return Err("a type in its signature is not known; name it by its whole path");
            }
            inputs.push((format!("x{index}").into(), ty));
        }
        let output = match &signature.output {
            syn::ReturnType::Default => Ty::Tuple(Vec::new()),
            syn::ReturnType::Type(_, ty) => read(ty),
        };
        if has_unnameable(&output) {
            return Err("a type in its signature is not known; name it by its whole path");
        }
        if borrows(model, &output) {
            return Err("helpers return values that borrow from nothing");
        }
        let name = signature.ident.to_string();
        Ok(Function {
            path: format!("{}::{name}", self.module).into(),
            name: name.into(),
            krate: self.module.as_str().into(),
            owner: Owner::Module,
            generics: Generics::default(),
            inputs,
            output,
            receiver: None,
            is_unsafe: false,
            is_async: signature.asyncness.is_some(),
            is_const: false,
            track_caller: false,
            is_deprecated: false,
            is_helper: true,
            docs: None,
            span: None,
        })
    }
}

/// The meaning of short names in a file.
#[derive(Debug)]
struct ShortNames {
    by_name: BTreeMap<String, String>,
}

impl ShortNames {
    /// The types that every file knows.
    fn of_prelude() -> ShortNames {
        let paths = [
            "std::boxed::Box",
            "std::option::Option",
            "std::result::Result",
            "std::string::String",
            "std::vec::Vec",
        ];
        let named = |path: &str| (rust_path::last(path).to_owned(), path.to_owned());
        ShortNames { by_name: paths.map(named).into() }
    }

    fn add(&mut self, tree: &syn::UseTree, before: String) {
        let joined = |name: &syn::Ident| {
            if before.is_empty() { name.to_string() } else { format!("{before}::{name}") }
        };
        match tree {
            syn::UseTree::Path(path) => self.add(&path.tree, joined(&path.ident)),
            syn::UseTree::Name(name) if name.ident == "self" => {
                let last = rust_path::last(&before).to_owned();
                self.by_name.insert(last, before);
            }
            syn::UseTree::Name(name) => {
                self.by_name.insert(name.ident.to_string(), joined(&name.ident));
            }
            syn::UseTree::Rename(rename) => {
                self.by_name.insert(rename.rename.to_string(), joined(&rename.ident));
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.add(item, before.clone()));
            }
            syn::UseTree::Glob(_) => {}
        }
    }

    /// A type with whole paths.
    fn whole(&self, ty: &syn::Type) -> String {
        let mut ty = ty.clone();
        Whole { names: self }.visit_type_mut(&mut ty);
        ty.to_token_stream().to_string()
    }
}

struct Whole<'n> {
    names: &'n ShortNames,
}

impl VisitMut for Whole<'_> {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        syn::visit_mut::visit_path_mut(self, path);
        let Some(first) = path.segments.first() else { return };
        let known = self.names.by_name.get(&first.ident.to_string());
        let Some(whole) = known.and_then(|whole| syn::parse_str::<syn::Path>(whole).ok()) else {
            return;
        };
        let mut segments = whole.segments;
        if let Some(last) = segments.last_mut() {
            last.arguments = first.arguments.clone();
        }
        segments.extend(path.segments.iter().skip(1).cloned());
        path.segments = segments;
    }
}

fn has_unnameable(ty: &Ty) -> bool {
    ty.any(&mut |part| matches!(part, Ty::Unnameable(_) | Ty::Impl(_)))
}

/// Returns whether values of a type may hold borrows.
fn borrows(model: &Model, ty: &Ty) -> bool {
    ty.any(&mut |part| match part {
        Ty::Ref { .. } | Ty::Ptr { .. } | Ty::Dyn(_) => true,
        Ty::Adt(path, args) => {
            let has_lifetime = args.iter().any(|arg| matches!(arg, gadfly_model::Arg::Lifetime(_)));
            has_lifetime
                || model.adts.get(path).is_some_and(|adt| {
                    adt.generics
                        .params
                        .iter()
                        .any(|param| matches!(param.kind, gadfly_model::ParamKind::Lifetime { .. }))
                })
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let mut model = Model { krate: "k".into(), ..Model::default() };
        for path in ["k::A", "k::m::B"] {
            model.names.insert(path.into(), path.into());
        }
        model
    }

    fn offered(text: &str) -> Offered {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("tests")).expect("a folder");
        std::fs::write(folder.path().join("tests/build.rs"), text).expect("written");
        let helpers = Helpers::new(folder.path(), Path::new("tests/build.rs")).expect("helpers");
        helpers.offered(&model()).expect("read")
    }

    #[test]
    fn public_functions_are_offered_with_whole_types() {
        let offered = offered(
            "use k::{A, m::B as C};\npub fn a(n: u8, b: &C) -> Option<A> { todo!() }\n\
             fn private() {}\npub fn b() -> k::m::B { todo!() }\n",
        );
        assert_eq!(offered.left_out, []);
        let shown: Vec<String> = offered
            .functions
            .iter()
            .map(|function| {
                let inputs: Vec<String> = function
                    .inputs
                    .iter()
                    .map(|(_, ty)| ty.print(gadfly_model::Lifetimes::Inferred))
                    .collect();
                let output = function.output.print(gadfly_model::Lifetimes::Inferred);
                format!("{}({}) -> {output}", function.path, inputs.join(", "))
            })
            .collect();
        assert_eq!(
            shown,
            ["build::a(u8, &k::m::B) -> std::option::Option<k::A>", "build::b() -> k::m::B"]
        );
    }

    #[test]
    fn unusable_functions_are_named() {
        let offered = offered(
            "use k::A;\npub fn generic<T>(t: T) -> A { todo!() }\n\
             pub fn lends(a: &A) -> &A { a }\npub fn odd() -> Unheard { todo!() }\n",
        );
        assert_eq!(offered.functions, []);
        let names: Vec<&str> = offered.left_out.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["generic", "lends", "odd"]);
    }

    #[test]
    fn only_modules_of_tests_are_helpers() {
        let module = |path: &str| {
            Helpers::new(Path::new("/w"), Path::new(path)).map(|helpers| helpers.module).ok()
        };
        assert_eq!(module("tests/build.rs").as_deref(), Some("build"));
        assert_eq!(module("tests/build/mod.rs").as_deref(), Some("build"));
        assert_eq!(module("src/build.rs"), None);
        assert_eq!(module("tests/two words.rs"), None);
    }
}
