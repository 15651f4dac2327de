//! A stack that knows the sum of its elements.

mod stack;

pub use stack::SumStack;

#[cfg(test)]
gadfly::regressions!();
