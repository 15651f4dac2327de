//! A sequence that is being written, with what is known of its variables.

use std::collections::BTreeSet;
use std::rc::Rc;

use gadfly_learn::model::Label;
use gadfly_wire::{Sequence, Statement, What};

/// A sequence that is being written.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) statements: Vec<Statement>,
    /// By statement.
    pub(super) variables: Vec<Variable>,
    /// Pairs of variables, the smaller first, that were in one call.
    met: BTreeSet<(u32, u32)>,
}

/// The result of a statement.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its type, as source.
    pub(super) ty: Rc<str>,
    /// The step of its type's model that it took last.
    pub(super) state: Option<Label>,
    /// `true` if it has not been moved.
    pub(super) is_alive: bool,
}

impl Draft {
    /// Adds a statement; returns its variable.
    pub(super) fn push(&mut self, statement: Statement, ty: &str) -> u32 {
        self.statements.push(statement);
        self.variables.push(Variable { ty: ty.into(), state: None, is_alive: true });
        self.variables.len() as u32 - 1
    }

    /// Adds another sequence; returns the number of its first variable.
    pub(super) fn append(&mut self, other: &Self) -> u32 {
        let base = self.variables.len() as u32;
        for statement in &other.statements {
            let mut statement = statement.clone();
            statement.args.iter_mut().for_each(|argument| argument.var += base);
            self.statements.push(statement);
        }
        self.variables.extend(other.variables.iter().cloned());
        self.met.extend(other.met.iter().map(|(one, two)| (one + base, two + base)));
        base
    }

    /// Living variables that are no literals.
    pub(super) fn objects(&self) -> impl Iterator<Item = (u32, &Variable)> {
        let all = (0..).zip(self.variables.iter().zip(&self.statements));
        all.filter(|(_, (variable, statement))| {
            variable.is_alive && matches!(statement.what, What::Operation(_))
        })
        .map(|(number, (variable, _))| (number, variable))
    }

    /// Notes that variables were in one call.
    pub(super) fn meet(&mut self, variables: &[u32]) {
        for (at, one) in variables.iter().enumerate() {
            for other in &variables[at + 1..] {
                self.met.insert(((*one).min(*other), (*one).max(*other)));
            }
        }
    }

    pub(super) fn have_met(&self, one: u32, other: u32) -> bool {
        self.met.contains(&(one.min(other), one.max(other)))
    }

    /// The sequence as the harness takes it; kills and drops are worked out there.
    pub(super) fn sequence(&self) -> Sequence {
        Sequence::of(self.statements.clone())
    }

    /// Numbers that stand for the statements.
    pub(super) fn words(&self) -> Vec<u32> {
        let mut words = Vec::new();
        for statement in &self.statements {
            words.push(match statement.what {
                What::Operation(id) => id * 2,
                What::Literal(index) => index * 2 + 1,
            });
            words.extend(statement.args.iter().map(|argument| argument.var));
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_wire::Access;

    #[test]
    fn appended_sequences_keep_their_meetings() {
        let mut other = Draft::default();
        other.push(Statement::operation(1), "k::A");
        other.push(Statement::literal(7), "u8");
        let call = Statement::operation(2).with_args([(0, Access::Move), (1, Access::Copy)]);
        other.push(call, "k::B");
        other.meet(&[0, 2]);
        let mut draft = Draft::default();
        draft.push(Statement::operation(9), "k::C");
        assert_eq!(draft.append(&other), 1);
        assert!(draft.have_met(3, 1) && !draft.have_met(1, 0));
        assert_eq!(draft.statements[3].args[0].var, 1);
        let objects: Vec<u32> = draft.objects().map(|(number, _)| number).collect();
        assert_eq!(objects, [0, 1, 3]);
    }
}
