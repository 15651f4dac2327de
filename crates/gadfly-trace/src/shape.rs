//! How a type decides the way a value is logged, where it is written: by its shape, by `Debug`, or by its name.
//!
//! A method call tries impls for `&&Seen`, then `&Seen`, then `Seen`, so a trait for more references goes first.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::format;
use crate::sink::{self, Sink};

/// Traits of shapes whose parts are dispatched in their turn. A macro imports them at once, so none is unused.
pub mod outer {
    pub use super::{ByName as _, ByShape as _, ByText as _};
}

/// Traits of the innermost level.
pub mod innermost {
    pub use super::{LeafByName as _, LeafByReference as _, LeafByText as _};
}

/// A value to be logged.
pub struct Seen<'a, T: ?Sized>(pub &'a T);

/// First choice: shapes whose parts are values.
pub trait ByShape {
    /// Logs values of the type.
    type Kind;
    /// The way to log the value.
    fn kind(&self) -> Self::Kind;
}

/// Second choice: types with a `Debug` text.
pub trait ByText {
    /// Logs values of the type.
    type Kind;
    /// The way to log the value.
    fn kind(&self) -> Self::Kind;
}

/// Last choice: all types.
pub trait ByName {
    /// Logs values of the type.
    type Kind;
    /// The way to log the value.
    fn kind(&self) -> Self::Kind;
}

macro_rules! kinds {
    ($( $(#[$doc:meta])* $kind:ident: [$($generics:tt)*] $of:ty, $first:ty, $second:ty, |$value:ident, $sink:ident, $put:ident, $other:ident| $body:block )*) => { $(
        $(#[$doc])*
        pub struct $kind<T: ?Sized>(PhantomData<T>);

        impl<$($generics)*> ByShape for &&Seen<'_, $of> {
            type Kind = $kind<$of>;
            fn kind(&self) -> Self::Kind {
                $kind(PhantomData)
            }
        }

        impl<$($generics)*> $kind<$of> {
            /// Logs the value, parts by the two functions.
            pub fn put(self, $value: &$of, $sink: &mut Sink, $put: fn(&$first, &mut Sink), $other: fn(&$second, &mut Sink)) {
                let _ = $other;
                $body
            }
        }
    )* };
}

kinds! {
    /// A shared reference.
    Shared: ['b, T: ?Sized] &'b T, T, (), |value, sink, put, other| { sink.shared(value, put); }
    /// A mutable reference.
    Mutable: ['b, T: ?Sized] &'b mut T, T, (), |value, sink, put, other| { sink.mutable(value, put); }
    /// A box.
    Boxed: [T: ?Sized] Box<T>, T, (), |value, sink, put, other| {
        if !crate::known::try_put(value, sink) {
            sink.tag(format::BOXED);
            sink.part(&**value, put);
        }
    }
    /// An option.
    Maybe: [T] Option<T>, T, (), |value, sink, put, other| {
        match value {
            None => sink.tag(format::NONE),
            Some(value) => {
                sink.tag(format::SOME);
                sink.part(value, put);
            }
        }
    }
    /// A result.
    Fallible: [T, E] Result<T, E>, T, E, |value, sink, put, other| {
        match value {
            Ok(value) => {
                sink.tag(format::OK);
                sink.part(value, put);
            }
            Err(error) => {
                sink.tag(format::ERR);
                sink.part(error, other);
            }
        }
    }
    /// A vector.
    Vector: [T] Vec<T>, T, (), |value, sink, put, other| {
        if !crate::known::try_put(value, sink) {
            sink.list(value, put);
        }
    }
    /// A slice.
    Slice: [T] [T], T, (), |value, sink, put, other| {
        if !crate::known::try_put(value, sink) {
            sink.list(value, put);
        }
    }
    /// An array.
    Array: [T, const N: usize] [T; N], T, (), |value, sink, put, other| {
        if !crate::known::try_put(value.as_slice(), sink) {
            sink.list(value, put);
        }
    }
    /// A pair.
    Pair: [A, B] (A, B), A, B, |value, sink, put, other| {
        sink.tag(format::TUPLE);
        sink.number(2);
        sink.part(&value.0, put);
        sink.part(&value.1, other);
    }
    /// Three values, of which the last is logged by its name alone.
    Triple: [A, B, C] (A, B, C), A, B, |value, sink, put, other| {
        sink.tag(format::TUPLE);
        sink.number(3);
        sink.part(&value.0, put);
        sink.part(&value.1, other);
        sink.part(&value.2, sink::leaf);
    }
}

/// A value with a text.
pub struct WithText<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized + Debug> ByText for &Seen<'_, T> {
    type Kind = WithText<T>;
    fn kind(&self) -> Self::Kind {
        WithText(PhantomData)
    }
}

impl<T: ?Sized + Debug> WithText<T> {
    /// Logs the value.
    pub fn put(self, value: &T, sink: &mut Sink, _: fn(&(), &mut Sink), _: fn(&(), &mut Sink)) {
        sink.leaf_with_text(value);
    }
}

/// Any value.
pub struct Named<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized> ByName for Seen<'_, T> {
    type Kind = Named<T>;
    fn kind(&self) -> Self::Kind {
        Named(PhantomData)
    }
}

impl<T: ?Sized> Named<T> {
    /// Logs the value.
    pub fn put(self, value: &T, sink: &mut Sink, _: fn(&(), &mut Sink), _: fn(&(), &mut Sink)) {
        sink.leaf(value);
    }
}

/// First choice at the innermost level: references.
pub trait LeafByReference {
    /// Logs the value.
    fn leaf(&self, sink: &mut Sink);
}

impl<T: ?Sized> LeafByReference for &&Seen<'_, &T> {
    fn leaf(&self, sink: &mut Sink) {
        sink.shared(self.0, sink::leaf);
    }
}

impl<T: ?Sized> LeafByReference for &&Seen<'_, &mut T> {
    fn leaf(&self, sink: &mut Sink) {
        sink.mutable(self.0, sink::leaf);
    }
}

/// Second choice at the innermost level: types with a `Debug` text.
pub trait LeafByText {
    /// Logs the value.
    fn leaf(&self, sink: &mut Sink);
}

impl<T: ?Sized + Debug> LeafByText for &Seen<'_, T> {
    fn leaf(&self, sink: &mut Sink) {
        sink.leaf_with_text(self.0);
    }
}

/// Last choice at the innermost level: all types.
pub trait LeafByName {
    /// Logs the value.
    fn leaf(&self, sink: &mut Sink);
}

impl<T: ?Sized> LeafByName for Seen<'_, T> {
    fn leaf(&self, sink: &mut Sink) {
        sink.leaf(self.0);
    }
}
