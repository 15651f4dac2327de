//! Enumeration of reachable fields that a valid run did not read.

use super::core::Core;
use crate::plan::{Plan, PooledObject};

/// The data of the plan for the traversal.
#[derive(Debug)]
pub(super) struct ReachableFields {
    root_end: usize,
    ranges: Vec<Vec<(usize, usize)>>,
    owners: Vec<Option<PooledObject>>,
    /// Choice points that always exist, of the root and of an object of each pool.
    root_fields: usize,
    pool_fields: Vec<usize>,
    /// Per choice point and alternative, the number of choice points that directly depend on it; empty
    /// if there are none.
    parts: Vec<Vec<u16>>,
    has_parts: bool,
    has_weak: bool,
}

impl ReachableFields {
    /// The data of a finished plan.
    pub(super) fn new(plan: &Plan) -> Self {
        let owners: Vec<Option<PooledObject>> =
            plan.choices.iter().map(|draft| draft.owner).collect();
        let lasting = |owner: Option<PooledObject>| {
            let drafts = plan.choices.iter();
            drafts.filter(|draft| draft.owner == owner && draft.guard.is_none()).count()
        };
        let pools =
            (0..plan.pools.len()).map(|pool| lasting(Some(PooledObject { pool, index: 0 })));
        let mut parts: Vec<Vec<u16>> = vec![Vec::new(); plan.choices.len()];
        for guard in plan.choices.iter().filter_map(|draft| draft.guard) {
            let counts = &mut parts[guard.parent];
            counts.resize(plan.choices[guard.parent].count, 0);
            for count in &mut counts[guard.low..=guard.high] {
                *count += 1;
            }
        }
        let has_weak = plan.choices.iter().any(|draft| {
            matches!(draft.alternatives, crate::plan::Alternatives::Shared { weak: true, .. })
        });
        let ranges = plan.pools.iter().map(|pool| pool.ranges.clone()).collect();
        Self {
            root_end: plan.root_end,
            ranges,
            owners,
            root_fields: lasting(None),
            pool_fields: pools.collect(),
            has_parts: parts.iter().any(|counts| !counts.is_empty()),
            parts,
            has_weak,
        }
    }

    /// Pushes all reachable fields onto the stack, depth first in order of declaration.
    #[cfg_attr(gadfly_traced, export_name = "__asan_gadfly_push_unread")]
    pub(super) fn push_unread(&self, core: &mut Core) {
        // The number of all fields of the root and of occurring objects: done if all are on the stack.
        let objects = self.pool_fields.iter().zip(&core.occur);
        let mut all: usize = objects.map(|(fields, occur)| fields * *occur as usize).sum();
        all += self.root_fields;
        if self.has_parts {
            for id in &core.stack {
                let counts = &self.parts[*id as usize - 1];
                if !counts.is_empty() {
                    all += counts[core.state[*id as usize] as usize] as usize;
                }
            }
        }
        if core.stack.len() == all {
            return;
        }
        let mut walk = ReachSearch::new(self, core, false);
        walk.object(None);
    }

    /// Returns whether every target of a weak pointer has a strong owner, so that it can exist.
    pub(super) fn weak_targets_are_held(&self, core: &mut Core) -> bool {
        if !self.has_weak {
            return true;
        }
        let mut walk = ReachSearch::new(self, core, true);
        walk.object(None);
        let (held, weak) = (walk.seen, walk.weak);
        weak.iter().all(|(pool, index)| held[*pool][*index])
    }
}

struct ReachSearch<'a> {
    reach: &'a ReachableFields,
    core: &'a mut Core,
    /// `true` to follow strong pointers only, without pushing.
    strong: bool,
    seen: Vec<Vec<bool>>,
    weak: Vec<(usize, usize)>,
}

impl<'a> ReachSearch<'a> {
    fn new(reach: &'a ReachableFields, core: &'a mut Core, strong: bool) -> Self {
        let seen = core.pool_sizes.iter().map(|size| vec![false; *size as usize]).collect();
        Self { reach, core, strong, seen, weak: Vec::new() }
    }

    fn object(&mut self, object: Option<PooledObject>) {
        let (start, end) = match object {
            None => (0, self.reach.root_end),
            Some(PooledObject { pool, index }) => {
                if std::mem::replace(&mut self.seen[pool][index], true) {
                    return;
                }
                match self.reach.ranges[pool].get(index) {
                    Some(range) => *range,
                    None => return,
                }
            }
        };
        for index in start..end {
            if self.reach.owners[index] == object {
                self.choice(index + 1);
            }
        }
    }

    fn choice(&mut self, id: usize) {
        if self.core.pending.get(id) {
            // Unread fields are at their first alternative; a weak one is then empty.
            if self.strong {
                if !self.exists(id) {
                    return;
                }
            } else if !self.core.push(id) {
                return;
            }
        }
        let weak = self.core.choices[id].weak;
        let mut targets = Vec::new();
        self.core.targets(id, &mut |pool, index| targets.push((pool, index)));
        for (pool, index) in targets {
            if self.strong && weak {
                self.weak.push((pool, index));
            } else {
                self.object(Some(PooledObject { pool, index }));
            }
        }
    }

    /// Returns whether the choice points that it depends on are at the right alternatives.
    fn exists(&self, id: usize) -> bool {
        let choice = &self.core.choices[id];
        let parent = choice.parent as usize;
        parent == 0
            || (self.exists(parent)
                && (choice.low..=choice.high).contains(&self.core.state[parent]))
    }
}
