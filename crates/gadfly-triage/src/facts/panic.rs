//! A panic: where it was raised, and by whom.

/// A panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panic {
    /// Where it was raised.
    pub raised: Raised,
    /// Whether its location is that of the call: the callee has `#[track_caller]`.
    pub blames_caller: bool,
    /// Whether an operator of a type that was chosen for a parameter raised it.
    pub by_operator: bool,
}

/// Where a panic was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raised {
    /// In the called function itself.
    Itself,
    /// Deeper in the crate under test.
    Deeper,
    /// Outside of the crate under test, as far as is known.
    Outside,
}
