//! Second phase: smaller producers of the same type in the place of larger ones.

use std::collections::BTreeSet;

use gadfly_wire::{Literal, Sequence, Statement, What};

use super::edit::{dead_producers, of, renumbered, size, with_users, without};
use super::producers::Producers;

/// Smaller sequences to try, in which one variable is made otherwise: by an earlier variable of
/// its type, or by a known short producer. From the last statement to the first, as a change near
/// the failure makes more superfluous. `last` is the failing statement.
pub(super) fn replacements(
    sequence: &Sequence,
    last: Option<u32>,
    producers: &Producers,
    added: &[Literal],
) -> Vec<Sequence> {
    let mut found = Vec::new();
    let before = size(sequence);
    for index in (0..sequence.statements.len() as u32).rev() {
        if Some(index) == last {
            continue;
        }
        let Some(ty) = producers.type_of(&sequence.statements[index as usize], added) else {
            continue;
        };
        for earlier in 0..index {
            let other = producers.type_of(&sequence.statements[earlier as usize], added);
            let is_literal =
                |at: u32| matches!(sequence.statements[at as usize].what, What::Literal(_));
            // Two literals are written as two, equal or not.
            if other == Some(ty) && !(is_literal(index) && is_literal(earlier)) {
                found.push(with_earlier(sequence, index, earlier));
                found.extend(with_earlier_alone(sequence, last, index, earlier));
            }
        }
        let is_used = sequence
            .statements
            .iter()
            .any(|statement| statement.args.iter().any(|argument| argument.var == index));
        if !is_used {
            continue;
        }
        for producer in producers.of_type(ty) {
            let candidate = with_producer(sequence, index, producer);
            if size(&candidate) < before {
                found.push(candidate);
            }
        }
    }
    found.retain(|candidate| size(candidate) < before);
    found
}

/// Every use of `index` becomes one of `earlier`; what only fed it goes.
fn with_earlier(sequence: &Sequence, index: u32, earlier: u32) -> Sequence {
    let changed = redirected(sequence, index, earlier);
    let removed = dead_producers(&changed, &BTreeSet::from([index]), &BTreeSet::from([earlier]));
    without(&changed, &removed)
}

/// The same, and what used `earlier` so far goes as well: a value that is put into something and taken out of it again never
/// has to go in. Nothing if the failing statement would go.
fn with_earlier_alone(
    sequence: &Sequence,
    last: Option<u32>,
    index: u32,
    earlier: u32,
) -> Option<Sequence> {
    let users = with_users(sequence, &BTreeSet::from([earlier]));
    let uses = |user: &u32| {
        let statement = &sequence.statements[*user as usize];
        statement.args.iter().any(|argument| argument.var == earlier)
    };
    let used: BTreeSet<u32> = users.into_iter().filter(uses).chain([index]).collect();
    let changed = redirected(sequence, index, earlier);
    let removed = with_users(&changed, &used);
    if last.is_some_and(|last| removed.contains(&last)) {
        return None;
    }
    let removed = dead_producers(&changed, &removed, &BTreeSet::from([earlier]));
    Some(without(&changed, &removed))
}

fn redirected(sequence: &Sequence, index: u32, earlier: u32) -> Sequence {
    let statements = sequence.statements.iter();
    of(statements
        .map(|statement| renumbered(statement, &|var| if var == index { earlier } else { var }))
        .collect())
}

/// The statement `index` and what only fed it become `producer`, which is put in its place.
pub(super) fn with_producer(sequence: &Sequence, index: u32, producer: &[Statement]) -> Sequence {
    let removed = dead_producers(sequence, &BTreeSet::from([index]), &BTreeSet::new());
    let mut statements: Vec<Statement> = Vec::new();
    let mut numbers = vec![0_u32; sequence.statements.len()];
    for (old, statement) in sequence.statements.iter().enumerate() {
        if old as u32 == index {
            let base = statements.len() as u32;
            statements.extend(producer.iter().map(|part| renumbered(part, &|var| base + var)));
            numbers[old] = statements.len() as u32 - 1;
        } else if !removed.contains(&(old as u32)) {
            numbers[old] = statements.len() as u32;
            statements.push(renumbered(statement, &|var| numbers[var as usize]));
        }
    }
    of(statements)
}
