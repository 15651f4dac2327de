//! Types as the compiler prints them in diagnostics, read back into the model's form.
//!
//! The compiler leaves out generic arguments that equal their defaults, prints public paths of
//! crates that are loaded, and has no source form for closures and opaque types.

use gadfly_model::rust_path;
use gadfly_model::{
    Arg, Bound, Const, FnBound, FnKind, FnPointer, Model, Name, ParamKind, Prim, TraitRef, Ty,
};

use crate::types::subst::{Subst, erase};
use crate::types::tracked;

/// Reads a type; parts that have no name become [`Ty::Unnameable`]. `crates` are those whose
/// paths can be written, besides the standard library.
pub fn parse_type(model: &Model, crates: &[String], text: &str) -> Ty {
    match syn::parse_str::<syn::Type>(text) {
        Ok(parsed) => erase(&TypeReader { model, crates }.ty(&parsed)),
        Err(_) => Ty::Unnameable(text.into()),
    }
}

struct TypeReader<'a> {
    model: &'a Model,
    crates: &'a [String],
}

impl TypeReader<'_> {
    fn ty(&self, ty: &syn::Type) -> Ty {
        match ty {
            syn::Type::Path(path) if path.qself.is_none() => self.path(&path.path),
            syn::Type::Reference(reference) => Ty::Ref {
                mutable: reference.mutability.is_some(),
                lifetime: reference.lifetime.as_ref().map(|lifetime| name(&lifetime.ident)),
                inner: Box::new(self.ty(&reference.elem)),
            },
            syn::Type::Ptr(pointer) => Ty::Ptr {
                mutable: pointer.mutability.is_some(),
                inner: Box::new(self.ty(&pointer.elem)),
            },
            syn::Type::Tuple(tuple) => {
                Ty::Tuple(tuple.elems.iter().map(|item| self.ty(item)).collect())
            }
            syn::Type::Slice(slice) => Ty::Slice(Box::new(self.ty(&slice.elem))),
            syn::Type::Array(array) => {
                Ty::Array(Box::new(self.ty(&array.elem)), Const::Expr(expression(&array.len)))
            }
            syn::Type::Paren(paren) => self.ty(&paren.elem),
            syn::Type::Group(group) => self.ty(&group.elem),
            syn::Type::Never(_) => Ty::Prim(Prim::Never),
            syn::Type::BareFn(pointer) => Ty::FnPointer(Box::new(FnPointer {
                lifetimes: bound_lifetimes(pointer.lifetimes.as_ref()),
                inputs: pointer.inputs.iter().map(|input| self.ty(&input.ty)).collect(),
                output: self.output(&pointer.output),
                is_unsafe: pointer.unsafety.is_some(),
                abi: pointer.abi.as_ref().map(|abi| {
                    abi.name.as_ref().map_or_else(|| "C".into(), |name| name.value().into())
                }),
            })),
            syn::Type::TraitObject(object) => Ty::Dyn(self.bounds(&object.bounds)),
            syn::Type::ImplTrait(opaque) => Ty::Impl(self.bounds(&opaque.bounds)),
            other => Ty::Unnameable(tokens(other)),
        }
    }

    fn path(&self, path: &syn::Path) -> Ty {
        let spelling = spelling(path);
        if let Some(prim) = Prim::from_name(&spelling) {
            return Ty::Prim(prim);
        }
        if spelling == tracked::PATH {
            return tracked::tracked();
        }
        let args =
            path.segments.last().map_or_else(Vec::new, |segment| self.args(&segment.arguments));
        let spelling = std_spelling(spelling);
        let krate = rust_path::first(&spelling);
        let canonical = match self.model.canonical(&spelling) {
            Some(canonical) => canonical.clone(),
            // A path into the subject or a known dependency that cannot be written.
            None if self.is_modelled(krate) || !self.can_write(krate) => {
                return Ty::Unnameable(tokens(path));
            }
            None => Name::from(spelling),
        };
        match self.model.adts.get(&canonical) {
            Some(adt) if !adt.is_nameable => Ty::Unnameable(tokens(path)),
            Some(adt) => Ty::Adt(canonical, complete(&adt.generics, args)),
            None => Ty::Adt(canonical, args),
        }
    }

    fn can_write(&self, krate: &str) -> bool {
        krate == "std" || self.crates.iter().any(|known| known == krate)
    }

    fn is_modelled(&self, krate: &str) -> bool {
        *self.model.krate == *krate || self.model.adts.values().any(|adt| *adt.krate == *krate)
    }

    fn args(&self, arguments: &syn::PathArguments) -> Vec<Arg> {
        let syn::PathArguments::AngleBracketed(list) = arguments else { return Vec::new() };
        list.args
            .iter()
            .filter_map(|arg| match arg {
                syn::GenericArgument::Lifetime(lifetime) => {
                    Some(Arg::Lifetime(name(&lifetime.ident)))
                }
                syn::GenericArgument::Type(ty) => Some(Arg::Ty(self.ty(ty))),
                syn::GenericArgument::Const(constant) => {
                    Some(Arg::Const(Const::Expr(expression(constant))))
                }
                _ => None,
            })
            .collect()
    }

    fn bounds(
        &self,
        bounds: &syn::punctuated::Punctuated<syn::TypeParamBound, syn::Token![+]>,
    ) -> Vec<Bound> {
        bounds.iter().filter_map(|bound| self.bound(bound)).collect()
    }

    fn bound(&self, bound: &syn::TypeParamBound) -> Option<Bound> {
        match bound {
            syn::TypeParamBound::Lifetime(lifetime) => Some(Bound::Lifetime(name(&lifetime.ident))),
            syn::TypeParamBound::Trait(bound) => {
                if matches!(bound.modifier, syn::TraitBoundModifier::Maybe(_)) {
                    return Some(Bound::MaybeSized);
                }
                let lifetimes = bound_lifetimes(bound.lifetimes.as_ref());
                let last = bound.path.segments.last()?;
                if let syn::PathArguments::Parenthesized(call) = &last.arguments {
                    return Some(Bound::Fn(FnBound {
                        kind: fn_kind(&last.ident.to_string())?,
                        lifetimes,
                        inputs: call.inputs.iter().map(|input| self.ty(input)).collect(),
                        output: self.output(&call.output),
                    }));
                }
                let spelling = spelling(&bound.path);
                let path =
                    self.model.canonical(&spelling).cloned().unwrap_or_else(|| spelling.into());
                let assoc = match &last.arguments {
                    syn::PathArguments::AngleBracketed(list) => list
                        .args
                        .iter()
                        .filter_map(|arg| match arg {
                            syn::GenericArgument::AssocType(assoc) => {
                                Some((name(&assoc.ident), self.ty(&assoc.ty)))
                            }
                            _ => None,
                        })
                        .collect(),
                    _ => Vec::new(),
                };
                let args = self.args(&last.arguments);
                let trait_ = TraitRef { path, args, assoc, assoc_bounds: Vec::new() };
                Some(Bound::Trait { trait_, lifetimes })
            }
            _ => None,
        }
    }

    fn output(&self, output: &syn::ReturnType) -> Ty {
        match output {
            syn::ReturnType::Default => Ty::unit(),
            syn::ReturnType::Type(_, ty) => self.ty(ty),
        }
    }
}

