//! Functions and constants, one by one: free ones, those of traits, those of impls.

use gadfly_model::{Constant, Function, Name, Owner, Ty};

use super::adopt::adopt_lifetimes;
use super::collect::{Collector, ImplBlock};
use super::context::Context;
use super::docs::Key;
use super::paths;
use super::scope::TypeScope;
use crate::rustdoc::{
    self, Inner, Item, ItemId, RustdocFunction, RustdocGenerics, RustdocImpl, RustdocTrait,
};

impl<'a> Collector<'a> {
    pub(super) fn free_function(
        &mut self,
        doc: usize,
        key: Key,
        item: &'a Item,
        function: &'a RustdocFunction,
    ) {
        let path = self.ctx.names.spelling(&key).name;
        let scope = TypeScope { generics: Vec::new(), ..TypeScope::item(doc, &function.generics) };
        match self.ctx.function(&scope, item, function, path.clone(), Owner::Module) {
            Ok(lowered) => {
                self.reach(&lowered.output);
                self.free.insert((doc, key), lowered);
            }
            Err(reason) => self.skip(path, reason),
        }
    }

    pub(super) fn constant(
        &mut self,
        key: &str,
        item: &'a Item,
        ty: &rustdoc::Type,
        is_static: bool,
    ) {
        let path = self.ctx.names.spelling(key).name;
        let none = RustdocGenerics::default();
        match self.ctx.ty(&TypeScope::item(0, &none), ty) {
            Ok(ty) => {
                self.reach(&ty);
                self.model.constants.push(Constant {
                    path,
                    name: item.name.as_deref().unwrap_or_default().into(),
                    krate: self.model.krate.clone(),
                    ty,
                    impl_: None,
                    is_static,
                });
            }
            Err(reason) => self.skip(path, reason),
        }
    }

    /// Methods with a default body, once per trait.
    pub(super) fn provided(&mut self, key: &str, definition: &'a RustdocTrait) {
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
                    self.reach(&lowered.output);
                    self.free.insert((0, format!("{key}::{method}")), lowered);
                }
                Err(reason) => self.skip(path, reason),
            }
        }
    }

    pub(super) fn impls(
        &mut self,
        doc: usize,
        items: impl Iterator<Item = (&'a ItemId, &'a Item)>,
    ) {
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
        }
    }

    /// Returns whether the impl is for a type that callers cannot get hold of.
    fn is_out_of_reach(&self, doc: usize, block: &RustdocImpl) -> bool {
        if let rustdoc::Type::ResolvedPath(path) = &block.for_
            && self.ctx.docs.key(doc, path.id).is_none()
        {
            // A type inside a function.
            return true;
        }
        // Lowered apart, so that looking does not count as mentioning.
        let looking = Context::new(self.ctx.docs, self.ctx.names);
        let scope = TypeScope::item(doc, &block.generics);
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

    fn block(&mut self, doc: usize, id: ItemId, block: &'a RustdocImpl) {
        let (impl_, scope) = match self.ctx.impl_(doc, block) {
            Ok(lowered) => lowered,
            Err(reason) => {
                // Without members nothing is lost.
                if !block.items.is_empty() {
                    let path = block.trait_.as_ref().map_or("", |path| &path.path);
                    self.skip(format!("impl {path}").into(), reason);
                }
                return;
            }
        };
        let mut lowered = ImplBlock { impl_, functions: Vec::new(), constants: Vec::new() };
        if !block.is_synthetic && !block.is_negative && self.can_call(doc, block, &lowered) {
            for id in &block.items {
                if let Some(item) = self.ctx.docs.get(doc).krate.index.get(id) {
                    self.member(&scope, item, &mut lowered);
                }
            }
        }
        for (_, ty) in &lowered.impl_.assoc_types {
            self.reach(ty);
        }
        if let Some(path) = &block.trait_ {
            self.inherit_docs(doc, path.id, &mut lowered.functions);
        }
        for function in &lowered.functions {
            self.reach(&function.output);
        }
        self.blocks.insert((doc, id), lowered);
    }

    /// Copies the documentation of a trait's methods to an impl that has none.
    fn inherit_docs(&self, doc: usize, trait_: ItemId, functions: &mut [Function]) {
        let Some(found) = self.ctx.docs.resolve(doc, trait_) else { return };
        let Inner::Trait(declared) = &found.item.inner else { return };
        let index = &self.ctx.docs.get(found.doc).krate.index;
        let items: Vec<&Item> = declared.items.iter().filter_map(|id| index.get(id)).collect();
        for function in functions.iter_mut().filter(|function| function.docs.is_none()) {
            let declared = items.iter().find(|item| item.name.as_deref() == Some(&*function.name));
            function.docs = declared.and_then(|item| item.docs.as_deref()).map(Into::into);
        }
    }

    /// Returns whether callers can name the impl's trait; `drop` cannot be called. Of a dependency only the methods of its
    /// own types are of interest.
    fn can_call(&self, doc: usize, block: &RustdocImpl, lowered: &ImplBlock) -> bool {
        let head = match &lowered.impl_.for_ {
            Ty::Adt(name, _) => Some(self.ctx.names.key(name)),
            _ => None,
        };
        if doc != 0 && !head.is_some_and(|head| self.reached.contains(head)) {
            return false;
        }
        let Some(path) = &block.trait_ else { return true };
        let Some(key) = self.ctx.docs.key(doc, path.id) else { return false };
        key != "core::ops::drop::Drop"
            && (self.ctx.names.is_shown_anywhere(&key) || self.ctx.docs.find(&key).is_none())
    }

    fn member(&mut self, scope: &TypeScope<'a>, item: &'a Item, block: &mut ImplBlock) {
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
                    Ok(mut function) => {
                        for (_, input) in &mut function.inputs {
                            *input = adopt_lifetimes(input, &block.impl_);
                        }
                        block.functions.push(function);
                    }
                    Err(reason) => self.skip(path, reason),
                }
            }
            Inner::AssocConst { ty, .. } => match self.ctx.ty(scope, ty) {
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
}
