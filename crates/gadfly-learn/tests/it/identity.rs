//! Identities that are found, compared with numbers in the values themselves.

use std::collections::BTreeMap;

use gadfly_learn::record::{Object, Value, read};
use gadfly_learn::trace::{Outcome, Trace};

use crate::hidden::{Arena, Counter, Handle, Named, Shelf, Wide, capture};

/// Comparison of what was found with what is true.
#[derive(Debug, Default)]
struct Score {
    /// Sightings of objects that had been seen before.
    expected: usize,
    /// Sightings that were taken for those of an object seen before.
    found: usize,
    /// Those of them that were right.
    right: usize,
}

impl Score {
    fn recall(&self) -> f64 {
        self.right as f64 / self.expected as f64
    }

    fn precision(&self) -> f64 {
        self.right as f64 / self.found as f64
    }

    fn assert(&self) {
        assert!(self.expected > 1000, "{self:?}");
        assert!(self.recall() >= 0.999, "{self:?}: recall {}", self.recall());
        assert!(self.precision() >= 0.999, "{self:?}: precision {}", self.precision());
    }
}

/// Objects in the order of their sightings: those of arguments, then second looks, then what is returned.
fn sightings(trace: &Trace) -> Vec<Object> {
    fn add(trace: &Trace, call: usize, found: &mut Vec<Object>) {
        let call = &trace.calls[call];
        let mut add_value = |value: &Value| {
            found.extend(value.objects().into_iter().filter(|it| it.id.is_some()).cloned());
        };
        call.arguments.iter().for_each(&mut add_value);
        call.children.iter().for_each(|child| add(trace, *child, found));
        let mut add_value = |value: &Value| {
            found.extend(value.objects().into_iter().filter(|it| it.id.is_some()).cloned());
        };
        call.again.iter().for_each(|(_, value)| add_value(value));
        if let Outcome::Returned(value) = &call.outcome {
            add_value(value);
        }
    }
    let mut found = Vec::new();
    trace.roots.iter().for_each(|root| add(trace, *root, &mut found));
    found
}

/// Compares the objects of a type. Objects with equal bytes may be exchanged for each other from then on: no history of calls
/// can show a difference.
fn score(trace: &Trace, name: &str) -> Score {
    let of_type: Vec<Object> = sightings(trace)
        .into_iter()
        .filter(|it| trace.types[it.type_number].name.ends_with(name))
        .collect();
    let mut score = Score::default();
    let mut number_of: BTreeMap<usize, String> = BTreeMap::new();
    let mut hash_of: BTreeMap<String, u64> = BTreeMap::new();
    for object in of_type {
        let id = object.id.expect("an identity");
        let number = object.text.clone().expect("a hidden number");
        let is_known = hash_of.contains_key(&number);
        score.expected += usize::from(is_known);
        if let Some(old) = number_of.get(&id).cloned() {
            score.found += 1;
            if old == number {
                score.right += 1;
            } else if is_known && hash_of[&old] == hash_of[&number] {
                score.right += 1;
                let other = number_of.iter().find(|(_, it)| **it == number).map(|(id, _)| *id);
                if let Some(other) = other {
                    number_of.insert(other, old);
                }
            }
        }
        number_of.insert(id, number.clone());
        hash_of.insert(number, object.hash);
    }
    score
}

/// Numbers that repeat in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}

fn trace(body: impl FnOnce(&mut Dice)) -> Trace {
    let log = capture(0).run(|| body(&mut Dice(7)));
    Trace::of(vec![read(&log).expect("a log")])
}

#[test]
fn moved_values_keep_their_identity() {
    let trace = trace(|dice| {
        let mut pool: Vec<Named> = Vec::new();
        let mut boxes: Vec<Box<Named>> = Vec::new();
        for round in 0..1500 {
            let at = dice.roll(pool.len());
            match dice.roll(9) {
                0 | 1 => pool.push(Named::new(&"n".repeat(dice.roll(40)))),
                2 if !pool.is_empty() => {
                    let item = pool.swap_remove(at).with_count(round);
                    pool.push(item);
                }
                3 if !pool.is_empty() => boxes.push(pool.swap_remove(at).boxed()),
                4 if !boxes.is_empty() => {
                    let at = dice.roll(boxes.len());
                    boxes[at].push("b");
                    pool.push(*boxes.swap_remove(at));
                }
                5 if pool.len() > 1 => {
                    let (one, two) = (pool.swap_remove(at), pool.remove(0));
                    pool.push(one.merge(two));
                }
                6 if pool.len() > 20 => assert!(pool.swap_remove(at).into_name().len() < 9000),
                7 if !pool.is_empty() => assert!(pool[at].count_up().len() < 9000),
                _ if !pool.is_empty() => pool[at].push("abc"),
                _ => {}
            }
        }
    });
    score(&trace, "Named").assert();
}

