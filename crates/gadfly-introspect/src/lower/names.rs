//! One spelling for every item.

use std::cell::RefCell;
use std::collections::BTreeMap;

use gadfly_model::Name;

use super::docs::{Docs, Key};
use super::reexport::{PublicPath, public_paths};
use crate::std_items::{is_std, public_path};

/// The spellings of items, by the keys of their definitions.
pub(crate) struct Names {
    public: BTreeMap<Key, Vec<PublicPath>>,
    /// The subject's own view: only what it shows itself.
    subject: BTreeMap<Key, Vec<PublicPath>>,
    /// Library names of direct dependencies and what the subject calls them.
    dependencies: BTreeMap<String, String>,
    keys: BTreeMap<Name, Key>,
    /// Spellings that were asked for already.
    known: RefCell<BTreeMap<Key, Spelling>>,
}

/// An item's spelling.
#[derive(Clone, Debug)]
pub(crate) struct Spelling {
    pub(crate) name: Name,
    /// `true` if a caller can write it.
    pub(crate) is_nameable: bool,
}

impl Names {
    pub(crate) fn new(docs: &Docs, dependencies: BTreeMap<String, String>) -> Names {
        let subject = public_paths(docs, 0);
        let mut public = subject.clone();
        // What an indirect dependency shows can only be written through a direct one.
        for doc in (1..docs.len()).filter(|doc| docs.get(*doc).is_direct) {
            for (key, paths) in public_paths(docs, doc) {
                // What the subject shows itself is written its way.
                public.entry(key).or_default().extend(paths);
            }
        }
        let mut names = Names {
            public,
            subject,
            dependencies,
            keys: BTreeMap::new(),
            known: RefCell::default(),
        };
        names.keys =
            names.public.keys().map(|key| (names.spelling(key).name, key.clone())).collect();
        names
    }

    /// The spelling of the item defined there.
    pub(crate) fn spelling(&self, key: &str) -> Spelling {
        if let Some(known) = self.known.borrow().get(key) {
            return known.clone();
        }
        let spelling = self.find_spelling(key);
        self.known.borrow_mut().insert(key.to_owned(), spelling.clone());
        spelling
    }

    fn find_spelling(&self, key: &str) -> Spelling {
        if is_std(key) {
            return Spelling { name: public_path(key).into(), is_nameable: true };
        }
        let best = self
            .public
            .get(key)
            .and_then(|paths| paths.iter().find(|path| !path.is_hidden).or_else(|| paths.first()));
        if let Some(best) = best {
            return Spelling { name: best.path.as_str().into(), is_nameable: true };
        }
        if let Some((krate, rest)) = key.split_once("::")
            && let Some(name) = self.dependencies.get(krate)
        {
            // Without its document only the root of a dependency is known to be public.
            let is_nameable = !rest.contains("::");
            return Spelling { name: format!("{name}::{rest}").into(), is_nameable };
        }
        Spelling { name: key.into(), is_nameable: false }
    }

    /// Returns whether the subject shows the item in its documentation.
    pub(crate) fn is_shown(&self, key: &str) -> bool {
        self.subject.get(key).is_some_and(|paths| paths.iter().any(|path| !path.is_hidden))
    }

    /// The keys of the items that the subject shows in its documentation.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &Key> {
        self.subject.keys().filter(|key| self.is_shown(key))
    }

    /// Returns whether any crate at hand shows the item in its documentation.
    pub(crate) fn is_shown_anywhere(&self, key: &str) -> bool {
        is_std(key)
            || self.public.get(key).is_some_and(|paths| paths.iter().any(|path| !path.is_hidden))
    }

    /// The key of the item with this spelling.
    pub(crate) fn key<'a>(&'a self, name: &'a str) -> &'a str {
        self.keys.get(name).map_or(name, String::as_str)
    }

    /// Every spelling of items that are types or traits, to the one in use.
    pub(crate) fn table(&self, is_type: impl Fn(&str) -> bool) -> BTreeMap<Name, Name> {
        let mut table = BTreeMap::new();
        for (key, paths) in &self.public {
            if !is_type(key) {
                continue;
            }
            let name = self.spelling(key).name;
            table.insert(Name::from(key.as_str()), name.clone());
            if let Some((krate, rest)) = key.split_once("::")
                && let Some(renamed) = self.dependencies.get(krate)
            {
                table.insert(Name::from(format!("{renamed}::{rest}")), name.clone());
            }
            for path in paths {
                table.insert(Name::from(path.path.as_str()), name.clone());
            }
        }
        table
    }
}
