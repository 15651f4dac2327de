//! Texts made of others while the search runs: of literals, and of texts that reached something new before.

use crate::link::registry::Registry;
use crate::machine::Machine;
use crate::probe::prober::access_of;
use crate::run::program::SequenceNode;
use crate::strategy::explore::directed::ExploreStrategy;
use crate::strategy::explore::pool::PoolEntry;

/// An operation that makes a text of two others and a number.
#[derive(Clone, Copy, Debug)]
pub(in crate::strategy) struct Splice {
    operation: u32,
    /// The type of what it makes, and of what it makes it from.
    text: u32,
    /// The type of the number.
    number: u32,
}

impl Splice {
    /// All of them.
    pub(in crate::strategy) fn all(registry: &Registry) -> Vec<Splice> {
        let splicing =
            |(id, operation): (usize, &Option<crate::link::registry::LinkedOperation>)| {
                let operation = operation.as_ref().filter(|operation| operation.splices)?;
                let (number, _) = operation.args.last()?.accepts.first()?;
                Some(Splice { operation: id as u32, text: operation.output, number: *number })
            };
        registry.operations.iter().enumerate().filter_map(splicing).collect()
    }
}

impl ExploreStrategy {
    /// Now and then a new text, where one of the type is wanted.
    pub(in crate::strategy) fn splice(
        &mut self,
        machine: &Machine<'_>,
        ty: u32,
    ) -> Option<PoolEntry> {
        let splice = *self.splices.iter().find(|splice| splice.text == ty)?;
        if !self.rng.percent(self.settings.splice_percent) {
            return None;
        }
        let operation = machine.registry.operation(splice.operation)?;
        let types = [splice.text, splice.text, splice.number];
        let mut parts = Vec::with_capacity(types.len());
        for (ty, parameter) in types.into_iter().zip(&operation.args) {
            let entry = self.pool.draw_material(ty, splice.operation, &mut self.rng)?;
            parts.push((&entry.node, entry.var, access_of(parameter, ty)?));
        }
        let node = SequenceNode::call(splice.operation, &parts);
        let var = node.length() - 1;
        Some(PoolEntry { var, origin: splice.operation, ..PoolEntry::of(node) })
    }
}
