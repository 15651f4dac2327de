//! The choice of audited candidates.

/// The reason for auditing a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It is one of the first.
    First,
    /// It is a sample.
    Sample,
    /// It ended at a field at which few have ended, or read more fields than any before.
    Reads,
    /// It executed code for the first time.
    Code,
    /// It called precompiled code.
    Call,
}

/// Returns the reason for auditing a candidate because of its number: all of the first ones, then fewer
/// and fewer, since an audited run costs about as much as a thousand others.
#[inline]
pub(crate) fn is_due(candidate: u64) -> Option<Reason> {
    if candidate < 64 {
        return Some(Reason::First);
    }
    let is_sample = (candidate & 0xFFF == 0 && candidate < 1 << 16) || candidate & 0x3_FFFF == 0;
    is_sample.then_some(Reason::Sample)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_candidates_and_samples_are_due() {
        assert!((0..64).all(|candidate| is_due(candidate) == Some(Reason::First)));
        assert_eq!(is_due(64), None);
        assert_eq!((is_due(4096), is_due(1 << 18)), (Some(Reason::Sample), Some(Reason::Sample)));
        let due = (0..1_000_000).filter(|candidate| is_due(*candidate).is_some()).count();
        assert_eq!(due, 64 + 15 + 3);
    }
}
