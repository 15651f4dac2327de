//! The values that a law is checked on, behind safe methods.
//!
//! Owns every unsafe step that a law needs. The caller that makes a [`LawValues`] guarantees its pointers; laws contain no unsafe code.

use crate::generated::{FormatFn, LawTable, SizeHint, Traversal, Vtable};
use crate::link::registry::LinkedType;
use crate::run::frame;
use crate::values::fingerprint::FastHasher;
use crate::values::formatted::FormattedText;
use std::cmp::Ordering;
use std::fmt::{self, Write};
use std::hash::Hasher;

/// The number of bytes of a value's text that are kept.
const TEXT_BYTES: usize = 1 << 16;
/// The number of bytes of a value that are hashed.
const HASH_BYTES: usize = 1 << 20;

/// One to three live values of one type.
pub struct LawValues<'a> {
    ty: &'a LinkedType,
    vtable: &'a Vtable,
    laws: &'a LawTable,
    places: [*const u8; 3],
    /// True if the first may be used up.
    exclusive: bool,
}

impl<'a> LawValues<'a> {
    /// Values of a type, which must be judged at all.
    ///
    /// # Safety
    /// Each place that the law will look at must hold a live value of the type that may be read, for as long as this exists.
    pub unsafe fn new(ty: &'a LinkedType, places: [*const u8; 3]) -> Option<Self> {
        let vtable = ty.vtable?;
        Some(Self { ty, vtable, laws: vtable.laws?, places, exclusive: false })
    }

    /// A value that may be used up.
    ///
    /// # Safety
    /// The place must hold a live value of the type that nothing else uses or borrows.
    pub unsafe fn exclusive(ty: &'a LinkedType, place: *mut u8) -> Option<Self> {
        // SAFETY: the caller promises even more.
        let values = unsafe { Self::new(ty, [place.cast_const(); 3]) }?;
        Some(Self { exclusive: true, ..values })
    }

    /// The vtable of the type.
    pub fn vtable(&self) -> &Vtable {
        self.vtable
    }

    /// The law table of the type.
    pub fn laws(&self) -> &LawTable {
        self.laws
    }

    /// `==`
    pub fn eq(&self, left: usize, right: usize) -> Option<bool> {
        // SAFETY: `new` asks for live values of the vtable's type.
        Some(unsafe { self.vtable.partial_eq?(self.places[left], self.places[right]) })
    }

    /// `!=`
    pub fn ne(&self, left: usize, right: usize) -> Option<bool> {
        // SAFETY: as in `eq`.
        Some(unsafe { self.laws.ne?(self.places[left], self.places[right]) })
    }

    /// `partial_cmp`
    pub fn partial_cmp(&self, left: usize, right: usize) -> Option<Option<Ordering>> {
        // SAFETY: as in `eq`.
        Some(unsafe { self.vtable.partial_cmp?(self.places[left], self.places[right]) })
    }

    /// `cmp`
    pub fn cmp(&self, left: usize, right: usize) -> Option<Ordering> {
        // SAFETY: as in `eq`.
        Some(unsafe { self.vtable.cmp?(self.places[left], self.places[right]) })
    }

    /// `<`, `<=`, `>`, `>=`
    pub fn operators(&self, left: usize, right: usize) -> Option<[bool; 4]> {
        // SAFETY: as in `eq`.
        Some(unsafe { self.laws.operators?(self.places[left], self.places[right]) })
    }

    /// A quick hash.
    pub fn hash(&self, index: usize) -> Option<u64> {
        self.hash_with(index, FastHasher::with_cap(HASH_BYTES))
    }

    /// The hash that the standard library's maps start from.
    pub fn standard_hash(&self, index: usize) -> Option<u64> {
        self.hash_with(index, FastHasher::standard())
    }

    fn hash_with(&self, index: usize, mut hasher: FastHasher) -> Option<u64> {
        // SAFETY: as in `eq`.
        unsafe { self.vtable.hash?(self.places[index], &mut hasher) };
        Some(hasher.finish())
    }

    /// The text that a formatting trait writes, and whether it reported an error.
    pub fn text(&self, index: usize, format: FormatFn, spec: Spec) -> (String, bool) {
        let mut text = BoundedText(String::new());
        // SAFETY: `new` asks for live values of the vtable's type, and `format` is a function of it.
        let value = unsafe { FormattedText::new(self.places[index], format) };
        let written = match spec {
            Spec::Plain => write!(text, "{value}"),
            Spec::Alternate => write!(text, "{value:#}"),
            Spec::Precision => write!(text, "{value:.35}"),
            Spec::Short => write!(text, "{value:.0}"),
            Spec::Width => write!(text, "{value:>10.3}"),
            Spec::Sign => write!(text, "{value:+}"),
            Spec::Zeros => write!(text, "{value:010}"),
        };
        (text.0, written.is_err())
    }

    /// A value for people, by its `Debug` if it has one.
    pub fn show(&self, index: usize) -> String {
        let Some(debug) = self.vtable.debug else { return "a value".to_owned() };
        let (mut text, _) = self.text(index, debug, Spec::Plain);
        if text.chars().count() > 200 {
            text = text.chars().take(200).chain(std::iter::once('…')).collect();
        }
        text
    }

    /// The result of `size_hint`.
    pub fn size_hint(&self) -> Option<SizeHint> {
        // SAFETY: as in `eq`.
        Some(unsafe { self.laws.size_hint?(self.places[0]) })
    }

