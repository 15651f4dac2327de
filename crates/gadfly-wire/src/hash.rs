//! FNV-1a, for checksums, names and fingerprints: the same on every machine and in every version.

use std::hash::Hasher;

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a in its 64-bit form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(u64);

impl Fnv {
    /// A hash that starts elsewhere, so that equal bytes have another hash for another seed.
    pub fn seeded(seed: u64) -> Self {
        Self(OFFSET ^ seed)
    }

    /// A hash that starts at zero, which bytes of zero leave as it is.
    pub fn from_zero() -> Self {
        Self(0)
    }

    /// The hash of more bytes.
    #[must_use]
    pub fn of(mut self, bytes: &[u8]) -> Self {
        self.write(bytes);
        self
    }
}

impl Default for Fnv {
    fn default() -> Self {
        Self(OFFSET)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// FNV-1a of some bytes in its 64-bit form.
pub fn fnv64(bytes: &[u8]) -> u64 {
    Fnv::default().of(bytes).finish()
}

/// FNV-1a of some bytes in its 32-bit form.
pub fn fnv32(bytes: &[u8]) -> u32 {
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(0x811c_9dc5, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_specification() {
        for (text, short, long) in [
            ("", 0x811c_9dc5, 0xcbf2_9ce4_8422_2325),
            ("a", 0xe40c_292c, 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0xbf9c_f968, 0x8594_4171_f739_67e8),
        ] {
            assert_eq!((fnv32(text.as_bytes()), fnv64(text.as_bytes())), (short, long));
        }
    }

    #[test]
    fn bytes_may_come_in_pieces() {
        assert_eq!(Fnv::default().of(b"foo").of(b"bar").finish(), fnv64(b"foobar"));
        assert_eq!(Fnv::seeded(0), Fnv::default());
        assert_ne!(Fnv::seeded(1).of(b"a"), Fnv::seeded(2).of(b"a"));
        assert_eq!(Fnv::from_zero().of(&[0]), Fnv::from_zero());
    }
}
