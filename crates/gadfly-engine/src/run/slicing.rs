//! What of the running sequence is kept for the sake of one of its values, and what comes along with it.

use crate::run::execute::Machine;
use crate::run::program::{Companion, Excerpt, Node};
use std::rc::Rc;

/// How many variables are remembered beside the one that a sequence is kept for.
const COMPANIONS: usize = 12;

impl Machine<'_> {
    /// The sequence so far, to be kept for the sake of one variable.
    pub fn excerpt(&self, var: u32) -> Excerpt {
        self.program.keep(&self.program.needed(var, &self.borrows))
    }

    /// The same, if it has no more statements than this many.
    pub fn short_excerpt(&self, var: u32, most: u32) -> Option<Excerpt> {
        let needed = self.program.needed(var, &self.borrows);
        (self.program.length_of(&needed) <= most).then(|| self.program.keep(&needed))
    }

    /// The same, and that variable's number in it.
    pub fn keep(&self, var: u32) -> (Rc<Node>, u32) {
        let excerpt = self.excerpt(var);
        let number = excerpt.number(var).unwrap_or(0);
        (excerpt.node, number)
    }

    /// What is there beside a variable when what was kept for its sake has run, latest first.
    pub fn companions(&self, excerpt: &Excerpt, var: u32) -> Rc<[Companion]> {
        let others = (0..self.len() as u32).rev().filter(|other| *other != var);
        others
            .filter(|other| self.is_alive(*other))
            .filter_map(|other| {
                Some(Companion { ty: self.type_of(other), var: excerpt.number(other)? })
            })
            .take(COMPANIONS)
            .collect()
    }
}
