//! The state of the search: the current alternative of every choice point, the stack of choice
//! points in the order of their first read, and the number of objects of each pool that occur.
//!
//! In a traced build the functions that run once per candidate have names that the tracing excludes:
//! they read no candidate, and tracing would slow them down.

use super::choice::{Choice, ChoiceKind, Needs, NONE};
use crate::plan::Plan;
use crate::trace::{Heard, Pending};

/// The data that reading and backtracking use.
#[derive(Debug)]
pub(super) struct Core {
    /// The choice points, from index 1.
    pub(super) choices: Vec<Choice>,
    pub(super) needs: Vec<Needs>,
    /// Groups, with ids above the choice points: several choice points read by one load.
    pub(super) groups: Vec<Vec<u16>>,
    /// Per id, whether a read of it is new.
    pub(super) pending: Pending,
    /// Per choice point, its current alternative.
    pub(super) state: Vec<u16>,
    pub(super) stack: Vec<u16>,
    /// The number of stack entries that are fixed.
    pub(super) floor: usize,
    /// Per pool, the number of objects that occur.
    pub(super) occur: Vec<u16>,
    pub(super) pool_sizes: Vec<u16>,
    /// Per pool and object, whether it has an owner (only kept if needed).
    pub(super) owned: Vec<Vec<bool>>,
    /// Addresses of the objects.
    pub(super) objects: Vec<Vec<*mut u8>>,
    pub(super) isomorphs: bool,
    /// Address of the candidate, and the id of each of its bytes.
    pub(super) base: usize,
    pub(super) first_bytes: Vec<u16>,
    /// Values that dedicated generators permit.
    pub(super) filters: Vec<Vec<bool>>,
}

impl Core {
    /// The initial state: no reads, all choice points at their first alternative.
    pub(super) fn new(plan: &Plan, groups: Vec<Vec<u16>>) -> Self {
        let mut choices = vec![Choice::nothing()];
        choices.extend(plan.choices.iter().map(|draft| Choice::new(draft, plan)));
        let mut needs = vec![Needs::default()];
        needs.extend(plan.choices.iter().map(Needs::new));
        let (ids, length) = (choices.len() + groups.len(), plan.arena.used());
        let pending = Pending::new(ids, length, plan.bounds.budget);
        Self {
            state: vec![0; choices.len()],
            stack: Vec::with_capacity(choices.len()),
            floor: 0,
            occur: vec![0; plan.pools.len()],
            pool_sizes: plan.pools.iter().map(|pool| pool.size as u16).collect(),
            owned: plan.pools.iter().map(|pool| vec![false; pool.size]).collect(),
            objects: plan.pools.iter().map(|pool| pool.objects.clone()).collect(),
            isomorphs: plan.bounds.isomorphs,
            base: 0,
            first_bytes: Vec::new(),
            filters: vec![Vec::new(); choices.len()],
            choices,
            needs,
            groups,
            pending,
        }
    }

    /// Handles a read of an id with an empty counter.
    #[cfg_attr(gadfly_traced, export_name = "__asan_gadfly_read")]
    pub(super) fn read(&mut self, id: u16, counter: Option<u32>) -> Heard {
        let id = id as usize;
        let heard = match id.checked_sub(self.choices.len()) {
            _ if !self.pending.get(id) => Heard::Known,
            None => {
                self.push(id);
                Heard::News
            }
            // A group stays pending: any of its members may be read again.
            Some(group) => {
                for member in 0..self.groups[group].len() {
                    let choice = self.groups[group][member] as usize;
                    if self.pending.get(choice) {
                        self.push(choice);
                    }
                }
                Heard::News
            }
        };
        match counter {
            Some(counter) if !self.pending.get(id) => match self.pending.fill(id, counter) {
                Heard::Known => heard,
                other => other,
            },
            _ => heard,
        }
    }

