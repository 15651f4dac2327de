//! Dedicated generators: ordinary conditions that also keep a search from trying values that cannot
//! satisfy them.
//!
//! A filter takes effect only if the condition is the first to read its field, so the order of
//! conditions in a predicate affects the speed, never the result.

use std::cell::Cell;
use std::ptr::NonNull;
use std::rc::Rc;
use std::sync::Arc;

use crate::identity_set::IdentitySet;
use crate::trace::filter;

/// Returns whether a field satisfies a condition on its value and on fields that were read before.
///
/// ```
/// let parent = 5;
/// assert!(gadfly_exhaust::satisfies(&3, |child| *child <= parent));
/// ```
pub fn satisfies<T: 'static>(field: &T, condition: impl Fn(&T) -> bool) -> bool {
    filter(field, &condition);
    condition(field)
}

/// Returns whether a field has one of the values.
pub fn is_in<T: PartialEq + 'static>(field: &T, values: &[T]) -> bool {
    satisfies(field, |value| values.contains(value))
}

/// Returns whether no two fields are equal.
pub fn all_different<'a, T: PartialEq + 'static>(fields: impl IntoIterator<Item = &'a T>) -> bool {
    let mut earlier: Vec<&T> = Vec::new();
    for field in fields {
        if !satisfies(field, |value| !earlier.contains(&value)) {
            return false;
        }
        earlier.push(field);
    }
    true
}

/// Returns whether each field is at least as large as the one before.
pub fn sorted<'a, T: PartialOrd + 'static>(fields: impl IntoIterator<Item = &'a T>) -> bool {
    let mut last: Option<&T> = None;
    for field in fields {
        if !satisfies(field, |value| last.is_none_or_at_most(value)) {
            return false;
        }
        last = Some(field);
    }
    true
}

trait AtMost<T> {
    fn is_none_or_at_most(&self, value: &T) -> bool;
}

impl<T: PartialOrd> AtMost<T> for Option<&T> {
    fn is_none_or_at_most(&self, value: &T) -> bool {
        match self {
            None => true,
            Some(last) => *last <= value,
        }
    }
}

/// A pointer that may be empty.
pub trait Link: 'static {
    /// The type of its target.
    type Target;

    /// The target, if there is one.
    fn target(&self) -> Option<*const Self::Target>;
}

macro_rules! links {
    ($($link:ty: |$own:ident| $target:expr;)*) => {$(
        impl<T: 'static> Link for $link {
            type Target = T;

            fn target(&self) -> Option<*const T> {
                let $own = self;
                $target
            }
        }
    )*};
}

links! {
    Option<Box<T>>: |link| link.as_deref().map(std::ptr::from_ref);
    Option<Rc<T>>: |link| link.as_deref().map(std::ptr::from_ref);
    Option<Arc<T>>: |link| link.as_deref().map(std::ptr::from_ref);
    Option<NonNull<T>>: |link| link.map(|target| target.as_ptr().cast_const());
    *const T: |link| (!link.is_null()).then_some(*link);
    *mut T: |link| (!link.is_null()).then_some(link.cast_const());
}

/// Returns whether every object is reached only once from `root` through the links that `children`
/// names. Calls `children` once per object, parents first.
///
/// Targets of raw pointers have to be valid, as they are during a search.
pub fn is_tree<'a, L: Link>(root: &'a L, children: impl Fn(&'a L::Target) -> Vec<&'a L>) -> bool {
    let mut seen: IdentitySet<'a, L::Target> = IdentitySet::new();
    let failed = Cell::new(false);
    let visit = |link: &'a L, seen: &mut IdentitySet<'a, L::Target>| {
        let fresh = |link: &L| match link.target() {
            None => true,
            // SAFETY: the address is only compared, as a reference to a valid object.
            Some(target) => !seen.contains(unsafe { &*target }),
        };
        filter(link, &fresh);
        if let Some(target) = link.target() {
            // SAFETY: see the function's promise; boxes and counted pointers have valid targets.
            if !seen.insert(unsafe { &*target }) {
                failed.set(true);
            }
        }
    };
    visit(root, &mut seen);
    let mut next = 0;
    while let (Some(object), false) = (seen.get(next), failed.get()) {
        next += 1;
        for link in children(object) {
            visit(link, &mut seen);
            if failed.get() {
                break;
            }
        }
    }
    !failed.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_a_search_they_are_ordinary_conditions() {
        assert!(is_in(&3, &[1, 3]) && !is_in(&2, &[1, 3]));
        assert!(all_different(&[1, 2, 3]) && !all_different(&[1, 2, 1]));
        assert!(sorted(&[1, 1, 2]) && !sorted(&[2, 1]));
        assert!(all_different::<u8>(&[]) && sorted::<u8>(&[]));
    }

    #[test]
    fn a_shared_object_makes_no_tree() {
        struct Node {
            next: Option<Rc<Node>>,
            other: Option<Rc<Node>>,
        }
        let children = |node: &'static Node| vec![&node.next, &node.other];
        let leaf = Rc::new(Node { next: None, other: None });
        let single = Some(Rc::new(Node { next: Some(Rc::clone(&leaf)), other: None }));
        let double = Some(Rc::new(Node { next: Some(Rc::clone(&leaf)), other: Some(leaf) }));
        let (single, double) = (Box::leak(Box::new(single)), Box::leak(Box::new(double)));
        assert!(is_tree(single, children));
        assert!(!is_tree(double, children));
    }
}
