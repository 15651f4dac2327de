//! The stack.

/// A stack that knows the sum of its elements.
#[derive(Clone, Debug, Default)]
pub struct SumStack {
    data: Vec<i32>,
    sum: i32,
}

impl SumStack {
    /// An empty stack.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a number on top.
    pub fn push(&mut self, x: i32) {
        self.data.push(x);
        self.sum = self.sum.wrapping_add(x);
    }

    /// Takes the topmost number.
    pub fn pop(&mut self) -> Option<i32> {
        // Bug 1: the sum stays as it was.
        self.data.pop()
    }

    /// The sum of all numbers.
    pub fn sum(&self) -> i32 {
        self.sum
    }

    /// The numbers.
    // Bug 2: the caller can change them behind the sum's back.
    pub fn data(&mut self) -> &mut Vec<i32> {
        &mut self.data
    }
}

#[cfg(test)]
mod props {
    use super::SumStack;

    impl SumStack {
        #[gadfly::check]
        fn sum_matches_data(&self) {
            let sum = self.data.iter().fold(0, |sum: i32, x| sum.wrapping_add(*x));
            assert_eq!(sum, self.sum);
        }
    }

    #[gadfly::check]
    fn pushed_is_popped(stack: &mut SumStack, x: i32) -> bool {
        stack.push(x);
        stack.pop() == Some(x)
    }
}
