//! A choice point as the search uses it: numbers only, in one cache line.

use crate::plan::{Alternatives, ChoiceDraft, Need, Plan};

/// No pool, no object.
pub(super) const NONE: u16 = u16::MAX;

/// The order of the alternatives of a choice point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChoiceKind {
    /// One after the other.
    Plain,
    /// Constants, then objects: those that occur, and one fresh.
    Shared,
    /// Null, then the next fresh object.
    Fresh,
    /// Null, then objects without an owner: those that occur, and one fresh.
    Unowned,
    /// Variants with fresh objects.
    Variants,
}

/// One choice point.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) at: *mut u8,
    pub(super) images: *const u8,
    pub(super) size: u32,
    pub(super) count: u16,
    pub(super) kind: ChoiceKind,
    pub(super) filtered: bool,
    /// `true` if alternatives follow each other by number, up to the limit.
    pub(super) simple: bool,
    /// One above the last alternative that differs from all earlier ones.
    pub(super) limit: u16,
    /// The pool that the alternatives refer to.
    pub(super) pool: u16,
    /// Number of alternatives before the objects.
    pub(super) constants: u16,
    /// The choice point it depends on (0: none) and the alternatives with which it exists.
    pub(super) parent: u16,
    pub(super) low: u16,
    pub(super) high: u16,
    /// The object it is part of.
    pub(super) owner_pool: u16,
    pub(super) owner_index: u16,
    /// The number of objects of `pool` that occurred before this choice.
    pub(super) saved: u16,
    /// The same for its owner's pool, if reading it was the first mention; else `NONE`.
    pub(super) owner_saved: u16,
    pub(super) weak: bool,
}

impl Choice {
    /// The entry at index 0, which stands for no choice point.
    pub(super) fn nothing() -> Self {
        Self {
            at: std::ptr::null_mut(),
            images: std::ptr::null(),
            size: 0,
            count: 0,
            kind: ChoiceKind::Plain,
            filtered: false,
            simple: true,
            limit: 0,
            pool: NONE,
            constants: 0,
            parent: 0,
            low: 0,
            high: 0,
            owner_pool: NONE,
            owner_index: 0,
            saved: 0,
            owner_saved: NONE,
            weak: false,
        }
    }

    /// A choice of a finished plan. The images stay in the draft.
    pub(super) fn new(draft: &ChoiceDraft, plan: &Plan) -> Self {
        let short = |value: usize| u16::try_from(value).expect("checked when planned");
        let mut choice = Self {
            at: draft.at,
            images: draft.images.as_ptr(),
            size: u32::try_from(draft.size).expect("the arena is smaller"),
            count: short(draft.count),
            limit: short(draft.count),
            ..Self::nothing()
        };
        match &draft.alternatives {
            Alternatives::Plain => {}
            Alternatives::Shared { pool, constants, weak } => {
                choice.kind = ChoiceKind::Shared;
                (choice.pool, choice.constants) = (short(*pool), short(*constants));
                choice.weak = *weak;
            }
            Alternatives::Owned { pool } => {
                let mixed = plan.pools[*pool].shared || plan.bounds.isomorphs;
                choice.kind = if mixed { ChoiceKind::Unowned } else { ChoiceKind::Fresh };
                (choice.pool, choice.constants) = (short(*pool), 1);
            }
            Alternatives::Variants { needs } => {
                if needs.iter().any(|taken| !taken.is_empty()) {
                    choice.kind = ChoiceKind::Variants;
                }
            }
        }
        choice.simple = matches!(choice.kind, ChoiceKind::Plain | ChoiceKind::Shared);
        if let Some(guard) = draft.guard {
            choice.parent = short(guard.parent + 1);
            (choice.low, choice.high) = (short(guard.low), short(guard.high));
        }
        if let Some(owner) = draft.owner {
            (choice.owner_pool, choice.owner_index) = (short(owner.pool), short(owner.index));
        }
        choice
    }
}

/// The objects that the variants of one choice point take from the pools.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    /// Per alternative.
    pub(super) taken: Vec<Vec<Need>>,
    /// Pools concerned, each with the number of objects that occurred before the choice.
    pub(super) saved: Vec<(usize, u16)>,
}

impl Needs {
    /// From a finished plan.
    pub(super) fn new(draft: &ChoiceDraft) -> Self {
        let Alternatives::Variants { needs } = &draft.alternatives else {
            return Self::default();
        };
        let mut pools: Vec<usize> = needs.iter().flatten().map(|need| need.pool).collect();
        pools.sort_unstable();
        pools.dedup();
        let saved = pools.into_iter().map(|pool| (pool, 0)).collect();
        Self { taken: needs.clone(), saved }
    }
}
