//! The loop over the phases.

use std::collections::BTreeSet;

use gadfly_wire::{Literal, Outcome, Sequence, Statement, What};

use super::edit::{bare, of, size, with_own_literals, with_users, without};
use super::failure::{Failure, failing_call, last_statement};
use super::merge::merged;
use super::producers::Producers;
use super::remake::{Parts, remade, with_new_argument};
use super::removal::removals;
use super::replacement::{replacements, with_producer};
use super::shrink::{can_shrink, exhaustive, plain_values, simpler, weight};
use super::trade::{others, without_a_repeat};
use super::written::{is_literal, written};

/// Runs sequences, which may use the given literals after the plan's, and says how each went.
pub type SequenceRunner<'o> = dyn FnMut(&[Sequence], &[Literal]) -> Vec<Outcome> + 'o;

/// Runs a sequence, which may use the given literals after the plan's, and says what its variables look like, as far as that
/// is known.
pub type Looks<'o> = dyn FnMut(&Sequence, &[Literal]) -> Vec<(u32, String)> + 'o;

/// The number of variables that may be left out because they break a law that another was seen to break.
const MOST_HIDING: usize = 8;

/// The number of attempts.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The number of sequences in all.
    pub sequences: usize,
    /// The number of sequences at once.
    pub batch: usize,
    /// `true` if values are also made anew and numbers changed together: it takes more, and may lead to other calls.
    pub is_thorough: bool,
}

/// A sequence that fails like the one it was made from.
#[derive(Clone, Debug)]
pub struct Minimal {
    /// The sequence; kills and drops are not worked out.
    pub sequence: Sequence,
    /// The outcome.
    pub outcome: Outcome,
    /// Literals it uses beyond the plan's.
    pub literals: Vec<Literal>,
    /// Calls before.
    pub calls_before: usize,
    /// Calls now.
    pub calls: usize,
}

/// Makes a failing sequence small. Nothing if it does not fail when it is run again. `broken_by` are
/// the variables that broke a law, if that is the failure; `planned` are the plan's literals.
pub fn minimise(
    sequence: &Sequence,
    broken_by: &[u32],
    planned: &[Literal],
    producers: &Producers,
    budget: Budget,
    oracle: &mut SequenceRunner<'_>,
    looks: &mut Looks<'_>,
) -> Option<Minimal> {
    let due = types_of(sequence, broken_by, producers, &[]);
    let mut start = bare(sequence, None);
    let mut first = oracle(std::slice::from_ref(&start), &[]).into_iter().next()?;
    if let Some(unhidden) = unhidden(&start, &first, &due, producers, oracle) {
        (start, first) = unhidden;
    }
    let types = law_types(&start, &first, producers, &[]);
    let wanted = Failure::of(&start, &first)?;
    let mut run = SequenceRun {
        types,
        producers,
        sequence: bare(&start, last_statement(&first)),
        outcome: first,
        wanted,
        planned,
        literals: Vec::new(),
        left: budget.sequences,
        batch: budget.batch,
        is_thorough: budget.is_thorough,
        oracle,
        looks,
    };
    run.calm();
    if budget.is_thorough {
        run.split();
    }
    loop {
        let before = run.sequence.clone();
        while budget.is_thorough && run.remake() {}
        while run.remove() {}
        while run.replace(producers) {}
        while run.shrink() {}
        while run.trade() {}
        while budget.is_thorough && run.merge() {}
        if run.sequence == before || run.left == 0 {
            break;
        }
    }
    let calls = size(&run.sequence).0;
    Some(Minimal {
        calls_before: size(sequence).0,
        calls,
        sequence: run.sequence,
        outcome: run.outcome,
        literals: run.literals,
    })
}

