//! The choice of audited candidates.

/// Returns whether a candidate is audited: all of the first ones, then fewer and fewer, since an
/// audited run costs about as much as a thousand others.
pub(crate) fn is_due(candidate: u64) -> bool {
    candidate < 64 || (candidate & 0xFFF == 0 && candidate < 1 << 16) || candidate & 0x3_FFFF == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_candidates_and_samples_are_due() {
        assert!((0..64).all(is_due));
        assert!(!is_due(64));
        assert!(is_due(4096) && is_due(1 << 18));
        assert_eq!((0..1_000_000).filter(|candidate| is_due(*candidate)).count(), 64 + 15 + 3);
    }
}
