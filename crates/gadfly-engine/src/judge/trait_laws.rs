//! The judge: checks the laws of the traits on a variable of the running sequence, alone and together with others.

use super::schedule::{LawSchedule, TypeSchedule};
use super::witnesses::{Witness, Witnesses};
use crate::laws::{LawValues, LAWS};
use crate::link::registry::Registry;
use crate::process::panic;
use crate::run::borrow::{bit, members, CallArg};
use crate::run::executor::Executor;
use crate::run::outcome::CallOutcome;
use gadfly_wire::{Access, During};

/// The number of other variables that a new one is compared with.
const PARTNERS: usize = 4;
/// The same where nothing is left out.
const ALL_PARTNERS: usize = 24;
/// The rarity of checks grows by one for every so many bytes that a sequence has allocated: its values are likely to be
/// expensive to read.
const EXPENSIVE: u64 = 1 << 13;
/// The greatest rarity of checks.
const RAREST: u64 = 64;
/// The place of a variable that a law does not need.
const NONE: u32 = u32::MAX;

/// Checks laws.
#[derive(Default)]
pub struct LawJudge {
    schedule: LawSchedule,
}

impl LawJudge {
    /// A judge of every law, or just of the one with this name. An exhaustive one leaves nothing out.
    pub fn new(registry: &Registry, only: Option<&str>, exhaustive: bool) -> Self {
        Self { schedule: LawSchedule::new(registry, only, exhaustive) }
    }

    /// Returns whether every value of a statement is judged, together with all others.
    pub(crate) fn is_exhaustive(&self) -> bool {
        self.schedule.exhaustive
    }

    /// Records that checking a law on a value of the type killed the process: it is not done again.
    pub(crate) fn record_crash(&mut self, ty: u32, law: u16) {
        self.schedule.record_crash(ty, law);
    }

    /// The law to check on the next value of a type by consuming it, if that is due.
    pub(crate) fn consuming_law(&mut self, ty: u32) -> Option<u16> {
        self.schedule.consuming_law(ty)
    }

    /// Checks the laws of a variable, if it is due and may be read. False if it breaks one: the sequence is over.
    pub(crate) fn check(&mut self, executor: &mut Executor<'_>, var: u32, is_new: bool) -> bool {
        let ty = executor.live.type_of(var);
        let Some(mut checks) = self.schedule.take(ty, is_new) else { return true };
        let rarity = (1 + executor.spent() / EXPENSIVE).min(RAREST);
        let may = self.is_exhaustive() || u64::from(checks.seen) % rarity == 0;
        // A value whose parts were changed through references is not responsible for its state.
        let may = may && !executor.live.frame.slot(var).lineage.altered;
        let kept = !may
            || !executor.live.borrows.is_readable(var)
            || self.check_groups(executor, var, &mut checks);
        self.schedule.put(ty, checks);
        kept
    }

    /// Checks everything that a statement made or used, leaving nothing out.
    pub(crate) fn check_statement(
        &mut self,
        executor: &mut Executor<'_>,
        result: Option<u32>,
        args: &[CallArg],
    ) -> CallOutcome {
        let used = args.iter().filter(|arg| arg.access != Access::Move).map(|arg| arg.var);
        for var in result.into_iter().chain(used) {
            if !self.check(executor, var, true) {
                return CallOutcome::Broken;
            }
        }
        result.map_or(CallOutcome::Caught, CallOutcome::Returned)
    }

    /// Checks a law that consumes a variable which would be dropped next, if one is due and nothing has failed so far.
    pub(crate) fn consume(&mut self, executor: &mut Executor<'_>, var: u32) {
        let slot = *executor.live.frame.slot(var);
        if executor.has_failed() || slot.place.is_null() || slot.lineage.altered {
            return;
        }
        let Some(law) = self.schedule.consuming_law(slot.ty) else { return };
        let registry = executor.registry;
        let ty = &registry.types[slot.ty as usize];
        // SAFETY: the variable is to be dropped next, so everything that borrows from it is gone.
        let Some(values) = (unsafe { LawValues::exclusive(ty, slot.place) }) else { return };
        if !holds(executor, law, [var, NONE, NONE], &values) {
            self.schedule.record_failure(slot.ty, law);
        }
    }

