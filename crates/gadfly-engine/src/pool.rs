//! The pool: values worth starting from, by type, each as the sequence that makes it.
//!
//! Bounded per type. A value comes in only if its fingerprint is new; when a shelf is full, what is like many others or long
//! makes room first.

use crate::program::Node;
use crate::rng::{mix, Rng};
use std::rc::Rc;

/// How many fingerprints are remembered before starting over.
const MAX_SEEN: usize = 1 << 20;
/// Values that take at most this many bytes of allocations to make are taken as they come, dearer ones in proportion more rarely:
/// otherwise a few large values would get most of the time.
const CHEAP: u64 = 4096;
/// Literals up to this magnitude are small.
pub const SMALL: u64 = 100;

/// A value worth starting from.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The sequence that makes it.
    pub node: Rc<Node>,
    /// Its variable in there.
    pub var: u32,
    /// The code that made it or changed it last.
    pub origin: u32,
    /// Its fingerprint; zero if it has none.
    pub print: u64,
    /// Whether it holds no borrows.
    pub parentless: bool,
}

/// What to look for on a shelf.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish {
    /// A small integer.
    pub small: bool,
    /// Nothing that borrows.
    pub parentless: bool,
    /// A long history rather than a short one.
    pub long: bool,
}

/// Values by type.
#[derive(Debug)]
pub struct Pool {
    shelves: Vec<Shelf>,
    capacity: usize,
    seen: Seen,
}

#[derive(Debug, Default)]
struct Shelf {
    literals: Vec<Entry>,
    /// Indices of literals, as often as they weigh.
    draw: Vec<u32>,
    /// Indices of small literals.
    small: Vec<u32>,
    grown: Vec<Entry>,
}

impl Pool {
    /// An empty pool for this many types.
    pub fn new(types: usize, capacity: usize) -> Self {
        let mut shelves = Vec::new();
        shelves.resize_with(types, Shelf::default);
        Self { shelves, capacity: capacity.max(1), seen: Seen::default() }
    }

    /// Whether there is any value of the type.
    pub fn has(&self, ty: u32) -> bool {
        let shelf = &self.shelves[ty as usize];
        !shelf.literals.is_empty() || !shelf.grown.is_empty()
    }

    /// Adds a literal, which is never evicted.
    pub fn add_literal(&mut self, ty: u32, entry: Entry, weight: u16, magnitude: u64) {
        let shelf = &mut self.shelves[ty as usize];
        let index = shelf.literals.len() as u32;
        shelf.draw.extend(std::iter::repeat(index).take(usize::from(weight.clamp(1, 16))));
        if magnitude <= SMALL {
            shelf.small.push(index);
        }
        shelf.literals.push(entry);
    }

    /// Whether a value was not seen before. Says so once.
    pub fn is_new(&mut self, ty: u32, print: u64) -> bool {
        self.seen.insert(mix(print ^ mix(u64::from(ty))))
    }

    /// How many values were seen.
    pub fn states(&self) -> u64 {
        self.seen.total
    }

    /// Whether there is room for a value of the type, or it is worth making some.
    pub fn wants(&self, ty: u32, rng: &mut Rng) -> bool {
        self.shelves[ty as usize].grown.len() < self.capacity || rng.one_in(8)
    }

    /// Adds a value, making room if need be. True if it is the first of its type.
    pub fn add(&mut self, ty: u32, entry: Entry, rng: &mut Rng) -> bool {
        let first = !self.has(ty);
        let shelf = &mut self.shelves[ty as usize];
        if shelf.grown.len() < self.capacity {
            shelf.grown.push(entry);
            return first;
        }
        let mut victim = (0, 0);
        for _ in 0..4 {
            let index = rng.below(shelf.grown.len());
            let (origin, length) = (shelf.grown[index].origin, shelf.grown[index].node.length());
            let alike = shelf.grown.iter().filter(|other| other.origin == origin).count() as u32;
            let cost = (shelf.grown[index].node.cost() / CHEAP).min(1000) as u32;
            victim = victim.max((alike * 4 + length + cost, index));
        }
        shelf.grown[victim.1] = entry;
        first
    }

    /// Removes a value that could not be made again.
    pub fn remove(&mut self, ty: u32, node: &Rc<Node>) {
        self.shelves[ty as usize].grown.retain(|entry| !Rc::ptr_eq(&entry.node, node));
    }

