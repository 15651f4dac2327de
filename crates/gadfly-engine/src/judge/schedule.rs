//! The schedule of law checks: on which values, and how often.
//!
//! Every new value of a type is judged at first, then ever fewer. A law that a type has broken often enough is not asked for
//! again: each time costs a sequence and says nothing new.

use super::witnesses::Witnesses;
use crate::laws::LAWS;
use crate::link::registry::{LinkedType, Registry};

/// New values of a type that are all judged.
const ALL: u32 = 512;
/// New values of a type of which many are judged.
const MANY: u32 = 8192;
/// Failures of a law until it is not checked on a type any more.
const PATIENCE: u8 = 24;

/// The schedule of law checks, by type.
#[derive(Default)]
pub(super) struct LawSchedule {
    /// True if anything is.
    enabled: bool,
    /// True if nothing is left out: every value that a statement made or used is judged, together with all others.
    pub(super) exhaustive: bool,
    types: Vec<Option<Box<TypeSchedule>>>,
}

/// The schedule of one type.
pub(super) struct TypeSchedule {
    /// Numbers of the laws, and how often each has failed.
    pub(super) laws: Vec<(u16, u8)>,
    /// Values kept from other sequences, to be compared with.
    pub(super) witnesses: Witnesses,
    /// Values that were new.
    pub(super) seen: u32,
    repeated: u32,
    /// Values of a type that may be used up before they are dropped.
    dropped: u32,
}

impl LawSchedule {
    /// Checks every law, or just the one with this name.
    pub(super) fn new(registry: &Registry, only: Option<&str>, exhaustive: bool) -> Self {
        let types = registry.types.iter().map(|ty| TypeSchedule::of(ty, only).map(Box::new));
        Self { enabled: true, exhaustive, types: types.collect() }
    }

    /// Takes out the schedule of a type, if a value's check is due; it is given back by [`Self::put`].
    pub(super) fn take(&mut self, ty: u32, is_new: bool) -> Option<Box<TypeSchedule>> {
        if !self.enabled {
            return None;
        }
        let slot = self.types.get_mut(ty as usize)?;
        let is_due = slot.as_mut()?.is_due(is_new);
        if is_due || self.exhaustive {
            slot.take()
        } else {
            None
        }
    }

    /// The law that uses up values of a type, if there is one, it still matters, and it is a value's turn.
    pub(super) fn consuming_law(&mut self, ty: u32) -> Option<u16> {
        let checks = self.types.get_mut(ty as usize).filter(|_| self.enabled)?.as_mut()?;
        let law = checks
            .laws
            .iter()
            .find(|(number, failures)| LAWS[*number as usize].uses_up && *failures < PATIENCE)?;
        checks.dropped = checks.dropped.wrapping_add(1);
        // Dropping a partly consumed iterator matters just as much.
        (self.exhaustive || checks.dropped % 4 == 0).then_some(law.0)
    }

    /// Records that a law failed on a value of a type.
    pub(super) fn record_failure(&mut self, ty: u32, law: u16) {
        if let Some(Some(checks)) = self.types.get_mut(ty as usize) {
            checks.record_failure(law);
        }
    }

    /// Takes back what was taken for a type.
    pub(super) fn put(&mut self, ty: u32, checks: Box<TypeSchedule>) {
        self.types[ty as usize] = Some(checks);
    }

    /// Records that checking a law on a value of the type killed the process: it is not done again.
    pub(super) fn record_crash(&mut self, ty: u32, law: u16) {
        if let Some(Some(checks)) = self.types.get_mut(ty as usize) {
            checks.laws.retain(|(found, _)| *found != law);
        }
    }
}

impl TypeSchedule {
    fn of(ty: &LinkedType, only: Option<&str>) -> Option<Self> {
        let vtable = ty.vtable.filter(|_| ty.judged)?;
        let laws: Vec<(u16, u8)> = LAWS
            .iter()
            .enumerate()
            .filter(|(_, law)| (law.applies)(vtable) && only.map_or(true, |only| only == law.name))
            .map(|(number, _)| (number as u16, 0))
            .collect();
        let checks =
            Self { laws, witnesses: Witnesses::default(), seen: 0, repeated: 0, dropped: 0 };
        (!checks.laws.is_empty()).then_some(checks)
    }

    fn is_due(&mut self, is_new: bool) -> bool {
        if is_new {
            self.seen = self.seen.wrapping_add(1);
            self.seen <= ALL || self.seen % if self.seen <= MANY { 8 } else { 64 } == 0
        } else {
            // Values that hash alike need not be alike.
            self.repeated = self.repeated.wrapping_add(1);
            self.repeated % 256 == 1
        }
    }

    /// The laws about so many values that are still checked.
    pub(super) fn laws(&self, arity: usize) -> impl Iterator<Item = u16> + '_ {
        self.laws
            .iter()
            .filter(move |(number, failures)| {
                let law = &LAWS[*number as usize];
                *failures < PATIENCE && law.arity == arity && !law.uses_up
            })
            .map(|(number, _)| *number)
    }

    /// Records that a law failed.
    pub(super) fn record_failure(&mut self, law: u16) {
        for (number, failures) in &mut self.laws {
            if *number == law {
                *failures = failures.saturating_add(1);
            }
        }
    }
}