    fn check_groups(
        &mut self,
        executor: &mut Executor<'_>,
        var: u32,
        checks: &mut TypeSchedule,
    ) -> bool {
        let exhaustive = self.is_exhaustive();
        all_hold(executor, checks, 1, &[[var, NONE, NONE]])
            && check_pairs(executor, var, checks, exhaustive)
            && (exhaustive || check_with_witnesses(executor, var, checks))
    }
}

/// Compares a variable with itself and with others of its type.
fn check_pairs(
    executor: &mut Executor<'_>,
    var: u32,
    checks: &mut TypeSchedule,
    exhaustive: bool,
) -> bool {
    let live = &executor.live;
    let ty = live.type_of(var);
    let mut others: Vec<u32> = members(live.borrows.alive() & !bit(var))
        .filter(|other| live.type_of(*other) == ty && live.borrows.is_readable(*other))
        .filter(|other| !live.frame.slot(*other).lineage.altered)
        .collect();
    others.reverse();
    others.truncate(if exhaustive { ALL_PARTNERS } else { PARTNERS });
    let turned = exhaustive || checks.seen % 2 == 0;
    let mut pairs = vec![[var, var, NONE]];
    let mut triples = Vec::new();
    for (at, other) in others.iter().enumerate() {
        pairs.push([var, *other, NONE]);
        if turned {
            pairs.push([*other, var, NONE]);
        }
        let thirds = if exhaustive { &others[..] } else { &others[at..] };
        for third in thirds.iter().filter(|third| *third != other) {
            triples.push([var, *other, *third]);
            triples.push([*other, var, *third]);
            if exhaustive {
                triples.push([*other, *third, var]);
            }
        }
    }
    all_hold(executor, checks, 2, &pairs) && all_hold(executor, checks, 3, &triples)
}

/// Compares a variable with values from other sequences, and keeps it for later ones.
fn check_with_witnesses(executor: &mut Executor<'_>, var: u32, checks: &mut TypeSchedule) -> bool {
    let info = &executor.registry.types[executor.live.type_of(var) as usize];
    let is_comparable = checks.laws(2).next().is_some();
    let can_clone = info.vtable.is_some_and(|vtable| vtable.clone.is_some());
    if !is_comparable || info.carries || !can_clone {
        return true;
    }
    let (pair_laws, triple_laws): (Vec<u16>, Vec<u16>) =
        (checks.laws(2).collect(), checks.laws(3).collect());
    let place = executor.live.frame.slot(var).place.cast_const();
    for index in 0..checks.witnesses.len() {
        let one = checks.witnesses.get(index).place.cast_const();
        let other = checks.witnesses.get(index + 1).place.cast_const();
        let turned = (checks.seen as usize + index) % 2 == 0;
        let pair = if turned { [one, place, one] } else { [place, one, one] };
        if !pair_laws.iter().all(|law| seems_to_hold(executor, *law, var, pair)) {
            return check_beside(executor, var, &[index], checks);
        }
        let triple = if turned { [one, place, other] } else { [place, one, other] };
        if !triple_laws.iter().all(|law| seems_to_hold(executor, *law, var, triple)) {
            return check_beside(executor, var, &[index, index + 1], checks);
        }
    }
    keep_witness(executor, var, checks);
    true
}

/// Returns whether a law seems to hold for a variable and for witnesses, which are not variables. Reports nothing.
fn seems_to_hold(executor: &mut Executor<'_>, law: u16, var: u32, places: [*const u8; 3]) -> bool {
    let registry = executor.registry;
    let ty = &registry.types[executor.live.type_of(var) as usize];
    let during = During::Law { law, vars: [var, NONE, NONE] };
    executor.journal.set_during(during);
    // SAFETY: the variable is readable, and witnesses are live values of its type that only we know.
    let Some(values) = (unsafe { LawValues::new(ty, places) }) else { return true };
    let check = LAWS[law as usize].check;
    matches!(panic::guard(executor.live.context(var, during), || check(&values)), Ok(None))
}

