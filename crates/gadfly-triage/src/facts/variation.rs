//! The failing call, made again with other values: what became of it.
//!
//! The values of one [`Site`] are replaced at a time. Variants that fail before they reach the call are not counted.

/// Outcomes of a call in some variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of variants in which it returned.
    pub returned: u32,
    /// The number of those in which it failed at the same place with the same message.
    pub alike: u32,
    /// The number of those in which it failed in another way.
    pub otherwise: u32,
}

/// Outcomes of a call in variants with smaller, larger and other values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trials {
    /// With numbers, or constants of an enum in the order of their declaration, below the failing one.
    pub smaller: Tally,
    /// With those above it.
    pub larger: Tally,
    /// With values that have no order.
    pub other: Tally,
}

/// A place in the sequence whose value is replaced: an argument of the call, or a number from which one is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// The position of the argument among the parameters.
    pub argument: usize,
    /// `true` if the failing value is zero.
    pub is_zero: bool,
    /// What became of the call.
    pub trials: Trials,
}

/// The receiver of the failing call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Receiver {
    /// `true` if no call between its making and the failing one could have changed it.
    pub is_unchanged: bool,
    /// `true` if it says that it is empty, `None` if it says nothing about that.
    pub is_empty: Option<bool>,
    /// `true` if it fails before the call, in one without arguments that returns on a fresh value.
    pub is_broken: bool,
    /// `true` if it is put together of public fields.
    pub is_handmade: bool,
    /// With other numbers in its making.
    pub remade: Trials,
    /// After calls that make it hold more.
    pub grown: Tally,
    /// Made by a function in place of public fields.
    pub constructed: Tally,
}

/// Outcomes of the failing call with other values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// One site at a time, the receiver kept.
    pub sites: Vec<Site>,
    /// All numbers among the arguments at once.
    pub together: Tally,
    /// With a closure that captures nothing.
    pub closures: Tally,
    /// The receiver.
    pub receiver: Receiver,
}

impl Tally {
    /// The number of variants that reached the call.
    pub fn reached(self) -> u32 {
        self.returned + self.alike + self.otherwise
    }

    fn and(self, other: Tally) -> Tally {
        Tally {
            returned: self.returned + other.returned,
            alike: self.alike + other.alike,
            otherwise: self.otherwise + other.otherwise,
        }
    }
}

impl Trials {
    /// All of them.
    pub fn all(self) -> Tally {
        self.smaller.and(self.larger).and(self.other)
    }

    /// Returns whether the call returns for smaller and for larger values, so that the failing one is at no edge.
    pub fn returns_around(self) -> bool {
        self.smaller.returned > 0 && self.larger.returned > 0
    }
}

impl Receiver {
    /// Returns whether it may hold something: it was changed after it was made, or says so, or the call was also made after calls
    /// that make it hold more.
    pub fn may_hold_something(self) -> bool {
        !self.is_unchanged || self.is_empty.is_some() || self.grown.reached() > 0
    }
}

impl Variation {
    /// Fewer variants of a call than this do not show that no value matters.
    const ENOUGH: u32 = 4;

    /// Returns whether the call returns for some other argument.
    pub fn an_argument_matters(&self) -> bool {
        self.together.returned > 0 || self.sites.iter().any(|it| it.trials.all().returned > 0)
    }

    /// Returns whether enough other arguments were tried, and the call returned for none.
    pub fn no_argument_matters(&self) -> bool {
        let reached: u32 = self.sites.iter().map(|site| site.trials.all().reached()).sum();
        reached >= Self::ENOUGH && !self.an_argument_matters()
    }

    /// Returns whether the call was made on a receiver that holds more with numbers as its only arguments: a key may be missing
    /// there as well, and a position is not.
    pub fn is_grown_for_numbers(&self) -> bool {
        let numbers = self
            .sites
            .iter()
            .filter(|site| site.trials.smaller.reached() + site.trials.larger.reached() > 0);
        let numbers: Vec<usize> = numbers.map(|site| site.argument).collect();
        self.receiver.grown.reached() > 0
            && self.sites.iter().all(|site| numbers.contains(&site.argument))
    }

    /// Sites for whose smaller and larger values the call returns.
    pub fn sites_in_the_middle(&self) -> impl Iterator<Item = &Site> {
        self.sites.iter().filter(|site| site.trials.returns_around())
    }

    /// Returns whether the call returns with fewer or smaller values: of arguments, of closures, or of a receiver that was not
    /// changed since it was made.
    pub fn smaller_suffices(&self) -> bool {
        self.sites.iter().any(|site| site.trials.smaller.returned > 0)
            || self.together.returned > 0
            || self.closures.returned > 0
            || (self.receiver.is_unchanged && self.receiver.remade.smaller.returned > 0)
    }
}
