//! The parts that a search space is cut into, and the result of each.

use gadfly_wire::{Choices, ExhaustCounts, FailingInput, WeighedPart};

use crate::pipeline::Shard;

/// The result of one part.
#[derive(Clone, Debug, Default)]
pub(super) struct PartResult {
    pub(super) counts: ExhaustCounts,
    pub(super) unread: Vec<String>,
    /// The causes of runs that were not audited to their end.
    pub(super) unaudited: Vec<String>,
    /// The smallest failing input of the part.
    pub(super) failure: Option<FailingInput>,
    /// Valid structures as text and drawing, if they were asked for.
    pub(super) found: Vec<(String, String)>,
}

/// A part of the search space.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The choices that its candidates start with.
    pub(super) start: Choices,
    /// Its last candidates, if the rest was given to others.
    pub(super) last: Option<Choices>,
    /// About how large it is, in parts that the space was first cut into.
    pub(super) weight: f64,
    /// Its result, if it is done.
    pub(super) result: Option<PartResult>,
}

/// All parts by number. Numbers are given in order of appearance, which is not that of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    list: Vec<Part>,
    /// Numbers in the order of the search.
    order: Vec<usize>,
}

impl Parts {
    /// The first parts, in the order of the search.
    pub(super) fn new(starts: Vec<Choices>) -> Self {
        let order = (0..starts.len()).collect();
        let part = |start| Part { start, last: None, weight: 1.0, result: None };
        Self { list: starts.into_iter().map(part).collect(), order }
    }

    /// The number of parts.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The part of a number.
    pub(super) fn get(&mut self, number: usize) -> Option<&mut Part> {
        self.list.get_mut(number)
    }

    /// The numbers of parts that are not done, in the order of the search.
    pub(super) fn open(&self) -> Vec<usize> {
        let open = self.order.iter().filter(|number| self.list[**number].result.is_none());
        open.copied().collect()
    }

    /// Part `number` ends with `last`, of which `fraction` is done, and what comes after that is
    /// parts of their own; returns their numbers.
    pub(super) fn give(
        &mut self,
        number: usize,
        last: Choices,
        starts: Vec<Choices>,
        fraction: f64,
    ) -> Vec<usize> {
        let Some(part) = self.list.get_mut(number) else { return Vec::new() };
        let weight = part.weight * (1.0 - fraction) / (starts.len() + 1) as f64;
        part.weight -= weight * starts.len() as f64;
        part.last = Some(last);
        let first = self.list.len();
        let part = |start| Part { start, last: None, weight, result: None };
        self.list.extend(starts.into_iter().map(part));
        let numbers: Vec<usize> = (first..self.list.len()).collect();
        let after = self.order.iter().position(|it| *it == number).map_or(0, |it| it + 1);
        self.order.splice(after..after, numbers.iter().copied());
        numbers
    }

    /// The result of the part at a position in the order of the search.
    pub(super) fn at(&mut self, position: usize) -> Option<&mut PartResult> {
        let number = *self.order.get(position)?;
        self.list[number].result.as_mut()
    }

    /// Results of all parts that are done, with their weights.
    pub(super) fn done(&self) -> impl Iterator<Item = (&PartResult, f64)> {
        self.list.iter().filter_map(|part| Some((part.result.as_ref()?, part.weight)))
    }

    /// Results of all parts, in the order of the search.
    pub(super) fn into_results(mut self) -> Vec<Option<PartResult>> {
        self.order.iter().map(|number| self.list[*number].result.take()).collect()
    }
}

/// The parts of a shard: a run of neighbours, so that the shards' results put one after the other
/// are the result of the whole. Shards are about equally heavy.
pub(super) fn of_shard(parts: Vec<WeighedPart>, shard: Option<Shard>) -> Vec<Choices> {
    let total: f64 = parts.iter().map(|part| part.weight).sum();
    let mut before = 0.0;
    let mut mine = Vec::new();
    for WeighedPart { start, weight } in parts {
        let middle = (before + weight / 2.0) / total.max(f64::MIN_POSITIVE);
        before += weight;
        let is_mine = shard.is_none_or(|Shard { index, count }| {
            ((middle * count as f64) as usize).min(count - 1) == index - 1
        });
        if is_mine {
            mine.push(start);
        }
    }
    mine
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(text: &str) -> Choices {
        text.parse().expect("choices")
    }

    fn starts(texts: &[&str]) -> Vec<Choices> {
        texts.iter().map(|text| start(text)).collect()
    }

    #[test]
    fn shards_put_together_are_the_whole() {
        let heavy = |index: u32| if index == 3 { 90.0 } else { 1.0 };
        let part =
            |index| WeighedPart { start: start(&format!("1-{index}")), weight: heavy(index) };
        let parts: Vec<WeighedPart> = (0..10).map(part).collect();
        let shard = |index, count| of_shard(parts.clone(), Some(Shard { index, count }));
        for count in 1..=12 {
            let shards = (1..=count).flat_map(|index| shard(index, count));
            let whole: Vec<Choices> = parts.iter().map(|part| part.start.clone()).collect();
            assert_eq!(shards.collect::<Vec<_>>(), whole);
        }
        assert_eq!(shard(1, 2), starts(&["1-0", "1-1", "1-2", "1-3"]));
    }

    #[test]
    fn parts_given_away_come_after_their_giver() {
        let mut parts = Parts::new(starts(&["1-0", "1-1", "1-2"]));
        let given = starts(&["1-1.2-1", "1-1.2-2"]);
        assert_eq!(parts.give(1, start("1-1.2-0"), given, 0.0), [3, 4]);
        let given = starts(&["1-1.2-0.3-1"]);
        assert_eq!(parts.give(1, start("1-1.2-0.3-0"), given, 0.5), [5]);
        assert_eq!(parts.open(), [0, 1, 5, 3, 4, 2]);
        let last = parts.get(1).and_then(|part| part.last.clone());
        assert_eq!((last, parts.len()), (Some(start("1-1.2-0.3-0")), 6));
        let weight: f64 = (0..6).filter_map(|it| Some(parts.get(it)?.weight)).sum();
        assert!((weight - 3.0).abs() < 1e-9, "{weight}");
    }
}
