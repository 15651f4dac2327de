//! The surroundings of a type: the meaning of `Self`, the parameters and the bounds in scope.

use std::cell::RefCell;

use gadfly_model::{Name, Param, TraitRef, Ty};

use crate::rustdoc::{GenericParamKind, RustdocGenerics};

/// The surroundings of a type.
pub(crate) struct TypeScope<'a> {
    /// The document it is written in.
    pub(crate) doc: usize,
    /// The type of `Self`; inside a trait it stays a parameter.
    pub(crate) self_ty: Option<Ty>,
    /// The trait being implemented or declared.
    pub(crate) self_trait: Option<TraitRef>,
    /// Associated types the surrounding impl sets.
    pub(crate) self_assoc: Vec<(Name, Ty)>,
    /// Generics in sight, the innermost last.
    pub(crate) generics: Vec<&'a RustdocGenerics>,
    /// Parameters made for `impl Trait` arguments; `None` outside of argument position.
    pub(crate) synthetic: Option<RefCell<Vec<Param>>>,
}

impl<'a> TypeScope<'a> {
    /// The scope of an item's own generics.
    pub(crate) fn item(doc: usize, generics: &'a RustdocGenerics) -> TypeScope<'a> {
        TypeScope {
            doc,
            self_ty: None,
            self_trait: None,
            self_assoc: Vec::new(),
            generics: vec![generics],
            synthetic: None,
        }
    }

    /// This scope with more generics in sight.
    pub(crate) fn with(&self, generics: &'a RustdocGenerics) -> TypeScope<'a> {
        let mut all = self.generics.clone();
        all.push(generics);
        TypeScope {
            doc: self.doc,
            self_ty: self.self_ty.clone(),
            self_trait: self.self_trait.clone(),
            self_assoc: self.self_assoc.clone(),
            generics: all,
            synthetic: None,
        }
    }

    /// Returns whether `name` is a const parameter in sight.
    pub(crate) fn is_const_param(&self, name: &str) -> bool {
        self.generics
            .iter()
            .flat_map(|generics| &generics.params)
            .any(|param| param.name == name && matches!(param.kind, GenericParamKind::Const { .. }))
    }
}
