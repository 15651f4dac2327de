//! Which items take part, and in which order.
//!
//! Of the subject: everything its documentation shows, and what public signatures lead to
//! although it cannot be named. Of dependencies: the types and traits that the subject's
//! signatures mention, with their methods and impls.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::{Constant, Function, Impl, ImplId, Model, Name, Owner, Skipped, Ty};

use super::context::Context;
use super::docs::{Docs, Found, Key};
use super::names::Names;
use super::paths;
use super::scope::Scope;
use crate::rustdoc::{self, Id, Inner, Item};

/// A model, and the definition paths that occur in it.
pub(crate) struct Lowered {
    pub(crate) model: Model,
    pub(crate) mentioned: BTreeSet<Key>,
}

/// Lowers all documents; the subject's is the first.
pub(crate) fn lower(docs: &Docs, names: &Names) -> Lowered {
    let ctx = Context::new(docs, names);
    let mut collector = Collector {
        ctx: &ctx,
        reached: BTreeSet::new(),
        mentioned: BTreeSet::new(),
        blocks: BTreeMap::new(),
        free: BTreeMap::new(),
        model: Model { krate: docs.subject().crate_name.as_str().into(), ..Model::default() },
    };
    collector.subject();
    let seeds = collector.mentioned.clone();
    for doc in 1..docs.len() {
        collector.dependency(doc, &seeds);
    }
    collector.types();
    collector.finish()
}

/// A lowered impl with its functions and constants, whose owner is filled in at the end.
struct Block {
    impl_: Impl,
    functions: Vec<Function>,
    constants: Vec<Constant>,
}

struct Collector<'a> {
    ctx: &'a Context<'a>,
    /// Types whose methods take part.
    reached: BTreeSet<Key>,
    mentioned: BTreeSet<Key>,
    blocks: BTreeMap<(usize, Id), Block>,
    free: BTreeMap<(usize, Key), Function>,
    model: Model,
}

impl<'a> Collector<'a> {
    fn subject(&mut self) {
        let docs = self.ctx.docs;
        let index = &docs.subject().krate.index;
        for (id, item) in index {
            let Some(key) = docs.key(0, *id) else { continue };
            match &item.inner {
                Inner::Struct(_) | Inner::Enum(_) | Inner::Union(_) => {
                    if self.ctx.names.is_shown(&key) {
                        self.reached.insert(key);
                    }
                }
                Inner::Function(function) if self.ctx.names.is_shown(&key) => {
                    self.free_function(0, key, item, function);
                }
                Inner::Constant { ty } if self.ctx.names.is_shown(&key) => {
                    self.constant(&key, item, ty, false);
                }
                Inner::Static(definition) if self.ctx.names.is_shown(&key) => {
                    if !definition.is_mutable && !definition.is_unsafe {
                        self.constant(&key, item, &definition.ty, true);
                    }
                }
                Inner::Trait(definition) if self.ctx.names.is_shown(&key) => {
                    self.provided(&key, definition);
                }
                _ => {}
            }
        }
        self.note_mentions();
        self.public_fields();
        loop {
            let before = (self.reached.len(), self.blocks.len());
            self.impls(0, index.iter());
            self.public_fields();
            if before == (self.reached.len(), self.blocks.len()) {
                break;
            }
        }
    }

    /// Types in the public fields of reached types are reached too.
    fn public_fields(&mut self) {
        for key in self.reached.clone() {
            if let Some(found) = self.ctx.docs.find(&key) {
                // A type that cannot be lowered is reported when the model is made.
                let _ = self.ctx.adt(&key, found);
            }
        }
        self.ctx.take_mentioned_into(&mut self.mentioned);
        self.reach_mentioned();
    }

    fn note_mentions(&mut self) {
        self.ctx.take_mentioned_into(&mut self.mentioned);
        self.reach_mentioned();
    }

    /// The subject's types that were mentioned can be had, so their methods can be called.
    fn reach_mentioned(&mut self) {
        for key in &self.mentioned {
            if let Some(Found { doc: 0, item }) = self.ctx.docs.find(key)
                && matches!(item.inner, Inner::Struct(_) | Inner::Enum(_) | Inner::Union(_))
            {
                self.reached.insert(key.clone());
            }
        }
    }

    fn free_function(
        &mut self,
        doc: usize,
        key: Key,
        item: &'a Item,
        function: &'a rustdoc::Function,
    ) {
        let path = self.ctx.names.spelling(&key).name;
        let scope = Scope { generics: Vec::new(), ..Scope::item(doc, &function.generics) };
        match self.ctx.function(&scope, item, function, path.clone(), Owner::Module) {
            Ok(lowered) => {
                self.free.insert((doc, key), lowered);
            }
            Err(reason) => self.skip(path, reason),
        }
    }

    fn constant(&mut self, key: &str, item: &'a Item, ty: &rustdoc::Type, is_static: bool) {
        let path = self.ctx.names.spelling(key).name;
        let none = rustdoc::Generics::default();
        match self.ctx.ty(&Scope::item(0, &none), ty) {
            Ok(ty) => self.model.constants.push(Constant {
                path,
                name: item.name.as_deref().unwrap_or_default().into(),
                krate: self.model.krate.clone(),
                ty,
                impl_: None,
                is_static,
            }),
            Err(reason) => self.skip(path, reason),
        }
    }

