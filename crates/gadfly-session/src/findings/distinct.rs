//! Findings that are each there once, by [identities](Identity): as they come, or all at once.

use std::collections::{BTreeMap, BTreeSet};

use crate::findings::identity::{Identity, SeenAs};
use crate::report::Finding;

/// The one of several equal findings that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// The first.
    First,
    /// One whose place is known, then the one with the fewest calls.
    BestShown,
}

impl Keep {
    /// Returns whether a newer finding replaces an older one.
    fn is_better(self, new: &Finding, old: &Finding) -> bool {
        let shows_more = new.location.is_some() && old.location.is_none();
        let shows_less = new.location.is_none() && old.location.is_some();
        self == Keep::BestShown && (shows_more || (new.calls < old.calls && !shows_less))
    }
}

/// Findings as they come, each once and with the number of its occurrences.
pub(crate) struct Distinct<T> {
    keep: Keep,
    entries: Vec<DistinctFinding<T>>,
    by_cause: BTreeMap<Identity, usize>,
    by_words: BTreeMap<Identity, usize>,
}

struct DistinctFinding<T> {
    found: T,
    /// The numbers under which the engine counts its occurrences.
    buckets: Vec<u32>,
}

impl<T: AsMut<Finding>> DistinctFinding<T> {
    /// Counts another occurrence.
    fn count(&mut self, bucket: Option<u32>) {
        self.buckets.extend(bucket);
        self.found.as_mut().seen += 1;
    }
}

impl<T: AsRef<Finding> + AsMut<Finding>> Distinct<T> {
    /// No findings yet.
    pub(crate) fn new(keep: Keep) -> Self {
        let (by_cause, by_words) = (BTreeMap::new(), BTreeMap::new());
        Distinct { keep, entries: Vec::new(), by_cause, by_words }
    }

    /// Adds a finding; returns it if it is the first of its kind. It is not made where an equal one is kept anyway.
    pub(crate) fn add(
        &mut self,
        identity: SeenAs,
        bucket: Option<u32>,
        make: impl FnOnce() -> T,
    ) -> Option<&Finding> {
        let SeenAs { cause, placeless } = identity;
        let known = self.by_cause.get(&cause).copied();
        if let (Keep::First, Some(known)) = (self.keep, known) {
            self.entries[known].count(bucket);
            return None;
        }
        let found = make();
        let finding = found.as_ref();
        let known = known.or_else(|| {
            let known = *self.by_words.get(placeless.as_ref()?)?;
            let place = &self.entries[known].found.as_ref().location;
            (finding.location.is_none() || place.is_none()).then_some(known)
        });
        self.by_cause.insert(cause, known.unwrap_or(self.entries.len()));
        let Some(known) = known else {
            if let Some(placeless) = placeless {
                self.by_words.entry(placeless).or_insert(self.entries.len());
            }
            self.entries.push(DistinctFinding { found, buckets: bucket.into_iter().collect() });
            return self.entries.last().map(|entry| entry.found.as_ref());
        };
        let entry = &mut self.entries[known];
        let seen = entry.found.as_ref().seen;
        if self.keep.is_better(finding, entry.found.as_ref()) {
            entry.found = found;
            entry.found.as_mut().seen = seen;
        }
        entry.count(bucket);
        None
    }

    /// The findings so far.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &Finding> {
        self.entries.iter().map(|entry| entry.found.as_ref())
    }

    /// All of them in the order in which they came. `counted` has the engine's number of occurrences of each bucket.
    pub(crate) fn into_found(self, counted: &[u64]) -> Vec<T> {
        let entries = self.entries.into_iter().map(|mut entry| {
            let counts = entry.buckets.iter().filter_map(|bucket| counted.get(*bucket as usize));
            let finding = entry.found.as_mut();
            finding.seen = counts.sum::<u64>().max(finding.seen);
            entry.found
        });
        entries.collect()
    }
}