struct SequenceRun<'r, 'o> {
    sequence: Sequence,
    outcome: Outcome,
    wanted: Failure,
    /// Of what types the values are that break a law.
    types: Vec<Option<String>>,
    producers: &'r Producers,
    planned: &'r [Literal],
    literals: Vec<Literal>,
    left: usize,
    batch: usize,
    is_thorough: bool,
    oracle: &'r mut SequenceRunner<'o>,
    looks: &'r mut Looks<'o>,
}

impl SequenceRun<'_, '_> {
    /// Puts values that stand any use in the place of those that panic, where that is not what fails: such values excuse much.
    fn calm(&mut self) {
        let panicking = |sequence: &Sequence| -> Vec<u32> {
            let statements = (0_u32..).zip(&sequence.statements);
            statements.filter(|(_, it)| self.producers.is_panicking(it)).map(|(at, _)| at).collect()
        };
        let plain = |sequence: &Sequence, index: u32| {
            let statement = &sequence.statements[index as usize];
            let ty = self.producers.type_of(statement, &self.literals)?;
            Some(with_producer(sequence, index, self.producers.of_type(ty).first()?))
        };
        // From the last to the first, so that what comes before keeps its number.
        let all = panicking(&self.sequence);
        let calm = all.iter().rev().try_fold(self.sequence.clone(), |it, index| plain(&it, *index));
        let singly = all.iter().rev().filter_map(|index| plain(&self.sequence, *index));
        let candidates: Vec<Sequence> =
            calm.into_iter().chain(singly).filter(|it| *it != self.sequence).collect();
        if let Some((index, outcome)) = self.try_all(&candidates).into_iter().next() {
            self.accept(candidates[index].clone(), outcome);
        }
    }

    /// Gives each use of a literal a statement of its own, so that one can be simpler without the other.
    fn split(&mut self) {
        let split = with_own_literals(&self.sequence);
        if split != self.sequence {
            let fit = self.try_all(std::slice::from_ref(&split));
            if let Some((_, outcome)) = fit.into_iter().next() {
                self.accept(split, outcome);
            }
        }
    }

    /// Returns whether something could be left out.
    fn remove(&mut self) -> bool {
        let removals = removals(&self.sequence, self.last());
        let candidates: Vec<Sequence> =
            removals.iter().map(|(_, shorter)| shorter.clone()).collect();
        let fit = self.try_all(&candidates);
        let Some((best, outcome)) =
            fit.iter().min_by_key(|(index, _)| (size(&candidates[*index]), *index)).cloned()
        else {
            return false;
        };
        // What can be left out one by one can often be left out together.
        let all: BTreeSet<u32> =
            fit.iter().flat_map(|(index, _)| removals[*index].0.iter().copied()).collect();
        let all = with_users(&self.sequence, &all);
        let together = without(&self.sequence, &all);
        let keeps_last = self.last().is_none_or(|last| !all.contains(&last));
        if fit.len() > 1 && keeps_last && size(&together) < size(&candidates[best]) {
            let tried = self.try_all(std::slice::from_ref(&together));
            if let Some((_, outcome)) = tried.into_iter().next() {
                self.accept(together, outcome);
                return true;
            }
        }
        self.accept(candidates[best].clone(), outcome);
        true
    }

    /// Returns whether something could be made in a shorter way.
    fn replace(&mut self, producers: &Producers) -> bool {
        let known = self.literals.len();
        let mut candidates = replacements(&self.sequence, self.last(), producers, &self.literals);
        candidates.extend(self.by_literals(producers));
        let fit = self.try_all(&candidates);
        let best = fit.into_iter().min_by_key(|(index, _)| (size(&candidates[*index]), *index));
        let Some((index, outcome)) = best else {
            self.literals.truncate(known);
            return false;
        };
        self.accept(candidates[index].clone(), outcome);
        true
    }

