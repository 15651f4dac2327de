//! Types that are logged by value behind a type parameter too: a table by type identity.

use std::any::TypeId;
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use crate::format;
use crate::memory::{self, Known};
use crate::sink::{Put, Sink};

/// A map by type.
pub(crate) type TypeMap<V> = HashMap<TypeId, V, BuildHasherDefault<TypeHasher>>;

/// Takes the hash that a type identity is already.
#[derive(Default)]
pub(crate) struct TypeHasher(u64);

impl Hasher for TypeHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 ^= number;
    }
}

/// Logs a value by value if its type is known; returns whether it is.
pub(crate) fn try_put<T: ?Sized>(value: &T, sink: &mut Sink) -> bool {
    find(memory::type_id::<T>()).is_some_and(|known| known.try_put(value, sink))
}

/// The entry of a type. Not generic: what is generic is compiled with the traced crate, without optimisations.
fn find(id: TypeId) -> Option<&'static Known> {
    static TABLE: OnceLock<TypeMap<Known>> = OnceLock::new();
    let table = TABLE.get_or_init(|| all().into_iter().map(|it| (it.id(), it)).collect());
    table.get(&id)
}

fn all() -> Vec<Known> {
    let mut known = vec![
        Known::text(),
        Known::sized::<()>(),
        Known::sized::<Option<()>>(),
        Known::sized::<Box<str>>(),
        Known::sized::<Rc<str>>(),
        Known::sized::<Arc<str>>(),
        Known::sized::<Cow<'static, str>>(),
    ];
    macro_rules! plain {
        ($($of:ty),*) => { $( known.extend([
            Known::sized::<$of>(),
            Known::sized::<&'static $of>(),
            Known::sized::<Option<$of>>(),
            Known::sized::<Option<&'static $of>>(),
            Known::sized::<Vec<$of>>(),
            Known::sized::<&'static [$of]>(),
            Known::sized::<Option<Vec<$of>>>(),
            Known::sized::<($of, $of)>(),
            Known::slice::<$of>(),
        ]); )* };
    }
    plain!(bool, char, f32, f64, String, &'static str);
    plain!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
    known
}

macro_rules! put_numbers {
    ($($signed:ty, $unsigned:ty);*) => { $(
        impl Put for $signed {
            fn put(&self, sink: &mut Sink) {
                let value = *self as i128;
                sink.tag(format::SIGNED);
                sink.number(((value << 1) ^ (value >> 127)) as u128);
            }
        }
        impl Put for $unsigned {
            fn put(&self, sink: &mut Sink) {
                sink.tag(format::UNSIGNED);
                sink.number(*self as u128);
            }
        }
    )* };
}
put_numbers!(i16, u16; i32, u32; i64, u64; i128, u128; isize, usize);

impl Put for i8 {
    fn put(&self, sink: &mut Sink) {
        i16::from(*self).put(sink);
    }
}

impl Put for u8 {
    fn put(&self, sink: &mut Sink) {
        u16::from(*self).put(sink);
    }

    fn put_all(items: &[Self], sink: &mut Sink) {
        sink.text(format::BYTES, items);
    }
}

impl Put for () {
    fn put(&self, sink: &mut Sink) {
        sink.tag(format::UNIT);
    }
}

impl Put for bool {
    fn put(&self, sink: &mut Sink) {
        sink.tag(if *self { format::TRUE } else { format::FALSE });
    }
}

impl Put for char {
    fn put(&self, sink: &mut Sink) {
        sink.tag(format::CHAR);
        sink.number(u128::from(u32::from(*self)));
    }
}

impl Put for f32 {
    fn put(&self, sink: &mut Sink) {
        sink.tag(format::FLOAT32);
        sink.raw(&self.to_bits().to_le_bytes());
    }
}

impl Put for f64 {
    fn put(&self, sink: &mut Sink) {
        sink.tag(format::FLOAT64);
        sink.raw(&self.to_bits().to_le_bytes());
    }
}

impl Put for str {
    fn put(&self, sink: &mut Sink) {
        sink.text(format::TEXT, self.as_bytes());
    }
}

macro_rules! put_texts {
    ($($of:ty),*) => { $(
        impl Put for $of {
            fn put(&self, sink: &mut Sink) {
                let text: &str = self;
                text.put(sink);
            }
        }
    )* };
}
put_texts!(String, Box<str>, Rc<str>, Arc<str>, Cow<'_, str>);

impl<T: Put + ?Sized> Put for &T {
    fn put(&self, sink: &mut Sink) {
        (**self).put(sink);
    }
}

impl<T: Put> Put for Option<T> {
    fn put(&self, sink: &mut Sink) {
        match self {
            None => sink.tag(format::NONE),
            Some(value) => {
                sink.tag(format::SOME);
                value.put(sink);
            }
        }
    }
}

impl<T: Put> Put for Vec<T> {
    fn put(&self, sink: &mut Sink) {
        self.as_slice().put(sink);
    }
}

impl<T: Put> Put for (T, T) {
    fn put(&self, sink: &mut Sink) {
        sink.tag(format::TUPLE);
        sink.number(2);
        self.0.put(sink);
        self.1.put(sink);
    }
}

impl<T: Put> Put for [T] {
    fn put(&self, sink: &mut Sink) {
        T::put_all(self, sink);
    }
}
