//! The lineage of a value: the traits of its history that explain crashes.

/// The lineage of a value, or of all arguments of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lineage {
    /// The largest integer that it was made from.
    pub magnitude: u64,
    /// The most calls that built on one another.
    pub depth: u32,
    /// True if fields were set one by one, which bypasses validation.
    pub raw: bool,
    /// True if a part was changed behind its back, through a reference that it had handed out.
    pub altered: bool,
}

impl Lineage {
    /// The combined lineage of two values.
    #[inline]
    pub fn max(self, other: Self) -> Self {
        Self {
            magnitude: self.magnitude.max(other.magnitude),
            depth: self.depth.max(other.depth),
            raw: self.raw | other.raw,
            altered: self.altered | other.altered,
        }
    }

    /// The lineage of the result of a call.
    #[inline]
    pub fn deeper(self) -> Self {
        Self { depth: self.depth.saturating_add(1), ..self }
    }
}
