//! A turnstile that lets one person through per coin.
//!
//! ```
//! use turnstile::Turnstile;
//!
//! let mut turnstile = Turnstile::new();
//! assert!(turnstile.is_locked());
//! turnstile.insert_coin();
//! assert!(turnstile.pass());
//! assert!(turnstile.is_locked());
//! ```

/// A turnstile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turnstile {
    credit: u32,
    passed: u32,
    is_broken: bool,
}

impl Turnstile {
    /// A turnstile that is locked.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a coin. A turnstile that has to keep more than two of them breaks.
    pub fn insert_coin(&mut self) {
        self.credit += 1;
        self.is_broken = self.credit > 2;
    }

    /// Lets a person through if there is a coin left; says whether.
    pub fn pass(&mut self) -> bool {
        if self.is_locked() {
            return false;
        }
        self.credit -= 1;
        self.passed += 1;
        true
    }

    /// Gives the coins back.
    ///
    /// # Panics
    /// A broken turnstile keeps them.
    pub fn refund(&mut self) -> u32 {
        assert!(!self.is_broken, "the turnstile is broken");
        std::mem::take(&mut self.credit)
    }

    /// Returns whether the next person has to pay.
    pub fn is_locked(&self) -> bool {
        self.credit == 0
    }

    /// Returns whether it gives no coins back.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// The number of people who have passed.
    pub fn passed(&self) -> u32 {
        self.passed
    }
}
