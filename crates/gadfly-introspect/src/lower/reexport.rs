//! The paths by which callers reach items: modules, re-exports, globs, renames.

use std::collections::{BTreeMap, BTreeSet};

use super::docs::{Docs, FoundItem, Key};
use crate::rustdoc::{GenericArg, GenericArgs, GenericParam, Inner, Item, ItemId, Type, TypeAlias};
use gadfly_model::rust_path;

/// One way to write an item. Ordered from the best to the worst.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PublicPath {
    /// `true` if a segment is hidden from the documentation.
    pub(crate) is_hidden: bool,
    /// `true` if it is the name of an alias.
    is_alias: bool,
    /// `true` if it leads through a module named `prelude`.
    is_prelude: bool,
    segments: usize,
    /// `true` if a segment is not the item's or module's own name.
    is_renamed: bool,
    /// `true` if it is not the path of the definition.
    is_reexport: bool,
    order: usize,
    pub(crate) path: String,
}

/// All paths of each item, by its definition path; the best comes first.
pub(crate) fn public_paths(docs: &Docs, doc: usize) -> BTreeMap<Key, Vec<PublicPath>> {
    let mut walk = ModuleWalk {
        docs,
        found: BTreeMap::new(),
        taken: BTreeSet::new(),
        stack: Vec::new(),
        order: 0,
    };
    let root = docs.get(doc);
    let step = ReexportStep {
        doc,
        module: root.krate.root,
        is_hidden: false,
        is_prelude: false,
        is_renamed: false,
    };
    walk.module(&step, &root.crate_name, 1);
    for paths in walk.found.values_mut() {
        paths.sort();
    }
    walk.found
}

/// The depth of the search for paths.
const DEPTH: usize = 10;

struct ModuleWalk<'a> {
    docs: &'a Docs,
    found: BTreeMap<Key, Vec<PublicPath>>,
    /// Names that are taken in a namespace: they shadow those of a glob.
    taken: BTreeSet<(bool, String)>,
    stack: Vec<(usize, ItemId)>,
    order: usize,
}

struct ReexportStep {
    doc: usize,
    module: ItemId,
    is_hidden: bool,
    is_prelude: bool,
    is_renamed: bool,
}

impl<'a> ModuleWalk<'a> {
    fn module(&mut self, step: &ReexportStep, path: &str, segments: usize) {
        let place = (step.doc, step.module);
        if segments > DEPTH || self.stack.contains(&place) {
            return;
        }
        let docs = self.docs;
        let index = &docs.get(step.doc).krate.index;
        let Some(Inner::Module(module)) = index.get(&step.module).map(|item| &item.inner) else {
            return;
        };
        self.stack.push(place);
        let items: Vec<&'a Item> = module.items.iter().filter_map(|id| index.get(id)).collect();
        let is_glob = |item: &Item| matches!(&item.inner, Inner::Use(import) if import.is_glob);
        for item in items.iter().filter(|item| item.is_public() && !is_glob(item)) {
            self.item(step, item, path, segments);
        }
        for item in items.iter().filter(|item| item.is_public() && is_glob(item)) {
            self.glob(step, item, path, segments);
        }
        self.stack.pop();
    }

    fn item(&mut self, step: &ReexportStep, item: &'a Item, path: &str, segments: usize) {
        let is_hidden = step.is_hidden || item.is_hidden();
        match &item.inner {
            Inner::Use(import) => {
                let Some(id) = import.id else { return };
                let step = ReexportStep { is_hidden, ..*step };
                self.target(&step, id, &import.name, path, segments);
            }
            Inner::ExternCrate { name, rename } => {
                let name = name.replace('-', "_");
                let root = (1..self.docs.len()).find(|doc| self.docs.get(*doc).lib_name == name);
                if let Some(doc) = root {
                    let module = self.docs.get(doc).krate.root;
                    let shown = rename.as_ref().unwrap_or(&name);
                    let step = ReexportStep { doc, module, is_hidden, ..*step };
                    self.module(&step, &format!("{path}::{shown}"), segments + 1);
                }
            }
            _ => {
                let Some(name) = &item.name else { return };
                let step = ReexportStep { is_hidden, ..*step };
                self.target(&step, item.id, name, path, segments);
            }
        }
    }

    /// An item with a name of its own in the module.
    fn target(&mut self, step: &ReexportStep, id: ItemId, name: &str, path: &str, segments: usize) {
        let full = format!("{path}::{name}");
        let found = self.docs.resolve(step.doc, id);
        if let Some(FoundItem { doc, item }) = found
            && let Inner::Module(_) = item.inner
        {
            let is_prelude = step.is_prelude || name == "prelude";
            let is_hidden = step.is_hidden || item.is_hidden();
            let is_renamed = step.is_renamed || item.name.as_deref() != Some(name);
            let inner = ReexportStep { doc, module: item.id, is_hidden, is_prelude, is_renamed };
            self.module(&inner, &full, segments + 1);
            return;
        }
        let Some(key) = self.docs.key(step.doc, id) else { return };
        let is_hidden = step.is_hidden || found.is_some_and(|found| found.item.is_hidden());
        let is_value = found.is_some_and(|found| {
            matches!(
                found.item.inner,
                Inner::Function(_) | Inner::Constant { .. } | Inner::Static(_)
            )
        });
        if !self.taken.insert((is_value, full.clone())) {
            return;
        }
        let path = PublicPath {
            is_hidden,
            is_alias: false,
            is_prelude: step.is_prelude,
            segments: segments + 1,
            is_renamed: step.is_renamed || rust_path::last(&key) != name,
            is_reexport: key != full,
            order: self.order,
            path: full,
        };
        self.order += 1;
        if let Some(FoundItem { doc, item }) = found
            && let Inner::TypeAlias(alias) = &item.inner
            && let Some(aliased) = forwarded(alias).and_then(|id| self.docs.key(doc, id))
        {
            let path = PublicPath { is_alias: true, ..path.clone() };
            self.found.entry(aliased).or_default().push(path);
        }
        self.found.entry(key).or_default().push(path);
    }

    fn glob(&mut self, step: &ReexportStep, item: &'a Item, path: &str, segments: usize) {
        let Inner::Use(import) = &item.inner else { return };
        let Some(FoundItem { doc, item: target }) =
            import.id.and_then(|id| self.docs.resolve(step.doc, id))
        else {
            return;
        };
        let inner = ReexportStep {
            doc,
            module: target.id,
            // A hidden module's content is shown where a glob brings it out.
            is_hidden: step.is_hidden || item.is_hidden(),
            ..*step
        };
        self.module(&inner, path, segments);
    }
}

/// The type that an alias merely renames: `type A<T> = B<T>`.
fn forwarded(alias: &TypeAlias) -> Option<ItemId> {
    let Type::ResolvedPath(path) = &alias.ty else { return None };
    let args: &[GenericArg] = match path.args.as_deref() {
        None => &[],
        Some(GenericArgs::AngleBracketed { args, constraints }) if constraints.is_empty() => args,
        Some(_) => return None,
    };
    let params = &alias.generics.params;
    let is_same = |(param, arg): (&GenericParam, &GenericArg)| match arg {
        GenericArg::Lifetime(name) | GenericArg::Type(Type::Generic(name)) => *name == param.name,
        _ => false,
    };
    (params.len() == args.len() && params.iter().zip(args).all(is_same)).then_some(path.id)
}
