//! Literals that are drawn anew, by their codes: most are equal to none before, some are related to the last.

use crate::link::registry::Registry;
use crate::rng::Rng;
use crate::values::drawn;
use gadfly_wire::{
    domain, drawn_index, listed_index, related_index, LiteralType, FIRST_DRAWN, LITERAL_TYPES,
};
use std::cell::Cell;

/// Draws literals of each type.
#[derive(Debug)]
pub(crate) struct FreshLiterals {
    /// The percentage of draws that are fresh.
    percent: u32,
    /// The code of the first drawn literal.
    first_drawn: u32,
    /// By type: the type of its literals, if there are any, and the index of the last that was drawn.
    types: Vec<(Option<LiteralType>, Cell<u32>)>,
}

impl FreshLiterals {
    /// Of this many types, none of which has literals yet.
    pub(crate) fn new(types: usize, percent: u32) -> Self {
        Self { percent, first_drawn: 0, types: vec![(None, Cell::new(0)); types] }
    }

    /// Takes the types of the plan's literals.
    pub(crate) fn know(&mut self, registry: &Registry) {
        self.first_drawn = registry.code_of_literal(FIRST_DRAWN);
        for (literal, linked) in LITERAL_TYPES.iter().zip(&registry.literal_types) {
            let is_planned = registry.literals.iter().any(|planned| planned.ty == linked.ty);
            self.types[linked.ty as usize].0 = Some(*literal).filter(|_| is_planned);
        }
    }

    /// The number of values of a type, if all of them can be listed.
    pub(crate) fn domain(&self, ty: u32) -> Option<u64> {
        domain(self.types[ty as usize].0?)
    }

    /// The code of the `nth` of all values of a type with a [`Self::domain`].
    pub(crate) fn listed(&self, ty: u32, nth: u64) -> Option<u32> {
        Some(self.code(listed_index(self.types[ty as usize].0?, nth)))
    }

    /// Now and then the code of a literal of the type.
    #[inline]
    pub(crate) fn draw(&self, ty: u32, rng: &mut Rng) -> Option<u32> {
        if self.percent == 0 || !rng.percent(self.percent) {
            return None;
        }
        let (literal, recent) = &self.types[ty as usize];
        let literal = (*literal)?;
        let are_many = !matches!(literal, LiteralType::Bool | LiteralType::Unit);
        if !are_many || !drawn::has_room(literal) {
            return None;
        }
        let random = rng.bits();
        if random >> 61 == 0 && recent.get() != 0 {
            return Some(self.code(related_index(recent.get(), (random >> 32) as u32)));
        }
        let index = drawn_index(literal, random as u32);
        recent.set(index);
        Some(self.code(index))
    }

    fn code(&self, index: u32) -> u32 {
        self.first_drawn + (index - FIRST_DRAWN)
    }
}
