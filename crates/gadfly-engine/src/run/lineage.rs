//! The lineage of a value: the traits of its history that explain crashes.

/// What the arguments of a call were made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lineage {
    /// The largest integer that had a part in any.
    pub magnitude: u64,
    /// The most calls that built on one another.
    pub depth: u32,
    /// Whether fields were set one by one, past whatever would have checked them.
    pub raw: bool,
    /// Whether a part was changed behind its back, through a reference that it had handed out.
    pub poked: bool,
}

impl Lineage {
    /// What both together were made from.
    #[inline]
    pub fn max(self, other: Self) -> Self {
        Self {
            magnitude: self.magnitude.max(other.magnitude),
            depth: self.depth.max(other.depth),
            raw: self.raw | other.raw,
            poked: self.poked | other.poked,
        }
    }

    /// What comes out of a call on it.
    #[inline]
    pub fn deeper(self) -> Self {
        Self { depth: self.depth.saturating_add(1), ..self }
    }
}
