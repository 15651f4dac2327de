//! All unsafe code: values as other types, their bytes, and a second look at what a reference refers to.
//!
//! # Soundness
//!
//! 1. *Types.* A `&T` is read as a `&K` only if both have the same `TypeId`. [`type_id`] erases lifetimes, so `T` and `K`
//!    may differ in lifetimes alone; the functions that get the `&K` (impls of [`Put`]) read it and keep nothing.
//! 2. *Bytes.* [`look`] reads `size_of_val(value)` bytes behind a valid reference. Some of them may be padding, and behind a
//!    shared reference some may be written by another thread meanwhile; neither read is defined by the language. The
//!    pointer goes through `black_box`, so that the optimiser has to assume initialised memory there, and the number that
//!    comes out is used for nothing but comparison. A wrong number costs an identity, never memory safety.
//! 3. *Second looks.* A [`Again`] has the pointer of a reference that the traced function was given. The language promises
//!    that it is valid until the function returns, and its guard, which has the `Again`, is consumed in that function's body.
//!    For `&mut T` the pointer is the reference's own value, not one derived from a shorter borrow, so using it again after
//!    the body ended its borrows is what the reference itself could do. What the function returns may still borrow from it:
//!    then the reference could not be used, and `Guard::exit_borrowed` takes no second look.

use std::any::TypeId;
use std::hint::black_box;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::OnceLock;

use crate::sink::{Put, Sink};

/// The identity of a type whose lifetimes are erased.
pub(crate) fn type_id<T: ?Sized>() -> TypeId {
    trait Identified {
        fn id(&self) -> TypeId
        where
            Self: 'static;
    }
    impl<T: ?Sized> Identified for PhantomData<T> {
        fn id(&self) -> TypeId
        where
            Self: 'static,
        {
            TypeId::of::<T>()
        }
    }
    let phantom = PhantomData::<T>;
    // SAFETY: both are trait objects with the same methods, and `id` looks at nothing that could have ended.
    let erased: &(dyn Identified + 'static) =
        unsafe { std::mem::transmute::<&dyn Identified, &(dyn Identified + 'static)>(&phantom) };
    erased.id()
}

/// A type that is logged by value wherever it occurs, also behind a type parameter.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    id: TypeId,
    /// Takes the address and the size of a value of the type.
    put: unsafe fn(*const u8, usize, &mut Sink),
}

impl Known {
    /// A sized type.
    pub(crate) fn sized<K: Put + 'static>() -> Self {
        unsafe fn put<K: Put>(address: *const u8, _: usize, sink: &mut Sink) {
            // SAFETY: `try_put` passes the address of a `K`.
            K::put(unsafe { &*address.cast::<K>() }, sink);
        }
        Self { id: TypeId::of::<K>(), put: put::<K> }
    }

    /// A slice of a type that is not zero-sized.
    pub(crate) fn slice<K: Put + 'static>() -> Self {
        unsafe fn put<K: Put>(address: *const u8, size: usize, sink: &mut Sink) {
            let length = size / std::mem::size_of::<K>().max(1);
            // SAFETY: `try_put` passes the address and the size of a `[K]`.
            let items = unsafe { std::slice::from_raw_parts(address.cast::<K>(), length) };
            K::put_all(items, sink);
        }
        Self { id: TypeId::of::<[K]>(), put: put::<K> }
    }

    /// The type `str`.
    pub(crate) fn text() -> Self {
        unsafe fn put(address: *const u8, size: usize, sink: &mut Sink) {
            // SAFETY: `try_put` passes the address and the size of a `str`.
            let bytes = unsafe { std::slice::from_raw_parts(address, size) };
            // SAFETY: as above.
            Put::put(unsafe { std::str::from_utf8_unchecked(bytes) }, sink);
        }
        Self { id: TypeId::of::<str>(), put }
    }

    /// The type.
    pub(crate) fn id(&self) -> TypeId {
        self.id
    }

    /// Logs a value if it is of this type; returns whether it is.
    pub(crate) fn try_put<T: ?Sized>(&self, value: &T, sink: &mut Sink) -> bool {
        if type_id::<T>() != self.id {
            return false;
        }
        let bytes = Bytes::of(value);
        // SAFETY: `T` is the type of this entry but for its lifetimes, and the reference is valid.
        unsafe { (self.put)(bytes.start, bytes.size, sink) };
        true
    }
}

