//! Literals: operations without arguments that yield a value of a primitive type.
//!
//! All of them are `Copy`, so a literal is the bytes of its value, copied into place.

use crate::generated::Vtable;
use crate::values::fingerprint;
use crate::vtable;
use gadfly_wire::{Literal, LiteralType, LiteralValue};
use std::any::TypeId;

/// A literal, ready to be copied.
#[derive(Clone, Copy, Debug)]
pub struct LiteralOperation {
    /// Type index.
    pub ty: u32,
    /// The weight with which it is chosen.
    pub weight: u16,
    bytes: [u8; 16],
    size: usize,
    length: u64,
    extent: u64,
    print: u64,
}

/// A type of literals as the harness knows it.
#[derive(Clone, Copy)]
pub struct LinkedLiteral {
    /// Type index.
    pub(crate) ty: u32,
    integer: Option<Integer>,
    vtable: &'static Vtable,
}

impl LinkedLiteral {
    /// The type of literals that has this type index.
    pub fn new(literal: LiteralType, ty: u32) -> Self {
        let vtable = vtables()[literal as usize];
        Self { ty, integer: Integer::of(type_id(literal)), vtable }
    }
}

/// Room for a literal: each of them is `Copy`, and has at most so many bytes.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(crate) struct LiteralRoom([u8; 16]);

/// No literal yet.
pub(crate) const NO_LITERAL: LiteralRoom = LiteralRoom([0; 16]);

impl LiteralRoom {
    /// The address of the literal.
    #[inline]
    pub(crate) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr()
    }
}

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    size: u8,
    signed: bool,
}

impl LiteralOperation {
    /// Prepares a literal of a type. Texts and byte strings are never freed.
    pub fn new(literal: &Literal, linked: &LinkedLiteral) -> Self {
        let (bytes, size) = bytes_of(literal);
        let length = match &literal.value {
            LiteralValue::Str(text) => text.len() as u64,
            LiteralValue::Bytes(bytes) => bytes.len() as u64,
            _ => 0,
        };
        let (ty, weight) = (linked.ty, literal.weight.max(1));
        let mut new = Self { ty, weight, bytes, size, length, extent: 0, print: 0 };
        new.extent = match &literal.value {
            LiteralValue::F32(value) => extent_of_float(f64::from(*value)),
            LiteralValue::F64(value) => extent_of_float(*value),
            _ => linked.integer.map_or(length, |it| new.magnitude(it)),
        };
        new.print = new.take_print(linked.vtable);
        new
    }

    /// Its fingerprint, which it shares with all equal values of its type.
    #[inline]
    pub(crate) fn print(&self) -> u64 {
        self.print
    }

    fn take_print(&self, vtable: &Vtable) -> u64 {
        let mut room = NO_LITERAL;
        self.copy_to(&mut room);
        let Some(method) = fingerprint::method(Some(vtable)) else { return 0 };
        // SAFETY: the room holds the bytes of a value of the literal's type, whose vtable this is, and is aligned for any of them.
        unsafe { fingerprint::take(vtable, method, room.as_mut_ptr(), usize::MAX) }
    }

    /// Its extent: the distance of a number from zero, the reciprocal of a fraction, or the length in bytes of a text or byte
    /// string has.
    #[inline]
    pub fn extent(&self) -> u64 {
        self.extent
    }

    /// Its distance from zero as an integer, which it is.
    pub fn magnitude(&self, integer: Integer) -> u64 {
        // SAFETY: the literal's bytes are those of a value of its own type.
        unsafe { integer.magnitude(self.bytes.as_ptr()) }
    }

    /// The bytes that its text or byte string has; zero for everything else.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Its value, if it is an integer that is not negative and fits.
    pub fn value(&self, integer: Option<Integer>) -> Option<u64> {
        let integer = integer?;
        let last = if cfg!(target_endian = "big") { 0 } else { self.size.checked_sub(1)? };
        let negative = integer.signed && self.bytes[last] & 0x80 != 0;
        (!negative).then(|| self.magnitude(integer)).filter(|value| *value < u64::MAX)
    }

