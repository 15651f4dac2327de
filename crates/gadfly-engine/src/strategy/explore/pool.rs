//! The pool: values worth starting from, by type, each as the sequence that makes it.
//!
//! Bounded per type. A value comes in only if its fingerprint is new; when a pool is full, what is like many others or long
//! makes room first.

use crate::link::registry::Registry;
use crate::number_set::NumberSet;
use crate::rng::{mix, Rng};
use crate::run::program::{Companion, SequenceNode};
use crate::snapshot::quarantine::LARGEST_SIZE;
use crate::strategy::explore::fresh::FreshLiterals;
use crate::strategy::OperationChooser;
use gadfly_wire::SearchSettings;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Values that take at most this many bytes of allocations to make are taken as they come, more expensive ones in proportion more rarely:
/// otherwise a few large values would get most of the time.
const CHEAP: u64 = 2048;
/// Longer texts are not made into others.
const MATERIAL: u64 = 120;
/// The number of a type's literals that are combined with each other. Those at the ends of its range come first.
pub(crate) const CORNERS: usize = 20;
/// Literals up to this magnitude are small.
pub(crate) const SMALL: u64 = 100;
/// Literals up to this magnitude are very small.
const TINY: u64 = 8;

/// A value worth starting from.
#[derive(Clone, Debug)]
pub(crate) struct PoolEntry {
    /// The sequence that makes it.
    pub(crate) node: Rc<SequenceNode>,
    /// Its variable in there.
    pub(crate) var: u32,
    /// The code that made it or changed it last.
    pub(crate) origin: u32,
    /// Its fingerprint; zero if it has none.
    pub(crate) print: u64,
    /// True if it holds no borrows.
    pub(crate) parentless: bool,
    /// The largest integer that it was made from.
    pub(crate) magnitude: u64,
    /// The other live variables of the sequence, latest first.
    pub(crate) companions: Rc<[Companion]>,
    /// The number of edges that the sequence was the first to reach.
    pub(crate) edges: u32,
    /// The number of times it was drawn because of them.
    pub(crate) drawn: Cell<u32>,
}

impl PoolEntry {
    /// The first value of a sequence that nothing more is known of.
    pub(crate) fn of(node: Rc<SequenceNode>) -> Self {
        Self {
            node,
            var: 0,
            origin: 0,
            print: 0,
            parentless: true,
            magnitude: 0,
            companions: Rc::new([]),
            edges: 0,
            drawn: Cell::new(0),
        }
    }
}

/// The preferred size of an integer, or of the integers that a value was made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Size {
    /// As it comes.
    #[default]
    Any,
    /// Small: much may be allocated for it.
    Small,
    /// Very small: even the square of it may be allocated.
    Tiny,
    /// Too large for anything to be allocated for it.
    Hopeless,
}

impl Size {
    /// Returns whether an integer of this magnitude will do.
    pub(crate) fn suits(self, magnitude: u64) -> bool {
        match self {
            Self::Any => true,
            Self::Small => magnitude <= SMALL,
            Self::Tiny => magnitude <= TINY,
            Self::Hopeless => magnitude > LARGEST_SIZE,
        }
    }
}

/// The preferences for a drawn value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Preference {
    /// Of which size it should be, if there is a choice.
    pub(crate) size: Size,
    /// Nothing that borrows.
    pub(crate) parentless: bool,
    /// A long history rather than a short one.
    pub(crate) long: bool,
}

/// Values by type.
#[derive(Debug)]
pub(crate) struct ValuePool {
    types: Vec<TypePool>,
    capacity: usize,
    seen: NumberSet,
    /// Indices of literals by type and value, where that is an integer that is not negative.
    integers: BTreeMap<(u32, u64), u32>,
    /// Literals that are drawn anew.
    pub(crate) fresh: FreshLiterals,
    literal_percent: u32,
    none_percent: u32,
    bright_percent: u32,
}

