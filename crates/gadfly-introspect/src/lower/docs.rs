//! The documents, and items by their definition paths.

use std::collections::BTreeMap;

use crate::rustdoc::{Crate, Inner, Item, ItemId};

/// A definition path, `num_bigint::bigint::BigInt`: the same from every document.
pub(crate) type Key = String;

/// A crate and the names it goes by.
pub(crate) struct DocumentedCrate {
    pub(crate) krate: Crate,
    /// The library's own name: the first segment of definition paths.
    pub(crate) lib_name: String,
    /// The name the crate goes by in paths.
    pub(crate) crate_name: String,
    /// `true` if the subject can write that name, as it can for direct dependencies.
    pub(crate) is_direct: bool,
}

/// One crate's document.
pub(crate) struct Doc {
    source: DocumentedCrate,
    definitions: BTreeMap<ItemId, Key>,
}

impl std::ops::Deref for Doc {
    type Target = DocumentedCrate;

    fn deref(&self) -> &DocumentedCrate {
        &self.source
    }
}

/// An item of some document.
#[derive(Clone, Copy)]
pub(crate) struct FoundItem<'a> {
    pub(crate) doc: usize,
    pub(crate) item: &'a Item,
}

/// All documents, the subject's first.
pub(crate) struct Docs {
    docs: Vec<Doc>,
    by_key: BTreeMap<Key, (usize, ItemId)>,
}

impl Docs {
    /// Takes documents, the subject's first.
    pub(crate) fn new(sources: Vec<DocumentedCrate>) -> Docs {
        let docs: Vec<Doc> = sources
            .into_iter()
            .map(|source| {
                let mut definitions = BTreeMap::new();
                let DocumentedCrate { krate, lib_name, .. } = &source;
                define(krate, krate.root, lib_name, &mut definitions);
                Doc { source, definitions }
            })
            .collect();
        let mut by_key = BTreeMap::new();
        for (index, doc) in docs.iter().enumerate() {
            for (id, key) in &doc.definitions {
                // A function and a module may share a path; what has a type goes first.
                let is_type = doc.krate.index.get(id).is_some_and(|item| is_type_like(&item.inner));
                if is_type || !by_key.contains_key(key) {
                    by_key.insert(key.clone(), (index, *id));
                }
            }
        }
        Docs { docs, by_key }
    }

    pub(crate) fn subject(&self) -> &Doc {
        &self.docs[0]
    }

    /// Takes the documents out again.
    pub(crate) fn into_sources(self) -> Vec<DocumentedCrate> {
        self.docs.into_iter().map(|doc| doc.source).collect()
    }

    /// Library names of other crates of which the subject re-exports something.
    pub(crate) fn shown_crates(&self) -> Vec<&str> {
        let krate = &self.subject().krate;
        let imported = |item: &Item| match &item.inner {
            Inner::Use(import) if item.is_public() => import.id,
            _ => None,
        };
        krate
            .index
            .values()
            .filter_map(imported)
            .filter_map(|id| krate.paths.get(&id))
            .filter(|summary| summary.crate_id != 0)
            .filter_map(|summary| summary.path.first().map(String::as_str))
            .collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.docs.len()
    }

    pub(crate) fn get(&self, doc: usize) -> &Doc {
        &self.docs[doc]
    }

    /// The key of the definition of the item with this identifier in `doc`.
    pub(crate) fn key(&self, doc: usize, id: ItemId) -> Option<Key> {
        let doc = &self.docs[doc];
        if let Some(key) = doc.definitions.get(&id) {
            return Some(key.clone());
        }
        doc.krate.paths.get(&id).map(|summary| summary.path.join("::"))
    }

    /// The item defined there, if its crate's document is at hand.
    pub(crate) fn find(&self, key: &str) -> Option<FoundItem<'_>> {
        let (doc, id) = self.by_key.get(key)?;
        Some(FoundItem { doc: *doc, item: self.docs[*doc].krate.index.get(id)? })
    }

    /// The item with this identifier in `doc`, wherever it is defined.
    pub(crate) fn resolve(&self, doc: usize, id: ItemId) -> Option<FoundItem<'_>> {
        match self.docs[doc].krate.index.get(&id) {
            Some(item) => Some(FoundItem { doc, item }),
            None => self.find(&self.key(doc, id)?),
        }
    }
}

fn is_type_like(inner: &Inner) -> bool {
    matches!(
        inner,
        Inner::Struct(_)
            | Inner::Enum(_)
            | Inner::Union(_)
            | Inner::Trait(_)
            | Inner::TypeAlias(_)
            | Inner::Module(_)
    )
}

/// Definition paths of everything in a module, private or not.
fn define(krate: &Crate, module: ItemId, path: &str, definitions: &mut BTreeMap<ItemId, Key>) {
    definitions.insert(module, path.to_owned());
    let Some(Inner::Module(module)) = krate.index.get(&module).map(|item| &item.inner) else {
        return;
    };
    for id in &module.items {
        let Some(item) = krate.index.get(id) else { continue };
        let Some(name) = &item.name else { continue };
        let path = format!("{path}::{name}");
        match &item.inner {
            Inner::Module(_) => define(krate, *id, &path, definitions),
            Inner::Use(_) | Inner::ExternCrate { .. } | Inner::Impl(_) => {}
            _ => {
                definitions.insert(*id, path);
            }
        }
    }
}
