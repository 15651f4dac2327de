//! Judging: runs the laws on a variable of the running sequence, alone and together with others.

use super::schedule::TypeChecks;
use super::witnesses::{Witness, Witnesses};
use super::{Values, LAWS};
use crate::process::panic;
use crate::run::borrow::{bit, members, Arg};
use crate::run::execute::{Machine, Outcome};
use gadfly_wire::{Access, During};

/// How many other variables a new one is compared with.
const PARTNERS: usize = 4;
/// The same where nothing is to be left out.
const ALL_PARTNERS: usize = 24;
/// For every so many bytes that a sequence has allocated, its values are judged more rarely: looking at them is likely to be expensive.
const DEAR: u64 = 1 << 13;
/// How rarely at the most.
const RAREST: u64 = 64;
/// Stands for no variable.
const NONE: u32 = u32::MAX;

impl Machine<'_> {
    /// Judges a variable, if it is its turn and it may be looked at. False if it breaks a law: the sequence is over.
    pub fn check_laws(&mut self, var: u32, is_new: bool) -> bool {
        let ty = self.type_of(var);
        let Some(mut checks) = self.checks.take(ty, is_new) else { return true };
        let rarity = (1 + self.spent() / DEAR).min(RAREST);
        let may = self.checks.exhaustive || u64::from(checks.seen) % rarity == 0;
        // Whoever has its parts changed by others cannot vouch for them.
        let may = may && !self.frame.slot(var).lineage.poked;
        let kept = !may || !self.borrows.is_readable(var) || self.judge(var, &mut checks);
        self.checks.put(ty, checks);
        kept
    }

    /// Judges everything that a statement had a part in, leaving nothing out.
    pub(crate) fn check_statement(&mut self, result: Option<u32>, args: &[Arg]) -> Outcome {
        let used = args.iter().filter(|arg| arg.access != Access::Move).map(|arg| arg.var);
        for var in result.into_iter().chain(used) {
            if !self.check_laws(var, true) {
                return Outcome::Broken;
            }
        }
        result.map_or(Outcome::Caught, Outcome::Returned)
    }

    /// Lets a law use up a variable that would be dropped next, if there is one and nothing went wrong so far.
    pub(crate) fn use_up(&mut self, var: u32) {
        let slot = *self.frame.slot(var);
        if self.has_failed() || slot.place.is_null() || slot.lineage.poked {
            return;
        }
        let Some(law) = self.checks.uses_up(slot.ty) else { return };
        let registry = self.registry;
        let ty = &registry.types[slot.ty as usize];
        // SAFETY: the variable is to be dropped next, so everything that borrows from it is gone.
        let Some(values) = (unsafe { Values::exclusive(ty, slot.place) }) else { return };
        if !self.holds(law, [var, NONE, NONE], &values) {
            self.checks.failed(slot.ty, law);
        }
    }

    fn judge(&mut self, var: u32, checks: &mut TypeChecks) -> bool {
        let exhaustive = self.checks.exhaustive;
        self.all_keep(checks, 1, &[[var, NONE, NONE]])
            && self.judge_pairs(var, checks, exhaustive)
            && (exhaustive || self.judge_with_witnesses(var, checks))
    }

    /// Compares a variable with itself and with others of its type.
    fn judge_pairs(&mut self, var: u32, checks: &mut TypeChecks, exhaustive: bool) -> bool {
        let ty = self.type_of(var);
        let borrows = &self.borrows;
        let mut others: Vec<u32> = members(borrows.alive() & !bit(var))
            .filter(|other| self.type_of(*other) == ty && borrows.is_readable(*other))
            .filter(|other| !self.frame.slot(*other).lineage.poked)
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
        self.all_keep(checks, 2, &pairs) && self.all_keep(checks, 3, &triples)
    }

    /// Compares a variable with values from other sequences, and keeps it for others.
    fn judge_with_witnesses(&mut self, var: u32, checks: &mut TypeChecks) -> bool {
        let info = &self.registry.types[self.type_of(var) as usize];
        let is_comparable = checks.laws(2).next().is_some();
        let can_clone = info.vtable.is_some_and(|vtable| vtable.clone.is_some());
        if !is_comparable || info.carries || !can_clone {
            return true;
        }
        let (pair_laws, triple_laws): (Vec<u16>, Vec<u16>) =
            (checks.laws(2).collect(), checks.laws(3).collect());
        let place = self.frame.slot(var).place.cast_const();
        for index in 0..checks.witnesses.len() {
            let one = checks.witnesses.get(index).place.cast_const();
            let other = checks.witnesses.get(index + 1).place.cast_const();
            let turned = (checks.seen as usize + index) % 2 == 0;
            let pair = if turned { [one, place, one] } else { [place, one, one] };
            if !pair_laws.iter().all(|law| self.looks_right(*law, var, pair)) {
                return self.meet(var, &[index], checks);
            }
            let triple = if turned { [one, place, other] } else { [place, one, other] };
            if !triple_laws.iter().all(|law| self.looks_right(*law, var, triple)) {
                return self.meet(var, &[index, index + 1], checks);
            }
        }
        self.keep_witness(var, checks);
        true
    }

    /// Whether a law seems to hold for a variable and values that are none.
    fn looks_right(&mut self, law: u16, var: u32, places: [*const u8; 3]) -> bool {
        let registry = self.registry;
        let ty = &registry.types[self.type_of(var) as usize];
        let during = During::Law { law, vars: [var, NONE, NONE] };
        self.journal.set_during(during);
        // SAFETY: the variable is readable, and witnesses are live values of its type that only we know.
        let Some(values) = (unsafe { Values::new(ty, places) }) else { return true };
        let check = LAWS[law as usize].check;
        matches!(panic::guard(self.context(var, during), || check(&values)), Ok(None))
    }

    /// Makes witnesses again beside the variable, and judges all of them there. The sequence is over either way.
    fn meet(&mut self, var: u32, indices: &[usize], checks: &mut TypeChecks) -> bool {
        let mut vars = [var, NONE, NONE];
        let witnesses: Vec<Witness> =
            indices.iter().map(|index| checks.witnesses.get(*index).clone()).collect();
        for (place, witness) in vars[1..].iter_mut().zip(&witnesses) {
            match self.append(&witness.node) {
                Ok(base) => *place = base + witness.var,
                Err(_) => {
                    let ty = &self.registry.types[self.type_of(var) as usize];
                    checks.witnesses.remove(ty, &witness.node);
                    return false;
                }
            }
        }
        let [a, b, c] = vars;
        let arity = 1 + witnesses.len();
        if vars[..arity].iter().all(|var| self.borrows.is_readable(*var)) {
            let groups = match arity {
                2 => vec![[a, b, c], [b, a, c]],
                _ => vec![[a, b, c], [b, a, c], [a, c, b], [c, a, b], [b, c, a], [c, b, a]],
            };
            self.all_keep(checks, arity, &groups);
        }
        false
    }

    fn keep_witness(&mut self, var: u32, checks: &mut TypeChecks) {
        // The first values, then fewer and fewer.
        let seen = checks.seen;
        if seen > 64 && seen % 16 != 0 || !self.borrows.is_parentless(var) {
            return;
        }
        let (node, number) = self.keep(var);
        if !Witnesses::wants(&node) {
            return;
        }
        let registry = self.registry;
        let ty = &registry.types[self.type_of(var) as usize];
        let place = self.frame.slot(var).place.cast_const();
        // SAFETY: the variable is readable.
        let Some(values) = (unsafe { Values::new(ty, [place; 3]) }) else { return };
        if let Ok(Some(clone)) = panic::guard(0, || values.clone_of(0)) {
            checks.witnesses.add(ty, clone, node, number);
        }
    }

    /// Checks all laws about so many values on each of some groups of variables.
    fn all_keep(&mut self, checks: &mut TypeChecks, arity: usize, groups: &[[u32; 3]]) -> bool {
        let laws: Vec<u16> = checks.laws(arity).collect();
        for law in laws {
            for vars in groups {
                if !self.keeps(law, *vars) {
                    checks.failed(law);
                    return false;
                }
            }
        }
        true
    }

    /// Checks one law on readable variables of one type, and reports what is wrong.
    fn keeps(&mut self, number: u16, vars: [u32; 3]) -> bool {
        let registry = self.registry;
        let law = &LAWS[number as usize];
        let ty = &registry.types[self.type_of(vars[0]) as usize];
        let used = &vars[..law.arity];
        let mut places = [std::ptr::null(); 3];
        for (place, var) in places.iter_mut().zip(used) {
            let slot = self.frame.slot(*var);
            if law.needs_checked && slot.lineage.raw {
                return true;
            }
            *place = slot.place.cast_const();
        }
        // SAFETY: the variables are readable, so as many places as the law has values hold live ones of this type.
        let Some(values) = (unsafe { Values::new(ty, places) }) else { return true };
        self.holds(number, vars, &values)
    }

    fn holds(&mut self, number: u16, vars: [u32; 3], values: &Values<'_>) -> bool {
        let law = &LAWS[number as usize];
        let during = During::Law { law: number, vars };
        self.journal.set_during(during);
        let check = law.check;
        match panic::guard(self.context(vars[0], during), || check(values)) {
            Ok(None) => true,
            Ok(Some(detail)) => {
                let operation = self.program.step(vars[0]).code;
                self.broken(law.to_wire(), operation, vars[..law.arity].to_vec(), detail);
                false
            }
            Err(captured) => {
                self.report(during, self.program.len() as u32 - 1, captured);
                false
            }
        }
    }
}
