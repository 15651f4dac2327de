//! The choice points of loads: a table per load size with an entry per byte.

use std::collections::BTreeMap;

use crate::plan::Plan;

/// The tables, and the groups that they refer to.
#[derive(Debug)]
pub(super) struct IdTables {
    pub(super) ids: [Vec<u16>; 5],
    pub(super) groups: Vec<Vec<u16>>,
}

impl IdTables {
    /// The tables of a finished plan. Ids are the numbers of choice points from 1, then those
    /// of groups.
    pub(super) fn new(plan: &Plan) -> Self {
        let base = plan.arena.base() as usize;
        let length = plan.arena.used();
        let mut cover: Vec<Vec<u16>> = vec![Vec::new(); length];
        for (index, draft) in plan.choices.iter().enumerate() {
            let start = draft.at as usize - base;
            for byte in &mut cover[start..start + draft.size] {
                byte.push(index as u16 + 1);
            }
        }
        let first_group = plan.choices.len() + 1;
        let mut numbers: BTreeMap<Vec<u16>, u16> = BTreeMap::new();
        let mut groups = Vec::new();
        // Every part of a search makes these tables anew: no allocation but for new groups.
        let mut members: Vec<u16> = Vec::new();
        let ids = [1_usize, 2, 4, 8, 16].map(|size| {
            let mut table = vec![0_u16; length];
            for (offset, entry) in table.iter_mut().enumerate() {
                let last = (offset + size).min(length);
                members.clear();
                for id in cover[offset..last].iter().flatten() {
                    if !members.contains(id) {
                        members.push(*id);
                    }
                }
                // Parents are numbered before their parts, and fields in order of declaration.
                members.sort_unstable();
                *entry = match members.as_slice() {
                    [] => 0,
                    [only] => *only,
                    several => match numbers.get(several) {
                        Some(number) => *number,
                        None => {
                            let number = (first_group + groups.len()) as u16;
                            groups.push(members.clone());
                            numbers.insert(members.clone(), number);
                            number
                        }
                    },
                };
            }
            table
        });
        Self { ids, groups }
    }
}
