//! Functions and methods.

use crate::{Generics, Name, Ty};

/// Index of an impl in [`crate::Model::impls`].
pub type ImplId = usize;

/// A public function or method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its path as callers write it: `semver::Version::parse`, `<semver::Version as Ord>::cmp`.
    pub path: Name,
    /// The last segment.
    pub name: Name,
    /// The crate that defines it.
    pub krate: Name,
    /// The module, type or trait that it belongs to.
    pub owner: Owner,
    /// Its own parameters; those of the impl or trait are the owner's. An `impl Trait` argument
    /// is a synthetic parameter here.
    pub generics: Generics,
    /// Argument names and types, the receiver included. `Self` is spelled out except in a
    /// trait's provided method, where it is the parameter `Self`.
    pub inputs: Vec<(Name, Ty)>,
    /// Result type; of an async function, what it resolves to.
    pub output: Ty,
    /// The way it takes `self`.
    pub receiver: Option<Receiver>,
    /// `unsafe fn`.
    pub is_unsafe: bool,
    /// `async fn`.
    pub is_async: bool,
    /// `const fn`.
    pub is_const: bool,
    /// `#[track_caller]`, so that a panic's location is the caller's.
    pub track_caller: bool,
    /// `#[deprecated]`.
    pub is_deprecated: bool,
    /// `true` if a person wrote it to build values for the search.
    pub is_helper: bool,
    /// Its documentation.
    pub docs: Option<Name>,
    /// The position of its definition.
    pub span: Option<Span>,
}

/// The module, type or trait that a function belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A module; the path to call it by is [`Function::path`].
    Module,
    /// An inherent impl.
    Inherent(ImplId),
    /// An impl of a trait.
    TraitImpl(ImplId),
    /// A method as the trait of this path declares it, with a default body unless impls must write it.
    Provided(Name),
}

/// The way a method takes `self`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// `self`
    Value,
    /// `&self`
    Shared,
    /// `&mut self`
    Exclusive,
    /// `self: Box<Self>`, `Pin<&mut Self>`, …
    Other,
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// File, as rustdoc names it.
    pub file: Name,
    /// First line, from 1.
    pub line: usize,
}

impl Function {
    /// The documentation of panics: its section, or else the first sentence that promises a panic.
    pub fn documented_panics(&self) -> Option<&str> {
        self.panics_section().or_else(|| {
            let lines = self.docs.as_deref()?.lines();
            let sentences = lines.flat_map(|line| line.split_inclusive(". ")).map(str::trim);
            sentences.into_iter().find(|sentence| says_that_it_panics(sentence))
        })
    }

    /// A requirement on arguments in the documentation that the function does not seem to check: that they are sorted,
    /// larger
    /// than others, or between two numbers. A function that can report a mistake, by a panic or by its result, has none.
    pub fn requirement(&self) -> Option<&str> {
        let says_so = matches!(&self.output, Ty::Adt(path, _) if ["std::option::Option", "std::result::Result"].contains(&&**path));
        if says_so || self.documented_panics().is_some() {
            return None;
        }
        sentences(self.docs.as_deref()?)
            .find(|sentence| asks_for_order(sentence) || asks_for_range(sentence))
    }

    /// The `# Panics` section of its documentation.
    pub fn panics_section(&self) -> Option<&str> {
        let docs = self.docs.as_deref()?;
        let mut start = None;
        let mut offset = 0;
        for line in docs.split_inclusive('\n') {
            let title = line.trim_start_matches('#').trim();
            if line.starts_with('#') {
                if let Some(from) = start {
                    return Some(docs[from..offset].trim());
                }
                if title.trim_end_matches(':').eq_ignore_ascii_case("panics")
                    || title.eq_ignore_ascii_case("panic")
                {
                    start = Some(offset + line.len());
                }
            }
            offset += line.len();
        }
        start.map(|from| docs[from..].trim())
    }
}

/// The sentences of a text, code left out.
fn sentences(docs: &str) -> impl Iterator<Item = &str> {
    let code = docs.find("```").unwrap_or(docs.len());
    docs[..code]
        .split("\n\n")
        .flat_map(|paragraph| paragraph.split_inclusive(". "))
        .flat_map(|part| part.split_inclusive(".\n"))
        .map(str::trim)
}

