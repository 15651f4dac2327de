//! One search over one plan: the loop around the predicate.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Instant;

use super::core::Core;
use super::pause::Pause;
use super::prefix::Prefix;
use super::reach::ReachableFields;
use super::summary::{Progress, Summary};
use super::tables::IdTables;
use crate::audit::{self, Ground, Reason, Touch};
use crate::bounds::Bounds;
use crate::error::{PlanError, SearchError};
use crate::finitize::{layout_is_known, Finitize};
use crate::guard::{self, PredicateRun, RunEnd};
use crate::plan::{Alternatives, Manager, Plan, COUNTERS};
use crate::trace::{self, Heard, KeepFilter, ReadListener, Tables};

/// Accesses after which an audited run is no longer watched: each costs two signals.
const PATIENCE: usize = 200_000;
/// The same for runs that count as false because they were cut off.
const LITTLE_PATIENCE: usize = 4_000;

/// The cause of runs that are not audited in a program with the standard library in it.
const NOT_RECORDED: &str =
    "the standard library is linked statically, so calls of it are not recorded";

/// A plan ready to be searched.
pub(crate) struct Engine {
    core: Box<Core>,
    pub(crate) plan: Plan,
    reach: ReachableFields,
    tables: Tables,
    /// Keeps the tables alive.
    _ids: IdTables,
    /// The memory with every choice at its first alternative.
    template: Vec<u8>,
    pub(crate) managers: BTreeMap<TypeId, Manager>,
    pub(crate) summary: Summary,
    /// Candidates of earlier parts.
    pub(crate) tried: u64,
    /// The audited runs.
    pub(crate) ground: Ground,
    /// The prefix of the last candidates of the search.
    pub(crate) last: Option<Prefix>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Engine at {}", self.vector())
    }
}

/// A callback after each run.
pub(crate) type VisitCallback<'a> = &'a mut dyn FnMut(&Engine) -> ControlFlow<()>;

impl Engine {
    /// Plans a search for `T`.
    pub(crate) fn new<T: Finitize>(bounds: &Bounds) -> Result<Self, SearchError> {
        // First, because the canary read uses the same state as a search.
        let traced = trace::plain_reads_are_seen();
        Self::untraced::<T>(bounds)?.checked(traced)
    }

    /// Returns an error if reads would not be traced.
    fn checked(self, traced: bool) -> Result<Self, SearchError> {
        let engine = self;
        let hidden = engine.plan.choices.iter().find(|draft| !draft.wrapped);
        match hidden {
            Some(draft) if !traced => {
                Err(SearchError::NotTraced { field: draft.label.field.clone() })
            }
            _ => Ok(engine),
        }
    }

    /// The same without the check for tracing, for replays.
    pub(crate) fn untraced<T: Finitize>(bounds: &Bounds) -> Result<Self, SearchError> {
        Self::of(Plan::of::<T>(bounds).map_err(SearchError::Plan)?)
    }

    fn of(plan: Plan) -> Result<Self, SearchError> {
        check_owners(&plan)?;
        let ids = IdTables::new(&plan);
        if plan.choices.len() + ids.groups.len() + 1 > trace::MOST_IDS {
            let field = plan.choices[0].label.field.clone();
            return Err(SearchError::Plan(vec![PlanError::TooLarge { field }]));
        }
        let core = Box::new(Core::new(&plan, ids.groups.clone()));
        let tables = Tables {
            base: plan.arena.base() as usize,
            len: plan.arena.used(),
            ids: std::array::from_fn(|size| ids.ids[size].as_ptr()),
            left: core.pending.left(),
        };
        let managers = plan.pools.iter().map(|pool| (pool.ty, pool.manager)).collect();
        let reach = ReachableFields::new(&plan);
        let mut engine = Self {
            core,
            reach,
            tables,
            _ids: ids,
            template: Vec::new(),
            managers,
            summary: Summary::default(),
            tried: 0,
            ground: Ground::new(plan.choices.len()),
            last: None,
            plan,
        };
        engine.template = engine.memory().to_vec();
        Ok(engine)
    }