#[derive(Debug, Default)]
struct TypePool {
    literals: Vec<PoolEntry>,
    /// Indices of literals, as often as they weigh.
    draw: Vec<u32>,
    /// Their codes.
    codes: Vec<u32>,
    /// Indices of small literals.
    small: Vec<u32>,
    /// Indices of very small ones.
    tiny: Vec<u32>,
    /// Indices of integers that nothing has as its size.
    hopeless: Vec<u32>,
    grown: Vec<PoolEntry>,
    none: Option<PoolEntry>,
}

impl ValuePool {
    /// An empty pool for this many types.
    pub(crate) fn new(types: usize, capacity: usize, settings: &SearchSettings) -> Self {
        let mut by_type = Vec::new();
        by_type.resize_with(types, TypePool::default);
        Self {
            types: by_type,
            capacity: capacity.max(1),
            seen: NumberSet::default(),
            integers: BTreeMap::new(),
            fresh: FreshLiterals::new(types, settings.fresh_percent),
            literal_percent: settings.literal_percent,
            none_percent: settings.none_percent,
            bright_percent: settings.bright_percent,
        }
    }

    /// Returns whether there is any value of the type.
    pub(crate) fn has(&self, ty: u32) -> bool {
        let pool = &self.types[ty as usize];
        !pool.literals.is_empty() || !pool.grown.is_empty() || pool.none.is_some()
    }

    /// Adds every literal, and reports the types to the chooser.
    pub(crate) fn add_literals(&mut self, registry: &Registry, chooser: &mut OperationChooser) {
        self.fresh.know(registry);
        for (index, literal) in registry.literals.iter().enumerate() {
            let code = (registry.operations.len() + index) as u32;
            let integer = registry.types[literal.ty as usize].integer;
            // Any use of a long text costs at least as much as a copy of it.
            let node = SequenceNode::expensive_leaf(code, literal.length());
            let entry = PoolEntry { origin: code, ..PoolEntry::of(node) };
            let first = !self.has(literal.ty);
            if let Some(value) = literal.value(integer) {
                let place = self.types[literal.ty as usize].literals.len() as u32;
                self.integers.insert((literal.ty, value), place);
            }
            let magnitude = integer.map(|integer| literal.magnitude(integer));
            self.add_literal(literal.ty, entry, literal.weight, magnitude);
            if first {
                chooser.inhabited(literal.ty);
            }
        }
    }

    /// The literal of an integer type with this value.
    pub(crate) fn literal(&self, ty: u32, value: u64) -> Option<&PoolEntry> {
        let place = *self.integers.get(&(ty, value))?;
        self.types[ty as usize].literals.get(place as usize)
    }

    /// The first few literals of a type, at most so many: the ends of its range and the neighbours of zero come first.
    pub(crate) fn corners(&self, ty: u32, most: usize) -> &[PoolEntry] {
        let literals = &self.types[ty as usize].literals;
        &literals[..literals.len().min(most.max(CORNERS))]
    }

    /// The number of statements that make a value of the pool.
    pub(crate) fn length_of(&self, ty: u32, print: u64) -> Option<u32> {
        let pool = &self.types[ty as usize];
        let same = pool.grown.iter().filter(|entry| entry.print == print);
        same.map(|entry| entry.node.length()).max()
    }

    /// Puts a shorter sequence in the place of a longer one that makes the same value.
    pub(crate) fn shorten(&mut self, ty: u32, shorter: PoolEntry) {
        let pool = &mut self.types[ty as usize];
        let same = pool.grown.iter_mut().find(|entry| entry.print == shorter.print);
        if let Some(entry) = same.filter(|entry| entry.node.length() > shorter.node.length()) {
            *entry = PoolEntry { edges: entry.edges, ..shorter };
        }
    }

