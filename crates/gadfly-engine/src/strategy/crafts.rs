//! Texts made of others while the search runs: of literals, and of texts that reached something new before.

use super::walk::Walk;
use crate::beside::access_of;
use crate::execute::Machine;
use crate::pool::Entry;
use crate::program::Node;
use crate::registry::Registry;

/// An operation that makes a text of two others and a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Craft {
    operation: u32,
    /// The type of what it makes, and of what it makes it from.
    text: u32,
    /// The type of the number.
    number: u32,
}

impl Craft {
    /// All of them.
    pub(super) fn all(registry: &Registry) -> Vec<Craft> {
        let crafting = |(id, operation): (usize, &Option<crate::registry::Operation>)| {
            let operation = operation.as_ref().filter(|operation| operation.crafts)?;
            let (number, _) = operation.args.last()?.accepts.first()?;
            Some(Craft { operation: id as u32, text: operation.output, number: *number })
        };
        registry.operations.iter().enumerate().filter_map(crafting).collect()
    }
}

impl Walk {
    /// Now and then a new text, where one of the type is wanted.
    pub(super) fn craft(&mut self, machine: &Machine<'_>, ty: u32) -> Option<Entry> {
        let craft = *self.crafts.iter().find(|craft| craft.text == ty)?;
        if !self.rng.percent(self.settings.craft_percent) {
            return None;
        }
        let operation = machine.registry.operation(craft.operation)?;
        let types = [craft.text, craft.text, craft.number];
        let mut parts = Vec::with_capacity(types.len());
        for (ty, parameter) in types.into_iter().zip(&operation.args) {
            let entry = self.pool.draw_material(ty, craft.operation, &mut self.rng)?;
            parts.push((&entry.node, entry.var, access_of(parameter, ty)?));
        }
        let node = Node::call(craft.operation, &parts);
        let var = node.length() - 1;
        Some(Entry { var, origin: craft.operation, ..Entry::of(node) })
    }
}