    /// The candidate.
    pub(crate) fn root<T>(&self) -> &T {
        // SAFETY: `plan.root` is the place of the `T` that the plan was made for, holding a valid
        // value at any time between writes of the search, which need `&mut self`.
        unsafe { &*self.plan.root.cast::<T>() }
    }

    /// Restricts the search to a prefix.
    pub(crate) fn enter(&mut self, prefix: &Prefix) -> Result<(), SearchError> {
        let bad = |reason: &str| SearchError::BadVector { reason: reason.to_owned() };
        for (choice, alternative) in &prefix.0 {
            let id = *choice as usize;
            if id == 0 || id >= self.core.choices.len() || !self.core.pending.get(id) {
                return Err(bad("it names a choice that this type does not have"));
            }
            if *alternative >= self.core.choices[id].count {
                return Err(bad("it names an alternative that a choice does not have"));
            }
            if !self.core.push(id) {
                return Err(bad("it names a choice that does not exist at that point"));
            }
            if *alternative != 0 {
                self.core.assign(id, *alternative);
            }
        }
        self.core.floor = self.core.stack.len();
        Ok(())
    }

    /// Searches above the floor. `visit` is called with every valid candidate, `tick` after that and
    /// every few thousand candidates.
    #[cfg_attr(gadfly_traced, export_name = "__asan_gadfly_run")]
    pub(crate) fn run(
        &mut self,
        predicate: &mut dyn FnMut(&Self) -> bool,
        visit: VisitCallback<'_>,
        tick: &mut dyn FnMut(&mut Pause<'_>) -> ControlFlow<()>,
    ) -> Result<(), SearchError> {
        let _session = self.begin();
        loop {
            let valid = self.try_candidate(predicate)?;
            if valid {
                if visit(self).is_break() {
                    self.summary.stopped = true;
                    return Ok(());
                }
                self.push_reachable();
            }
            let is_time = valid || self.summary.explored & 0x3FF == 0;
            if is_time && tick(&mut Pause::of(self)).is_break() {
                self.summary.stopped = true;
                return Ok(());
            }
            if !self.core.advance() {
                return Ok(());
            }
            if self.last.as_ref().is_some_and(|last| self.core.is_past(last)) {
                return Ok(());
            }
        }
    }

    /// Prepares this thread for runs of the predicate.
    pub(super) fn begin(&mut self) -> guard::SearchGuard {
        self.core.base = self.plan.arena.base() as usize;
        self.core.first_bytes.clone_from(&self._ids.ids[0]);
        let context = std::ptr::from_mut::<Core>(&mut self.core).cast();
        let reader = ReadListener { context, read, spent, filter };
        trace::prepare(&self.tables, reader, self.plan.bounds.budget);
        let is_blind = cfg!(gadfly_traced) && self.plan.choices.iter().any(|draft| !draft.wrapped);
        if self.plan.bounds.audit && !audit::record() && is_blind {
            self.summary.not_audited(1, NOT_RECORDED);
        }
        if self.tried == 0 {
            audit::code::restart();
        }
        guard::SearchGuard::begin()
    }

    /// Runs the predicate on the current candidate and counts.
    #[cfg_attr(gadfly_traced, export_name = "__asan_gadfly_try_candidate")]
    pub(super) fn try_candidate(
        &mut self,
        predicate: &mut dyn FnMut(&Self) -> bool,
    ) -> Result<bool, SearchError> {
        let candidate = self.tried + self.summary.explored;
        self.summary.explored += 1;
        let outcome = self.once(predicate);
        if self.plan.bounds.audit {
            if let Some(reason) = self.reason(candidate, outcome) {
                self.audited(predicate, outcome, reason)?;
            }
        }
        let count = match outcome {
            RunEnd::Invalid => return Ok(false),
            RunEnd::Valid => {
                if self.reach.weak_targets_are_held(&mut self.core) {
                    self.summary.valid += 1;
                    return Ok(true);
                }
                self.summary.unowned += 1;
                // The predicate accepts it: fields that it did not read must be enumerated.
                self.push_reachable();
                return Ok(false);
            }
            RunEnd::Panicked => &mut self.summary.panicked,
            RunEnd::Spent => &mut self.summary.cut,
            RunEnd::Overflowed => &mut self.summary.overflowed,
            RunEnd::Hung => &mut self.summary.hung,
        };
        *count += 1;
        self.restore();
        Ok(false)
    }

    /// Runs the predicate once with tracing.
    #[inline(always)]
    fn once(&mut self, predicate: &mut dyn FnMut(&Self) -> bool) -> RunEnd {
        let outcome = self.armed(predicate, false);
        if trace::is_in_doubt() && outcome != RunEnd::Spent {
            return self.exactly(predicate, outcome);
        }
        outcome
    }

    #[inline(always)]
    fn armed(&mut self, predicate: &mut dyn FnMut(&Self) -> bool, exact: bool) -> RunEnd {
        let engine: &Self = self;
        audit::reset();
        audit::code::arm();
        trace::arm(engine.tables.len, exact);
        let outcome = guard::guarded(PredicateRun { predicate, argument: engine });
        trace::disarm();
        audit::code::disarm();
        outcome
    }

    /// Repeats the run with all counters of reads full.
    #[cold]
    fn exactly(&mut self, predicate: &mut dyn FnMut(&Self) -> bool, outcome: RunEnd) -> RunEnd {
        if !matches!(outcome, RunEnd::Valid | RunEnd::Invalid) {
            self.restore();
        }
        self.core.pending.refill();
        self.armed(predicate, true)
    }

    /// The reason for auditing the run that has just ended, if there is one: it may have read a field
    /// untraced as no audited run has.
    #[inline]
    fn reason(&mut self, candidate: u64, outcome: RunEnd) -> Option<Reason> {
        if outcome == RunEnd::Hung {
            audit::code::forget();
            return None;
        }
        if audit::code::has_new_code() {
            return Some(Reason::Code);
        }
        if let Some(reason) = audit::is_due(candidate) {
            return Some(reason);
        }
        let function = audit::entered();
        if function != 0 {
            if self.ground.affords_call() {
                return Some(Reason::Call);
            }
            self.summary.not_audited(1, &audit::name(function));
            return None;
        }
        let is_whole = matches!(outcome, RunEnd::Valid | RunEnd::Invalid);
        (is_whole && self.ground.is_new(&self.core.stack)).then_some(Reason::Reads)
    }

    /// Repeats the run with every access to the candidate watched.
    #[cold]
    fn audited(
        &mut self,
        predicate: &mut dyn FnMut(&Self) -> bool,
        outcome: RunEnd,
        reason: Reason,
    ) -> Result<(), SearchError> {
        let start = Instant::now();
        let is_whole = matches!(outcome, RunEnd::Valid | RunEnd::Invalid);
        if is_whole {
            self.check_writes()?;
        } else {
            self.restore();
        }
        let (base, length) = (self.plan.arena.base(), self.plan.arena.used());
        let patience = if is_whole { PATIENCE } else { LITTLE_PATIENCE };
        let watched = audit::watch(base, length, patience, || self.once(predicate));
        let Some((again, watched)) = watched else {
            self.summary.not_audited(1, "candidates are too large");
            return Ok(());
        };
        self.check_accesses(&watched.touched)?;
        if again != outcome {
            return Err(SearchError::Unsteady { candidate: String::new() });
        }
        if is_whole {
            self.check_writes()?;
        }
        if watched.is_cut && is_whole {
            self.summary.not_audited(1, "runs with very many reads");
        }
        if watched.is_cut {
            audit::code::forget();
        } else {
            audit::code::keep();
        }
        match reason {
            Reason::Code => self.summary.audited_for_code += 1,
            Reason::Call => {
                self.summary.audited_for_calls += 1;
                self.ground.note_call(watched.accesses);
            }
            Reason::First | Reason::Sample | Reason::Reads => {}
        }
        self.summary.audited += 1;
        self.ground.note(&self.core.stack);
        self.summary.audit_time += start.elapsed();
        Ok(())
    }

    /// Returns an error if the run has read something that the search does not know of.
    fn check_accesses(&self, touched: &[Touch]) -> Result<(), SearchError> {
        for Touch { offset, read, written } in touched {
            let id = self._ids.ids[0][*offset] as usize;
            let candidate = String::new();
            if let Some(choice) = self.unseen(id) {
                let field = self.plan.choices[choice - 1].label.field.clone();
                return Err(match read {
                    true => SearchError::EscapedRead { field, candidate },
                    false => SearchError::Wrote { field, candidate },
                });
            }
            if let (true, false, Some(ty)) = (read, written, self.counts_at(*offset)) {
                return Err(SearchError::ReadCounts { ty, candidate });
            }
        }
        Ok(())
    }

    /// Returns whether a byte is in the place of a box that a sequence or variant takes with it. The search leaves
    /// the old address there while the box does not exist.
    fn is_left_over(&self, offset: usize) -> bool {
        let address = self.plan.arena.base() as usize + offset;
        let word = std::mem::size_of::<usize>();
        self.plan.choices.iter().any(|draft| match &draft.alternatives {
            Alternatives::Variants { needs } => {
                let mut places = needs.iter().flatten().map(|need| need.at as usize);
                places.any(|place| (place..place + word).contains(&address))
            }
            _ => false,
        })
    }

    /// The type of the object whose reference counts are at an offset. A clone changes them; other reads
    /// depend on how many pointers there are.
    fn counts_at(&self, offset: usize) -> Option<String> {
        let address = self.plan.arena.base() as usize + offset;
        let counted = self.plan.pools.iter().filter(|pool| pool.manager != Manager::Box);
        let mut counted = counted.filter(|pool| {
            let mut objects = pool.objects.iter().map(|object| *object as usize);
            objects.any(|object| (object - COUNTERS..object).contains(&address))
        });
        counted.next().map(|pool| pool.name.clone())
    }

    /// Returns an error if a run has changed the candidate, and restores it.
    fn check_writes(&mut self) -> Result<(), SearchError> {
        let after = self.memory().to_vec();
        self.restore();
        let right = self.memory();
        let mut changed = (0..right.len()).filter(|byte| right[*byte] != after[*byte]);
        let Some(offset) = changed.find(|byte| !self.is_left_over(*byte)) else {
            return Ok(());
        };
        let field = self.name_of(self._ids.ids[0][offset] as usize, offset);
        Err(SearchError::Wrote { field, candidate: String::new() })
    }

    /// A choice point of an id that exists and is not on the stack.
    fn unseen(&self, id: usize) -> Option<usize> {
        let core = &self.core;
        let members = match id.checked_sub(core.choices.len()) {
            Some(group) => core.groups[group].clone(),
            None if id == 0 => Vec::new(),
            None => vec![id as u16],
        };
        members.into_iter().map(usize::from).find(|choice| {
            let (parent, low, high) = {
                let choice = &core.choices[*choice];
                (choice.parent as usize, choice.low, choice.high)
            };
            let exists = parent == 0
                || (!core.pending.get(parent) && (low..=high).contains(&core.state[parent]));
            exists && core.pending.get(*choice)
        })
    }

    fn name_of(&self, id: usize, offset: usize) -> String {
        let choice = match id.checked_sub(self.core.choices.len()) {
            Some(group) => self.core.groups[group].first().map_or(0, |first| *first as usize),
            None => id,
        };
        match choice {
            0 => {
                let address = self.plan.arena.base() as usize + offset;
                let mut skipped = self.plan.skipped.iter();
                let hit = skipped
                    .find(|(at, size, _)| (*at as usize..*at as usize + size).contains(&address));
                hit.map_or_else(
                    || "a borrow flag or reference count".to_owned(),
                    |hit| hit.2.clone(),
                )
            }
            choice => self.plan.choices[choice - 1].label.field.clone(),
        }
    }

    /// Restores the candidate from the choices after a run that was cut off.
    fn restore(&mut self) {
        let base = self.plan.arena.base();
        // SAFETY: the template is a copy of exactly this memory; nothing refers into it now.
        unsafe {
            std::ptr::copy_nonoverlapping(self.template.as_ptr(), base, self.template.len());
        }
        for position in 0..self.core.stack.len() {
            self.core.write(self.core.stack[position] as usize);
        }
    }

    /// Pushes reachable unread fields onto the stack and records them.
    pub(super) fn push_reachable(&mut self) {
        let before = self.core.stack.len();
        self.reach.push_unread(&mut self.core);
        for position in before..self.core.stack.len() {
            if self.summary.unread.len() >= 64 {
                break;
            }
            let draft = &self.plan.choices[self.core.stack[position] as usize - 1];
            if !self.summary.unread.contains(&draft.label.field) {
                self.summary.unread.push(draft.label.field.clone());
            }
        }
    }

    /// The tables of the candidate.
    pub(super) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Their entries.
    pub(super) fn ids(&self) -> &[Vec<u16>; 5] {
        &self._ids.ids
    }

    /// Counts the whole root as read. Only inside a run of the predicate.
    pub(super) fn read_root(&self) {
        trace::resume(&self.tables);
        let base = self.plan.root as usize;
        trace::touch_range(base, self.plan.root_size);
        trace::disarm();
    }

    /// Counts some bytes of the candidate as read. Only inside a run of the predicate.
    pub(super) fn read_bytes(&self, at: usize, size: usize) {
        trace::resume(&self.tables);
        trace::touch_range(at, size);
        trace::disarm();
    }

    pub(super) fn core_mut(&mut self) -> &mut Core {
        &mut self.core
    }

    /// The current stack, which identifies the candidate.
    pub(crate) fn vector(&self) -> Prefix {
        Prefix(self.core.entries(self.core.stack.len()).collect())
    }

    /// The progress of the search, estimated from the position of each stack entry among its alternatives.
    pub(crate) fn progress(&self) -> Progress {
        let mut fraction = 0.0;
        let mut share = 1.0;
        for id in &self.core.stack[self.core.floor..] {
            let (position, total) = self.core.position(*id as usize);
            share /= total;
            fraction += share * position;
        }
        let Summary { explored, valid, .. } = self.summary;
        Progress { explored, valid, fraction }
    }

    fn memory(&self) -> &[u8] {
        let (base, length) = (self.plan.arena.base(), self.plan.arena.used());
        // SAFETY: `length` bytes of the mapping are in use, zeroed when mapped and only written
        // through places since; nothing writes while the slice is alive (`&self`).
        unsafe { std::slice::from_raw_parts(base, length) }
    }
}

unsafe fn read(core: *mut (), id: u16, counter: Option<u32>) -> Heard {
    // SAFETY: armed by `once` with the engine's core, which nothing else uses during the run.
    unsafe { (*core.cast::<Core>()).read(id, counter) }
}

unsafe fn filter(core: *mut (), offset: usize, size: usize, keep: KeepFilter<'_>) {
    // SAFETY: as in `read`.
    let core = unsafe { &mut *core.cast::<Core>() };
    let id = core.first_bytes[offset] as usize;
    core.filter(id, core.base + offset, size, keep);
}

unsafe fn spent(_: *mut ()) {
    guard::spent();
}

/// Refuses combinations of pointers whose owners could not be distinguished.
fn check_owners(plan: &Plan) -> Result<(), SearchError> {
    let mut errors = Vec::new();
    for draft in &plan.choices {
        let Alternatives::Variants { needs } = &draft.alternatives else { continue };
        for need in needs.iter().flatten() {
            let pool = &plan.pools[need.pool];
            if pool.shared {
                let (field, ty) = (draft.label.field.clone(), pool.name.clone());
                let why = "a mandatory Box and a pointer that does not own its target";
                errors.push(PlanError::MixedPointers { field, ty, why });
            }
        }
    }
    if plan.pools.iter().any(|pool| pool.manager != Manager::Box) && !layout_is_known() {
        let (field, ty) = (plan.pools[0].name.clone(), plan.pools[0].name.clone());
        let why = "this version of the standard library arranges Rc and Arc differently";
        errors.push(PlanError::MixedPointers { field, ty, why });
    }
    errors.dedup();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(SearchError::Plan(errors))
    }
}
