//! The form of values in a record.

use std::any::TypeId;
use std::fmt::Debug;
use std::ops::Range;

use crate::format;
use crate::known::{self, TypeMap};
use crate::memory::{self, Again, Bytes};
use crate::text::{self, Text};

/// The most bytes of a text and the most items of a list that are kept.
const LONGEST_TEXT: usize = 4096;
const LONGEST_LIST: usize = 64;
/// A record that is longer gets no further values.
const LONGEST: usize = 1 << 16;
/// The largest value without a destructor whose text is kept, and the longest such text.
const SMALL: usize = 16;
const SHORT: usize = 48;

/// A type that is logged by value.
pub(crate) trait Put {
    /// Appends the value.
    fn put(&self, sink: &mut Sink);

    /// Appends a list of values.
    fn put_all(items: &[Self], sink: &mut Sink)
    where
        Self: Sized,
    {
        sink.list(items, Self::put);
    }
}

/// Collects the values of one record.
#[derive(Default)]
pub struct Sink {
    bytes: Vec<u8>,
    /// Numbers of the types that the file has defined.
    types: TypeMap<u32>,
    /// Definitions that belong in front of the record: number, whether there is a destructor, name.
    defined: Vec<(u32, bool, &'static str)>,
    arguments: u32,
    /// Number of shapes around the value.
    depth: u32,
    /// Number of references around the value.
    references: u32,
    wants_text: bool,
    /// `true` if formatting a value has panicked.
    text_panicked: bool,
    again: Vec<Again>,
    hidden: TypeMap<Range<usize>>,
}

impl Sink {
    /// Leaves some bytes of objects of a type out of hashes, and makes them the text: a test keeps identities there.
    pub(crate) fn hide(&mut self, type_id: TypeId, bytes: Range<usize>) {
        self.hidden.insert(type_id, bytes);
    }

    /// Starts a record.
    pub(crate) fn start(&mut self, wants_text: bool) {
        self.bytes.clear();
        self.again.clear();
        self.arguments = 0;
        self.wants_text = wants_text;
        self.text_panicked = false;
    }

    /// Starts the next argument.
    #[doc(hidden)]
    pub fn next_argument(&mut self) {
        self.arguments += 1;
        (self.depth, self.references) = (0, 0);
    }

    /// Starts a value that is no argument.
    pub(crate) fn start_value(&mut self) {
        (self.depth, self.references) = (1, 0);
    }

    /// The number of arguments so far.
    pub(crate) fn arguments(&self) -> u32 {
        self.arguments
    }

    /// The contents of the record so far.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Second looks that the record asks for.
    pub(crate) fn take_again(&mut self) -> Vec<Again> {
        std::mem::take(&mut self.again)
    }

    /// Returns whether formatting a value of this record has panicked.
    pub(crate) fn has_text_panicked(&self) -> bool {
        self.text_panicked
    }

    /// Types that the record mentions for the first time in its file.
    pub(crate) fn take_defined(&mut self) -> Vec<(u32, bool, &'static str)> {
        std::mem::take(&mut self.defined)
    }

    /// Appends an integer, seven bits at a time.
    pub(crate) fn number(&mut self, value: u128) {
        number(&mut self.bytes, value);
    }

    /// Appends the tag of a value.
    pub(crate) fn tag(&mut self, tag: u8) {
        self.bytes.push(tag);
    }

    /// Appends bytes as they are.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends a text or bytes under a tag.
    pub(crate) fn text(&mut self, tag: u8, bytes: &[u8]) {
        let kept = &bytes[..bytes.len().min(LONGEST_TEXT)];
        self.tag(tag);
        self.number(bytes.len() as u128);
        self.number(kept.len() as u128);
        self.raw(kept);
    }

    /// Appends a part of a shape.
    pub(crate) fn part<T: ?Sized>(&mut self, value: &T, put: fn(&T, &mut Self)) {
        if self.bytes.len() > LONGEST {
            return self.tag(format::OMITTED);
        }
        self.depth += 1;
        put(value, self);
        self.depth -= 1;
    }

    /// Appends a list.
    pub(crate) fn list<T>(&mut self, items: &[T], put: fn(&T, &mut Self)) {
        let kept = &items[..items.len().min(LONGEST_LIST)];
        self.tag(format::LIST);
        self.number(items.len() as u128);
        self.number(kept.len() as u128);
        for item in kept {
            self.part(item, put);
        }
    }

    /// Appends what a shared reference refers to, and asks for a second look if it is an argument.
    pub(crate) fn shared<T: ?Sized>(&mut self, value: &&T, put: fn(&T, &mut Self)) {
        if self.depth == 0 && self.arguments > 0 {
            self.again.push(Again::shared(self.arguments - 1, value, put));
        }
        self.tag(format::SHARED);
        self.behind(*value, put);
    }

