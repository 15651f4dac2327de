//! The largest literal that a value was made from, for crashes that are not a call's request: the clone of a table that
//! was made with room for billions, say.

use gadfly_wire::{Sequence, What};

/// The largest of the literals that a variable was made or changed with, by what says how large a literal is.
pub(crate) fn largest(sequence: &Sequence, var: u32, extent: impl Fn(u32) -> u64) -> u64 {
    let mut has_part = vec![false; sequence.statements.len()];
    if let Some(first) = has_part.get_mut(var as usize) {
        *first = true;
    }
    let mut most = 0;
    for (made, statement) in sequence.statements.iter().enumerate().rev() {
        let is_part = |var: u32| has_part.get(var as usize).copied().unwrap_or(false);
        let changes = statement.args.iter().any(|argument| is_part(argument.var));
        if !is_part(made as u32) && !changes {
            continue;
        }
        match statement.what {
            What::Literal(number) => most = most.max(extent(number)),
            What::Operation(_) => {
                for argument in &statement.args {
                    if let Some(part) = has_part.get_mut(argument.var as usize) {
                        *part = true;
                    }
                }
            }
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_wire::{Access, Statement};

    #[test]
    fn provenance_counts_makers_and_changes_only() {
        let statement = |what: What, args: &[u32]| {
            Statement::new(what).with_args(args.iter().map(|var| (*var, Access::BorrowMut)))
        };
        let sequence = Sequence {
            statements: vec![
                statement(What::Literal(900), &[]),
                statement(What::Literal(20), &[]),
                statement(What::Operation(0), &[1]),
                statement(What::Literal(70), &[]),
                statement(What::Operation(1), &[2, 3]),
                statement(What::Operation(0), &[0]),
            ],
            ..Sequence::default()
        };
        let largest = |var| largest(&sequence, var, u64::from);
        assert_eq!(largest(2), 70, "it was changed with that");
        assert_eq!(largest(5), 900);
        assert_eq!(largest(1), 20);
        assert_eq!(largest(u32::MAX), 0);
    }
}