/// Indices in groups of equal identity, ordered by the first of each. What has no identity is like nothing else.
pub(crate) fn groups<I>(identities: I) -> Vec<Vec<usize>>
where
    I: IntoIterator<Item = (usize, Option<Identity>)>,
{
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut by_identity: BTreeMap<Identity, usize> = BTreeMap::new();
    for (index, identity) in identities {
        let next = groups.len();
        let group = identity.map_or(next, |it| *by_identity.entry(it).or_insert(next));
        match groups.get_mut(group) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups
}

/// Removes everything to which something before it is equal.
pub(crate) fn keep_firsts<T>(all: &mut Vec<T>, identity: impl Fn(&T) -> Option<Identity>) {
    let groups = groups(all.iter().map(identity).enumerate());
    let firsts: BTreeSet<usize> = groups.into_iter().map(|group| group[0]).collect();
    let mut index = 0..;
    all.retain(|_| index.next().is_some_and(|index| firsts.contains(&index)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Kind;

    fn finding(location: Option<&str>, calls: u64) -> Finding {
        let location = location.map(str::to_owned);
        Finding { location, calls, seen: 1, ..Finding::example() }
    }

    fn at(location: Option<&str>, words: &str) -> SeenAs {
        SeenAs {
            cause: Identity::of_message(location.unwrap_or("k::f"), words),
            placeless: Some(Identity::of_words(Kind::Panic, "k::f", words)),
        }
    }

    #[test]
    fn equal_findings_are_counted_and_the_best_is_kept() {
        for (keep, calls) in [(Keep::First, 3), (Keep::BestShown, 2)] {
            let mut distinct = Distinct::new(keep);
            let place = Some("a:1");
            let is_new = |distinct: &mut Distinct<Finding>, calls, bucket| {
                distinct.add(at(place, "no"), Some(bucket), || finding(place, calls)).is_some()
            };
            assert!(is_new(&mut distinct, 3, 0));
            assert!(!is_new(&mut distinct, 2, 1));
            assert!(!is_new(&mut distinct, 4, 2));
            assert!(distinct.add(at(place, "never"), None, || finding(place, 1)).is_some());
            assert_eq!(distinct.iter().len(), 2);
            // More than were reported one by one, and none without a count.
            let found = distinct.into_found(&[5, 6]);
            assert_eq!(
                found.iter().map(|it| (it.calls, it.seen)).collect::<Vec<_>>(),
                [(calls, 11), (1, 1)]
            );
        }
    }

    #[test]
    fn words_count_where_a_place_is_unknown() {
        let mut distinct = Distinct::new(Keep::BestShown);
        let mut is_new = |place: Option<&str>, words: &str, calls| {
            distinct.add(at(place, words), None, || finding(place, calls)).is_some()
        };
        assert!(is_new(None, "no", 1));
        assert!(!is_new(Some("a:1"), "no", 9), "its place was unknown");
        assert!(!is_new(None, "no", 1), "the same again");
        assert!(is_new(Some("b:2"), "no", 1), "both places are known");
        assert!(!is_new(Some("a:1"), "no", 9), "the place has become known");
        assert!(is_new(None, "never", 1));
        let found = distinct.into_found(&[]);
        let places: Vec<Option<&str>> = found.iter().map(|it| it.location.as_deref()).collect();
        assert_eq!(places, [Some("a:1"), Some("b:2"), None]);
        assert_eq!((found[0].calls, found[0].seen), (9, 4));
    }

    #[test]
    fn groups_begin_with_their_first_member() {
        let of = |words: &str| Some(Identity::of_message("k::f", words));
        let identities = [(7, of("a")), (1, None), (4, of("b")), (2, of("a")), (3, None)];
        assert_eq!(groups(identities), [vec![7, 2], vec![1], vec![4], vec![3]]);
    }

    #[test]
    fn the_first_of_equal_ones_stays() {
        let mut all = vec![("a", 1), ("", 2), ("b", 3), ("a", 4), ("", 5)];
        keep_firsts(&mut all, |(words, _)| {
            (!words.is_empty()).then(|| Identity::of_message("k::f", words))
        });
        assert_eq!(all, [("a", 1), ("", 2), ("b", 3), ("", 5)]);
    }
}