/// Adds what the compiler left out: lifetimes, and arguments equal to their defaults.
fn complete(generics: &gadfly_model::Generics, printed: Vec<Arg>) -> Vec<Arg> {
    let mut subst = Subst::default();
    let mut given = printed.into_iter().filter(|arg| !matches!(arg, Arg::Lifetime(_)));
    generics
        .params
        .iter()
        .filter_map(|param| {
            let arg = match &param.kind {
                ParamKind::Lifetime { .. } => return Some(Arg::Lifetime("_".into())),
                ParamKind::Type { default, .. } => given
                    .next()
                    .or_else(|| default.as_ref().map(|default| Arg::Ty(subst.apply(default)))),
                ParamKind::Const { default, .. } => given
                    .next()
                    .map(|arg| match arg {
                        // A bare constant reads as a path.
                        Arg::Ty(Ty::Adt(path, args)) if args.is_empty() => {
                            Arg::Const(Const::Expr(path))
                        }
                        other => other,
                    })
                    .or_else(|| default.clone().map(|default| Arg::Const(Const::Expr(default)))),
            }?;
            subst.bind(&param.name, arg.clone());
            Some(arg)
        })
        .collect()
}

/// The compiler prints one public path of a standard type, signatures another.
fn std_spelling(spelling: String) -> String {
    match spelling.as_str() {
        "std::collections::Bound" => "std::ops::Bound".to_owned(),
        "std::collections::hash_map::DefaultHasher" => "std::hash::DefaultHasher".to_owned(),
        "std::collections::hash_map::RandomState" => "std::hash::RandomState".to_owned(),
        _ => spelling,
    }
}

