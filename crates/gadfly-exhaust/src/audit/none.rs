//! Platforms on which pages cannot be watched: nothing is audited.

/// The accesses of a watched run to the candidate.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    /// By offset, ascending.
    pub(crate) touched: Vec<Touch>,
    /// Their number.
    pub(crate) accesses: usize,
    /// `true` if there were too many.
    pub(crate) is_cut: bool,
}

/// Accesses that start at one byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    /// Its offset.
    pub(crate) offset: usize,
    /// `true` if one was a read.
    pub(crate) read: bool,
    /// `true` if one was a write.
    pub(crate) written: bool,
}

/// Runs `body` without watching it.
pub(crate) fn watch<R>(
    _: *mut u8,
    _: usize,
    _: usize,
    body: impl FnOnce() -> R,
) -> Option<(R, Watched)> {
    let _ = body;
    None
}

/// Runs `body`.
pub(crate) fn unwatched<R>(body: impl FnOnce() -> R) -> R {
    body()
}
