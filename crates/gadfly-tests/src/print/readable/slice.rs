//! Which statements of a sequence the last one needs.
//!
//! A backward slice over data that is passed on: makers of what is used, and whatever could have
//! changed it through a mutable access. Changes behind shared references are not seen, so the
//! slice is for reading; nothing is proven by it.

use std::collections::BTreeSet;

use gadfly_wire::{Access, Statement};

/// What a slice is taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The last statement.
    LastStatement,
    /// Variables as they are after the last statement.
    Variables(Vec<u32>),
}

/// The statements that the last one needs, numbered anew, without kills.
pub fn needed_for_last(statements: &[Statement]) -> Vec<Statement> {
    kept(statements, &needed(statements, &Target::LastStatement))
}

/// The statements that share a variable with the last one, or with another of them: what handles and cells may change behind
/// shared references is known to no signature.
pub fn connected_with_last(statements: &[Statement]) -> Vec<Statement> {
    let mut is_needed = vec![false; statements.len()];
    let mut used = BTreeSet::from([(statements.len() as u32).saturating_sub(1)]);
    loop {
        let before = used.len();
        for (index, statement) in statements.iter().enumerate() {
            let is_connected = used.contains(&(index as u32))
                || statement.args.iter().any(|argument| used.contains(&argument.var));
            if is_connected {
                is_needed[index] = true;
                used.insert(index as u32);
                used.extend(statement.args.iter().map(|argument| argument.var));
            }
        }
        if used.len() == before {
            return kept(statements, &is_needed);
        }
    }
}

/// Some statements, with variables numbered again.
fn kept(statements: &[Statement], is_needed: &[bool]) -> Vec<Statement> {
    let mut numbers = vec![0_u32; statements.len()];
    let mut kept: Vec<Statement> = Vec::new();
    for (index, statement) in statements.iter().enumerate() {
        if is_needed[index] {
            numbers[index] = kept.len() as u32;
            let mut statement = Statement { kills: Vec::new(), ..statement.clone() };
            for argument in &mut statement.args {
                argument.var = numbers[argument.var as usize];
            }
            kept.push(statement);
        }
    }
    kept
}

/// Whether each statement is needed for the target.
pub(super) fn needed(statements: &[Statement], target: &Target) -> Vec<bool> {
    let owners = owners(statements);
    let mut is_needed = vec![false; statements.len()];
    let mut used = match target {
        Target::LastStatement => BTreeSet::from([(statements.len() as u32).saturating_sub(1)]),
        Target::Variables(variables) => variables.iter().copied().collect(),
    };
    for (index, statement) in statements.iter().enumerate().rev() {
        let changes = changed_by(statement, &owners);
        if used.contains(&(index as u32)) || !changes.is_disjoint(&used) {
            is_needed[index] = true;
            used.extend(statement.args.iter().map(|argument| argument.var));
        }
    }
    is_needed
}

/// For each variable: the variables that using it may change, because it borrows them mutably.
pub(super) fn owners(statements: &[Statement]) -> Vec<BTreeSet<u32>> {
    let mut owners: Vec<BTreeSet<u32>> = Vec::new();
    for statement in statements {
        let changed = changed_by(statement, &owners);
        owners.push(changed);
    }
    owners
}

/// What a statement may change: what it takes mutably, and all that this has borrowed mutably.
fn changed_by(statement: &Statement, owners: &[BTreeSet<u32>]) -> BTreeSet<u32> {
    let mut changed = BTreeSet::new();
    for argument in &statement.args {
        match argument.access {
            Access::BorrowMut | Access::ReborrowMut => {
                changed.insert(argument.var);
                changed.extend(&owners[argument.var as usize]);
            }
            Access::Move => changed.extend(&owners[argument.var as usize]),
            Access::Copy | Access::Borrow | Access::CopyRef | Access::Reborrow => {}
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use gadfly_wire::{Argument, What};

    use super::*;

    fn statement(args: &[(u32, Access)]) -> Statement {
        let args = args.iter().map(|(var, access)| Argument { var: *var, access: *access });
        Statement {
            what: What::Operation(0),
            args: args.collect(),
            kills: Vec::new(),
            caught: false,
        }
    }

    #[track_caller]
    fn check(statements: &[&[(u32, Access)]], target: Target, expected: &[usize]) {
        let statements: Vec<Statement> = statements.iter().map(|args| statement(args)).collect();
        let needed = needed(&statements, &target);
        let indices: Vec<usize> = (0..needed.len()).filter(|index| needed[*index]).collect();
        assert_eq!(indices, expected);
    }

    #[test]
    fn connected_statements_share_variables() {
        let look = Access::Borrow;
        // v2 looks at v0 and v1; v3 is a stranger; v4 looks at v1 alone.
        let statements: Vec<Statement> =
            [&[][..], &[], &[(0, look), (1, look)], &[], &[(1, look)]].map(statement).to_vec();
        let connected = connected_with_last(&statements);
        assert_eq!(connected.len(), 4);
        assert_eq!(connected[2].args.len(), 2);
        assert_eq!(needed_for_last(&statements).len(), 2);
    }

    #[test]
    fn makers_of_arguments_are_needed_and_strangers_are_not() {
        check(&[&[], &[], &[(0, Access::Borrow)]], Target::LastStatement, &[0, 2]);
    }

    #[test]
    fn changes_count_and_looks_do_not() {
        let (look, change) = (Access::Borrow, Access::BorrowMut);
        let statements: &[&[(u32, Access)]] = &[&[], &[(0, change)], &[(0, look)], &[(0, look)]];
        check(statements, Target::LastStatement, &[0, 1, 3]);
    }

    #[test]
    fn changes_through_a_borrower_count() {
        let (change, moved) = (Access::BorrowMut, Access::Move);
        // v1 borrows v0 mutably; v2 changes v1; v3 consumes v1; v4 looks at v0.
        let statements: &[&[(u32, Access)]] =
            &[&[], &[(0, change)], &[(1, change)], &[(1, moved)], &[(0, Access::Borrow)]];
        check(statements, Target::LastStatement, &[0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_variable_is_wanted_as_its_last_change_left_it() {
        let statements: &[&[(u32, Access)]] = &[&[], &[(0, Access::BorrowMut)], &[]];
        check(statements, Target::Variables(vec![0]), &[0, 1]);
    }
}
