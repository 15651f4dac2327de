//! The choice of items for the model, and their order.
//!
//! Of the subject: all documented items, and types in public signatures that cannot be named. Of dependencies: the types and traits that the subject's
//! signatures mention, with their methods and impls.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::{
    AdtKind, Constant, Fields, Function, Impl, ImplId, Model, Name, Owner, Skipped, Ty,
};

use super::context::Context;
use super::docs::{Docs, Key};
use super::names::SpellingTable;
use super::paths;
use super::scope::TypeScope;
use crate::rustdoc::{self, Inner, Item, ItemId};

/// A model, and the definition paths that occur in it.
pub(crate) struct Lowered {
    pub(crate) model: Model,
    pub(crate) mentioned: BTreeSet<Key>,
}

/// Lowers all documents; the subject's is the first.
pub(crate) fn lower(docs: &Docs, names: &SpellingTable) -> Lowered {
    let ctx = Context::new(docs, names);
    let mut collector = Collector {
        ctx: &ctx,
        reached: BTreeSet::new(),
        fields_seen: BTreeSet::new(),
        mentioned: BTreeSet::new(),
        blocks: BTreeMap::new(),
        free: BTreeMap::new(),
        model: Model { krate: docs.subject().crate_name.as_str().into(), ..Model::default() },
    };
    collector.subject();
    let mut seeds = collector.mentioned.clone();
    seeds.extend(names.shown().cloned());
    for doc in 1..docs.len() {
        collector.dependency(doc, &seeds);
    }
    collector.types();
    collector.finish()
}

/// A lowered impl with its functions and constants, whose owner is filled in at the end.
pub(super) struct ImplBlock {
    pub(super) impl_: Impl,
    pub(super) functions: Vec<Function>,
    pub(super) constants: Vec<Constant>,
}

pub(super) struct Collector<'a> {
    pub(super) ctx: &'a Context<'a>,
    /// Types whose methods belong to the model.
    pub(super) reached: BTreeSet<Key>,
    /// Reached types whose fields were looked at.
    fields_seen: BTreeSet<Key>,
    mentioned: BTreeSet<Key>,
    pub(super) blocks: BTreeMap<(usize, ItemId), ImplBlock>,
    pub(super) free: BTreeMap<(usize, Key), Function>,
    pub(super) model: Model,
}

impl<'a> Collector<'a> {
    fn subject(&mut self) {
        let docs = self.ctx.docs;
        let index = &docs.subject().krate.index;
        for (id, item) in index {
            let Some(key) = docs.key(0, *id) else { continue };
            if !self.ctx.names.is_shown(&key) {
                continue;
            }
            match &item.inner {
                Inner::Struct(_) | Inner::Enum(_) | Inner::Union(_) => {
                    self.reached.insert(key);
                }
                Inner::Function(function) => self.free_function(0, key, item, function),
                Inner::Constant { ty } => self.constant(&key, item, ty, false),
                Inner::Static(definition) if !definition.is_mutable && !definition.is_unsafe => {
                    self.constant(&key, item, &definition.ty, true);
                }
                Inner::Trait(definition) => self.provided(&key, definition),
                Inner::TypeAlias(alias) => self.alias(alias),
                _ => {}
            }
        }
        loop {
            let before = (self.reached.len(), self.blocks.len());
            self.impls(0, index.iter());
            self.public_fields();
            if before == (self.reached.len(), self.blocks.len()) {
                break;
            }
        }
        self.note_mentions();
    }

    /// Collects the target of an alias, which is part of the public API.
    fn alias(&mut self, alias: &rustdoc::TypeAlias) {
        if let Ok(ty) = self.ctx.ty(&TypeScope::item(0, &alias.generics), &alias.ty) {
            self.reach(&ty);
        }
    }

    /// Types in the public fields of reached types are reached too.
    fn public_fields(&mut self) {
        for key in self.reached.clone() {
            if !self.fields_seen.insert(key.clone()) {
                continue;
            }
            // A type that cannot be lowered is reported when the model is made.
            let Some(Ok(Some(adt))) =
                self.ctx.docs.find(&key).map(|found| self.ctx.adt(&key, found))
            else {
                continue;
            };
            field_types(&adt.kind).into_iter().for_each(|ty| self.reach(ty));
        }
    }

    fn note_mentions(&mut self) {
        self.ctx.take_mentioned_into(&mut self.mentioned);
    }

    /// Marks the subject's types inside `ty` as reached, so that their methods are collected.
    pub(super) fn reach(&mut self, ty: &Ty) {
        ty.walk(&mut |part| {
            if let Ty::Adt(name, _) = part {
                let key = self.ctx.names.key(name);
                if !self.reached.contains(key)
                    && self.ctx.docs.find(key).is_some_and(|found| found.doc == 0)
                {
                    self.reached.insert(key.to_owned());
                }
            }
            true
        });
    }

