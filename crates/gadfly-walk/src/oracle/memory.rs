//! The remembered verdicts, and what follows from them.

use std::collections::{BTreeMap, BTreeSet};

/// A person's verdict on an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It is as it should be.
    Right,
    /// It is not.
    Wrong,
}

/// Judged outcomes by sequence. Several outcomes of one sequence may be known: those of a faulty version stay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Oracle {
    /// The oracles that this one builds on, by name.
    pub inherits: Vec<String>,
    pub(super) judged: BTreeMap<String, BTreeMap<String, Verdict>>,
    pub(super) inherited: BTreeMap<String, BTreeMap<String, Verdict>>,
}

impl Oracle {
    /// Remembers a verdict, in place of what was said before of the same outcome.
    pub fn remember(&mut self, key: &str, outcome: &str, verdict: Verdict) {
        self.judged.entry(key.to_owned()).or_default().insert(outcome.to_owned(), verdict);
    }

    /// The verdict on an outcome, of this oracle or of the one that it builds on.
    pub fn verdict(&self, key: &str, outcome: &str) -> Option<Verdict> {
        let of = |judged: &BTreeMap<String, BTreeMap<String, Verdict>>| {
            judged.get(key).and_then(|outcomes| outcomes.get(outcome)).copied()
        };
        of(&self.judged).or_else(|| of(&self.inherited))
    }

    /// Returns whether any outcome of a sequence was judged.
    pub fn knows(&self, key: &str) -> bool {
        self.judged.contains_key(key) || self.inherited.contains_key(key)
    }

    /// The outcomes of a sequence that were said to be right.
    pub fn right_outcomes(&self, key: &str) -> Vec<&str> {
        let both = [&self.judged, &self.inherited];
        let outcomes = both.into_iter().filter_map(|judged| judged.get(key)).flatten();
        outcomes.filter(|(_, verdict)| **verdict == Verdict::Right).map(|(it, _)| &**it).collect()
    }

    /// Builds on another oracle; what is known here counts more.
    pub fn inherit(&mut self, other: &Oracle) {
        for judged in [&other.inherited, &other.judged] {
            for (key, outcomes) in judged {
                let known = self.inherited.entry(key.clone()).or_default();
                known.extend(outcomes.iter().map(|(outcome, verdict)| (outcome.clone(), *verdict)));
            }
        }
    }

    /// Forgets every sequence whose text contains a word; says how many.
    pub fn forget(&mut self, word: &str) -> usize {
        let before = self.judged.len();
        self.judged.retain(|key, _| !key.contains(word));
        before - self.judged.len()
    }

    /// Every outcome that is judged here, in order: the sequence, the outcome and the verdict.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str, Verdict)> {
        self.judged.iter().flat_map(|(key, outcomes)| {
            outcomes.iter().map(|(outcome, verdict)| (key.as_str(), outcome.as_str(), *verdict))
        })
    }

    /// Every sequence of which an outcome is judged, here or where this oracle builds on.
    pub fn keys(&self) -> BTreeSet<&str> {
        self.judged.keys().chain(self.inherited.keys()).map(String::as_str).collect()
    }

    /// The number of judged outcomes, without those that are inherited.
    pub fn len(&self) -> usize {
        self.judged.values().map(BTreeMap::len).sum()
    }

    /// Returns whether nothing is judged.
    pub fn is_empty(&self) -> bool {
        self.judged.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_outcomes_of_one_sequence_are_remembered() {
        let mut oracle = Oracle::default();
        oracle.remember("new(); size()", "0", Verdict::Right);
        oracle.remember("new(); size()", "1", Verdict::Wrong);
        assert_eq!(oracle.verdict("new(); size()", "0"), Some(Verdict::Right));
        assert_eq!(oracle.verdict("new(); size()", "1"), Some(Verdict::Wrong));
        assert_eq!(oracle.verdict("new(); size()", "2"), None);
        assert_eq!(oracle.right_outcomes("new(); size()"), ["0"]);
    }

    #[test]
    fn own_verdicts_override_inherited_ones() {
        let mut parent = Oracle::default();
        parent.remember("new(); size()", "0", Verdict::Right);
        parent.remember("new()", "Parent", Verdict::Right);
        let mut child = Oracle::default();
        child.remember("new(); size()", "0", Verdict::Wrong);
        child.inherit(&parent);
        assert_eq!(child.verdict("new(); size()", "0"), Some(Verdict::Wrong));
        assert_eq!(child.verdict("new()", "Parent"), Some(Verdict::Right));
        assert!(child.knows("new()"));
        assert_eq!(child.len(), 1);
    }

    #[test]
    fn sequences_are_forgotten_by_a_word() {
        let mut oracle = Oracle::default();
        oracle.remember("new(); push(0)", "()", Verdict::Right);
        oracle.remember("new(); pop()", "()", Verdict::Right);
        assert_eq!(oracle.forget("push("), 1);
        assert!(oracle.knows("new(); pop()"));
    }
}
