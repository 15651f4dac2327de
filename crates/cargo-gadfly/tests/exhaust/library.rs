//! A search tree, with functions that hold and functions that fail.

use std::cell::RefCell;
use std::rc::Rc;

use gadfly::Finitize;

#[derive(Debug, Finitize)]
pub struct Node {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
    #[finitize(1..=5)]
    key: i32,
}

#[derive(Debug, Default, Finitize)]
pub struct Tree {
    root: Option<Box<Node>>,
    #[finitize(0..=5)]
    size: usize,
}

impl Tree {
    pub fn rep_ok(&self) -> bool {
        fn count(node: &Option<Box<Node>>) -> usize {
            node.as_ref().map_or(0, |node| 1 + count(&node.left) + count(&node.right))
        }
        fn is_ordered(node: &Option<Box<Node>>, min: i32, max: i32) -> bool {
            match node {
                None => true,
                Some(node) => {
                    min < node.key
                        && node.key < max
                        && is_ordered(&node.left, min, node.key)
                        && is_ordered(&node.right, node.key, max)
                }
            }
        }
        count(&self.root) == self.size && is_ordered(&self.root, i32::MIN, i32::MAX)
    }

    /// Counts a key again that is there already.
    pub fn insert(&mut self, key: i32) {
        fn place(node: &mut Option<Box<Node>>, key: i32) {
            match node {
                None => *node = Some(Box::new(Node { left: None, right: None, key })),
                Some(node) if key < node.key => place(&mut node.left, key),
                Some(node) if key > node.key => place(&mut node.right, key),
                Some(_) => {}
            }
        }
        place(&mut self.root, key);
        self.size += 1;
    }

    pub fn contains(&self, key: i32) -> bool {
        let mut place = &self.root;
        while let Some(node) = place {
            if key == node.key {
                return true;
            }
            place = if key < node.key { &node.left } else { &node.right };
        }
        false
    }

    pub fn first(&self) -> i32 {
        let mut node = self.root.as_ref().expect("a tree with keys");
        while let Some(left) = &node.left {
            node = left;
        }
        node.key
    }
}

#[gadfly::exhaust(pool(Node = 5), valid = Tree::rep_ok)]
fn insert_keeps_the_order(tree: &mut Tree, #[finitize(1..=5)] key: i32) {
    tree.insert(key);
    assert!(tree.rep_ok() && tree.contains(key));
}

#[gadfly::exhaust(pool(Node = 3), valid = Tree::rep_ok, white_box)]
fn white_box_insert(tree: &mut Tree, #[finitize(1..=5)] key: i32) {
    tree.insert(key);
    assert!(tree.rep_ok() && tree.contains(key));
}

/// Only a few fields matter to this one; the predicate reads hardly more.
#[gadfly::exhaust(pool(Node = 3), requires = tree.root.is_some())]
fn black_box_first(tree: &Tree) {
    assert!(tree.first() > 0);
}

#[gadfly::exhaust(pool(Node = 3), requires = tree.root.is_some(), white_box)]
fn white_box_first(tree: &Tree) {
    assert!(tree.first() > 0);
}

#[gadfly::exhaust(
    pool(Node = 4),
    valid = Tree::rep_ok,
    requires = !tree.contains(key),
    ensures = tree.size == old(tree.size) + 1 && tree.contains(key)
)]
fn insert_adds_one(tree: &mut Tree, #[finitize(1..=5)] key: i32) {
    tree.insert(key);
}

#[gadfly::exhaust(
    pool(Node = 4),
    valid = Tree::rep_ok,
    panics = tree.size == 0,
    ensures = (1..result).all(|key| !tree.contains(key))
)]
fn first_is_the_smallest(tree: &Tree) -> i32 {
    tree.first()
}

#[gadfly::exhaust(pool(Node = 3), valid = Tree::rep_ok)]
fn forgets_the_size(tree: &mut Tree) {
    tree.root = None;
}

#[gadfly::exhaust(pool(Node = 2), valid = Tree::rep_ok, panics = tree.size < 2)]
fn should_panic_when_empty(tree: &Tree) -> i32 {
    tree.first()
}

#[gadfly::exhaust(pool(Node = 3), valid = Tree::rep_ok)]
fn crashes_on_two(tree: &Tree) {
    if tree.size == 2 && tree.first() == 2 {
        std::process::abort();
    }
}