    /// Copies the value to room for any literal.
    #[inline]
    pub(crate) fn copy_to(&self, room: &mut LiteralRoom) {
        room.0 = self.bytes;
    }

    /// Writes the value.
    ///
    /// # Safety
    /// `place` must have room for a value of the literal's type.
    pub unsafe fn write(&self, place: *mut u8) {
        // SAFETY: `size` is the size of the literal's type, for which the caller has made room.
        unsafe { std::ptr::copy_nonoverlapping(self.bytes.as_ptr(), place, self.size) }
    }
}

impl Integer {
    /// The integer type with this identity, if it is one.
    pub fn of(id: TypeId) -> Option<Self> {
        let found = INTEGERS.iter().find(|ty| type_id(**ty) == id)?;
        let (_, size) = integer_bytes(*found, 0)?;
        let signed = matches!(
            found,
            LiteralType::I8
                | LiteralType::I16
                | LiteralType::I32
                | LiteralType::I64
                | LiteralType::I128
                | LiteralType::Isize
        );
        Some(Self { size: size as u8, signed })
    }

    /// The distance of a value from zero, as far as that fits.
    ///
    /// # Safety
    /// `place` must point at a live value of this type.
    pub unsafe fn magnitude(self, place: *const u8) -> u64 {
        let mut bytes = [0; 16];
        // SAFETY: an integer of this size lives at `place`.
        unsafe { std::ptr::copy_nonoverlapping(place, bytes.as_mut_ptr(), self.size as usize) };
        if cfg!(target_endian = "big") {
            bytes[..self.size as usize].reverse();
        }
        let shift = 128 - u32::from(self.size) * 8;
        let aligned = u128::from_le_bytes(bytes) << shift;
        let magnitude =
            if self.signed { (aligned as i128 >> shift).unsigned_abs() } else { aligned >> shift };
        u64::try_from(magnitude).unwrap_or(u64::MAX)
    }
}

/// The identity of a literal's type.
pub fn type_id(ty: LiteralType) -> TypeId {
    match ty {
        LiteralType::Bool => TypeId::of::<bool>(),
        LiteralType::Char => TypeId::of::<char>(),
        LiteralType::I8 => TypeId::of::<i8>(),
        LiteralType::I16 => TypeId::of::<i16>(),
        LiteralType::I32 => TypeId::of::<i32>(),
        LiteralType::I64 => TypeId::of::<i64>(),
        LiteralType::I128 => TypeId::of::<i128>(),
        LiteralType::Isize => TypeId::of::<isize>(),
        LiteralType::U8 => TypeId::of::<u8>(),
        LiteralType::U16 => TypeId::of::<u16>(),
        LiteralType::U32 => TypeId::of::<u32>(),
        LiteralType::U64 => TypeId::of::<u64>(),
        LiteralType::U128 => TypeId::of::<u128>(),
        LiteralType::Usize => TypeId::of::<usize>(),
        LiteralType::F32 => TypeId::of::<f32>(),
        LiteralType::F64 => TypeId::of::<f64>(),
        LiteralType::Str => TypeId::of::<&'static str>(),
        LiteralType::Bytes => TypeId::of::<&'static [u8]>(),
        LiteralType::Unit => TypeId::of::<()>(),
    }
}