    /// The sequence with literals in the place of each call that yields a primitive value or a text: plain ones, and the value
    /// itself.
    fn by_literals(&mut self, producers: &Producers) -> Vec<Sequence> {
        let last = self.last();
        let calls: Vec<(u32, String)> = (0_u32..)
            .zip(&self.sequence.statements)
            .filter(|(index, statement)| {
                matches!(statement.what, What::Operation(_)) && Some(*index) != last
            })
            .filter_map(|(index, statement)| {
                let ty = producers.type_of(statement, &self.literals)?;
                is_literal(ty).then(|| (index, ty.to_owned()))
            })
            .collect();
        if calls.is_empty() {
            return Vec::new();
        }
        let looks = (self.looks)(&self.sequence, &self.literals);
        let before = size(&self.sequence);
        let mut found = Vec::new();
        for (index, ty) in calls {
            let shown = looks.iter().find(|(var, _)| *var == index);
            let itself = shown.and_then(|(_, debug)| written(&ty, debug));
            for value in plain_values(&ty).into_iter().chain(itself) {
                let number = self.number_of(&value);
                let way = producers.with_literal(&ty, &value, number);
                found.extend(way.map(|way| with_producer(&self.sequence, index, &way)));
            }
        }
        found.retain(|candidate| size(candidate) < before);
        found
    }

    /// Returns whether some literal could be simpler.
    fn shrink(&mut self) -> bool {
        let mut has_changed = false;
        for index in 0..self.sequence.statements.len() {
            while self.shrink_one(index) {
                has_changed = true;
            }
        }
        has_changed
    }

    fn shrink_one(&mut self, index: usize) -> bool {
        let Some(statement) = self.sequence.statements.get(index) else { return false };
        let What::Literal(number) = statement.what else { return false };
        let Some(literal) = self.literal(number).cloned().filter(|literal| can_shrink(literal.ty))
        else {
            return false;
        };
        // All that is small only where the rest does not help.
        self.shrink_to(index, &simpler(&literal))
            || (self.is_thorough && self.shrink_to(index, &exhaustive(&literal, self.planned)))
    }

    /// Returns whether a literal could be one of these, which are simpler.
    fn shrink_to(&mut self, index: usize, simpler: &[Literal]) -> bool {
        let known = self.literals.len();
        let mut candidates = Vec::new();
        for value in simpler {
            let number = self.number_of(value);
            let mut candidate = self.sequence.clone();
            candidate.statements[index].what = What::Literal(number);
            candidates.push(candidate);
        }
        let fit = self.try_all(&candidates);
        let best = fit.into_iter().min_by_key(|(at, _)| (weight(&simpler[*at]), *at));
        let Some((at, outcome)) = best else {
            self.literals.truncate(known);
            return false;
        };
        self.accept(candidates[at].clone(), outcome);
        true
    }

    /// Returns whether a repeated call could be left out for another number somewhere.
    fn trade(&mut self) -> bool {
        let known = self.literals.len();
        let mut candidates = Vec::new();
        for shorter in without_a_repeat(&self.sequence, self.last()) {
            for (index, statement) in shorter.statements.iter().enumerate() {
                let What::Literal(number) = statement.what else { continue };
                for other in self.literal(number).map(others).unwrap_or_default() {
                    let mut candidate = shorter.clone();
                    candidate.statements[index].what = What::Literal(self.number_of(&other));
                    candidates.push(candidate);
                }
            }
        }
        let fit = self.try_all(&candidates).into_iter();
        let length =
            |at: usize, outcome: &Outcome| size(&bare(&candidates[at], last_statement(outcome)));
        let best = fit.min_by_key(|(at, outcome)| (length(*at, outcome), *at));
        let Some((at, outcome)) = best else {
            self.literals.truncate(known);
            return false;
        };
        self.accept(candidates[at].clone(), outcome);
        true
    }

