//! Traits and impls.

use gadfly_model::{Arg, AssocType, Const, Impl, Name, Owner, Required, Trait, TraitRef, Ty};

use super::anonymous::Anonymous;
use super::context::{Context, Reason};
use super::docs::FoundItem;
use super::scope::TypeScope;
use super::ty::bare;
use crate::rustdoc::{GenericParamKind, Inner, RustdocGenerics, RustdocImpl, RustdocTrait};

impl Context<'_> {
    /// The scope inside a trait: `Self` is a parameter.
    pub(super) fn trait_scope<'a>(
        &self,
        key: &str,
        doc: usize,
        definition: &'a RustdocTrait,
    ) -> TypeScope<'a> {
        let mut scope = TypeScope::item(doc, &definition.generics);
        scope.self_trait = Some(TraitRef {
            args: own_args(&definition.generics),
            ..TraitRef::plain(&self.names.spelling(key).name)
        });
        scope
    }

    pub(super) fn trait_(&self, key: &str, found: FoundItem<'_>) -> Result<Option<Trait>, Reason> {
        let FoundItem { doc, item } = found;
        let Inner::Trait(definition) = &item.inner else { return Ok(None) };
        let scope = self.trait_scope(key, doc, definition);
        let on_self = Ty::Param("Self".into());
        let mut assoc_types = Vec::new();
        for id in &definition.items {
            let Some(item) = self.docs.get(doc).krate.index.get(id) else { continue };
            if let Inner::AssocType { generics, bounds, ty } = &item.inner {
                let scope = scope.with(generics);
                assoc_types.push(AssocType {
                    name: item.name.as_deref().unwrap_or_default().into(),
                    generics: self.generics(&scope, generics)?,
                    bounds: self.bounds(&scope, bounds, &on_self)?,
                    default: match ty {
                        Some(ty) => Some(self.ty(&scope, ty)?),
                        None => None,
                    },
                });
            }
        }
        let spelling = self.names.spelling(key);
        Ok(Some(Trait {
            path: spelling.name.clone(),
            krate: self.docs.get(doc).crate_name.as_str().into(),
            is_nameable: spelling.is_nameable,
            generics: self.generics(&scope, &definition.generics)?,
            supertraits: self.bounds(&scope, &definition.bounds, &on_self)?,
            assoc_types,
            required: self.required(&scope, &spelling.name, definition),
            is_unsafe: definition.is_unsafe,
            is_dyn_compatible: definition.is_dyn_compatible,
            docs: item.docs.as_deref().map(Into::into),
        }))
    }

    /// Collects the members besides types that an impl of a trait has to write.
    fn required(&self, scope: &TypeScope<'_>, path: &str, definition: &RustdocTrait) -> Required {
        // Lowered apart, so that items that only impls use are not collected.
        let looking = Context::new(self.docs, self.names);
        let mut required = Required::default();
        for id in &definition.items {
            let Some(item) = self.docs.get(scope.doc).krate.index.get(id) else { continue };
            let name = Name::from(item.name.as_deref().unwrap_or_default());
            let lowered = match &item.inner {
                Inner::Function(function) if !function.has_body => {
                    let called = Name::from(format!("{path}::{name}"));
                    let owner = Owner::Provided(path.into());
                    let lowered = looking.function(scope, item, function, called, owner);
                    lowered.map(|method| required.methods.push(method))
                }
                Inner::AssocConst { ty, value: None } => {
                    let lowered = looking.ty(scope, ty);
                    lowered.map(|ty| required.constants.push((name.clone(), ty)))
                }
                _ => Ok(()),
            };
            if lowered.is_err() {
                required.unknown.push(name);
            }
        }
        required
    }

    /// An impl, and the scope inside it.
    pub(super) fn impl_<'a>(
        &self,
        doc: usize,
        block: &'a RustdocImpl,
    ) -> Result<(Impl, TypeScope<'a>), Reason> {
        let mut scope = TypeScope::item(doc, &block.generics);
        let anonymous = Anonymous::default();
        let for_ = anonymous.ty(&self.ty(&scope, &block.for_)?);
        scope.self_ty = Some(for_.clone());
        let trait_ = match &block.trait_ {
            Some(path) => {
                let trait_ = self.trait_ref(&scope, path, Some(&for_))?;
                Some(TraitRef { args: anonymous.args(&trait_.args), ..trait_ })
            }
            None => None,
        };
        scope.self_trait.clone_from(&trait_);
        let mut assoc_types: Vec<(Name, Ty)> = Vec::new();
        for id in &block.items {
            let Some(item) = self.docs.get(doc).krate.index.get(id) else { continue };
            if let Inner::AssocType { generics, ty: Some(ty), .. } = &item.inner {
                let name = Name::from(item.name.as_deref().unwrap_or_default());
                let ty = self.ty(&scope.with(generics), ty)?;
                if generics.params.is_empty() {
                    // In sight of the ones that follow, as `type IntoIter = Iter<Self::Item>`.
                    scope.self_assoc.push((name.clone(), ty.clone()));
                }
                assoc_types.push((name, ty));
            }
        }
        let mut generics = self.generics(&scope, &block.generics)?;
        generics.params.splice(0..0, anonymous.into_params());
        let lowered = Impl {
            krate: self.docs.get(doc).crate_name.as_str().into(),
            generics,
            trait_,
            for_,
            assoc_types,
            is_negative: block.is_negative,
            is_synthetic: block.is_synthetic,
        };
        Ok((lowered, scope))
    }
}

/// A trait's parameters as arguments to itself.
fn own_args(generics: &RustdocGenerics) -> Vec<Arg> {
    generics
        .params
        .iter()
        .map(|param| {
            let name = bare(&param.name);
            match &param.kind {
                GenericParamKind::Lifetime { .. } => Arg::Lifetime(name),
                GenericParamKind::Type { .. } => Arg::Ty(Ty::Param(name)),
                GenericParamKind::Const { .. } => Arg::Const(Const::Param(name)),
            }
        })
        .collect()
}