/// The vtables of the types of literals, in the order of their numbers.
pub fn vtables() -> [&'static Vtable; 19] {
    [
        vtable!(bool),
        vtable!(char),
        vtable!(i8),
        vtable!(i16),
        vtable!(i32),
        vtable!(i64),
        vtable!(i128),
        vtable!(isize),
        vtable!(u8),
        vtable!(u16),
        vtable!(u32),
        vtable!(u64),
        vtable!(u128),
        vtable!(usize),
        vtable!(f32),
        vtable!(f64),
        vtable!(&'static str),
        vtable!(&'static [u8]),
        vtable!(()),
    ]
}

const INTEGERS: [LiteralType; 12] = [
    LiteralType::I8,
    LiteralType::I16,
    LiteralType::I32,
    LiteralType::I64,
    LiteralType::I128,
    LiteralType::Isize,
    LiteralType::U8,
    LiteralType::U16,
    LiteralType::U32,
    LiteralType::U64,
    LiteralType::U128,
    LiteralType::Usize,
];

/// The value as it lies in memory. A value of the wrong kind counts as zero: the type decides, so that in any case what the
/// plan says stays a valid value.
/// The most that a float counts for. It may ask for much time or memory, but for no depth.
const FLOAT_MOST: u64 = 1 << 20;

/// The extent of a float, for work that grows with its value or its reciprocal; zero for NaN, which is no size.
fn extent_of_float(value: f64) -> u64 {
    let size = value.abs();
    let size = if size > 0.0 && size < 1.0 { size.recip() } else { size };
    if size < FLOAT_MOST as f64 || size.is_nan() {
        size as u64
    } else {
        FLOAT_MOST
    }
}

fn bytes_of(literal: &Literal) -> ([u8; 16], usize) {
    let number = match literal.value {
        LiteralValue::Bool(value) => i128::from(value),
        LiteralValue::Char(value) => u32::from(value).into(),
        LiteralValue::Signed(value) => value,
        LiteralValue::Unsigned(value) => value as i128,
        LiteralValue::F32(_)
        | LiteralValue::F64(_)
        | LiteralValue::Str(_)
        | LiteralValue::Bytes(_)
        | LiteralValue::Unit => 0,
    };
    if let Some(found) = integer_bytes(literal.ty, number) {
        return found;
    }
    match literal.ty {
        LiteralType::Bool => padded(&[u8::from(number != 0)]),
        LiteralType::Char => {
            let value = u32::try_from(number).ok().and_then(char::from_u32).unwrap_or_default();
            padded(&u32::from(value).to_ne_bytes())
        }
        LiteralType::F32 => padded(&match literal.value {
            LiteralValue::F32(value) => value.to_ne_bytes(),
            LiteralValue::F64(value) => (value as f32).to_ne_bytes(),
            _ => 0_f32.to_ne_bytes(),
        }),
        LiteralType::F64 => padded(&match literal.value {
            LiteralValue::F64(value) => value.to_ne_bytes(),
            LiteralValue::F32(value) => f64::from(value).to_ne_bytes(),
            _ => 0_f64.to_ne_bytes(),
        }),
        LiteralType::Str => {
            let text = match &literal.value {
                LiteralValue::Str(text) => text.clone(),
                _ => String::new(),
            };
            reference_bytes::<str>(Box::leak(text.into_boxed_str()))
        }
        LiteralType::Bytes => {
            let bytes = match &literal.value {
                LiteralValue::Bytes(bytes) => bytes.clone(),
                _ => Vec::new(),
            };
            reference_bytes::<[u8]>(Box::leak(bytes.into_boxed_slice()))
        }
        _ => ([0; 16], 0),
    }
}

fn integer_bytes(ty: LiteralType, value: i128) -> Option<([u8; 16], usize)> {
    Some(match ty {
        LiteralType::I8 | LiteralType::U8 => padded(&(value as u8).to_ne_bytes()),
        LiteralType::I16 | LiteralType::U16 => padded(&(value as u16).to_ne_bytes()),
        LiteralType::I32 | LiteralType::U32 => padded(&(value as u32).to_ne_bytes()),
        LiteralType::I64 | LiteralType::U64 => padded(&(value as u64).to_ne_bytes()),
        LiteralType::I128 | LiteralType::U128 => padded(&value.to_ne_bytes()),
        LiteralType::Isize | LiteralType::Usize => padded(&(value as usize).to_ne_bytes()),
        _ => return None,
    })
}

fn padded(value: &[u8]) -> ([u8; 16], usize) {
    let mut bytes = [0; 16];
    bytes[..value.len()].copy_from_slice(value);
    (bytes, value.len())
}

fn reference_bytes<T: ?Sized>(reference: &'static T) -> ([u8; 16], usize) {
    let mut bytes = [0; 16];
    let size = std::mem::size_of::<&'static T>();
    assert!(size <= bytes.len(), "a reference is at most two words");
    // SAFETY: a reference of this size is read as bytes into room that is large enough; references have no padding.
    unsafe {
        std::ptr::copy_nonoverlapping(
            (&reference as *const &'static T).cast::<u8>(),
            bytes.as_mut_ptr(),
            size,
        );
    }
    (bytes, size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn magnitude_of<T: 'static>(value: T) -> u64 {
        let integer = Integer::of(TypeId::of::<T>()).expect("an integer type");
        // SAFETY: `value` is a live `T`.
        unsafe { integer.magnitude((&value as *const T).cast()) }
    }

    #[test]
    fn float_extents_follow_the_requested_work() {
        let extents =
            [0.0, -3.5, 0.125, 1e300, 1e-300, f64::INFINITY, f64::NAN].map(extent_of_float);
        assert_eq!(extents, [0, 3, 8, FLOAT_MOST, FLOAT_MOST, FLOAT_MOST, 0]);
    }

    #[test]
    fn magnitudes_are_distances_from_zero() {
        assert_eq!(magnitude_of(5_u8), 5);
        assert_eq!(magnitude_of(-5_i8), 5);
        assert_eq!(magnitude_of(i16::MIN), 1 << 15);
        assert_eq!(magnitude_of(usize::MAX), u64::MAX);
        assert_eq!(magnitude_of(i128::MIN), u64::MAX);
        assert_eq!(magnitude_of(-1_i64), 1);
        assert_eq!(Integer::of(TypeId::of::<f64>()), None);
    }

    #[test]
    fn vtables_are_in_the_order_of_types() {
        for ty in gadfly_wire::LITERAL_TYPES {
            assert_eq!((vtables()[ty as usize].info.id)(), type_id(ty));
        }
    }

    #[test]
    fn literals_become_the_values_they_say() {
        fn read<T: Copy>(ty: LiteralType, value: LiteralValue) -> T {
            let linked = LinkedLiteral::new(ty, 0);
            let literal = LiteralOperation::new(&Literal { ty, value, weight: 0 }, &linked);
            assert_eq!(literal.size, std::mem::size_of::<T>());
            let mut place = std::mem::MaybeUninit::<T>::uninit();
            // SAFETY: each caller asks for the type that `ty` stands for.
            unsafe {
                literal.write(place.as_mut_ptr().cast());
                place.assume_init()
            }
        }
        assert_eq!(read::<i32>(LiteralType::I32, LiteralValue::Signed(-7)), -7);
        assert_eq!(read::<u128>(LiteralType::U128, LiteralValue::Unsigned(u128::MAX)), u128::MAX);
        assert_eq!(read::<char>(LiteralType::Char, LiteralValue::Char('é')), 'é');
        assert_eq!(read::<char>(LiteralType::Char, LiteralValue::Signed(0xd800)), '\0');
        assert_eq!(read::<&str>(LiteralType::Str, LiteralValue::Str("héllo".into())), "héllo");
        assert_eq!(read::<&[u8]>(LiteralType::Bytes, LiteralValue::Bytes(vec![1, 2])), [1, 2]);
        assert_eq!(
            read::<f32>(LiteralType::F32, LiteralValue::F32(1.5)).to_bits(),
            1.5_f32.to_bits()
        );
        assert!(read::<bool>(LiteralType::Bool, LiteralValue::Bool(true)));
        read::<()>(LiteralType::Unit, LiteralValue::Unit);
    }
}