    /// Returns whether an argument of the failing call could be made anew in fewer statements.
    fn remake(&mut self) -> bool {
        // What breaks a property is its call, which comes last.
        let end = (self.sequence.statements.len() as u32).checked_sub(1);
        let broken = end.filter(|_| matches!(self.outcome, Outcome::Broken { .. }));
        let last = self.last().or(broken).filter(|_| size(&self.sequence).0 > 1);
        let Some(last) = last else { return false };
        let (known, before) = (self.literals.len(), size(&self.sequence));
        let sequence = self.sequence.clone();
        let supply = of(sequence.statements[..last as usize].to_vec());
        let looks = (self.looks)(&supply, &self.literals);
        let used: Vec<Literal> = self.numbered().into_iter().map(|(_, literal)| literal).collect();
        let (planned, producers) = (self.planned, self.producers);
        let mut candidates = Vec::new();
        for (nth, argument) in sequence.statements[last as usize].args.iter().enumerate() {
            let statement = &sequence.statements[argument.var as usize];
            let ty = producers.type_of(statement, &self.literals).map(str::to_owned);
            let is_made = matches!(statement.what, What::Operation(_));
            let Some(ty) = ty.filter(|_| is_made) else { continue };
            // As it looks in the end comes first.
            let forms = looks.iter().rev().filter(|(var, _)| *var == argument.var);
            let forms = forms.map(|(_, form)| form.clone()).collect();
            let parts = Parts { used: used.clone(), planned, forms };
            let ways = remade(producers, &ty, &parts, &mut |literal| self.number_of(literal));
            let new = ways.iter().map(|way| with_new_argument(&sequence, last, nth, way));
            candidates.extend(new.filter(|candidate| size(candidate) < before));
        }
        candidates.sort_by_key(size);
        let fit = self.try_all(&candidates).into_iter();
        let best = fit.min_by_key(|(index, _)| (size(&candidates[*index]), *index));
        self.settle(best.map(|(index, outcome)| (candidates[index].clone(), outcome)), known)
    }

    /// Returns whether several numbers could be simpler together.
    fn merge(&mut self) -> bool {
        let known = self.literals.len();
        let literals = self.numbered();
        let before = self.measure(&self.sequence);
        let mut candidates = Vec::new();
        for changed in merged(&self.sequence, self.last(), &literals) {
            let mut candidate = changed.sequence;
            for (index, literal) in changed.literals {
                candidate.statements[index].what = What::Literal(self.number_of(&literal));
            }
            if self.measure(&candidate) < before {
                candidates.push(candidate);
            }
        }
        let fit = self.try_all(&candidates).into_iter();
        let best = fit.min_by_key(|(index, _)| (self.measure(&candidates[*index]), *index));
        self.settle(best.map(|(index, outcome)| (candidates[index].clone(), outcome)), known)
    }

    /// Takes a sequence, if there is one; else forgets the literals that were made for it. Returns whether there is one.
    fn settle(&mut self, found: Option<(Sequence, Outcome)>, known: usize) -> bool {
        let Some((sequence, outcome)) = found else {
            self.literals.truncate(known);
            return false;
        };
        self.accept(sequence, outcome);
        true
    }

    /// The literals of the sequence, each with its statement.
    fn numbered(&self) -> Vec<(usize, Literal)> {
        let statements = self.sequence.statements.iter().enumerate();
        let literal = |(at, statement): (usize, &Statement)| match statement.what {
            What::Literal(number) => Some((at, self.literal(number)?.clone())),
            What::Operation(_) => None,
        };
        statements.filter_map(literal).collect()
    }

    /// The order of sequences: by size, then by all of their literals, then by each.
    fn measure(&self, sequence: &Sequence) -> ((usize, usize), u128, Vec<u128>) {
        // In the order in which they are written.
        let args = sequence.statements.iter().flat_map(|statement| &statement.args);
        let passed = args.filter_map(|argument| sequence.statements.get(argument.var as usize));
        let literals = passed.filter_map(|statement| match statement.what {
            What::Literal(number) => self.literal(number).map(weight),
            What::Operation(_) => None,
        });
        let weights: Vec<u128> = literals.collect();
        let sum = weights.iter().fold(0_u128, |sum, weight| sum.saturating_add(*weight));
        (size(sequence), sum, weights)
    }