    /// Draws a value of the type.
    pub fn draw(&self, ty: u32, wish: Wish, rng: &mut Rng) -> Option<&Entry> {
        let shelf = &self.shelves[ty as usize];
        if wish.small && !shelf.small.is_empty() {
            return Some(&shelf.literals[shelf.small[rng.below(shelf.small.len())] as usize]);
        }
        let literal = !shelf.literals.is_empty() && (shelf.grown.is_empty() || rng.percent(60));
        if literal {
            return Some(&shelf.literals[shelf.draw[rng.below(shelf.draw.len())] as usize]);
        }
        if shelf.grown.is_empty() {
            return None;
        }
        let mut cheapest: Option<&Entry> = None;
        for _ in 0..4 {
            let one = &shelf.grown[rng.below(shelf.grown.len())];
            let other = &shelf.grown[rng.below(shelf.grown.len())];
            let prefer_long = wish.long || rng.percent(30);
            let better =
                if (one.node.length() > other.node.length()) == prefer_long { one } else { other };
            if !better.parentless && wish.parentless {
                continue;
            }
            let cost = better.node.cost();
            if cost <= CHEAP || (rng.below(cost as usize) as u64) < CHEAP {
                return Some(better);
            }
            if cheapest.map_or(true, |found| cost < found.node.cost()) {
                cheapest = Some(better);
            }
        }
        cheapest
    }
}

/// A set of numbers that forgets everything when it gets too large.
#[derive(Debug, Default)]
struct Seen {
    slots: Vec<u64>,
    used: usize,
    total: u64,
}

impl Seen {
    fn insert(&mut self, key: u64) -> bool {
        if (self.used + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let fresh = self.place(key.max(1));
        if fresh {
            self.used += 1;
            self.total += 1;
        }
        fresh
    }

    fn place(&mut self, key: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        loop {
            match self.slots[at] {
                0 => {
                    self.slots[at] = key;
                    return true;
                }
                found if found == key => return false,
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        if self.used >= MAX_SEEN {
            self.slots.fill(0);
            self.used = 0;
            return;
        }
        let bigger = vec![0; (self.slots.len() * 2).max(1024)];
        for key in std::mem::replace(&mut self.slots, bigger) {
            if key != 0 {
                self.place(key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(origin: u32) -> Entry {
        Entry { node: Node::leaf(origin), var: 0, origin, print: 0, parentless: true }
    }

    #[test]
    fn a_value_is_new_once_per_type() {
        let mut pool = Pool::new(2, 4);
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
        let mut pool = Pool::new(1, 8);
        let mut rng = Rng::new(1);
        pool.add(0, entry(99), &mut rng);
        for _ in 0..500 {
            pool.add(0, entry(1), &mut rng);
        }
        let shelf = &pool.shelves[0];
        assert_eq!(shelf.grown.len(), 8);
        assert!(shelf.grown.iter().any(|kept| kept.origin == 99));
    }

    #[test]
    fn dear_values_are_drawn_rarely_but_not_never() {
        let mut pool = Pool::new(1, 8);
        let mut rng = Rng::new(1);
        let dear = Entry { node: Node::dear_leaf(1, 100 * CHEAP), ..entry(1) };
        pool.add(0, dear, &mut rng);
        assert!(pool.draw(0, Wish::default(), &mut rng).is_some(), "better than nothing");
        pool.add(0, entry(2), &mut rng);
        let drawn = (0..10_000)
            .filter_map(|_| pool.draw(0, Wish::default(), &mut rng))
            .filter(|found| found.origin == 1)
            .count();
        assert!((20..1500).contains(&drawn), "{drawn} of 10000");
    }

    #[test]
    fn wishes_are_respected() {
        let mut pool = Pool::new(1, 8);
        let mut rng = Rng::new(1);
        pool.add_literal(0, entry(5), 1, u64::MAX);
        pool.add_literal(0, entry(6), 1, 3);
        for _ in 0..50 {
            let wish = Wish { small: true, ..Wish::default() };
            assert_eq!(pool.draw(0, wish, &mut rng).map(|found| found.origin), Some(6));
        }
        let mut pool = Pool::new(1, 8);
        pool.add(0, Entry { parentless: false, ..entry(1) }, &mut rng);
        let wish = Wish { parentless: true, ..Wish::default() };
        assert!(pool.draw(0, wish, &mut rng).is_none());
        assert!(pool.draw(0, Wish::default(), &mut rng).is_some());
    }
}
