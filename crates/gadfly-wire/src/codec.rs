//! The byte codec: LEB128 integers, length-prefixed strings and lists.
//!
//! Decoding never panics and never allocates more than a small multiple of the input it was given.

use crate::WireError;

/// Collects the bytes of a message.
#[derive(Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// An empty writer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends one raw byte.
    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Appends raw bytes without a length.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends an unsigned integer, seven bits at a time.
    pub fn unsigned(&mut self, mut value: u128) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// The bytes collected so far.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads a message from bytes.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// A reader at the start of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The number of bytes left.
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// Takes one raw byte.
    pub fn byte(&mut self) -> Result<u8, WireError> {
        let (&first, rest) = self.rest.split_first().ok_or(WireError::Truncated)?;
        self.rest = rest;
        Ok(first)
    }

    /// Takes `count` raw bytes.
    pub fn raw(&mut self, count: usize) -> Result<&'a [u8], WireError> {
        if count > self.rest.len() {
            return Err(WireError::Truncated);
        }
        let (taken, rest) = self.rest.split_at(count);
        self.rest = rest;
        Ok(taken)
    }

    /// Takes an unsigned integer of at most `bits` bits.
    pub fn unsigned(&mut self, bits: u32, what: &'static str) -> Result<u128, WireError> {
        let mut value = 0_u128;
        let mut shift = 0_u32;
        loop {
            let byte = self.byte()?;
            let part = u128::from(byte & 0x7f);
            if shift >= 128 || (shift > 121 && part >> (128 - shift) != 0) {
                return Err(WireError::OutOfRange { what });
            }
            value |= part << shift;
            if byte & 0x80 == 0 {
                break;
            }
            shift += 7;
        }
        if bits < 128 && value >> bits != 0 {
            return Err(WireError::OutOfRange { what });
        }
        Ok(value)
    }
}

/// A value with a wire form.
pub trait Encode {
    /// Appends the value.
    fn encode(&self, out: &mut Writer);
}

/// A value that can be read back from its wire form.
pub trait Decode: Sized {
    /// Takes the value from the front of `input`.
    fn decode(input: &mut Reader<'_>) -> Result<Self, WireError>;
}

macro_rules! unsigned {
    ($($ty:ident),*) => {$(
        impl Encode for $ty {
            fn encode(&self, out: &mut Writer) { out.unsigned(*self as u128); }
        }
        impl Decode for $ty {
            fn decode(input: &mut Reader<'_>) -> Result<Self, WireError> {
                Ok(input.unsigned($ty::BITS, stringify!($ty))? as $ty)
            }
        }
    )*};
}
unsigned!(u16, u32, u64, u128);

impl Encode for u8 {
    fn encode(&self, out: &mut Writer) {
        out.byte(*self);
    }
}

impl Decode for u8 {
    fn decode(input: &mut Reader<'_>) -> Result<Self, WireError> {
        input.byte()
    }
}

impl Encode for i32 {
    fn encode(&self, out: &mut Writer) {
        i128::from(*self).encode(out);
    }
}

impl Decode for i32 {
    fn decode(input: &mut Reader<'_>) -> Result<Self, WireError> {
        i32::try_from(i128::decode(input)?).map_err(|_| WireError::OutOfRange { what: "i32" })
    }
}

impl Encode for i128 {
    fn encode(&self, out: &mut Writer) {
        // Small magnitudes of either sign stay short.
        out.unsigned(((self << 1) ^ (self >> 127)) as u128);
    }
}

impl Decode for i128 {
    fn decode(input: &mut Reader<'_>) -> Result<Self, WireError> {
        let folded = input.unsigned(128, "i128")?;
        Ok((folded >> 1) as i128 ^ -((folded & 1) as i128))
    }
}

impl Encode for bool {
    fn encode(&self, out: &mut Writer) {
        out.byte(u8::from(*self));
    }
}

impl Decode for bool {
    fn decode(input: &mut Reader<'_>) -> Result<Self, WireError> {
        match input.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(WireError::OutOfRange { what: "bool" }),
        }
    }
}

impl Encode for char {
    fn encode(&self, out: &mut Writer) {
        u32::from(*self).encode(out);
    }
}

impl Decode for char {
    fn decode(input: &mut Reader<'_>) -> Result<Self, WireError> {
        char::from_u32(u32::decode(input)?).ok_or(WireError::OutOfRange { what: "char" })
    }
}

impl Encode for f32 {
    fn encode(&self, out: &mut Writer) {
        out.raw(&self.to_bits().to_le_bytes());
    }
}

impl Decode for f32 {
    fn decode(input: &mut Reader<'_>) -> Result<Self, WireError> {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(input.raw(4)?);
        Ok(f32::from_bits(u32::from_le_bytes(bytes)))
    }
}

impl Encode for f64 {
    fn encode(&self, out: &mut Writer) {
        out.raw(&self.to_bits().to_le_bytes());
    }
}

impl Decode for f64 {
    fn decode(input: &mut Reader<'_>) -> Result<Self, WireError> {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(input.raw(8)?);
        Ok(f64::from_bits(u64::from_le_bytes(bytes)))
    }
}

impl Encode for String {
    fn encode(&self, out: &mut Writer) {
        // What a subject with broken memory takes for text need not be any.
        let text = String::from_utf8_lossy(self.as_bytes());
        out.unsigned(text.len() as u128);
        out.raw(text.as_bytes());
    }
}

impl Decode for String {
    fn decode(input: &mut Reader<'_>) -> Result<Self, WireError> {
        let bytes = take_prefixed(input)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| WireError::OutOfRange { what: "string" })
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn encode(&self, out: &mut Writer) {
        out.unsigned(self.len() as u128);
        for item in self {
            item.encode(out);
        }
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(input: &mut Reader<'_>) -> Result<Self, WireError> {
        let count = input.unsigned(32, "list length")? as usize;
        // Every item takes at least one byte, so a longer claim is a lie: find out before allocating.
        if count > input.remaining() {
            return Err(WireError::Truncated);
        }
        let mut items = Vec::with_capacity(count.min(1024));
        for _ in 0..count {
            items.push(T::decode(input)?);
        }
        Ok(items)
    }
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    fn encode(&self, out: &mut Writer) {
        self.iter().for_each(|item| item.encode(out));
    }
}

impl<T: Decode + Copy + Default, const N: usize> Decode for [T; N] {
    fn decode(input: &mut Reader<'_>) -> Result<Self, WireError> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::decode(input)?;
        }
        Ok(items)
    }
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self, out: &mut Writer) {
        match self {
            None => out.byte(0),
            Some(value) => {
                out.byte(1);
                value.encode(out);
            }
        }
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(input: &mut Reader<'_>) -> Result<Self, WireError> {
        Ok(if bool::decode(input)? { Some(T::decode(input)?) } else { None })
    }
}

/// A length, then that many raw bytes.
fn take_prefixed<'a>(input: &mut Reader<'a>) -> Result<&'a [u8], WireError> {
    let count = input.unsigned(32, "length")? as usize;
    input.raw(count)
}