#[gadfly::exhaust(pool(Node = 2), valid = Tree::rep_ok)]
fn hangs_on_one(tree: &Tree) {
    while tree.size == 1 {
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
}

/// Prints reports of a search without failures, and reads what it can of the orders.
#[gadfly::exhaust(pool(Node = 3), valid = Tree::rep_ok)]
fn prints_reports(tree: &Tree) {
    use gadfly_wire::{ExhaustCounts, ExhaustEvent, pipe_head, to_frame};
    use std::io::{Read, Write};
    let counts = ExhaustCounts { explored: 1, valid: 1, ..ExhaustCounts::default() };
    let searched = ExhaustEvent::Searched { counts, unread: Vec::new(), failure: None, unaudited: Vec::new() };
    let mut bytes = pipe_head::<ExhaustEvent>();
    bytes.extend(to_frame(&searched));
    bytes.extend(to_frame(&ExhaustEvent::Replayed("passed".to_owned())));
    bytes.extend(to_frame(&ExhaustEvent::Refused("no".to_owned())));
    std::io::stdout().write_all(&bytes).unwrap();
    println!("{tree:?}");
    if std::env::var_os("GADFLY_EXHAUST").is_some() {
        let mut orders = Vec::new();
        std::io::stdin().read_to_end(&mut orders).unwrap();
        assert!(orders.is_empty(), "orders were read");
    }
    assert!(tree.size < 2, "two nodes");
}

/// Writes reports of a search without failures to every file that the process has open.
#[gadfly::exhaust(pool(Node = 2), valid = Tree::rep_ok)]
fn forges_reports(tree: &Tree) {
    use gadfly_wire::{ExhaustCounts, ExhaustEvent, to_frame};
    use std::io::Write;
    use std::os::fd::FromRawFd;
    let counts = ExhaustCounts { explored: 10, valid: 19, ..ExhaustCounts::default() };
    let (unread, unaudited) = (Vec::new(), Vec::new());
    let searched = ExhaustEvent::Searched { counts, unread, failure: None, unaudited };
    for number in 3..32 {
        let file = unsafe { std::fs::File::from_raw_fd(number) };
        let mut file = std::mem::ManuallyDrop::new(file);
        let _ = file.write_all(&to_frame(&searched));
    }
    assert!(tree.size < 9);
}

/// Writes to every file that the process has open.
#[gadfly::exhaust(pool(Node = 2), valid = Tree::rep_ok)]
fn scribbles(tree: &Tree) {
    use std::io::Write;
    use std::os::fd::FromRawFd;
    for number in 3..32 {
        let file = unsafe { std::fs::File::from_raw_fd(number) };
        let mut file = std::mem::ManuallyDrop::new(file);
        let _ = file.write_all(&[0xff; 64]);
    }
    let _ = tree;
}

/// Formats a number in precompiled code.
#[gadfly::exhaust(pool(Node = 2), valid = |tree: &Tree| format!("{}", tree.size) == "1")]
fn bad_predicate(tree: &Tree) {
    let _ = tree;
}

#[derive(Finitize)]
pub struct Numbers {
    #[finitize(0..=99)]
    high: u32,
    #[finitize(0..=99)]
    low: u32,
    #[finitize(values = vec![0, 7])]
    hidden: u64,
}

/// Formats another number in one of a thousand candidates, in the same block of code.
#[gadfly::exhaust(valid = |numbers: &Numbers| {
    let rare = (100 * numbers.high + numbers.low) % 1_000 == 999;
    format!("{}", [&0, &numbers.hidden][usize::from(rare)]) == "7"
})]
fn formats_rarely(numbers: &Numbers) {
    let _ = numbers;
}

#[gadfly::exhaust(pool(Node = 2), valid = |tree: &Tree| tree.size == 7)]
fn never_valid(tree: &Tree) {
    let _ = tree;
}

/// Waits for ever at its `HOLD`th call, and shows that by a file.
#[gadfly::exhaust(pool(Node = 5), valid = Tree::rep_ok)]
fn waits(tree: &Tree, #[finitize(1..=5)] key: i32) {
    use std::sync::atomic::{AtomicU32, Ordering};
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let calls = CALLS.fetch_add(1, Ordering::Relaxed);
    let hold = std::env::var("HOLD").ok().and_then(|text| text.parse::<u32>().ok());
    if hold == Some(calls) {
        std::fs::write(std::env::var("HOLD_FILE").unwrap(), "here").unwrap();
        loop {
            std::thread::sleep(std::time::Duration::from_secs(1));
        }
    }
    assert!(tree.size < 4 || key != 4 || tree.first() == 1, "it is not");
}

mod elsewhere {
    use super::Tree;

    /// Here the name of the nodes' type is not in scope.
    #[gadfly::exhaust(pool(super::Node = 2), valid = Tree::rep_ok)]
    fn is_small(tree: Tree) {
        assert!(tree.size < 2);
    }
}

mod twin {
    #[gadfly::exhaust]
    fn same_name(flag: bool) {
        assert!(flag);
    }
}

#[gadfly::exhaust]
fn same_name(flag: bool) -> bool {
    flag || true
}

/// No bound on the number of nodes.
#[gadfly::exhaust(valid = Tree::rep_ok)]
fn unbounded(tree: &Tree) {
    let _ = tree;
}

/// Moves the size while it looks, unseen by the tracer.
#[gadfly::exhaust(pool(Node = 2), valid = |tree: &Tree| {
    let size = &raw const tree.size;
    unsafe { size.cast_mut().write_volatile(1) };
    tree.rep_ok()
})]
fn writing_predicate(tree: &Tree) {
    let _ = tree;
}

#[derive(Finitize)]
pub struct Link {
    next: RefCell<Option<Rc<Link>>>,
}

#[gadfly::exhaust(pool(Link = 2))]
fn no_list_is_cyclic(link: &Link) {
    let mut link = link.next.borrow().clone();
    for _ in 0..3 {
        link = link.and_then(|link| link.next.borrow().clone());
    }
    assert!(link.is_none());
}
