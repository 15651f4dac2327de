//! Structs, enums and unions.

use gadfly_model::{Adt, AdtKind, Fields, NamedField, Variant};

use super::context::{Context, Reason};
use super::docs::FoundItem;
use super::scope::TypeScope;
use crate::rustdoc::{Inner, Item, ItemId, StructKind, Type, VariantKind};

impl Context<'_> {
    /// Lowers the type defined at `key`; `None` when it is not a struct, enum or union.
    pub(super) fn adt(&self, key: &str, found: FoundItem<'_>) -> Result<Option<Adt>, Reason> {
        let FoundItem { doc, item } = found;
        let Some(generics) = item.generics() else { return Ok(None) };
        let scope = TypeScope::item(doc, generics);
        let kind = match &item.inner {
            Inner::Struct(definition) => {
                AdtKind::Struct(self.struct_fields(&scope, &definition.kind)?)
            }
            Inner::Enum(definition) => {
                let mut variants = Vec::new();
                for id in &definition.variants {
                    if let Some(item) = self.docs.get(doc).krate.index.get(id)
                        && let Some(variant) = self.variant(&scope, item)?
                    {
                        variants.push(variant);
                    }
                }
                AdtKind::Enum { variants }
            }
            Inner::Union(_) => AdtKind::Union,
            _ => return Ok(None),
        };
        let spelling = self.names.spelling(key);
        Ok(Some(Adt {
            path: spelling.name,
            krate: self.docs.get(doc).crate_name.as_str().into(),
            is_nameable: spelling.is_nameable,
            generics: self.generics(&scope, generics)?,
            kind,
            is_sized: self.is_sized(found, 0),
            is_non_exhaustive: item.is_non_exhaustive(),
            docs: item.docs.as_deref().map(Into::into),
        }))
    }

    fn variant(&self, scope: &TypeScope<'_>, item: &Item) -> Result<Option<Variant>, Reason> {
        let Inner::Variant(variant) = &item.inner else { return Ok(None) };
        if item.is_hidden() {
            return Ok(None);
        }
        let fields = match &variant.kind {
            VariantKind::Plain => Fields::Unit,
            VariantKind::Tuple(ids) => self.tuple(scope, ids, true)?,
            VariantKind::Struct { fields, has_stripped_fields } => {
                self.named(scope, fields, *has_stripped_fields, true)?
            }
        };
        Ok(Some(Variant {
            name: item.name.as_deref().unwrap_or_default().into(),
            fields,
            is_non_exhaustive: item.is_non_exhaustive(),
        }))
    }

    fn struct_fields(&self, scope: &TypeScope<'_>, kind: &StructKind) -> Result<Fields, Reason> {
        match kind {
            StructKind::Unit => Ok(Fields::Unit),
            StructKind::Tuple(ids) => self.tuple(scope, ids, false),
            StructKind::Plain { fields, has_stripped_fields } => {
                self.named(scope, fields, *has_stripped_fields, false)
            }
        }
    }

    fn tuple(
        &self,
        scope: &TypeScope<'_>,
        ids: &[Option<ItemId>],
        in_variant: bool,
    ) -> Result<Fields, Reason> {
        let mut fields = Vec::new();
        for id in ids {
            fields.push(match id.and_then(|id| self.public_field(scope, id, in_variant)) {
                Some((_, ty)) => Some(self.ty(scope, ty)?),
                None => None,
            });
        }
        Ok(Fields::Tuple(fields))
    }

    fn named(
        &self,
        scope: &TypeScope<'_>,
        ids: &[ItemId],
        has_stripped: bool,
        in_variant: bool,
    ) -> Result<Fields, Reason> {
        let mut fields = Vec::new();
        for id in ids {
            if let Some((name, ty)) = self.public_field(scope, *id, in_variant) {
                fields.push(NamedField { name: name.into(), ty: self.ty(scope, ty)? });
            }
        }
        let has_private = has_stripped || fields.len() < ids.len();
        Ok(Fields::Named { fields, has_private })
    }

    /// Name and type of a field that callers see.
    fn public_field(
        &self,
        scope: &TypeScope<'_>,
        id: ItemId,
        in_variant: bool,
    ) -> Option<(&str, &Type)> {
        let item = self.docs.get(scope.doc).krate.index.get(&id)?;
        let Inner::StructField(ty) = &item.inner else { return None };
        if item.is_hidden() || !(in_variant || item.is_public()) {
            return None;
        }
        Some((item.name.as_deref()?, ty))
    }

    /// Returns whether the type is sized when its parameters are. Only a struct's last field can make it unsized.
    fn is_sized(&self, found: FoundItem<'_>, depth: usize) -> bool {
        let Inner::Struct(definition) = &found.item.inner else { return true };
        let last = match &definition.kind {
            StructKind::Unit => None,
            StructKind::Tuple(ids) => ids.last().copied().flatten(),
            StructKind::Plain { fields, .. } => fields.last().copied(),
        };
        let index = &self.docs.get(found.doc).krate.index;
        match last.and_then(|id| index.get(&id)).map(|item| &item.inner) {
            Some(Inner::StructField(ty)) => self.is_sized_type(found.doc, ty, depth),
            _ => true,
        }
    }

    fn is_sized_type(&self, doc: usize, ty: &Type, depth: usize) -> bool {
        const UNSIZED: &[&str] = &["std::ffi::CStr", "std::ffi::OsStr", "std::path::Path"];
        match ty {
            Type::Slice(_) | Type::DynTrait(_) => false,
            Type::Primitive(name) => name != "str",
            Type::ResolvedPath(path) if depth < 8 => {
                let Some(key) = self.docs.key(doc, path.id) else { return true };
                match self.docs.find(&key) {
                    Some(found @ FoundItem { item, .. }) => match &item.inner {
                        Inner::TypeAlias(alias) => {
                            self.is_sized_type(found.doc, &alias.ty, depth + 1)
                        }
                        _ => self.is_sized(found, depth + 1),
                    },
                    None => !UNSIZED.contains(&&*self.names.spelling(&key).name),
                }
            }
            // A parameter may be unsized, but then the type is sized for other arguments.
            _ => true,
        }
    }
}