/// Where an object is and what its bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) address: usize,
    pub(crate) size: usize,
    pub(crate) hash: u64,
    /// `true` if an aligned word looks like an address.
    pub(crate) has_address: bool,
    /// The hidden bytes as a number.
    pub(crate) hidden: u64,
}

const WORD: usize = std::mem::size_of::<usize>();

/// The bytes of a value that is borrowed.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a> {
    start: *const u8,
    size: usize,
    borrowed: PhantomData<&'a u8>,
}

impl<'a> Bytes<'a> {
    /// The bytes of a value.
    pub(crate) fn of<T: ?Sized>(value: &'a T) -> Self {
        let start = (value as *const T).cast::<u8>();
        Self { start, size: std::mem::size_of_val(value), borrowed: PhantomData }
    }
}

/// Looks at an object; bytes in the hidden range count as zero.
pub(crate) fn look(bytes: Bytes<'_>, hidden: Option<&Range<usize>>) -> Look {
    let (size, start) = (bytes.size, black_box(bytes.start));
    let is_aligned = (start as usize) % WORD == 0;
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ size as u64;
    let (mut has_address, mut hidden_bytes) = (false, 0);
    let mut offset = 0;
    while offset < size {
        let length = WORD.min(size - offset);
        let mut bytes = [0_u8; WORD];
        // SAFETY: the range lies within the value; see "Bytes" above for padding.
        unsafe { std::ptr::copy_nonoverlapping(start.add(offset), bytes.as_mut_ptr(), length) };
        if let Some(hidden) = hidden {
            for (at, byte) in bytes.iter_mut().enumerate() {
                if hidden.contains(&(offset + at)) {
                    hidden_bytes = hidden_bytes << 8 | u64::from(*byte);
                    *byte = 0;
                }
            }
        }
        let word = usize::from_ne_bytes(black_box(bytes));
        has_address |= is_aligned && length == WORD && is_like_address(word as u64);
        hash = (hash ^ word as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        offset += length;
    }
    hash ^= hash >> 32;
    Look { address: start as usize, size, hash, has_address, hidden: hidden_bytes }
}

/// Returns whether a word may be the address of something: it lies where statics, the stack or the heap do.
fn is_like_address(word: u64) -> bool {
    static REGIONS: OnceLock<[u64; 3]> = OnceLock::new();
    let region = |address: *const u8| address as u64 >> 40;
    let regions = REGIONS.get_or_init(|| {
        let local = 0_u8;
        let owned = Box::new(0_u8);
        [region((&REGIONS as *const OnceLock<_>).cast()), region(&local), region(&*owned)]
    });
    word >= 0x1_0000 && regions.contains(&(word >> 40))
}

/// A second look at what a reference argument refers to.
pub(crate) struct Again {
    /// Position of the argument.
    pub(crate) position: u32,
    /// A pointer, thin or with metadata.
    pointer: [MaybeUninit<*const u8>; 2],
    /// A `fn(&T, &mut Sink)`.
    put: *const (),
    read: unsafe fn(&Self, &mut Sink),
}

impl Again {
    /// A second look through a shared reference.
    pub(crate) fn shared<T: ?Sized>(position: u32, value: &&T, put: fn(&T, &mut Sink)) -> Self {
        Self::new(position, (value as *const &T).cast::<*const T>(), put)
    }

    /// A second look through a mutable reference.
    pub(crate) fn mutable<T: ?Sized>(
        position: u32,
        value: &&mut T,
        put: fn(&T, &mut Sink),
    ) -> Self {
        Self::new(position, (value as *const &mut T).cast::<*const T>(), put)
    }

    /// `reference` points to a reference or pointer, whose bits are copied as they are.
    fn new<T: ?Sized>(position: u32, reference: *const *const T, put: fn(&T, &mut Sink)) -> Self {
        unsafe fn read<T: ?Sized>(again: &Again, sink: &mut Sink) {
            let mut pointer = MaybeUninit::<*const T>::uninit();
            let size = std::mem::size_of::<*const T>();
            let to = pointer.as_mut_ptr().cast::<u8>();
            // SAFETY: `new` copied a `*const T` to the same place.
            let value: &T = unsafe {
                std::ptr::copy_nonoverlapping(again.pointer.as_ptr().cast::<u8>(), to, size);
                // See "Second looks" above.
                &*pointer.assume_init()
            };
            // SAFETY: `new` made it of a function of this type.
            let put = unsafe { std::mem::transmute::<*const (), fn(&T, &mut Sink)>(again.put) };
            put(value, sink);
        }
        let mut pointer = [MaybeUninit::<*const u8>::uninit(); 2];
        let size = std::mem::size_of::<*const T>();
        debug_assert!(size <= std::mem::size_of_val(&pointer));
        // SAFETY: both callers pass a valid place of a reference, and pointers have at most two words.
        unsafe {
            let to = pointer.as_mut_ptr().cast::<u8>();
            std::ptr::copy_nonoverlapping(reference.cast::<u8>(), to, size);
        }
        Self { position, pointer, put: put as *const (), read: read::<T> }
    }

    /// Logs what the reference refers to now.
    ///
    /// # Safety
    ///
    /// The function that was given the reference has not returned.
    pub(crate) unsafe fn put(&self, sink: &mut Sink) {
        // SAFETY: `read` belongs to the type of the pointer; the caller vouches for its validity.
        unsafe { (self.read)(self, sink) };
    }
}

/// Logs all second looks of a call that is about to return, as their number, positions and values.
pub(crate) fn put_again(again: &[Again], sink: &mut Sink) {
    sink.number(again.len() as u128);
    for item in again {
        sink.number(u128::from(item.position));
        // SAFETY: only a guard has such looks, and it takes them before the function that made it returns.
        unsafe { item.put(sink) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_identities_ignore_lifetimes() {
        fn of<'a>(_: &'a str) -> TypeId {
            type_id::<&'a str>()
        }
        let text = String::from("x");
        assert_eq!(of(&text), TypeId::of::<&'static str>());
        assert_ne!(type_id::<u8>(), type_id::<i8>());
        assert_eq!(type_id::<[u8]>(), TypeId::of::<[u8]>());
    }

    #[test]
    fn equal_bytes_have_equal_hashes() {
        let (one, two) = ([1_u64, 2], [1_u64, 2]);
        let (a, b) = (look(Bytes::of(&one), None), look(Bytes::of(&two), None));
        assert_eq!((a.hash, a.size, a.has_address), (b.hash, 16, false));
        assert_ne!(a.address, b.address);
        let hash = |words: &[u64], hidden: &Range<usize>| look(Bytes::of(words), Some(hidden)).hash;
        assert_ne!(hash(&[1, 3], &(0..0)), a.hash);
        assert_eq!(hash(&[1, 3], &(8..16)), hash(&[1, 9], &(8..16)));
        assert_ne!(hash(&[0], &(0..0)), hash(&[0, 0], &(0..0)));
    }

    #[test]
    fn owned_memory_looks_like_an_address() {
        let vector = vec![1_u8];
        assert!(look(Bytes::of(&vector), None).has_address);
        assert!(look(Bytes::of(&std::rc::Rc::new(1)), None).has_address);
        assert!(!look(Bytes::of(&Vec::<u8>::new()), None).has_address);
        assert!(!look(Bytes::of(&[7_u64 << 32, 9]), None).has_address);
    }
}