    /// Methods with a default body, once per trait.
    fn provided(&mut self, key: &str, definition: &'a rustdoc::Trait) {
        let name = self.ctx.names.spelling(key).name;
        let scope = self.ctx.trait_scope(key, 0, definition);
        for id in &definition.items {
            let Some(item) = self.ctx.docs.subject().krate.index.get(id) else { continue };
            let Inner::Function(function) = &item.inner else { continue };
            if !function.has_body || item.is_hidden() {
                continue;
            }
            let method = item.name.as_deref().unwrap_or_default();
            let path = Name::from(format!("{name}::{method}"));
            let owner = Owner::Provided(name.clone());
            match self.ctx.function(&scope, item, function, path.clone(), owner) {
                Ok(lowered) => {
                    self.free.insert((0, format!("{key}::{method}")), lowered);
                }
                Err(reason) => self.skip(path, reason),
            }
        }
    }

    fn impls(&mut self, doc: usize, items: impl Iterator<Item = (&'a Id, &'a Item)>) {
        for (id, item) in items {
            let Inner::Impl(block) = &item.inner else { continue };
            if block.blanket_impl.is_some()
                || item.crate_id != 0
                || item.is_hidden()
                || self.blocks.contains_key(&(doc, *id))
            {
                continue;
            }
            if self.is_out_of_reach(doc, block) {
                continue;
            }
            self.block(doc, *id, block);
            self.note_mentions();
        }
    }

    /// Whether the impl is for a type that callers cannot get hold of.
    fn is_out_of_reach(&self, doc: usize, block: &rustdoc::Impl) -> bool {
        // Lowered apart, so that looking does not count as mentioning.
        let looking = Context::new(self.ctx.docs, self.ctx.names);
        let scope = Scope::item(doc, &block.generics);
        let Ok(for_) = looking.ty(&scope, &block.for_) else { return false };
        let is_unreached = |name: &str| {
            let key = self.ctx.names.key(name);
            match self.ctx.docs.find(key) {
                Some(found) if found.doc == doc => !self.reached.contains(key),
                _ => false,
            }
        };
        for_.any(&mut |ty| matches!(ty, Ty::Adt(name, _) if is_unreached(name)))
    }

    fn block(&mut self, doc: usize, id: Id, block: &'a rustdoc::Impl) {
        let (impl_, scope) = match self.ctx.impl_(doc, block) {
            Ok(lowered) => lowered,
            Err(reason) => {
                let path = block.trait_.as_ref().map_or("", |path| &path.path);
                self.skip(format!("impl {path}").into(), reason);
                return;
            }
        };
        let mut lowered = Block { impl_, functions: Vec::new(), constants: Vec::new() };
        if !block.is_synthetic && !block.is_negative && self.can_call(doc, block) {
            for id in &block.items {
                if let Some(item) = self.ctx.docs.get(doc).krate.index.get(id) {
                    self.member(&scope, item, &mut lowered);
                }
            }
        }
        self.blocks.insert((doc, id), lowered);
    }

    /// Whether callers can name the impl's trait; `drop` cannot be called.
    fn can_call(&self, doc: usize, block: &rustdoc::Impl) -> bool {
        let Some(path) = &block.trait_ else { return true };
        let Some(key) = self.ctx.docs.key(doc, path.id) else { return false };
        key != "core::ops::drop::Drop"
            && (self.ctx.names.is_shown_anywhere(&key) || self.ctx.docs.find(&key).is_none())
    }

    fn member(&mut self, scope: &Scope<'a>, item: &'a Item, block: &mut Block) {
        let name = item.name.as_deref().unwrap_or_default();
        let is_visible = block.impl_.trait_.is_some() || item.is_public();
        if !is_visible || item.is_hidden() {
            return;
        }
        let path = Name::from(match &block.impl_.trait_ {
            Some(trait_) => paths::of_trait(&block.impl_, trait_, name),
            None => paths::inherent(&block.impl_, name),
        });
        match &item.inner {
            Inner::Function(function) => {
                match self.ctx.function(scope, item, function, path.clone(), Owner::Module) {
                    Ok(function) => block.functions.push(function),
                    Err(reason) => self.skip(path, reason),
                }
            }
            Inner::AssocConst { ty } => match self.ctx.ty(scope, ty) {
                Ok(ty) => block.constants.push(Constant {
                    path,
                    name: name.into(),
                    krate: block.impl_.krate.clone(),
                    ty,
                    impl_: None,
                    is_static: false,
                }),
                Err(reason) => self.skip(path, reason),
            },
            _ => {}
        }
    }

    /// Of a dependency: impls of the types and traits the subject mentions, and free functions
    /// that make such types.
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
        let items: Vec<(&Id, &Item)> = index.iter().filter(|(_, item)| is_wanted(item)).collect();
        self.impls(doc, items.into_iter());
        for (id, item) in index {
            let Inner::Function(function) = &item.inner else { continue };
            let Some(key) = docs.key(doc, *id) else { continue };
            if !self.ctx.names.is_shown_anywhere(&key) || !key.contains("::") {
                continue;
            }
            let Some(rustdoc::Type::ResolvedPath(output)) = &function.sig.output else { continue };
            if docs.key(doc, output.id).is_some_and(|key| own.contains(&key)) {
                self.free_function(doc, key, item, function);
            }
        }
        self.note_mentions();
    }

    /// Definitions of all types and traits that occur, whosoever they are.
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

    fn skip(&mut self, item: Name, reason: String) {
        let skipped = Skipped { item, reason };
        if !self.model.skipped.contains(&skipped) {
            self.model.skipped.push(skipped);
        }
    }
}

/// Paths are unique: what still shares one gets a number.
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
