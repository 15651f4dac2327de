//! Numbers that are changed together: one that takes up another, two that come nearer to zero, amounts that move.

use std::collections::BTreeSet;

use gadfly_wire::{Literal, LiteralValue, Sequence};

use super::edit::{with_users, without};
use super::shrink::simpler;
use super::trade::ends;

/// The number of literals that are paired.
const MOST: usize = 10;

/// A sequence, and literals to put into statements of it.
pub(super) struct Changed {
    pub(super) sequence: Sequence,
    pub(super) literals: Vec<(usize, Literal)>,
}

/// Sequences to try in which several of the literals are others; these are given with their statements. `last` must stay.
pub(super) fn merged(
    sequence: &Sequence,
    last: Option<u32>,
    literals: &[(usize, Literal)],
) -> Vec<Changed> {
    let numbers: Vec<(usize, &Literal, i128)> =
        literals.iter().filter_map(|(at, it)| Some((*at, it, number(it)?))).take(MOST).collect();
    let mut found = Vec::new();
    for &(at, kept, one) in &numbers {
        for &(gone, other, two) in numbers.iter().filter(|it| it.0 != at && it.1.ty == kept.ty) {
            for sum in [one.checked_add(two), one.checked_sub(two), two.checked_sub(one), Some(two)]
            {
                let sum = sum.and_then(|sum| of_type(kept, sum));
                found.extend(sum.and_then(|sum| absorbed(sequence, last, (at, sum), gone)));
            }
            // From each to the other: which of them is written first is not known here.
            let pair =
                |one, two| Some(vec![(at, of_type(kept, one)?), (gone, of_type(other, two)?)]);
            let pairs = moved(one, two).into_iter().filter_map(|(one, two)| pair(one, two));
            found.extend(pairs.map(|literals| Changed { sequence: sequence.clone(), literals }));
        }
    }
    found.extend(alike(sequence, literals));
    found
}

/// The number that a literal is, if it is an integer that fits.
fn number(literal: &Literal) -> Option<i128> {
    ends(literal.ty)?;
    match literal.value {
        LiteralValue::Signed(value) => Some(value),
        LiteralValue::Unsigned(value) => i128::try_from(value).ok(),
        _ => None,
    }
}

/// A literal of the same type, if the number is one.
fn of_type(like: &Literal, number: i128) -> Option<Literal> {
    let (least, most) = ends(like.ty)?;
    let fits = number >= least && (number < 0 || number.unsigned_abs() <= most);
    let value = match like.value {
        LiteralValue::Signed(_) => LiteralValue::Signed(number),
        _ => LiteralValue::Unsigned(u128::try_from(number).ok()?),
    };
    fits.then(|| Literal::new(like.ty, value))
}

/// The sequence without a literal and what uses it, and with another number for one that stays.
fn absorbed(
    sequence: &Sequence,
    last: Option<u32>,
    (at, sum): (usize, Literal),
    gone: usize,
) -> Option<Changed> {
    let removed = with_users(sequence, &BTreeSet::from([gone as u32]));
    if removed.contains(&(at as u32)) || last.is_some_and(|last| removed.contains(&last)) {
        return None;
    }
    let before = removed.iter().filter(|index| (**index as usize) < at).count();
    let shorter = without(sequence, &removed);
    Some(Changed { sequence: shorter, literals: vec![(at - before, sum)] })
}

/// Pairs of numbers with the same sum, or the same difference, as two.
fn moved(one: i128, two: i128) -> Vec<(i128, i128)> {
    let steps = |from: i128| {
        std::iter::successors(Some(from), |step| Some(step / 2)).take_while(|step| *step != 0)
    };
    let moved = steps(one).map(|step| (one.checked_sub(step), two.checked_add(step)));
    let nearest = if one.unsigned_abs() < two.unsigned_abs() { one } else { two };
    let lowered = steps(nearest).map(|step| (one.checked_sub(step), two.checked_sub(step)));
    moved.chain(lowered).filter_map(|(one, two)| Some((one?, two?))).collect()
}

/// Equal literals, all of them simpler.
fn alike(sequence: &Sequence, literals: &[(usize, Literal)]) -> Vec<Changed> {
    let mut found = Vec::new();
    for (index, (_, literal)) in literals.iter().enumerate() {
        let is_same = |other: &Literal| other.ty == literal.ty && other.value == literal.value;
        let is_first = !literals[..index].iter().any(|(_, earlier)| is_same(earlier));
        let same: Vec<usize> =
            literals.iter().filter(|(_, other)| is_same(other)).map(|(at, _)| *at).collect();
        if is_first && same.len() > 1 {
            let all = |simple: Literal| same.iter().map(|at| (*at, simple.clone())).collect();
            let changed = simpler(literal).into_iter().map(all);
            found.extend(changed.map(|literals| Changed { sequence: sequence.clone(), literals }));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_pairs_keep_sum_or_difference() {
        let pairs = moved(6, 9);
        assert!(pairs.contains(&(0, 15)) && pairs.contains(&(0, 3)) && pairs.contains(&(5, 8)));
        assert!(pairs.iter().all(|(one, two)| one + two == 15 || two - one == 3), "{pairs:?}");
        assert!(moved(-2, -5).contains(&(0, -3)));
    }

    #[test]
    fn numbers_stay_within_their_type() {
        let byte = Literal::new(gadfly_wire::LiteralType::U8, LiteralValue::Unsigned(200));
        assert!(of_type(&byte, 256).is_none() && of_type(&byte, -1).is_none());
        assert_eq!(of_type(&byte, 255).map(|it| it.value), Some(LiteralValue::Unsigned(255)));
    }
}
