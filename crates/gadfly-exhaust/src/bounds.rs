//! The bounds of a search beyond those of the types: pool sizes, domains set from outside and the
//! limits of one predicate run.

use std::any::{type_name, Any, TypeId};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::domain::Domain;

/// The bounds of one search.
///
/// ```
/// use gadfly_exhaust::Bounds;
/// struct Node;
/// let bounds = Bounds::new().pool::<Node>(5).set::<usize>("Tree.size", 0..=5).values::<i32>(1..=3);
/// ```
#[derive(Clone)]
pub struct Bounds {
    pub(crate) pools: BTreeMap<TypeId, (String, usize)>,
    pub(crate) fields: BTreeMap<String, Rc<dyn Any>>,
    pub(crate) types: BTreeMap<TypeId, (String, Rc<dyn Any>)>,
    pub(crate) lengths: BTreeMap<String, RangeInclusive<usize>>,
    pub(crate) budget: u32,
    pub(crate) audit: bool,
    pub(crate) isomorphs: bool,
}

/// A domain in an override.
pub(crate) type SharedDomain<T> = Rc<dyn Domain<T>>;

impl Default for Bounds {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Bounds {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.summary())
    }
}

impl Bounds {
    /// No pools, no overrides; 100,000 reads per predicate run; audited.
    #[must_use]
    pub fn new() -> Self {
        Self {
            pools: BTreeMap::new(),
            fields: BTreeMap::new(),
            types: BTreeMap::new(),
            lengths: BTreeMap::new(),
            budget: 100_000,
            audit: true,
            isomorphs: false,
        }
    }

    /// At most `count` objects of type `T` exist behind pointers.
    #[must_use]
    pub fn pool<T: 'static>(mut self, count: usize) -> Self {
        self.pools.insert(TypeId::of::<T>(), (short_name::<T>(), count));
        self
    }

    /// Replaces the domain of one field, named `Type.field`.
    #[must_use]
    pub fn set<T: 'static>(mut self, field: &str, domain: impl Domain<T> + 'static) -> Self {
        let shared: SharedDomain<T> = Rc::new(domain);
        self.fields.insert(field.to_owned(), Rc::new(shared));
        self
    }

    /// As [`set`](Self::set), with the field named by a function as well, so that the compiler
    /// checks it and knows its type.
    #[must_use]
    pub fn set_field<S, T: 'static>(
        self,
        _: fn(&S) -> &T,
        field: &str,
        domain: impl Domain<T> + 'static,
    ) -> Self {
        self.set::<T>(field, domain)
    }

    /// Gives every field of type `T` that has no domain of its own this one.
    #[must_use]
    pub fn values<T: 'static>(mut self, domain: impl Domain<T> + 'static) -> Self {
        let shared: SharedDomain<T> = Rc::new(domain);
        self.types.insert(TypeId::of::<T>(), (short_name::<T>(), Rc::new(shared)));
        self
    }

    /// Replaces the permitted lengths of one sequence field, named `Type.field`.
    #[must_use]
    pub fn len(mut self, field: &str, lengths: RangeInclusive<usize>) -> Self {
        self.lengths.insert(field.to_owned(), lengths);
        self
    }

    /// The most reads of one field of the candidate in one predicate run; a run with more ends and
    /// counts as false.
    #[must_use]
    pub fn budget(mut self, reads: u32) -> Self {
        self.budget = reads.max(1);
        self
    }

    /// Enables the audit: the first candidates, and samples later on, are checked for reads that the
    /// tracing missed (on by default if the platform supports it).
    #[must_use]
    pub fn audit(mut self, on: bool) -> Self {
        self.audit = on;
        self
    }

    /// Also generates isomorphic copies, to measure the benefit of leaving them out.
    #[must_use]
    pub fn with_isomorphs(mut self) -> Self {
        self.isomorphs = true;
        self
    }

    /// One line for people: the pools.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut parts: Vec<String> =
            self.pools.values().map(|(name, count)| format!("{name} ≤ {count}")).collect();
        parts.sort();
        parts.join(", ")
    }
}

/// The name of a type without module paths.
pub(crate) fn short_name<T: ?Sized>() -> String {
    shorten(type_name::<T>())
}

fn shorten(full: &str) -> String {
    let is_in_path = |character: char| character.is_alphanumeric() || "_:".contains(character);
    // Each part is a path and the character after it.
    let parts = full.split_inclusive(|character| !is_in_path(character));
    parts.map(|part| part.rsplit("::").next().unwrap_or(part)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_modules() {
        assert_eq!(short_name::<Option<std::rc::Rc<String>>>(), "Option<Rc<String>>");
        assert_eq!(short_name::<(u8, Vec<i32>)>(), "(u8, Vec<i32>)");
    }
}
