//! A binary search tree with a plain invariant, and functions to run on every tree of up to five
//! nodes. One of them fails: `insert` counts a key again that is already there.

use gadfly::Finitize;

/// A node of the tree.
#[derive(Debug, Finitize)]
pub struct Node {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
    #[finitize(1..=5)]
    key: i32,
}

/// A set of keys.
#[derive(Debug, Default, Finitize)]
pub struct Tree {
    root: Option<Box<Node>>,
    #[finitize(0..=5)]
    size: usize,
}

impl Tree {
    /// Returns whether keys are in order and the size is right.
    pub fn rep_ok(&self) -> bool {
        fn count(node: &Option<Box<Node>>) -> usize {
            node.as_ref().map_or(0, |node| 1 + count(&node.left) + count(&node.right))
        }
        fn is_ordered(node: &Option<Box<Node>>, min: i32, max: i32) -> bool {
            node.as_ref().is_none_or(|node| {
                min < node.key
                    && node.key < max
                    && is_ordered(&node.left, min, node.key)
                    && is_ordered(&node.right, node.key, max)
            })
        }
        count(&self.root) == self.size && is_ordered(&self.root, i32::MIN, i32::MAX)
    }

    /// Adds a key.
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

    /// Returns whether a key is there.
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

    /// The smallest key.
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