fn bound_lifetimes(lifetimes: Option<&syn::BoundLifetimes>) -> Vec<Name> {
    lifetimes.map_or_else(Vec::new, |bound| {
        bound
            .lifetimes
            .iter()
            .filter_map(|param| match param {
                syn::GenericParam::Lifetime(param) => Some(name(&param.lifetime.ident)),
                _ => None,
            })
            .collect()
    })
}

fn fn_kind(name: &str) -> Option<FnKind> {
    [
        FnKind::Fn,
        FnKind::FnMut,
        FnKind::FnOnce,
        FnKind::AsyncFn,
        FnKind::AsyncFnMut,
        FnKind::AsyncFnOnce,
    ]
    .into_iter()
    .find(|kind| kind.path() == name)
}

fn spelling(path: &syn::Path) -> String {
    let segments: Vec<String> =
        path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    segments.join("::")
}

fn expression(expression: &syn::Expr) -> Name {
    tokens(expression)
}

fn tokens(part: &impl quote::ToTokens) -> Name {
    part.to_token_stream().to_string().into()
}

fn name(ident: &syn::Ident) -> Name {
    ident.to_string().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_model::{Adt, AdtKind, Fields, Generics, Lifetimes, Param};

    fn model() -> Model {
        let param = |name: &str, kind| Param { name: name.into(), kind };
        let generics = Generics {
            params: vec![
                param("a", ParamKind::Lifetime { outlives: vec![] }),
                param("T", ParamKind::Type { bounds: vec![], default: None, synthetic: false }),
                param(
                    "S",
                    ParamKind::Type {
                        bounds: vec![],
                        default: Some(Ty::adt("std::vec::Vec", [Ty::Param("T".into())])),
                        synthetic: false,
                    },
                ),
                param(
                    "N",
                    ParamKind::Const { ty: Ty::Prim(Prim::Usize), default: Some("4".into()) },
                ),
            ],
            predicates: vec![],
        };
        let adt = Adt {
            path: "k::Map".into(),
            krate: "k".into(),
            is_nameable: true,
            generics,
            kind: AdtKind::Struct(Fields::Unit),
            is_sized: true,
            is_non_exhaustive: false,
            docs: None,
        };
        let mut model = Model { krate: "k".into(), ..Model::default() };
        model.names.insert("k::prelude::Map".into(), "k::Map".into());
        model.names.insert("k::Map".into(), "k::Map".into());
        model.adts.insert("k::Map".into(), adt);
        model
    }

    fn read(text: &str) -> String {
        parse_type(&model(), &[], text).print(Lifetimes::Static)
    }

    #[test]
    fn elided_defaults_and_lifetimes_come_back() {
        assert_eq!(read("k::prelude::Map<u8>"), "k::Map<'static, u8, std::vec::Vec<u8>, 4>");
        assert_eq!(read("k::Map<'_, u8, (), 7>"), "k::Map<'static, u8, (), 7>");
    }

    #[test]
    fn unnameable_types_are_kept_as_text() {
        let closure = parse_type(
            &model(),
            &[],
            "std::iter::Map<std::str::Chars<'_>, {closure@src/lib.rs:1:2}>",
        );
        assert!(matches!(closure, Ty::Unnameable(_)));
        assert!(matches!(parse_type(&model(), &[], "k::private::Hidden"), Ty::Unnameable(_)));
        assert!(matches!(
            parse_type(&model(), &[], "impl std::iter::Iterator<Item = u8>"),
            Ty::Impl(_)
        ));
    }

    #[test]
    fn references_pointers_and_functions_read_back() {
        assert_eq!(
            read("[std::option::Option<&mut [u8]>; 3]"),
            "[std::option::Option<&'static mut [u8]>; 3]"
        );
        assert_eq!(read("for<'a> fn(&'a i32) -> bool"), "fn(&i32) -> bool");
        assert_eq!(
            read("std::boxed::Box<dyn std::iter::Iterator<Item = u8> + std::marker::Send>"),
            "std::boxed::Box<dyn std::iter::Iterator<Item = u8> + std::marker::Send>"
        );
    }
}