/// Returns whether a sentence requires values to be sorted, or all different.
fn asks_for_order(sentence: &str) -> bool {
    let orders = [
        "sorted",
        "ascending",
        "descending",
        "increasing",
        "decreasing",
        "unique",
        "distinct",
        "greater",
        "bigger",
        "larger",
        "smaller",
    ];
    let words = || sentence.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words().any(|word| word == "must") && words().any(|word| orders.contains(&word.as_str()))
}

/// Returns whether a sentence limits a value to a range: `ranging from 0 to 28`, `must be between 1 and 12`.
fn asks_for_range(sentence: &str) -> bool {
    let words: Vec<String> =
        sentence.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
    let has = |word: &str| words.iter().any(|known| known == word);
    let numbers = words.iter().filter(|word| word.parse::<u128>().is_ok()).count();
    let is_range = sentence.to_lowercase().contains("ranging from");
    numbers >= 2 && (is_range || (has("must") && (has("between") || has("range"))))
}

/// Returns whether a sentence promises a panic: `Panics if …`, `***Panics*** when …`, `it will panic`.
fn says_that_it_panics(sentence: &str) -> bool {
    let plain: String = sentence.chars().filter(|c| !matches!(c, '*' | '_' | '`')).collect();
    let plain = plain.to_lowercase();
    let denials = ["not panic", "n't panic", "never panic", "no panic", "instead of panic"];
    if denials.iter().any(|denial| plain.contains(denial)) {
        return false;
    }
    let promises = [
        "panics if",
        "panics when",
        "panics on",
        "panics unless",
        "will panic",
        "may panic",
        "can panic",
    ];
    plain.starts_with("panics ") || promises.iter().any(|promise| plain.contains(promise))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documented(docs: &str) -> Function {
        Function {
            path: "k::f".into(),
            name: "f".into(),
            krate: "k".into(),
            owner: Owner::Module,
            generics: Generics::default(),
            inputs: Vec::new(),
            output: Ty::unit(),
            receiver: None,
            is_unsafe: false,
            is_async: false,
            is_const: false,
            track_caller: false,
            is_deprecated: false,
            docs: Some(docs.into()),
            span: None,
            is_helper: false,
        }
    }

    #[test]
    fn unchecked_requirements_are_found_in_documentation() {
        let asked = documented("Adds a value.\nIt **must** be greater than all others.\n\nFast.");
        assert_eq!(asked.requirement(), Some("It **must** be greater than all others."));
        let wrapped = documented("Edges must be\nsorted. They are kept.");
        assert_eq!(wrapped.requirement(), Some("Edges must be\nsorted."));
        let documented_panics = documented("Items must be sorted.\n\n# Panics\n\nIf they are not.");
        assert_eq!(documented_panics.requirement(), None);
        assert_eq!(documented("Returns sorted items. Keys must match.").requirement(), None);
        let scale = documented("* `scale` - A power of 10 ranging from 0 to 28.\n");
        assert!(scale.requirement().is_some());
        assert!(documented("The month must be between 1 and 12.").requirement().is_some());
        assert_eq!(documented("Yields what lies between 1 and 12.").requirement(), None);
        let checked = Function {
            output: Ty::adt("std::option::Option", [Ty::unit()]),
            ..documented("Must be unique.")
        };
        assert_eq!(checked.requirement(), None);
    }

    #[test]
    fn the_panics_section_ends_at_the_next_heading() {
        let function = documented("Does it.\n\n# Panics\n\nIf empty.\n\n# Examples\n\nx\n");
        assert_eq!(function.panics_section(), Some("If empty."));
        assert_eq!(documented("## Panics\nAlways").panics_section(), Some("Always"));
        assert_eq!(documented("Never panics.").panics_section(), None);
    }

    #[test]
    fn a_sentence_about_panics_is_as_good_as_a_section() {
        let function = documented("Removes it. Panics if empty.\nReturns it.");
        assert_eq!(function.documented_panics(), Some("Panics if empty."));
        assert_eq!(documented("# Panics\nAlways").documented_panics(), Some("Always"));
        assert_eq!(documented("Never panics.").documented_panics(), None);
        for docs in ["***Panics*** if full.", "Adds it. This will panic on overflow."] {
            assert!(documented(docs).documented_panics().is_some(), "{docs}");
        }
        for docs in ["It does not panic if full.", "Returns `None` instead of panicking."] {
            assert_eq!(documented(docs).documented_panics(), None, "{docs}");
        }
    }
}