#[test]
fn swapped_and_taken_values_keep_their_identity() {
    let trace = trace(|dice| {
        let mut pool: Vec<Named> = (0..12).map(|it| Named::new(&"x".repeat(it + 1))).collect();
        for _ in 0..1500 {
            let (one, two) = (dice.roll(11), 11);
            match dice.roll(6) {
                0 => pool.swap(one, two),
                1 => {
                    let (left, right) = pool.split_at_mut(two);
                    left[one].swap(&mut right[0]);
                }
                2 => {
                    let taken = pool[one].take();
                    pool[one].push("fresh");
                    pool[two] = taken;
                }
                3 => {
                    let copy = pool[one].copied();
                    pool[two] = copy;
                }
                4 => pool[one].push("y"),
                _ => assert!(pool[two].len() < 90_000),
            }
        }
    });
    score(&trace, "Named").assert();
}

#[test]
fn values_in_growing_vectors_keep_their_identity() {
    let trace = trace(|dice| {
        let mut shelf = Shelf::default();
        for round in 0..800 {
            let at = dice.roll(shelf.len());
            match dice.roll(6) {
                0 | 1 => shelf.put(Named::new("item").with_count(round)),
                2 => {
                    if let Some(item) = shelf.get_mut(at) {
                        item.push("more");
                    }
                }
                3 if round % 3 == 0 => {
                    if let Some(item) = shelf.remove(at) {
                        shelf.put(item);
                    }
                }
                _ => assert!(shelf.get(at).is_none_or(|it| it.len() > 0)),
            }
        }
    });
    score(&trace, "Named").assert();
}

#[test]
fn values_without_memory_keep_their_identity() {
    let trace = trace(|dice| {
        let mut pool: Vec<Counter> = Vec::new();
        for round in 0..1500 {
            let at = dice.roll(pool.len());
            match dice.roll(4) {
                0 if pool.len() < 30 => pool.push(Counter::new(round * 1000)),
                1 if !pool.is_empty() => {
                    let item = pool.swap_remove(at).doubled();
                    pool.push(item);
                }
                _ if !pool.is_empty() => assert!(pool[at].up(1 + round) > 0),
                _ => {}
            }
        }
    });
    score(&trace, "Counter").assert();
}

#[test]
fn clones_of_handles_are_one_object() {
    let trace = trace(|dice| {
        let mut pool = vec![Handle::new(0)];
        for round in 0..1500 {
            let at = dice.roll(pool.len());
            match dice.roll(5) {
                0 if pool.len() < 20 => pool.push(Handle::new(round)),
                1 if pool.len() < 40 => pool.push(pool[at].again()),
                2 if pool.len() < 40 => pool.push(pool[at].clone()),
                3 if pool.len() > 5 => drop(pool.swap_remove(at)),
                _ => pool[at].up(),
            }
        }
    });
    score(&trace, "Handle").assert();
}

#[test]
fn handles_in_threads_are_one_object() {
    let body = |mut pool: Vec<Wide>, seed: u64| {
        let mut dice = Dice(seed);
        for round in 0..600 {
            let at = dice.roll(pool.len());
            match dice.roll(4) {
                0 if pool.len() < 20 => pool.push(pool[at].again()),
                1 if pool.len() < 20 => pool.push(pool[at].clone()),
                _ => pool[at].push(round as u8),
            }
        }
    };
    let mut pool = Vec::new();
    let first = capture(0).run(|| pool.extend((0..5).map(Wide::new)));
    let threads: Vec<_> = (1..4)
        .map(|number| {
            let pool = pool.clone();
            std::thread::spawn(move || capture(number).run(|| body(pool, u64::from(number))))
        })
        .collect();
    let others = threads.into_iter().map(|it| it.join().expect("no panic"));
    let logs = std::iter::once(first).chain(others).map(|it| read(&it).expect("a log"));
    let trace = Trace::of(logs.collect());
    score(&trace, "Wide").assert();
    assert_eq!(trace.objects.len(), 5);
}

#[test]
fn items_that_refer_by_index_keep_their_identity() {
    let trace = trace(|dice| {
        let mut arena = Arena::default();
        for round in 0..700 {
            match dice.roll(3) {
                0 => assert!(arena.add(round) < 1000),
                1 if arena.len() > 0 => {
                    let at = dice.roll(arena.len());
                    let next = arena.item(at).next();
                    arena.item(next.unwrap_or(at)).relabel(round);
                }
                _ if arena.len() > 0 => {
                    let at = dice.roll(arena.len());
                    let _token = arena.item(at).token();
                }
                _ => {}
            }
        }
    });
    score(&trace, "Item").assert();
    // What has no size has no identity, and takes that of no other.
    let token = trace.types.iter().position(|it| it.name.ends_with("Token")).expect("a type");
    assert!(trace.types[token].is_plain);
    assert!(trace.objects.iter().all(|it| it.type_number != token));
}