    /// Says that the sequence that put a value here reached edges that were not reached before.
    pub(crate) fn credit_edges(&mut self, ty: u32, node: &Rc<SequenceNode>, edges: u32) {
        let pool = &mut self.types[ty as usize];
        if let Some(entry) = pool.grown.iter_mut().find(|entry| Rc::ptr_eq(&entry.node, node)) {
            entry.edges += edges;
        }
    }

    /// Adds a literal, which is never evicted; with its distance from zero, if it is an integer.
    pub(crate) fn add_literal(
        &mut self,
        ty: u32,
        entry: PoolEntry,
        weight: u16,
        magnitude: Option<u64>,
    ) {
        let pool = &mut self.types[ty as usize];
        let index = pool.literals.len() as u32;
        let times = usize::from(weight.clamp(1, 16));
        pool.draw.extend(std::iter::repeat(index).take(times));
        pool.codes.extend(std::iter::repeat(entry.origin).take(times));
        if magnitude.is_some_and(|magnitude| Size::Small.suits(magnitude)) {
            pool.small.push(index);
        }
        if magnitude.is_some_and(|magnitude| Size::Tiny.suits(magnitude)) {
            pool.tiny.push(index);
        }
        if magnitude.is_some_and(|magnitude| Size::Hopeless.suits(magnitude)) {
            pool.hopeless.push(index);
        }
        pool.literals.push(entry);
    }

    /// Returns whether a value was not seen before. Says so once.
    pub(crate) fn is_new(&mut self, ty: u32, print: u64) -> bool {
        self.seen.insert(mix(print ^ mix(u64::from(ty))))
    }

    /// The number of distinct values.
    pub(crate) fn states(&self) -> u64 {
        self.seen.total()
    }

    /// Returns whether there is room for a value of the type, or it is worth making some.
    pub(crate) fn wants(&self, ty: u32, rng: &mut Rng) -> bool {
        self.types[ty as usize].grown.len() < self.capacity || rng.one_in(8)
    }

    /// Adds a value, making room if need be. One of `None` is kept apart. True if it is the first of its type.
    pub(crate) fn add(&mut self, ty: u32, entry: PoolEntry, is_none: bool, rng: &mut Rng) -> bool {
        let first = !self.has(ty);
        let pool = &mut self.types[ty as usize];
        if is_none {
            pool.none.get_or_insert(entry);
            return first;
        }
        if pool.grown.len() < self.capacity {
            pool.grown.push(entry);
            return first;
        }
        let mut victim = (0, rng.below(pool.grown.len()));
        for _ in 0..4 {
            let index = rng.below(pool.grown.len());
            if pool.grown[index].edges > 0 && !rng.one_in(16) {
                continue;
            }
            let (origin, length) = (pool.grown[index].origin, pool.grown[index].node.length());
            let alike = pool.grown.iter().filter(|other| other.origin == origin).count() as u32;
            let cost = (pool.grown[index].node.cost() / CHEAP).min(1000) as u32;
            victim = victim.max((alike * 4 + length * 2 + cost, index));
        }
        pool.grown[victim.1] = entry;
        first
    }

    /// Removes a value that could not be made again.
    pub(crate) fn remove(&mut self, ty: u32, node: &Rc<SequenceNode>) {
        self.types[ty as usize].grown.retain(|entry| !Rc::ptr_eq(&entry.node, node));
    }

    /// Draws a literal of the type: its code.
    #[inline]
    pub(crate) fn draw_literal(&self, ty: u32, rng: &mut Rng) -> Option<u32> {
        if let Some(fresh) = self.fresh.draw(ty, rng) {
            return Some(fresh);
        }
        let codes = &self.types[ty as usize].codes;
        if codes.is_empty() {
            return None;
        }
        codes.get(rng.below(codes.len())).copied()
    }

