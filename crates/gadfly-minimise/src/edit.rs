//! Edits of sequences that keep every use behind its definition.
//!
//! Kills and drops are left empty: the runner works them out again.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_wire::{Argument, Sequence, Statement, What};

/// The sequence cut after a statement, without kills and drops.
pub(super) fn bare(sequence: &Sequence, last: Option<u32>) -> Sequence {
    let length = last.map_or(usize::MAX, |last| last as usize + 1);
    let statements = sequence.statements.iter().take(length);
    of(statements.map(|statement| Statement { kills: Vec::new(), ..statement.clone() }).collect())
}

/// A sequence of these statements.
pub(super) fn of(statements: Vec<Statement>) -> Sequence {
    Sequence { statements, ..Sequence::default() }
}

/// The statements to leave out with those given: whatever uses them.
pub(super) fn with_users(sequence: &Sequence, removed: &BTreeSet<u32>) -> BTreeSet<u32> {
    let mut all = removed.clone();
    for (index, statement) in sequence.statements.iter().enumerate() {
        if statement.args.iter().any(|argument| all.contains(&argument.var)) {
            all.insert(index as u32);
        }
    }
    all
}

/// The sequence without some statements; nothing may use them that stays.
pub(super) fn without(sequence: &Sequence, removed: &BTreeSet<u32>) -> Sequence {
    let mut numbers = BTreeMap::new();
    let mut statements = Vec::new();
    for (index, statement) in sequence.statements.iter().enumerate() {
        if removed.contains(&(index as u32)) {
            continue;
        }
        numbers.insert(index as u32, statements.len() as u32);
        statements.push(renumbered(statement, &|var| numbers.get(&var).copied().unwrap_or(var)));
    }
    of(statements)
}

/// The sequence in which each argument that is a literal has a statement of its own.
pub(super) fn with_own_literals(sequence: &Sequence) -> Sequence {
    let mut used: BTreeSet<u32> = BTreeSet::new();
    let mut numbers = Vec::new();
    let mut statements: Vec<Statement> = Vec::new();
    for statement in &sequence.statements {
        let mut args = Vec::new();
        for argument in &statement.args {
            let made_by = &sequence.statements[argument.var as usize];
            let is_literal = matches!(made_by.what, What::Literal(_));
            let is_shared = is_literal && !used.insert(argument.var);
            if is_shared {
                statements.push(Statement { kills: Vec::new(), ..made_by.clone() });
            }
            let var = match is_shared {
                true => statements.len() as u32 - 1,
                false => numbers[argument.var as usize],
            };
            args.push(Argument { var, ..*argument });
        }
        numbers.push(statements.len() as u32);
        statements.push(Statement { args, kills: Vec::new(), ..statement.clone() });
    }
    of(statements)
}

/// A statement with other variables.
pub(super) fn renumbered(statement: &Statement, number: &dyn Fn(u32) -> u32) -> Statement {
    let args = statement
        .args
        .iter()
        .map(|argument| Argument { var: number(argument.var), access: argument.access })
        .collect();
    Statement { what: statement.what, args, kills: Vec::new(), caught: statement.caught }
}

/// Makers of values that are no longer used once `removed` is gone: those whose every user is removed and that had one.
/// `kept` are variables that matter in themselves.
pub(super) fn dead_producers(
    sequence: &Sequence,
    removed: &BTreeSet<u32>,
    kept: &BTreeSet<u32>,
) -> BTreeSet<u32> {
    let mut all = removed.clone();
    for index in (0..sequence.statements.len() as u32).rev() {
        let mut users = (0u32..)
            .zip(&sequence.statements)
            .filter(|(_, statement)| statement.args.iter().any(|argument| argument.var == index))
            .peekable();
        let had_users = users.peek().is_some();
        if had_users && users.all(|(user, _)| all.contains(&user)) && !kept.contains(&index) {
            all.insert(index);
        }
    }
    all
}

/// The numbers of calls and of statements of a sequence.
pub(super) fn size(sequence: &Sequence) -> (usize, usize) {
    let is_call = |statement: &&Statement| matches!(statement.what, What::Operation(_));
    (sequence.statements.iter().filter(is_call).count(), sequence.statements.len())
}

#[cfg(test)]
mod tests {
    use gadfly_wire::Access;

    use super::*;

    #[test]
    fn literals_are_split_once_per_use() {
        let call = |args: &[u32]| {
            Statement::operation(0).with_args(args.iter().map(|var| (*var, Access::Copy)))
        };
        let shared = of(vec![Statement::literal(7), call(&[0]), call(&[0, 1, 0])]);
        let split = with_own_literals(&shared);
        let again = Statement::literal(7);
        let literals = [again.clone(), call(&[0]), again.clone(), again, call(&[2, 1, 3])];
        assert_eq!(split.statements, literals);
        assert_eq!(with_own_literals(&split), split);
    }
}
