//! Values by the impls of other libraries' traits that a crate has, the same for the same argument.
//!
//! Macros, because the libraries are those of the crate that calls them, in whatever version it has.

/// A value by its type's impl of `arbitrary::Arbitrary`, from bytes; nothing if they do not make one.
#[macro_export]
macro_rules! from_arbitrary {
    ($ty:ty, $bytes:expr $(,)?) => {{
        let bytes: &[u8] = $bytes;
        let mut bytes = ::arbitrary::Unstructured::new(bytes);
        <$ty as ::arbitrary::Arbitrary>::arbitrary(&mut bytes).ok()
    }};
}

/// A value by its type's impl of `quickcheck::Arbitrary`, from a number: small ones make small values. Needs 1.1 or later.
#[macro_export]
macro_rules! from_quickcheck {
    ($ty:ty, $seed:expr $(,)?) => {{
        let seed: u64 = $seed;
        let size = $crate::generator_size(seed);
        let mut from = ::quickcheck::Gen::from_size_and_seed(size, seed);
        ::core::option::Option::Some(<$ty as ::quickcheck::Arbitrary>::arbitrary(&mut from))
    }};
}

/// A value by its type's impl of `proptest::arbitrary::Arbitrary`, from a number; nothing if its strategy gives up.
#[macro_export]
macro_rules! from_proptest {
    ($ty:ty, $seed:expr $(,)?) => {{
        use ::proptest::strategy::{Strategy as _, ValueTree as _};
        use ::proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
        let seed = $crate::generator_seed($seed);
        let from = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(Config::default(), from);
        let tree = ::proptest::arbitrary::any::<$ty>().new_tree(&mut runner);
        tree.ok().map(|tree| tree.current())
    }};
}

/// The size limit of values that are made from a number.
#[doc(hidden)]
pub fn generator_size(seed: u64) -> usize {
    1 + usize::try_from(seed).unwrap_or(usize::MAX).min(30)
}

/// As many bytes as a generator of random numbers asks for, from a number.
#[doc(hidden)]
pub fn generator_seed(seed: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_argument_decides_which_value_is_made() {
        assert_eq!(from_arbitrary!(u16, b"\x02\x01"), Some(0x102));
        assert_eq!(from_arbitrary!(char, &[7; 4]), from_arbitrary!(char, &[7; 4]));
        let lists: Vec<_> = (0..20).map(|seed| from_quickcheck!(Vec<u8>, seed)).collect();
        assert_eq!(lists[3], from_quickcheck!(Vec<u8>, 3));
        assert!(lists.iter().any(|list| *list != lists[0]), "{lists:?}");
        let pairs: Vec<_> = (0..20).map(|seed| from_proptest!((u8, bool), seed)).collect();
        assert_eq!(pairs[3], from_proptest!((u8, bool), 3));
        assert!(pairs.iter().any(|pair| *pair != pairs[0]), "{pairs:?}");
    }

    #[test]
    fn small_numbers_make_small_values() {
        assert_eq!((generator_size(0), generator_size(7), generator_size(u64::MAX)), (1, 8, 31));
    }

    #[test]
    fn numbers_become_different_bytes() {
        assert_ne!(generator_seed(1), generator_seed(256));
        assert_eq!(generator_seed(1)[0], 1);
    }
}