    /// Draws a value of the type to make others of: a literal, or one that this operation made and that brought coverage.
    /// Nothing else: it must be possible to make the result again for a test.
    pub(crate) fn draw_material(&self, ty: u32, maker: u32, rng: &mut Rng) -> Option<&PoolEntry> {
        let pool = &self.types[ty as usize];
        let bright = if pool.grown.is_empty() || rng.percent(50) {
            None
        } else {
            let preference = Preference { parentless: true, ..Preference::default() };
            pool.with_edges(preference, rng).filter(|entry| entry.origin == maker)
        };
        bright.or_else(|| {
            let index = *pool.draw.get(rng.below(pool.draw.len().max(1)))?;
            Some(&pool.literals[index as usize]).filter(|entry| entry.node.cost() <= MATERIAL)
        })
    }

    /// Draws a small literal of the type: its code.
    #[inline]
    pub(crate) fn draw_small(&self, ty: u32, rng: &mut Rng) -> Option<u32> {
        let pool = &self.types[ty as usize];
        let index = *pool.small.get(rng.below(pool.small.len().max(1)))?;
        Some(pool.literals[index as usize].origin)
    }

    /// Returns whether there are literals of the type.
    #[inline]
    pub(crate) fn has_literals(&self, ty: u32) -> bool {
        !self.types[ty as usize].draw.is_empty()
    }

    /// Draws a value of the type.
    pub(crate) fn draw(
        &self,
        ty: u32,
        preference: Preference,
        rng: &mut Rng,
    ) -> Option<&PoolEntry> {
        let pool = &self.types[ty as usize];
        let of_size = match preference.size {
            Size::Any => &[][..],
            Size::Hopeless if !pool.hopeless.is_empty() => &pool.hopeless,
            Size::Tiny => &pool.tiny,
            Size::Small | Size::Hopeless => &pool.small,
        };
        if !of_size.is_empty() {
            return Some(&pool.literals[of_size[rng.below(of_size.len())] as usize]);
        }
        let only_none = pool.literals.is_empty() && pool.grown.is_empty();
        if pool.none.is_some() && (only_none || rng.percent(self.none_percent)) {
            return pool.none.as_ref();
        }
        let literal = !pool.literals.is_empty()
            && (pool.grown.is_empty() || rng.percent(self.literal_percent));
        if literal {
            let mut found = &pool.literals[pool.draw[rng.below(pool.draw.len())] as usize];
            for _ in 0..3 {
                if is_affordable(found, rng) {
                    break;
                }
                found = &pool.literals[pool.draw[rng.below(pool.draw.len())] as usize];
            }
            return Some(found);
        }
        if pool.grown.is_empty() {
            return None;
        }
        if rng.percent(self.bright_percent) {
            if let Some(entry) = pool.with_edges(preference, rng) {
                return Some(entry);
            }
        }
        if let Some(entry) = pool.of_size(preference, rng) {
            return Some(entry);
        }
        let mut cheapest: Option<&PoolEntry> = None;
        for _ in 0..4 {
            let prefer_long = preference.long || rng.percent(20);
            let mut better = &pool.grown[rng.below(pool.grown.len())];
            for _ in 0..if prefer_long { 1 } else { 3 } {
                let other = &pool.grown[rng.below(pool.grown.len())];
                if (other.node.length() > better.node.length()) == prefer_long {
                    better = other;
                }
            }
            if !better.parentless && preference.parentless {
                continue;
            }
            let cost = better.node.cost();
            if is_affordable(better, rng) {
                return Some(better);
            }
            if cheapest.map_or(true, |found| cost < found.node.cost()) {
                cheapest = Some(better);
            }
        }
        cheapest
    }
}

impl TypePool {
    /// Any of the values of the size that is wished for, if it matters.
    fn of_size(&self, preference: Preference, rng: &mut Rng) -> Option<&PoolEntry> {
        if preference.size == Size::Any {
            return None;
        }
        let suits = |entry: &&PoolEntry| {
            preference.size.suits(entry.magnitude) && (entry.parentless || !preference.parentless)
        };
        let count = self.grown.iter().filter(suits).count();
        let nth = rng.below(count.max(1));
        self.grown.iter().filter(suits).nth(nth)
    }

