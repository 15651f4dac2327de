//! A large set of numbers that costs little and forgets rather than grow without end.

/// The capacity at which the set is cleared.
const MOST: usize = 1 << 20;

/// A set of numbers that forgets everything when it gets too large.
#[derive(Debug, Default)]
pub struct NumberSet {
    slots: Vec<u64>,
    used: usize,
    total: u64,
}

impl NumberSet {
    /// The number of distinct insertions, forgotten ones included.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Adds a number; whether it was not there.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        if (self.used + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let fresh = self.place(key.max(1));
        if fresh {
            self.used += 1;
            self.total += 1;
        }
        fresh
    }

    #[inline]
    fn place(&mut self, key: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        loop {
            match self.slots[at] {
                0 => {
                    self.slots[at] = key;
                    return true;
                }
                found if found == key => return false,
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        if self.used >= MOST {
            self.slots.fill(0);
            self.used = 0;
            return;
        }
        let bigger = vec![0; (self.slots.len() * 2).max(1024)];
        for key in std::mem::replace(&mut self.slots, bigger) {
            if key != 0 {
                self.place(key);
            }
        }
    }
}

/// The capacity of [`RecentNumbers`].
const RECENT: usize = 1 << 13;

/// A small set of numbers in which newer ones replace older ones, so that it stays in the processor's caches.
#[derive(Debug, Default)]
pub struct RecentNumbers {
    slots: Vec<u64>,
}

impl RecentNumbers {
    /// Adds a number; whether it was not there, or not any more.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        if self.slots.is_empty() {
            self.slots = vec![0; RECENT];
        }
        let slot = &mut self.slots[key as usize % RECENT];
        std::mem::replace(slot, key.max(1)) != key.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::{NumberSet, RecentNumbers};

    #[test]
    fn numbers_are_new_once_until_everything_is_forgotten() {
        let mut seen = NumberSet::default();
        assert!(seen.insert(0) && !seen.insert(0) && !seen.insert(1), "zero and one share a place");
        for number in 2..3_000_000_u64 {
            let scattered = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert!(seen.insert(scattered));
        }
        assert!(!seen.insert(2_999_999_u64.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        assert_eq!(seen.total(), 2_999_999);
    }

    #[test]
    fn recent_numbers_are_known() {
        let mut recent = RecentNumbers::default();
        assert!((0..8192).all(|key| recent.insert(key)));
        assert!((0..8192).all(|key| !recent.insert(key)));
        assert!(recent.insert(8193), "another takes its place");
        assert!(recent.insert(1));
    }
}
