//! The choice of a few tests that cover much: greedy set cover, weighted by length.
//!
//! Knows numbers alone. What a test covers may be an edge, an outcome, or a change to the code that it catches.

use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap};

/// A test that could be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choosable {
    /// What it covers.
    pub covers: Vec<Covered>,
    /// What it costs to read; zero is treated as one.
    pub cost: u32,
}

/// Something that a test covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Covered {
    /// Its number, by which tests cover the same.
    pub number: u64,
    /// What it is worth to cover it once.
    pub worth: u32,
}

/// When enough tests are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enough {
    /// The most tests.
    pub tests: usize,
    /// The least worth of what a test covers and none before it did.
    pub worth: u32,
}

/// The tests to write, the best first, each by its index: always the one that adds the most for what it costs.
pub fn choose(tests: &[Choosable], enough: Enough) -> Vec<usize> {
    let mut covered: BTreeSet<u64> = BTreeSet::new();
    // What a test adds only ever shrinks, so one whose bid still holds beats all others.
    let mut bids: BinaryHeap<Bid> =
        (0..tests.len()).map(|index| bid(tests, index, &covered)).collect();
    let mut chosen = Vec::new();
    while chosen.len() < enough.tests {
        let Some(best) = bids.pop() else { break };
        let now = bid(tests, best.index, &covered);
        if now.worth < enough.worth.max(1) {
            continue;
        }
        if now < best {
            bids.push(now);
            continue;
        }
        covered.extend(tests[best.index].covers.iter().map(|it| it.number));
        chosen.push(best.index);
    }
    chosen
}

fn bid(tests: &[Choosable], index: usize, covered: &BTreeSet<u64>) -> Bid {
    let test = &tests[index];
    let added: BTreeSet<Covered> =
        test.covers.iter().filter(|it| !covered.contains(&it.number)).copied().collect();
    let worth = added.iter().map(|it| it.worth).sum();
    Bid { worth, cost: test.cost.max(1), index }
}

/// The contribution of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bid {
    worth: u32,
    cost: u32,
    index: usize,
}

impl Ord for Bid {
    fn cmp(&self, other: &Self) -> Ordering {
        let mine = u64::from(self.worth) * u64::from(other.cost);
        let others = u64::from(other.worth) * u64::from(self.cost);
        // Of equals, the first.
        mine.cmp(&others).then(other.index.cmp(&self.index))
    }
}

impl PartialOrd for Bid {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(numbers: &[u64], cost: u32) -> Choosable {
        let covered = |number: &u64| Covered { number: *number, worth: 1 };
        Choosable { covers: numbers.iter().map(covered).collect(), cost }
    }

    const ALL: Enough = Enough { tests: 10, worth: 1 };

    #[test]
    fn nothing_is_covered_twice_without_need() {
        let tests = [test(&[1], 1), test(&[1, 2, 3], 1), test(&[3], 1), test(&[4], 1)];
        assert_eq!(choose(&tests, ALL), [1, 3]);
    }

    #[test]
    fn short_tests_come_before_long_ones() {
        let tests = [test(&[1, 2, 3], 6), test(&[1, 2], 2), test(&[3], 1)];
        assert_eq!(choose(&tests, ALL), [1, 2]);
        let cheap = [test(&[1, 2, 3], 2), test(&[1, 2], 2), test(&[3], 2)];
        assert_eq!(choose(&cheap, ALL), [0]);
    }

    #[test]
    fn choices_end_when_there_is_enough() {
        let tests = [test(&[1, 2], 1), test(&[3, 4], 1), test(&[5], 1)];
        assert_eq!(choose(&tests, Enough { tests: 10, worth: 2 }), [0, 1]);
        assert_eq!(choose(&tests, Enough { tests: 1, worth: 1 }), [0]);
        assert_eq!(choose(&[], ALL), [0; 0]);
    }

    #[test]
    fn worth_is_weighed() {
        let worthy = Choosable { covers: vec![Covered { number: 9, worth: 5 }], cost: 1 };
        let tests = [test(&[1, 2], 1), worthy];
        assert_eq!(choose(&tests, Enough { tests: 1, worth: 1 }), [1]);
    }
}
