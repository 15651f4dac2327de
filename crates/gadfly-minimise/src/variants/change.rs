//! A variant, and its difference to the failing sequence.

use std::cmp::Ordering;

use gadfly_wire::Sequence;

/// A sequence that ends with the failing call or one like it.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The sequence; kills and drops are not worked out.
    pub sequence: Sequence,
    /// The difference to the failing one.
    pub change: Change,
}

/// The difference of a variant to the failing sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another value in one place, and how it compares with the failing one, where there is an order.
    Argument(ArgumentSite, Option<Ordering>),
    /// All numbers among the arguments, at once.
    Together,
    /// A closure that captures nothing in the place of one that does.
    Closure,
    /// Another number in the making of the receiver, and how it compares; or a receiver that is made otherwise.
    Remade(Option<Ordering>),
    /// A receiver that a function makes, in the place of one put together of its fields.
    Constructed,
    /// A receiver that holds more.
    Grown,
}

/// A place whose value is replaced: an argument, or a literal of which it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArgumentSite {
    /// The position of the argument among the parameters.
    pub argument: usize,
    /// The statement of the literal.
    pub literal: Option<u32>,
    /// `true` if the failing value is zero.
    pub is_zero: bool,
}

/// The number of values to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A few, where each that fails costs a process or time.
    Few,
    /// Many.
    Many,
}
