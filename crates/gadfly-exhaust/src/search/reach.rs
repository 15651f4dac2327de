//! After a valid run: the fields that can be reached but were not read have to be enumerated too.

use super::core::Core;
use crate::plan::{Object, Plan};

/// What the walk needs to know about the plan.
#[derive(Debug)]
pub(super) struct Reach {
    root_end: usize,
    ranges: Vec<Vec<(usize, usize)>>,
    owners: Vec<Option<Object>>,
    /// Without guards, the number of fields of an object is fixed: root, then each pool.
    fixed: Option<(usize, Vec<usize>)>,
    has_weak: bool,
}

impl Reach {
    /// For a finished plan.
    pub(super) fn new(plan: &Plan) -> Self {
        let owners: Vec<Option<Object>> = plan.choices.iter().map(|draft| draft.owner).collect();
        let guarded = plan.choices.iter().any(|draft| draft.guard.is_some());
        let fixed = (!guarded).then(|| {
            let root = owners.iter().filter(|owner| owner.is_none()).count();
            let pools = plan.pools.iter().map(|pool| match pool.ranges.first() {
                Some((start, end)) => end - start,
                None => 0,
            });
            (root, pools.collect())
        });
        let has_weak = plan.choices.iter().any(|draft| {
            matches!(draft.alternatives, crate::plan::Alternatives::Shared { weak: true, .. })
        });
        let ranges = plan.pools.iter().map(|pool| pool.ranges.clone()).collect();
        Self { root_end: plan.root_end, ranges, owners, fixed, has_weak }
    }

    /// Puts all reachable fields on the stack, depth first in order of declaration.
    pub(super) fn push_unread(&self, core: &mut Core) {
        if let Some((root, pools)) = &self.fixed {
            let fields = pools.iter().zip(&core.occur);
            let all: usize = fields.map(|(fields, occur)| fields * *occur as usize).sum();
            if core.stack.len() == root + all {
                return;
            }
        }
        let mut walk = Walk::new(self, core, false);
        walk.object(None);
    }

    /// Whether every target of a weak pointer is also held by a strong one, so that it can exist.
    pub(super) fn weak_targets_are_held(&self, core: &mut Core) -> bool {
        if !self.has_weak {
            return true;
        }
        let mut walk = Walk::new(self, core, true);
        walk.object(None);
        let (held, weak) = (walk.seen, walk.weak);
        weak.iter().all(|(pool, index)| held[*pool][*index])
    }
}

struct Walk<'a> {
    reach: &'a Reach,
    core: &'a mut Core,
    /// Only look, along strong pointers.
    strong: bool,
    seen: Vec<Vec<bool>>,
    weak: Vec<(usize, usize)>,
}

impl<'a> Walk<'a> {
    fn new(reach: &'a Reach, core: &'a mut Core, strong: bool) -> Self {
        let seen = core.pool_sizes.iter().map(|size| vec![false; *size as usize]).collect();
        Self { reach, core, strong, seen, weak: Vec::new() }
    }

    fn object(&mut self, object: Option<Object>) {
        let (start, end) = match object {
            None => (0, self.reach.root_end),
            Some(Object { pool, index }) => {
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
        if self.core.pending[id] != 0 {
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
                self.object(Some(Object { pool, index }));
            }
        }
    }

    /// Whether the choice points that it depends on are at the right alternatives.
    fn exists(&self, id: usize) -> bool {
        let choice = &self.core.choices[id];
        let parent = choice.parent as usize;
        parent == 0
            || (self.exists(parent)
                && (choice.low..=choice.high).contains(&self.core.state[parent]))
    }
}