    /// Pushes a choice point onto the stack, if it exists at present.
    #[cfg_attr(gadfly_traced, export_name = "__asan_gadfly_push")]
    pub(super) fn push(&mut self, id: usize) -> bool {
        let (parent, low, high) = {
            let choice = &self.choices[id];
            (choice.parent as usize, choice.low, choice.high)
        };
        if parent != 0 {
            if self.pending.get(parent) && !self.push(parent) {
                return false;
            }
            let state = self.state[parent];
            if state < low || state > high {
                return false;
            }
        }
        self.pending.clear(id);
        self.stack.push(id as u16);
        let choice = &mut self.choices[id];
        // Reading a part of an object counts as an occurrence of the object.
        choice.owner_saved = NONE;
        if choice.owner_pool != NONE {
            let occur = &mut self.occur[choice.owner_pool as usize];
            if *occur <= choice.owner_index {
                choice.owner_saved = *occur;
                *occur = choice.owner_index + 1;
            }
        }
        if choice.pool != NONE {
            choice.saved = self.occur[choice.pool as usize];
            if !self.isomorphs {
                choice.limit = choice.count.min(choice.constants + choice.saved + 1);
            }
            if choice.constants == 0 && choice.kind == ChoiceKind::Shared && choice.saved == 0 {
                self.occur[choice.pool as usize] = 1;
            }
        } else if choice.kind == ChoiceKind::Variants {
            for (pool, saved) in &mut self.needs[id].saved {
                *saved = self.occur[*pool];
            }
        }
        true
    }

    /// Advances to the next candidate; `false` when none is left above the floor.
    #[cfg_attr(gadfly_traced, export_name = "__asan_gadfly_advance")]
    pub(super) fn advance(&mut self) -> bool {
        while self.stack.len() > self.floor {
            let id = self.stack[self.stack.len() - 1] as usize;
            let choice = &self.choices[id];
            if choice.simple && !choice.filtered {
                let next = self.state[id] + 1;
                if next < choice.limit {
                    self.state[id] = next;
                    if choice.pool != NONE {
                        let object = (next + 1).saturating_sub(choice.constants);
                        self.occur[choice.pool as usize] = choice.saved.max(object);
                    }
                    self.write(id);
                    return true;
                }
            } else if let Some(next) = self.next(id, self.state[id]) {
                self.assign(id, next);
                return true;
            }
            self.pop();
        }
        false
    }

    /// The alternative of a choice point after another one.
    #[inline(always)]
    pub(super) fn next(&self, id: usize, mut state: u16) -> Option<u16> {
        let choice = &self.choices[id];
        loop {
            state = match choice.kind {
                ChoiceKind::Plain | ChoiceKind::Shared => {
                    Some(state + 1).filter(|next| *next < choice.limit)
                }
                ChoiceKind::Fresh => {
                    Some(choice.saved + 1).filter(|next| state == 0 && *next < choice.count)
                }
                ChoiceKind::Unowned => (state + 1..choice.limit)
                    .find(|next| !self.owned[choice.pool as usize][*next as usize - 1]),
                ChoiceKind::Variants => {
                    (state + 1..choice.count).find(|next| self.affordable(id, *next))
                }
            }?;
            if !choice.filtered || self.filters[id][state as usize] {
                return Some(state);
            }
        }
    }

    fn affordable(&self, id: usize, alternative: u16) -> bool {
        let needs = &self.needs[id];
        needs.saved.iter().all(|(pool, saved)| {
            let taken = &needs.taken[alternative as usize];
            let count = taken.iter().filter(|need| need.pool == *pool).count();
            *saved as usize + count <= self.pool_sizes[*pool] as usize
        })
    }

    /// Sets a choice point that is on top of the stack to an alternative.
    #[inline(always)]
    pub(super) fn assign(&mut self, id: usize, alternative: u16) {
        self.leave_objects(id);
        self.state[id] = alternative;
        let choice = &self.choices[id];
        match choice.kind {
            ChoiceKind::Plain => {}
            ChoiceKind::Shared | ChoiceKind::Fresh | ChoiceKind::Unowned => {
                let pool = choice.pool as usize;
                let object = (alternative + 1).saturating_sub(choice.constants);
                self.occur[pool] = choice.saved.max(object);
                if choice.kind == ChoiceKind::Unowned && alternative > 0 {
                    self.owned[pool][alternative as usize - 1] = true;
                }
            }
            ChoiceKind::Variants => {
                let needs = &self.needs[id];
                for (pool, saved) in &needs.saved {
                    self.occur[*pool] = *saved;
                }
                for need in &needs.taken[alternative as usize] {
                    self.occur[need.pool] += 1;
                }
            }
        }
        self.write(id);
    }

