//! The functions of a type that only laws call: overridable methods that must agree with others, and traversals of iterators.
//!
//! Only probed for types whose laws are checked. Each function here is compiled per type, so it only collects what is to be
//! judged; judging is not generic and lives with the laws.

use super::vtable::{EqFn, FormatFn};
use std::error::Error;
use std::str::FromStr;

/// `lt`, `le`, `gt` and `ge`, in this order.
pub type OperatorsFn = unsafe fn(*const u8, *const u8) -> [bool; 4];
/// `Clone::clone_from`
pub type CloneFromFn = unsafe fn(*mut u8, *const u8);
/// `Iterator::size_hint`
pub type SizeHintFn = unsafe fn(*const u8) -> SizeHint;
/// `ExactSizeIterator::len`
pub type LenFn = unsafe fn(*const u8) -> usize;
/// Walks over a clone of an iterator, up to a number of items.
pub type TraverseFn = unsafe fn(*const u8, usize) -> Traversal;
/// Walks over an iterator itself, up to a number of items, using it up.
pub type DrainFn = unsafe fn(*mut u8, usize) -> Traversal;
/// Compares ways to traverse clones of an iterator that has at most this many items; returns the one that disagrees.
pub type CompareFn = unsafe fn(*const u8, usize) -> Option<&'static str>;
/// `Borrow<str>::borrow`
pub type TextFn = unsafe fn(*const u8) -> *const str;
/// `FromStr::from_str`, into room for a value; false if there is none.
pub type ParseFn = unsafe fn(&str, *mut u8) -> bool;
/// Counts the sources of an error.
pub type SourcesFn = unsafe fn(*const u8) -> usize;

/// The result of `size_hint`.
pub type SizeHint = (usize, Option<usize>);

/// The functions of a type that only laws call.
pub struct LawTable {
    /// `PartialEq::ne`
    pub ne: Option<EqFn>,
    /// The operators of `PartialOrd`.
    pub operators: Option<OperatorsFn>,
    /// `Clone::clone_from`
    pub clone_from: Option<CloneFromFn>,
    /// `LowerHex::fmt`
    pub lower_hex: Option<FormatFn>,
    /// `UpperHex::fmt`
    pub upper_hex: Option<FormatFn>,
    /// `Binary::fmt`
    pub binary: Option<FormatFn>,
    /// `Octal::fmt`
    pub octal: Option<FormatFn>,
    /// `LowerExp::fmt`
    pub lower_exp: Option<FormatFn>,
    /// `UpperExp::fmt`
    pub upper_exp: Option<FormatFn>,
    /// `Iterator::size_hint`
    pub size_hint: Option<SizeHintFn>,
    /// `ExactSizeIterator::len`
    pub len: Option<LenFn>,
    /// `FusedIterator`
    pub fused: bool,
    /// A traversal over a clone of an iterator.
    pub traverse: Option<TraverseFn>,
    /// A traversal over an iterator itself.
    pub drain: Option<DrainFn>,
    /// Walks with `nth`, `count` and `last`, compared with one by `next`.
    pub shortcuts: Option<CompareFn>,
    /// Walks of clones that are made on the way, compared with one from the start.
    pub midway: Option<CompareFn>,
    /// A traversal from the end, compared with one from the start.
    pub backwards: Option<CompareFn>,
    /// `Borrow<str>::borrow`
    pub text: Option<TextFn>,
    /// `FromStr::from_str`, of a type that is also `Display` and `Eq`.
    pub parse: Option<ParseFn>,
    /// The sources of an error.
    pub sources: Option<SourcesFn>,
}

/// A traversal over an iterator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traversal {
    /// The results of `size_hint` before each item, and after the last.
    pub hints: Vec<SizeHint>,
    /// True if the end was reached.
    pub ended: bool,
    /// True if something came after the end.
    pub revived: bool,
}

/// Keeps a law table that was built at run time.
pub fn leak_laws(laws: LawTable) -> &'static LawTable {
    Box::leak(Box::new(laws))
}

/// An iterator that can be tried out.
pub trait CloneIterator: Iterator + Clone {}
impl<T: Iterator + Clone> CloneIterator for T {}

/// An iterator that can be tried out, and whose items can be compared.
pub trait EqItems: Iterator<Item = Self::Compared> + Clone {
    /// Its items.
    type Compared: Eq;
}
impl<T: Iterator + Clone> EqItems for T
where
    T::Item: Eq,
{
    type Compared = T::Item;
}

/// The same of an iterator with two ends.
pub trait TwoEnds: EqItems + DoubleEndedIterator {}
impl<T: EqItems + DoubleEndedIterator> TwoEnds for T {}

/// A type that can be written, read back, and compared.
pub trait RoundTrip: std::fmt::Display + FromStr + Eq {}
impl<T: std::fmt::Display + FromStr + Eq> RoundTrip for T {}

