//! What the tests of one file have to `use`, and which short names stand for what.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::rust_path;
use gadfly_plan::properties::PropertyRecord;

/// How much is spelled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Style {
    /// Nothing that the compiler may be able to infer.
    Lean,
    /// Type parameters are spelled out.
    Full,
    /// Also the types of numbers and results, and the traits that methods are of.
    Typed,
}

impl Style {
    /// The style in which calls of a property are written.
    pub fn of_property(property: &PropertyRecord) -> Style {
        if property.is_spelled { Style::Full } else { Style::Lean }
    }
}

/// Short names, each standing for one path.
#[derive(Clone, Debug, Default)]
pub struct Imports {
    by_name: BTreeMap<String, String>,
    nameless_traits: BTreeSet<String>,
}

/// Names that every file has, by the path they stand for.
const PRELUDE: &[&str] = &[
    "std::boxed::Box",
    "std::clone::Clone",
    "std::cmp::Eq",
    "std::cmp::Ord",
    "std::cmp::PartialEq",
    "std::cmp::PartialOrd",
    "std::convert::AsMut",
    "std::convert::AsRef",
    "std::convert::From",
    "std::convert::Into",
    "std::convert::TryFrom",
    "std::convert::TryInto",
    "std::default::Default",
    "std::iter::DoubleEndedIterator",
    "std::iter::ExactSizeIterator",
    "std::iter::Extend",
    "std::iter::FromIterator",
    "std::iter::IntoIterator",
    "std::iter::Iterator",
    "std::marker::Copy",
    "std::marker::Send",
    "std::marker::Sized",
    "std::marker::Sync",
    "std::mem::drop",
    "std::ops::Drop",
    "std::ops::Fn",
    "std::ops::FnMut",
    "std::ops::FnOnce",
    "std::option::Option",
    "std::result::Result",
    "std::string::String",
    "std::string::ToString",
    "std::borrow::ToOwned",
    "std::vec::Vec",
];

/// Names of the prelude that came with the edition of 2021.
const LATE: &[&str] =
    &["std::convert::TryFrom", "std::convert::TryInto", "std::iter::FromIterator"];

impl Imports {
    /// No imports but names that are taken otherwise.
    pub fn with_taken<'n>(names: impl IntoIterator<Item = &'n str>) -> Imports {
        let by_name = names.into_iter().map(|name| (name.to_owned(), String::new())).collect();
        Imports { by_name, ..Imports::default() }
    }

    /// Whether the last segment of a path stands for it from now on.
    pub(super) fn bring(&mut self, path: &str) -> bool {
        let Some((_, name)) = rust_path::split_last(path) else { return true };
        if PRELUDE.contains(&path) && !LATE.contains(&path) {
            return true;
        }
        // The crate's own `Result` would confuse readers of the rest of the file.
        let is_taken = PRELUDE.iter().any(|known| rust_path::last(known) == name);
        if is_taken && !LATE.contains(&path) {
            return false;
        }
        self.by_name.entry(name.to_owned()).or_insert_with(|| path.to_owned()) == path
    }

    /// Makes the methods of a trait callable.
    pub(super) fn bring_trait(&mut self, path: &str) {
        if !self.bring(path) {
            self.nameless_traits.insert(path.to_owned());
        }
    }

    /// The lines, one per module; `edition` decides what goes without saying.
    pub fn lines(&self, edition: &str) -> Vec<String> {
        let is_late = |path: &String| LATE.contains(&path.as_str()) && edition >= "2021";
        let mut modules: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for path in self.by_name.values().filter(|path| !path.is_empty() && !is_late(path)) {
            let (module, name) = (rust_path::owner(path), rust_path::last(path));
            modules.entry(module).or_default().insert(name.to_owned());
        }
        for path in &self.nameless_traits {
            let (module, name) = (rust_path::owner(path), rust_path::last(path));
            modules.entry(module).or_default().insert(format!("{name} as _"));
        }
        let line = |(module, names): (&str, BTreeSet<String>)| {
            let names: Vec<String> = names.into_iter().collect();
            match &names[..] {
                [only] => format!("use {module}::{only};"),
                _ => format!("use {module}::{{{}}};", names.join(", ")),
            }
        };
        modules.into_iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_to_come_has_the_name() {
        let mut imports = Imports::default();
        assert!(imports.bring("k::Error"));
        assert!(!imports.bring("std::fmt::Error"));
        assert!(imports.bring("k::Error"));
        assert!(!imports.bring("k::Result"));
        assert!(imports.bring("std::vec::Vec"));
        assert_eq!(imports.lines("2021"), ["use k::Error;"]);
        assert!(imports.bring("k::Url"));
        assert_eq!(imports.lines("2021"), ["use k::{Error, Url};"]);
    }

    #[test]
    fn traits_need_no_name() {
        let mut imports = Imports::with_taken(["Write"]);
        imports.bring_trait("std::fmt::Write");
        imports.bring_trait("std::iter::Iterator");
        imports.bring_trait("std::convert::TryFrom");
        assert_eq!(imports.lines("2021"), ["use std::fmt::Write as _;"]);
        let old = imports.lines("2018");
        assert_eq!(old, ["use std::convert::TryFrom;", "use std::fmt::Write as _;"]);
    }
}