/// Makes witnesses again beside the variable, and judges all of them there. The sequence is over either way.
fn check_beside(
    executor: &mut Executor<'_>,
    var: u32,
    indices: &[usize],
    checks: &mut TypeSchedule,
) -> bool {
    let mut vars = [var, NONE, NONE];
    let witnesses: Vec<Witness> =
        indices.iter().map(|index| checks.witnesses.get(*index).clone()).collect();
    for (place, witness) in vars[1..].iter_mut().zip(&witnesses) {
        match executor.append(&witness.node) {
            Ok(base) => *place = base + witness.var,
            Err(_) => {
                let ty = &executor.registry.types[executor.live.type_of(var) as usize];
                checks.witnesses.remove(ty, &witness.node);
                return false;
            }
        }
    }
    let [a, b, c] = vars;
    let arity = 1 + witnesses.len();
    if vars[..arity].iter().all(|var| executor.live.borrows.is_readable(*var)) {
        let groups = match arity {
            2 => vec![[a, b, c], [b, a, c]],
            _ => vec![[a, b, c], [b, a, c], [a, c, b], [c, a, b], [b, c, a], [c, b, a]],
        };
        all_hold(executor, checks, arity, &groups);
    }
    false
}

/// Keeps a clone of a variable for later sequences: the first ones, then fewer and fewer.
fn keep_witness(executor: &mut Executor<'_>, var: u32, checks: &mut TypeSchedule) {
    let seen = checks.seen;
    if seen > 64 && seen % 16 != 0 || !executor.live.borrows.is_parentless(var) {
        return;
    }
    let (node, number) = executor.live.keep(var);
    if !Witnesses::wants(&node) {
        return;
    }
    let registry = executor.registry;
    let ty = &registry.types[executor.live.type_of(var) as usize];
    let place = executor.live.frame.slot(var).place.cast_const();
    // SAFETY: the variable is readable.
    let Some(values) = (unsafe { LawValues::new(ty, [place; 3]) }) else { return };
    if let Ok(Some(clone)) = panic::guard(0, || values.clone_of(0)) {
        checks.witnesses.add(ty, clone, node, number);
    }
}

/// Checks all laws of an arity on each of some groups of variables.
fn all_hold(
    executor: &mut Executor<'_>,
    checks: &mut TypeSchedule,
    arity: usize,
    groups: &[[u32; 3]],
) -> bool {
    let laws: Vec<u16> = checks.laws(arity).collect();
    for law in laws {
        for vars in groups {
            if !holds_for_variables(executor, law, *vars) {
                checks.record_failure(law);
                return false;
            }
        }
    }
    true
}

/// Checks one law on readable variables of one type, and reports a violation.
fn holds_for_variables(executor: &mut Executor<'_>, number: u16, vars: [u32; 3]) -> bool {
    let registry = executor.registry;
    let law = &LAWS[number as usize];
    let ty = &registry.types[executor.live.type_of(vars[0]) as usize];
    let used = &vars[..law.arity];
    let mut places = [std::ptr::null(); 3];
    for (place, var) in places.iter_mut().zip(used) {
        let slot = executor.live.frame.slot(*var);
        if law.needs_checked && slot.lineage.raw {
            return true;
        }
        *place = slot.place.cast_const();
    }
    // SAFETY: the variables are readable, so as many places as the law has values hold live ones of this type.
    let Some(values) = (unsafe { LawValues::new(ty, places) }) else { return true };
    holds(executor, number, vars, &values)
}

/// Checks one law on values, and reports a violation.
fn holds(executor: &mut Executor<'_>, number: u16, vars: [u32; 3], values: &LawValues<'_>) -> bool {
    let law = &LAWS[number as usize];
    let during = During::Law { law: number, vars };
    executor.journal.set_during(during);
    let check = law.check;
    match panic::guard(executor.live.context(vars[0], during), || check(values)) {
        Ok(None) => true,
        Ok(Some(detail)) => {
            let operation = executor.live.program.step(vars[0]).code;
            let vars = vars[..law.arity].to_vec();
            executor.reporter.report_broken(law.to_wire(), operation, vars, detail);
            false
        }
        Err(captured) => {
            executor.report_panic(during, executor.live.last(), captured);
            false
        }
    }
}