pub(super) unsafe fn operators<T: PartialOrd>(left: *const u8, right: *const u8) -> [bool; 4] {
    // SAFETY: the caller passes live values of the type.
    let (left, right) = unsafe { (&*left.cast::<T>(), &*right.cast::<T>()) };
    [left < right, left <= right, left > right, left >= right]
}

pub(super) unsafe fn traverse<T: CloneIterator>(value: *const u8, limit: usize) -> Traversal {
    // SAFETY: the caller passes a live value of the type.
    follow(&mut unsafe { &*value.cast::<T>() }.clone(), limit)
}

pub(super) unsafe fn drain<T: Iterator>(value: *mut u8, limit: usize) -> Traversal {
    // SAFETY: the caller passes a live value of the type that nothing else refers to.
    follow(unsafe { &mut *value.cast::<T>() }, limit)
}

pub(super) unsafe fn shortcuts<T: EqItems>(value: *const u8, limit: usize) -> Option<&'static str> {
    // SAFETY: the caller passes a live value of the type.
    let iterator = unsafe { &*value.cast::<T>() };
    let mut items = Vec::new();
    if !collect(&mut iterator.clone(), &mut items, limit) {
        return None;
    }
    let last = items.len().wrapping_sub(1);
    if iterator.clone().count() != items.len() {
        return Some("count");
    }
    if iterator.clone().last().as_ref() != items.get(last) {
        return Some("last");
    }
    for at in [0, 1, items.len() / 2, last, items.len()] {
        if at <= limit && iterator.clone().nth(at).as_ref() != items.get(at) {
            return Some("nth");
        }
    }
    None
}

pub(super) unsafe fn midway<T: EqItems>(value: *const u8, limit: usize) -> Option<&'static str> {
    // SAFETY: the caller passes a live value of the type.
    let iterator = unsafe { &*value.cast::<T>() };
    let mut items = Vec::new();
    if !collect(&mut iterator.clone(), &mut items, limit) {
        return None;
    }
    let mut original = iterator.clone();
    let mut taken = 0;
    while taken < items.len() {
        let _ = original.next();
        taken += 1;
        if taken > 2 && taken < items.len() {
            // Errors of a clone with consumed items show after the first item, and at the end.
            continue;
        }
        let mut left = Vec::new();
        let ended = collect(&mut original.clone(), &mut left, limit);
        if !ended || left[..] != items[taken..] {
            return Some("a clone made after some items has other items left");
        }
    }
    None
}

pub(super) unsafe fn backwards<T: TwoEnds>(value: *const u8, limit: usize) -> Option<&'static str> {
    // SAFETY: the caller passes a live value of the type.
    let iterator = unsafe { &*value.cast::<T>() };
    let mut items = Vec::new();
    if !collect(&mut iterator.clone(), &mut items, limit) {
        return None;
    }
    let mut reversed = Vec::new();
    if !collect(&mut iterator.clone().rev(), &mut reversed, limit)
        || reversed.len() != items.len()
        || reversed.iter().rev().zip(&items).any(|(one, other)| one != other)
    {
        return Some("next_back");
    }
    let mut both = iterator.clone();
    let mut met = 0;
    while met < items.len() {
        let front = if met % 2 == 0 { both.next() } else { both.next_back() };
        let expected = if met % 2 == 0 { met / 2 } else { items.len() - 1 - met / 2 };
        if front.as_ref() != items.get(expected) {
            return Some("next and next_back in turn");
        }
        met += 1;
    }
    (both.next().is_some() || both.next_back().is_some()).then_some("next and next_back in turn")
}

pub(super) unsafe fn parse<T: FromStr>(text: &str, to: *mut u8) -> bool {
    match text.parse::<T>() {
        Ok(value) => {
            // SAFETY: the caller passes room for a value of the type.
            unsafe { to.cast::<T>().write(value) };
            true
        }
        Err(_) => false,
    }
}

pub(super) unsafe fn sources<T: Error + 'static>(value: *const u8) -> usize {
    // SAFETY: the caller passes a live value of the type.
    let first: &dyn Error = unsafe { &*value.cast::<T>() };
    count_sources(first)
}

fn follow<I: Iterator>(iterator: &mut I, limit: usize) -> Traversal {
    let mut traversed = Traversal::default();
    for _ in 0..=limit {
        traversed.hints.push(iterator.size_hint());
        if iterator.next().is_none() {
            traversed.ended = true;
            traversed.revived = iterator.next().is_some() || iterator.next().is_some();
            break;
        }
    }
    traversed
}

/// Reads items until the end, if there are at most so many.
fn collect<I: Iterator>(iterator: &mut I, items: &mut Vec<I::Item>, limit: usize) -> bool {
    while items.len() <= limit {
        match iterator.next() {
            Some(item) => items.push(item),
            None => return true,
        }
    }
    false
}

fn count_sources(first: &dyn Error) -> usize {
    let mut count = 0;
    let mut next = first.source();
    while let Some(error) = next {
        count += 1;
        if count > 100 {
            break;
        }
        let _ = error.to_string();
        next = error.source();
    }
    count
}
