//! The stack with a cached sum, its bugs to be chosen, and its properties without generators.

/// Which bugs a stack has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bugs {
    /// `pop` forgets the sum.
    pub pop: bool,
}

/// A stack that knows the sum of its elements.
#[derive(Clone, Debug, Default)]
pub struct SumStack {
    data: Vec<i32>,
    sum: i32,
    forgets: bool,
}

impl SumStack {
    /// An empty stack.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty stack with bugs.
    #[doc(hidden)]
    pub fn with_bugs(bugs: Bugs) -> Self {
        Self { forgets: bugs.pop, ..Self::default() }
    }

    /// Puts a number on top.
    pub fn push(&mut self, x: i32) {
        self.data.push(x);
        self.sum = self.sum.wrapping_add(x);
    }

    /// Takes the topmost number.
    pub fn pop(&mut self) -> Option<i32> {
        let x = self.data.pop()?;
        if !self.forgets {
            self.sum = self.sum.wrapping_sub(x);
        }
        Some(x)
    }

    /// The live list; in a stack without bugs it would not be handed out.
    #[doc(hidden)]
    pub fn data(&mut self) -> &mut Vec<i32> {
        &mut self.data
    }

    /// Returns whether the sum is that of the data.
    pub fn is_consistent(&self) -> bool {
        self.data.iter().fold(0, |sum: i32, x| sum.wrapping_add(*x)) == self.sum
    }
}

/// Returns whether turning a list around twice leaves it as it was.
pub fn turns_back(xs: &[u8]) -> bool {
    let mut twice = xs.to_vec();
    twice.reverse();
    twice.reverse();
    twice == xs
}

#[cfg(test)]
mod props {
    use super::*;

    #[gadfly::check]
    fn sum_matches_data(stack: &SumStack) -> bool {
        stack.is_consistent()
    }

    #[gadfly::check]
    fn reversing_twice_changes_nothing(xs: Vec<u8>) -> bool {
        turns_back(&xs)
    }
}
