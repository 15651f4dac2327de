//! Median, upper percentiles and maximum of numbers.

/// A sorted list of numbers.
#[derive(Debug, Default)]
pub(crate) struct Spread {
    sorted: Vec<usize>,
}

impl Spread {
    pub(crate) fn new(numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut sorted: Vec<usize> = numbers.into_iter().collect();
        sorted.sort_unstable();
        Self { sorted }
    }

    /// The smallest number that at least so many percent of all do not exceed; 0 of no numbers.
    pub(crate) fn percentile(&self, percent: usize) -> usize {
        let rank = (self.sorted.len() * percent).div_ceil(100).max(1);
        self.sorted.get(rank - 1).copied().unwrap_or(0)
    }

    pub(crate) fn count_above(&self, limit: usize) -> usize {
        self.sorted.iter().filter(|number| **number > limit).count()
    }

    pub(crate) fn count(&self) -> usize {
        self.sorted.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_nearest_ranks() {
        let spread = Spread::new([5, 1, 4, 2, 3]);
        let found = [1, 50, 90, 100].map(|percent| spread.percentile(percent));
        assert_eq!(found, [1, 3, 5, 5]);
        assert_eq!((spread.count_above(3), spread.count()), (2, 5));
    }

    #[test]
    fn no_numbers_have_percentile_zero() {
        assert_eq!(Spread::default().percentile(50), 0);
    }
}
