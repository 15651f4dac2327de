//! The type of a law: words and source for people, and a check over one to three values of a type.

use super::LawValues;
use crate::generated::Vtable;
use gadfly_wire::Law;

/// A law that follows from a type's traits alone.
pub struct TraitLaw {
    /// Its name.
    pub name: &'static str,
    /// Its requirement, as a sentence without its full stop.
    pub sentence: &'static str,
    /// The method at fault when it is broken.
    pub method: &'static str,
    /// Statements that fail when it is broken, over `{0}`, `{1}`, `{2}`.
    pub assertion: &'static str,
    /// Functions that the statements call.
    pub helpers: &'static str,
    /// The number of values it is about.
    pub arity: usize,
    /// True if checking consumes the value, so that it is only done to a value that would be dropped next.
    pub uses_up: bool,
    /// True if it is only checked on values that were not built field by field, which bypasses validation.
    pub needs_checked: bool,
    /// True if it holds for values of a type at all.
    pub applies: fn(&Vtable) -> bool,
    /// Returns the violation, if there is one. A panic is a violation, too.
    pub check: fn(&LawValues<'_>) -> Option<String>,
}

impl TraitLaw {
    /// The law as it is reported.
    pub fn to_wire(&self) -> Law {
        Law {
            name: self.name.to_owned(),
            sentence: self.sentence.to_owned(),
            method: self.method.to_owned(),
            assertion: self.assertion.to_owned(),
            helpers: self.helpers.to_owned(),
        }
    }
}

/// The hash of a value, for assertions.
pub(super) const HASH_HELPER: &str = "\
fn hash<T: std::hash::Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    value.hash(&mut hasher);
    std::hash::Hasher::finish(&hasher)
}
";