    /// The result of `ExactSizeIterator::len`.
    pub fn exact_len(&self) -> Option<usize> {
        // SAFETY: as in `eq`.
        Some(unsafe { self.laws.len?(self.places[0]) })
    }

    /// A traversal over a clone.
    pub fn traverse(&self, limit: usize) -> Option<Traversal> {
        // SAFETY: as in `eq`.
        Some(unsafe { self.laws.traverse?(self.places[0], limit) })
    }

    /// A traversal over the value itself, if it may be used up.
    pub fn drain(&self, limit: usize) -> Option<Traversal> {
        let drain = self.laws.drain.filter(|_| self.exclusive)?;
        // SAFETY: `exclusive` asks for a value that nothing else uses.
        Some(unsafe { drain(self.places[0].cast_mut(), limit) })
    }

    /// The name of a shortcut that disagrees with `next`, if there is one.
    pub fn shortcuts(&self, limit: usize) -> Option<&'static str> {
        // SAFETY: as in `eq`.
        unsafe { self.laws.shortcuts?(self.places[0], limit) }
    }

    /// The error of clones that are made during iteration.
    pub fn midway(&self, limit: usize) -> Option<&'static str> {
        // SAFETY: as in `eq`.
        unsafe { self.laws.midway?(self.places[0], limit) }
    }

    /// The name of a traversal from the end that disagrees with the one from the start, if there is one.
    pub fn backwards(&self, limit: usize) -> Option<&'static str> {
        // SAFETY: as in `eq`.
        unsafe { self.laws.backwards?(self.places[0], limit) }
    }

    /// The text that the value can be borrowed as.
    pub fn borrowed(&self, index: usize) -> Option<&str> {
        // SAFETY: as in `eq`; the text is borrowed from the value, which outlives `self`.
        Some(unsafe { &*self.laws.text?(self.places[index]) })
    }

    /// The number of errors below this one.
    pub fn sources(&self) -> Option<usize> {
        // SAFETY: as in `eq`.
        Some(unsafe { self.laws.sources?(self.places[0]) })
    }

    /// A clone of a value.
    pub fn clone_of(&self, index: usize) -> Option<Owned<'a>> {
        let clone = self.vtable.clone?;
        Owned::new(self.ty, |room| {
            // SAFETY: as in `eq`, and the room is for a value of the type.
            unsafe { clone(self.places[index], room) };
            true
        })
    }

    /// A value from text, or the news that there is none.
    pub fn parse(&self, text: &str) -> Option<Option<Owned<'a>>> {
        let parse = self.laws.parse?;
        // SAFETY: the room is for a value of the type.
        Some(Owned::new(self.ty, |room| unsafe { parse(text, room) }))
    }

    /// `into.clone_from(value)`
    pub fn clone_from(&self, into: &mut Owned<'_>, index: usize) -> Option<()> {
        let clone_from = self.laws.clone_from?;
        // SAFETY: as in `eq`, and nothing else refers to the clone.
        unsafe { clone_from(into.place, self.places[index]) };
        Some(())
    }

    /// The same values, with one more in a place that the law does not use otherwise.
    pub fn with<'b>(&'b self, index: usize, value: &'b Owned<'_>) -> LawValues<'b> {
        let mut places = self.places;
        places[index] = value.place;
        LawValues { ty: self.ty, vtable: self.vtable, laws: self.laws, places, exclusive: false }
    }
}

/// A format specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spec {
    /// `{}`
    Plain,
    /// `{:#}`
    Alternate,
    /// `{:.35}`
    Precision,
    /// `{:.0}`
    Short,
    /// `{:>10.3}`
    Width,
    /// `{:+}`
    Sign,
    /// `{:010}`
    Zeros,
}

/// A value of our own, dropped when we are done with it.
pub struct Owned<'a> {
    ty: &'a LinkedType,
    place: *mut u8,
}

impl<'a> Owned<'a> {
    /// A value that `make` writes into the given room; `None` if it returns that it did not.
    fn new(ty: &'a LinkedType, make: impl FnOnce(*mut u8) -> bool) -> Option<Self> {
        let room = Room { ty, place: frame::allocate(ty) };
        if !make(room.place) {
            return None;
        }
        let place = room.place;
        std::mem::forget(room);
        Some(Self { ty, place })
    }

    /// Takes a value back.
    ///
    /// # Safety
    /// The place must come from [`Self::into_place`] for the same type, and must not be used elsewhere any more.
    pub unsafe fn from_place(ty: &'a LinkedType, place: *mut u8) -> Self {
        Self { ty, place }
    }

    /// Releases the value to the caller, who has to drop it and to release its room.
    pub fn into_place(self) -> *mut u8 {
        let place = self.place;
        std::mem::forget(self);
        place
    }
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        let room = Room { ty: self.ty, place: self.place };
        if let Some(glue) = self.ty.drop {
            // SAFETY: the value is live and ours, and is not touched afterwards.
            unsafe { glue(room.place) };
        }
    }
}

/// Room for a value, given back when we are done with it, even by a panic.
struct Room<'a> {
    ty: &'a LinkedType,
    place: *mut u8,
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        // SAFETY: allocated for this type, and holding no live value: none was written, or it was dropped or given up.
        unsafe { frame::release(self.ty, self.place) };
    }
}

/// Text that is cut when it gets too long; the writer sees no error.
struct BoundedText(String);

impl Write for BoundedText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() < TEXT_BYTES {
            self.0.push_str(text);
        }
        Ok(())
    }
}
