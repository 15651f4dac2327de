//! Fingerprints: numbers that distinguish values of one type.
//!
//! Taken from `Hash` where the type is also `Eq`, else from `Debug`, and only of the first bytes. Never touches a value by
//! itself: whether a variable may be read is the borrow table's business, and panics are caught by the executor.

use crate::generated::Vtable;
use crate::rng::mix;
use std::collections::hash_map::DefaultHasher;
use std::fmt::{self, Write};
use std::hash::Hasher;

/// The way a fingerprint is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FingerprintMethod {
    /// Through `Hash`.
    Hash,
    /// Through `Debug`.
    Debug,
}

/// The way to take fingerprints of a type's values, if there is one.
pub fn method(vtable: Option<&Vtable>) -> Option<FingerprintMethod> {
    let vtable = vtable?;
    if vtable.hash.is_some() && vtable.eq {
        Some(FingerprintMethod::Hash)
    } else if vtable.debug.is_some() {
        Some(FingerprintMethod::Debug)
    } else {
        None
    }
}

/// Takes the fingerprint of a value.
///
/// # Safety
/// `value` must point at a live value of the vtable's type that may be read.
pub unsafe fn take(
    vtable: &Vtable,
    method: FingerprintMethod,
    value: *const u8,
    cap: usize,
) -> u64 {
    let mut hasher = FastHasher::with_cap(cap);
    match (method, vtable.hash, vtable.debug) {
        // SAFETY: the caller passes a live, readable value of this type.
        (FingerprintMethod::Hash, Some(hash), _) => unsafe { hash(value, &mut hasher) },
        (FingerprintMethod::Debug, _, Some(debug)) => {
            let text = Erased { value, debug };
            // Running over the cap is reported as an error, the only signal that a formatter takes.
            let _ = write!(CappedText(&mut hasher), "{text:?}");
        }
        _ => {}
    }
    hasher.finish()
}

/// A fast hasher with a fixed key that ignores bytes beyond its cap.
#[derive(Clone, Debug)]
pub struct FastHasher {
    state: u64,
    left: usize,
    /// Set to let the standard library's hasher do the work instead.
    standard: Option<DefaultHasher>,
}

impl FastHasher {
    /// A hasher that looks at about `cap` bytes.
    pub fn with_cap(cap: usize) -> Self {
        Self { state: 0x243f_6a88_85a3_08d3, left: cap, standard: None }
    }

    /// A hasher that gives the hash that a map of the standard library would start from.
    pub fn standard() -> Self {
        Self { standard: Some(DefaultHasher::new()), ..Self::with_cap(0) }
    }

    fn word(&mut self, word: u64) {
        if self.left == 0 {
            return;
        }
        self.left = self.left.saturating_sub(8);
        let product = u128::from(self.state ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.state = (product as u64) ^ ((product >> 64) as u64).rotate_left(23);
    }
}

impl Hasher for FastHasher {
    fn write(&mut self, bytes: &[u8]) {
        if let Some(standard) = &mut self.standard {
            return standard.write(bytes);
        }
        let bytes = &bytes[..bytes.len().min(self.left)];
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            let mut word = [0; 8];
            word.copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(word) ^ ((rest.len() as u64) << 56));
        }
    }
    fn write_u8(&mut self, value: u8) {
        match &mut self.standard {
            None => self.word(u64::from(value)),
            Some(standard) => standard.write_u8(value),
        }
    }
    fn write_u16(&mut self, value: u16) {
        match &mut self.standard {
            None => self.word(u64::from(value)),
            Some(standard) => standard.write_u16(value),
        }
    }
    fn write_u32(&mut self, value: u32) {
        match &mut self.standard {
            None => self.word(u64::from(value)),
            Some(standard) => standard.write_u32(value),
        }
    }
    fn write_u64(&mut self, value: u64) {
        match &mut self.standard {
            None => self.word(value),
            Some(standard) => standard.write_u64(value),
        }
    }
    fn write_usize(&mut self, value: usize) {
        match &mut self.standard {
            None => self.word(value as u64),
            Some(standard) => standard.write_usize(value),
        }
    }
    fn finish(&self) -> u64 {
        self.standard.as_ref().map_or_else(|| mix(self.state), Hasher::finish)
    }
}

struct Erased {
    value: *const u8,
    debug: unsafe fn(*const u8, &mut fmt::Formatter<'_>) -> fmt::Result,
}

impl fmt::Debug for Erased {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: only built by `take`, from a pair that its caller vouches for.
        unsafe { (self.debug)(self.value, f) }
    }
}

/// Text going into a hasher, refusing to continue over the cap.
struct CappedText<'a>(&'a mut FastHasher);

impl Write for CappedText<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.left == 0 {
            return Err(fmt::Error);
        }
        // Pieces arrive in fragments that depend only on the value, so their borders may count.
        self.0.write(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vtable;

    fn of<T: 'static>(vtable: &'static Vtable, value: &T, cap: usize) -> u64 {
        let method = method(Some(vtable)).expect("the type has a fingerprint");
        // SAFETY: `value` is a live `T`, and the tests pass the vtable of `T`.
        unsafe { take(vtable, method, (value as *const T).cast(), cap) }
    }

    struct OnlyDebug(Vec<u32>);
    impl fmt::Debug for OnlyDebug {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_list().entries(&self.0).finish()
        }
    }
    struct Nothing;

    #[test]
    fn hash_is_preferred_and_debug_is_the_fallback() {
        assert_eq!(method(Some(vtable!(String))), Some(FingerprintMethod::Hash));
        assert_eq!(method(Some(vtable!(f64))), Some(FingerprintMethod::Debug));
        assert_eq!(method(Some(vtable!(OnlyDebug))), Some(FingerprintMethod::Debug));
        assert_eq!(method(Some(vtable!(Nothing))), None);
        assert_eq!(method(None), None);
    }

    #[test]
    fn equal_values_agree_and_different_ones_differ() {
        let vtable = vtable!(Vec<String>);
        let words = |n: usize| (0..n).map(|i| i.to_string()).collect::<Vec<_>>();
        assert_eq!(of(vtable, &words(5), 4096), of(vtable, &words(5), 4096));
        assert_ne!(of(vtable, &words(5), 4096), of(vtable, &words(6), 4096));
        let vtable = vtable!(OnlyDebug);
        assert_ne!(of(vtable, &OnlyDebug(vec![1]), 4096), of(vtable, &OnlyDebug(vec![2]), 4096));
    }

    #[test]
    fn fingerprints_and_debug_stop_at_the_cap() {
        let vtable = vtable!(OnlyDebug);
        let long = |last| OnlyDebug((0..100_000).chain([last]).collect());
        assert_eq!(of(vtable, &long(1), 256), of(vtable, &long(2), 256));
        let vtable = vtable!(Vec<u32>);
        let long = |last| (0..1000).chain([last]).collect::<Vec<u32>>();
        assert_eq!(of(vtable, &long(1), 256), of(vtable, &long(2), 256));
    }
}