    /// Of a dependency: impls of the types and traits the subject mentions or shows, and free
    /// functions that make such types or that the subject shows.
    fn dependency(&mut self, doc: usize, seeds: &BTreeSet<Key>) {
        let docs = self.ctx.docs;
        let own: BTreeSet<&Key> = seeds
            .iter()
            .filter(|key| docs.find(key).is_some_and(|found| found.doc == doc))
            .collect();
        self.reached.extend(own.iter().map(|key| (*key).clone()));
        let index = &docs.get(doc).krate.index;
        let is_wanted = |item: &Item| {
            let Inner::Impl(block) = &item.inner else { return false };
            let head = match &block.for_ {
                rustdoc::Type::ResolvedPath(path) => docs.key(doc, path.id),
                _ => None,
            };
            let trait_ = block.trait_.as_ref().and_then(|path| docs.key(doc, path.id));
            [head, trait_].into_iter().flatten().any(|key| own.contains(&key))
        };
        let items: Vec<(&ItemId, &Item)> =
            index.iter().filter(|(_, item)| is_wanted(item)).collect();
        self.impls(doc, items.into_iter());
        for (id, item) in index {
            let Inner::Function(function) = &item.inner else { continue };
            let Some(key) = docs.key(doc, *id) else { continue };
            if !self.ctx.names.is_shown_anywhere(&key) || !key.contains("::") {
                continue;
            }
            let output = match &function.sig.output {
                Some(rustdoc::Type::ResolvedPath(output)) => docs.key(doc, output.id),
                _ => None,
            };
            if self.ctx.names.is_shown(&key) || output.is_some_and(|key| own.contains(&key)) {
                self.free_function(doc, key, item, function);
            }
        }
        self.note_mentions();
    }

    /// Definitions of all types and traits that occur, of any crate.
    fn types(&mut self) {
        let docs = self.ctx.docs;
        let mut done: BTreeSet<Key> = BTreeSet::new();
        let own = docs.subject().krate.index.iter().filter_map(|(id, item)| {
            matches!(item.inner, Inner::Trait(_)).then(|| docs.key(0, *id))?
        });
        let mut wanted: Vec<Key> = self.reached.iter().cloned().chain(own).collect();
        wanted.extend(self.mentioned.iter().cloned());
        while let Some(key) = wanted.pop() {
            if !done.insert(key.clone()) {
                continue;
            }
            let Some(found) = docs.find(&key) else { continue };
            match self.ctx.adt(&key, found) {
                Ok(Some(adt)) => {
                    self.model.adts.insert(adt.path.clone(), adt);
                }
                Ok(None) => {}
                Err(reason) => self.skip(self.ctx.names.spelling(&key).name, reason),
            }
            match self.ctx.trait_(&key, found) {
                Ok(Some(trait_)) => {
                    self.model.traits.insert(trait_.path.clone(), trait_);
                }
                Ok(None) => {}
                Err(reason) => self.skip(self.ctx.names.spelling(&key).name, reason),
            }
            let mentioned = self.ctx.take_mentioned();
            wanted.extend(mentioned.iter().cloned());
            self.mentioned.extend(mentioned);
        }
    }

    fn finish(mut self) -> Lowered {
        let mut seen: BTreeMap<Name, usize> = BTreeMap::new();
        let all = self.free.values().chain(self.blocks.values().flat_map(|block| &block.functions));
        for function in all {
            *seen.entry(function.path.clone()).or_default() += 1;
        }
        let mut free = std::mem::take(&mut self.free).into_values().collect::<Vec<_>>();
        free.sort_by(|a, b| (a.path.as_ref()).cmp(b.path.as_ref()));
        self.model.functions = free;
        for block in std::mem::take(&mut self.blocks).into_values() {
            let id: ImplId = self.model.impls.len();
            let is_trait = block.impl_.trait_.is_some();
            for mut function in block.functions {
                if seen[&function.path] > 1 && !is_trait {
                    function.path = paths::exact(&block.impl_, &function.name).into();
                }
                function.owner = if is_trait { Owner::TraitImpl(id) } else { Owner::Inherent(id) };
                self.model.functions.push(function);
            }
            for constant in block.constants {
                self.model.constants.push(Constant { impl_: Some(id), ..constant });
            }
            self.model.impls.push(block.impl_);
        }
        number_duplicates(&mut self.model.functions);
        let docs = self.ctx.docs;
        self.model.names = self
            .ctx
            .names
            .table(|key| docs.find(key).is_none_or(|found| found.item.generics().is_some()));
        for path in self.model.adts.keys().chain(self.model.traits.keys()) {
            let key = self.ctx.names.key(path);
            self.model.names.entry(Name::from(key)).or_insert_with(|| path.clone());
            self.model.names.entry(path.clone()).or_insert_with(|| path.clone());
        }
        Lowered { model: self.model, mentioned: self.mentioned }
    }

    pub(super) fn skip(&mut self, item: Name, reason: String) {
        let skipped = Skipped { item, reason };
        if !self.model.skipped.contains(&skipped) {
            self.model.skipped.push(skipped);
        }
    }
}

/// The types of the public fields.
fn field_types(kind: &AdtKind) -> Vec<&Ty> {
    fn of(fields: &Fields) -> Vec<&Ty> {
        match fields {
            Fields::Unit => Vec::new(),
            Fields::Tuple(fields) => fields.iter().flatten().collect(),
            Fields::Named { fields, .. } => fields.iter().map(|field| &field.ty).collect(),
        }
    }
    match kind {
        AdtKind::Struct(fields) => of(fields),
        AdtKind::Enum { variants } => {
            variants.iter().flat_map(|variant| of(&variant.fields)).collect()
        }
        AdtKind::Union => Vec::new(),
    }
}

/// Numbers functions with equal paths, so that paths are unique.
fn number_duplicates(functions: &mut [Function]) {
    let mut seen: BTreeMap<Name, usize> = BTreeMap::new();
    for function in functions {
        let count = seen.entry(function.path.clone()).or_default();
        *count += 1;
        if *count > 1 {
            function.path = format!("{}#{count}", function.path).into();
        }
    }
}
