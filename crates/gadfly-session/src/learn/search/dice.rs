//! Random choices that repeat with their seed.

/// A sequence of choices.
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    /// A number below a bound; zero if that is zero.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % bound.max(1)
    }

    /// Returns whether something happens that does so in so many cases of a hundred.
    pub(super) fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    /// One of several.
    pub(super) fn one<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        let at = self.below(items.len());
        items.get(at)
    }
}