    /// Pops the top entry of the stack and resets it.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        let Some(id) = self.stack.pop() else { return };
        let id = id as usize;
        if self.state[id] != 0 {
            self.leave_objects(id);
            self.state[id] = 0;
            self.write(id);
        }
        let choice = &mut self.choices[id];
        choice.filtered = false;
        if choice.pool != NONE {
            self.occur[choice.pool as usize] = choice.saved;
        } else if choice.kind == ChoiceKind::Variants {
            for (pool, saved) in &self.needs[id].saved {
                self.occur[*pool] = *saved;
            }
        }
        if choice.owner_saved != NONE {
            self.occur[choice.owner_pool as usize] = choice.owner_saved;
        }
        self.pending.set(id);
    }

    #[inline(always)]
    fn leave_objects(&mut self, id: usize) {
        let choice = &self.choices[id];
        if choice.kind == ChoiceKind::Unowned && self.state[id] > 0 {
            self.owned[choice.pool as usize][self.state[id] as usize - 1] = false;
        }
    }

    /// Writes the current alternative into the candidate.
    #[inline(always)]
    pub(super) fn write(&self, id: usize) {
        let choice = &self.choices[id];
        let size = choice.size as usize;
        let alternative = self.state[id] as usize;
        // SAFETY: `images` holds `count` images of `size` bytes each and `alternative < count`;
        // `at` is `size` bytes of the arena, separate from the images. No reference into the
        // arena is alive: the predicate is not running.
        unsafe {
            let image = choice.images.add(alternative * size);
            match size {
                8 => choice.at.cast::<u64>().write_unaligned(image.cast::<u64>().read_unaligned()),
                4 => choice.at.cast::<u32>().write_unaligned(image.cast::<u32>().read_unaligned()),
                1 => choice.at.write(image.read()),
                _ => std::ptr::copy_nonoverlapping(image, choice.at, size),
            }
        }
        if choice.kind == ChoiceKind::Variants {
            self.write_needs(id, alternative);
        }
    }

    fn write_needs(&self, id: usize, alternative: usize) {
        let needs = &self.needs[id];
        for (pool, saved) in &needs.saved {
            let taken = needs.taken[alternative].iter().filter(|need| need.pool == *pool);
            for (position, need) in taken.enumerate() {
                let object = self.objects[*pool][*saved as usize + position];
                // SAFETY: `need.at` is the place of a box in the arena; see `write`.
                unsafe { need.at.cast::<*mut u8>().write(object) };
            }
        }
    }

    /// Calls `visit` with the target objects of a choice point's current alternative.
    pub(super) fn targets(&self, id: usize, visit: &mut dyn FnMut(usize, usize)) {
        let choice = &self.choices[id];
        let state = self.state[id];
        match choice.kind {
            ChoiceKind::Plain => {}
            ChoiceKind::Variants => {
                let needs = &self.needs[id];
                for (pool, saved) in &needs.saved {
                    let taken = needs.taken[state as usize].iter();
                    let count = taken.filter(|need| need.pool == *pool).count();
                    for position in 0..count {
                        visit(*pool, *saved as usize + position);
                    }
                }
            }
            _ if state >= choice.constants => {
                visit(choice.pool as usize, (state - choice.constants) as usize);
            }
            _ => {}
        }
    }
}

/// Estimates.
impl Core {
    /// Position of the current alternative among those that will be tried, and their number.
    pub(super) fn position(&self, id: usize) -> (f64, f64) {
        let choice = &self.choices[id];
        let state = self.state[id];
        match choice.kind {
            ChoiceKind::Plain | ChoiceKind::Variants => (f64::from(state), f64::from(choice.count)),
            ChoiceKind::Shared | ChoiceKind::Unowned => (f64::from(state), f64::from(choice.limit)),
            ChoiceKind::Fresh => (f64::from(state.min(1)), 2.0),
        }
    }
}