    /// Of a few values that brought coverage, the one that was drawn least for it.
    fn with_edges(&self, preference: Preference, rng: &mut Rng) -> Option<&PoolEntry> {
        let entry = (0..6)
            .map(|_| &self.grown[rng.below(self.grown.len())])
            .filter(|entry| entry.edges > 0 && (entry.parentless || !preference.parentless))
            .filter(|entry| {
                entry.node.cost() <= CHEAP * 16 && preference.size.suits(entry.magnitude)
            })
            .min_by_key(|entry| entry.drawn.get() / entry.edges)?;
        entry.drawn.set(entry.drawn.get().saturating_add(1));
        Some(entry)
    }
}

/// Returns whether a value is to be taken although it may be expensive.
fn is_affordable(entry: &PoolEntry, rng: &mut Rng) -> bool {
    let cost = entry.node.cost();
    cost <= CHEAP || (rng.below(cost as usize) as u64) < CHEAP
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(origin: u32) -> PoolEntry {
        PoolEntry { origin, ..PoolEntry::of(SequenceNode::leaf(origin)) }
    }

    #[test]
    fn a_value_is_new_once_per_type() {
        let mut pool = ValuePool::new(2, 4, &SearchSettings::default());
        assert!(pool.is_new(0, 7));
        assert!(!pool.is_new(0, 7));
        assert!(pool.is_new(1, 7));
        for print in 100..10_000 {
            assert!(pool.is_new(0, print));
        }
        assert!(!pool.is_new(0, 5000));
        assert_eq!(pool.states(), 9902);
    }

    #[test]
    fn full_shelves_keep_different_origins() {
        let mut pool = ValuePool::new(1, 8, &SearchSettings::default());
        let mut rng = Rng::new(1);
        pool.add(0, entry(99), false, &mut rng);
        for _ in 0..500 {
            pool.add(0, entry(1), false, &mut rng);
        }
        let pool = &pool.types[0];
        assert_eq!(pool.grown.len(), 8);
        assert!(pool.grown.iter().any(|kept| kept.origin == 99));
    }

    #[test]
    fn expensive_values_are_drawn_rarely() {
        let mut pool = ValuePool::new(1, 8, &SearchSettings::default());
        let mut rng = Rng::new(1);
        let expensive =
            PoolEntry { node: SequenceNode::expensive_leaf(1, 100 * CHEAP), ..entry(1) };
        pool.add(0, expensive, false, &mut rng);
        assert!(pool.draw(0, Preference::default(), &mut rng).is_some(), "better than nothing");
        pool.add(0, entry(2), false, &mut rng);
        let drawn = (0..10_000)
            .filter_map(|_| pool.draw(0, Preference::default(), &mut rng))
            .filter(|found| found.origin == 1)
            .count();
        assert!((20..1500).contains(&drawn), "{drawn} of 10000");
    }

    #[test]
    fn wishes_are_respected() {
        let mut pool = ValuePool::new(1, 8, &SearchSettings::default());
        let mut rng = Rng::new(1);
        pool.add_literal(0, entry(5), 1, Some(u64::MAX));
        pool.add_literal(0, entry(6), 1, Some(3));
        for _ in 0..50 {
            for (size, origin) in [(Size::Small, 6), (Size::Hopeless, 5)] {
                let preference = Preference { size, ..Preference::default() };
                assert_eq!(
                    pool.draw(0, preference, &mut rng).map(|found| found.origin),
                    Some(origin)
                );
            }
        }
        pool = ValuePool::new(1, 8, &SearchSettings::default());
        pool.add_literal(0, entry(6), 1, Some(3));
        let preference = Preference { size: Size::Hopeless, ..Preference::default() };
        assert!(pool.draw(0, preference, &mut rng).is_some(), "a small one is better than none");
        let mut pool = ValuePool::new(1, 8, &SearchSettings::default());
        pool.add(0, PoolEntry { parentless: false, ..entry(1) }, false, &mut rng);
        let preference = Preference { parentless: true, ..Preference::default() };
        assert!(pool.draw(0, preference, &mut rng).is_none());
        assert!(pool.draw(0, Preference::default(), &mut rng).is_some());
    }

    #[test]
    fn none_is_drawn_rarely_and_kept_apart() {
        let mut pool = ValuePool::new(1, 2, &SearchSettings::default());
        let mut rng = Rng::new(1);
        assert!(pool.add(0, entry(9), true, &mut rng));
        assert!(pool
            .draw(0, Preference::default(), &mut rng)
            .is_some_and(|found| found.origin == 9));
        for origin in 0..10 {
            assert!(!pool.add(0, entry(origin % 2), false, &mut rng));
        }
        let none = (0..10_000)
            .filter_map(|_| pool.draw(0, Preference::default(), &mut rng))
            .filter(|found| found.origin == 9)
            .count();
        assert!((300..700).contains(&none), "{none} of 10000");
    }

    #[test]
    fn values_with_new_coverage_are_drawn_more() {
        let mut pool = ValuePool::new(1, 8, &SearchSettings::default());
        let mut rng = Rng::new(1);
        let bright = entry(100);
        let node = Rc::clone(&bright.node);
        pool.add(0, bright, false, &mut rng);
        pool.credit_edges(0, &node, 3);
        for origin in 0..60 {
            pool.add(0, entry(origin), false, &mut rng);
        }
        let drawn = (0..10_000)
            .filter_map(|_| pool.draw(0, Preference::default(), &mut rng))
            .filter(|found| found.origin == 100)
            .count();
        assert!((2000..4000).contains(&drawn), "{drawn} of 10000");
    }

    #[test]
    fn shorter_sequences_replace_longer_ones() {
        let mut pool = ValuePool::new(1, 8, &SearchSettings::default());
        let mut rng = Rng::new(1);
        let long = PoolEntry { print: 7, edges: 2, ..PoolEntry::of(SequenceNode::pair(1, 2)) };
        pool.add(0, long, false, &mut rng);
        assert!(pool.length_of(0, 7) == Some(2) && pool.length_of(0, 8).is_none());
        pool.shorten(0, PoolEntry { print: 7, ..entry(3) });
        let found = pool.draw(0, Preference::default(), &mut rng).expect("it is still there");
        assert_eq!((found.node.length(), found.edges, found.origin), (1, 2, 3));
    }

    #[test]
    fn corners_are_the_first_literals() {
        let mut pool = ValuePool::new(1, 8, &SearchSettings::default());
        assert!(pool.corners(0, CORNERS).is_empty());
        for origin in 0..50 {
            pool.add_literal(0, entry(origin), 1, None);
        }
        let corners: Vec<u32> = pool.corners(0, CORNERS).iter().map(|entry| entry.origin).collect();
        assert_eq!(corners, (0..20).collect::<Vec<u32>>());
    }

    #[test]
    fn long_literals_are_drawn_rarely() {
        let mut pool = ValuePool::new(1, 8, &SearchSettings::default());
        let mut rng = Rng::new(1);
        let long =
            PoolEntry { origin: 1, ..PoolEntry::of(SequenceNode::expensive_leaf(1, 70_000)) };
        pool.add_literal(0, long, 1, None);
        for origin in 2..6 {
            pool.add_literal(0, entry(origin), 1, None);
        }
        let drawn = (0..10_000)
            .filter_map(|_| pool.draw(0, Preference::default(), &mut rng))
            .filter(|found| found.origin == 1)
            .count();
        assert!((50..300).contains(&drawn), "{drawn} of 10000");
    }
}