    fn literal(&self, number: u32) -> Option<&Literal> {
        let number = number as usize;
        self.planned.get(number).or_else(|| self.literals.get(number - self.planned.len()))
    }

    /// The number of a literal, which is added if it is new.
    fn number_of(&mut self, wanted: &Literal) -> u32 {
        let is_same = |known: &Literal| known.ty == wanted.ty && known.value == wanted.value;
        let known = self.planned.iter().chain(&self.literals).position(is_same);
        let number = known.unwrap_or_else(|| {
            self.literals.push(wanted.clone());
            self.planned.len() + self.literals.len() - 1
        });
        number as u32
    }

    /// Those of the candidates that fail as they should, with their outcomes.
    fn try_all(&mut self, candidates: &[Sequence]) -> Vec<(usize, Outcome)> {
        let mut fit = Vec::new();
        for (start, batch) in candidates.chunks(self.batch).enumerate() {
            let batch = &batch[..batch.len().min(self.left)];
            if batch.is_empty() {
                break;
            }
            self.left -= batch.len();
            let outcomes = (self.oracle)(batch, &self.literals);
            for (offset, outcome) in outcomes.into_iter().enumerate().take(batch.len()) {
                let is_same = Failure::of(&batch[offset], &outcome).as_ref() == Some(&self.wanted)
                    && law_types(&batch[offset], &outcome, self.producers, &self.literals)
                        == self.types;
                if is_same {
                    fit.push((start * self.batch + offset, outcome));
                }
            }
            // Where every attempt is expensive, the first that works is taken.
            if !fit.is_empty() {
                break;
            }
        }
        fit
    }

    fn accept(&mut self, sequence: Sequence, outcome: Outcome) {
        self.sequence = bare(&sequence, last_statement(&outcome));
        self.outcome = outcome;
    }

    /// The failing statement, where there is one that must stay.
    fn last(&self) -> Option<u32> {
        let is_there = |last: &u32| (*last as usize) < self.sequence.statements.len();
        failing_call(&self.outcome).filter(is_there)
    }
}

/// The sequence without what breaks the same law on the way, where values of other types than those that are due do so.
fn unhidden(
    sequence: &Sequence,
    outcome: &Outcome,
    due: &[Option<String>],
    producers: &Producers,
    oracle: &mut SequenceRunner<'_>,
) -> Option<(Sequence, Outcome)> {
    let wanted = Failure::of(sequence, outcome)?;
    let (mut sequence, mut outcome) = (sequence.clone(), outcome.clone());
    for _ in 0..MOST_HIDING {
        let Outcome::Broken { vars, .. } = &outcome else { return None };
        if due.is_empty() || law_types(&sequence, &outcome, producers, &[]) == due {
            return Some((sequence, outcome));
        }
        let hiding: BTreeSet<u32> = vars.iter().copied().max().into_iter().collect();
        sequence = without(&sequence, &with_users(&sequence, &hiding));
        outcome = oracle(std::slice::from_ref(&sequence), &[]).into_iter().next()?;
        if Failure::of(&sequence, &outcome).as_ref() != Some(&wanted) {
            return None;
        }
    }
    None
}

/// The types of the variables that break a law, if one is broken: one law broken by values of another type is
/// another finding.
fn law_types(
    sequence: &Sequence,
    outcome: &Outcome,
    producers: &Producers,
    added: &[Literal],
) -> Vec<Option<String>> {
    let Outcome::Broken { vars, .. } = outcome else { return Vec::new() };
    types_of(sequence, vars, producers, added)
}

fn types_of(
    sequence: &Sequence,
    vars: &[u32],
    producers: &Producers,
    added: &[Literal],
) -> Vec<Option<String>> {
    let statements = vars.iter().map(|var| sequence.statements.get(*var as usize));
    let types = statements.map(|statement| producers.type_of(statement?, added));
    types.map(|ty| ty.map(str::to_owned)).collect()
}