    /// Appends what a mutable reference refers to, and asks for a second look if it is an argument.
    pub(crate) fn mutable<T: ?Sized>(&mut self, value: &&mut T, put: fn(&T, &mut Self)) {
        if self.depth == 0 && self.arguments > 0 {
            self.again.push(Again::mutable(self.arguments - 1, value, put));
        }
        self.tag(format::MUTABLE);
        self.behind(&**value, put);
    }

    fn behind<T: ?Sized>(&mut self, value: &T, put: fn(&T, &mut Self)) {
        self.references += 1;
        self.part(value, put);
        self.references -= 1;
    }

    /// Sets whether what follows lies behind a reference, for a second look.
    pub(crate) fn start_behind(&mut self) {
        (self.depth, self.references) = (1, 1);
    }

    /// Appends a value of a known type, or the looks of an object.
    pub(crate) fn leaf<T: ?Sized>(&mut self, value: &T) {
        if !known::try_put(value, self) {
            self.object(value, None);
        }
    }

    /// Appends a value of a known type, or the looks and the text of an object.
    pub(crate) fn leaf_with_text<T: ?Sized + Debug>(&mut self, value: &T) {
        if known::try_put(value, self) {
            return;
        }
        let is_small = !std::mem::needs_drop::<T>() && std::mem::size_of_val(value) <= SMALL;
        let is_wanted = self.wants_text && !self.text_panicked;
        let text = if is_wanted && (is_small || self.references > 0) {
            text::of(&value)
        } else {
            Text::Missing
        };
        match text {
            Text::Formatted(text) => {
                let kept = Some(text.start).filter(|it| is_small && it.len() <= SHORT);
                self.object(value, Some((text.hash, kept)));
            }
            Text::Missing => self.object(value, None),
            Text::Panicked => {
                self.text_panicked = true;
                self.object(value, None);
            }
        }
    }

    fn object<T: ?Sized>(&mut self, value: &T, text: Option<(u64, Option<String>)>) {
        let of_type = TypeLooks {
            id: memory::type_id::<T>(),
            has_destructor: std::mem::needs_drop::<T>(),
            name: std::any::type_name::<T>(),
        };
        self.looks(of_type, Bytes::of(value), text);
    }

    /// Not generic: what is generic is compiled with the traced crate, without optimisations.
    fn looks(&mut self, of_type: TypeLooks, bytes: Bytes<'_>, text: Option<(u64, Option<String>)>) {
        let hidden = self.hidden.get(&of_type.id);
        let look = memory::look(bytes, hidden);
        let text = match hidden {
            Some(_) => Some((look.hidden, Some(look.hidden.to_string()))),
            None => text,
        };
        let number = self.type_number(of_type);
        let mut flags = if look.has_address { format::HAS_ADDRESS } else { 0 };
        if let Some((_, kept)) = &text {
            flags |= format::HAS_TEXT_HASH;
            flags |= if kept.is_some() { format::HAS_TEXT } else { 0 };
        }
        self.tag(format::OBJECT);
        self.number(u128::from(number));
        self.number(look.address as u128);
        self.number(look.size as u128);
        self.raw(&look.hash.to_le_bytes());
        self.tag(flags);
        if let Some((hash, kept)) = text {
            self.raw(&hash.to_le_bytes());
            if let Some(kept) = kept {
                self.number(kept.len() as u128);
                self.raw(kept.as_bytes());
            }
        }
    }

    fn type_number(&mut self, of_type: TypeLooks) -> u32 {
        let next = u32::try_from(self.types.len()).unwrap_or(u32::MAX);
        *self.types.entry(of_type.id).or_insert_with(|| {
            self.defined.push((next, of_type.has_destructor, of_type.name));
            next
        })
    }
}

/// What a log has of a type.
#[derive(Clone, Copy)]
struct TypeLooks {
    id: TypeId,
    has_destructor: bool,
    name: &'static str,
}

/// Logs an argument that has no name.
pub fn unseen(sink: &mut Sink) {
    sink.tag(format::OMITTED);
}

/// Appends a value of a known type, or the looks of an object.
pub(crate) fn leaf<T: ?Sized>(value: &T, sink: &mut Sink) {
    sink.leaf(value);
}

/// Appends an integer, seven bits at a time.
pub(crate) fn number(bytes: &mut Vec<u8>, mut value: u128) {
    while value > u128::from(u64::MAX) {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    // Nearly all are small enough for a word.
    let mut value = value as u64;
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
