//! The call that a hit blames: a function of the subject, and what about its arguments matters.

use std::collections::BTreeSet;

use gadfly_model::rust_path;
use gadfly_plan::prepared::{OperationOrigin, OperationRecord, Prepared};
use gadfly_wire::{Sequence, Statement, What};

use super::battery::calls;
use super::hits::{Hit, Shows};

/// A function, and what matters about how it was called.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Suspect {
    /// The function's path without parameters.
    pub(crate) item: String,
    /// What matters.
    pub(crate) features: BTreeSet<Feature>,
    /// The statement that is blamed.
    pub(crate) statement: u32,
}

/// Something about a call without which it may be harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Feature {
    /// Its result is forgotten instead of being dropped.
    Leaked,
    /// An iterator yields more than it announces.
    Surplus,
    /// A value that it uses panics.
    Interrupted,
}

impl Suspect {
    /// The call to blame for a hit: where a value is broken, the last one that made or used it.
    pub(super) fn of_hit(prepared: &Prepared, sequence: &Sequence, hit: Hit) -> Option<Suspect> {
        let upto = match hit.shows {
            Shows::Looking { var } | Shows::Checking { var, .. } => {
                last_use(sequence, hit.upto + 1, var)?
            }
            Shows::Calling | Shows::Behind => hit.upto,
        };
        Suspect::of(prepared, sequence, upto)
    }

    /// The function that is called in a statement; where it is none of the subject's, the last one before that made or used
    /// the first argument.
    pub(super) fn of(prepared: &Prepared, sequence: &Sequence, upto: u32) -> Option<Suspect> {
        let mut at = upto;
        let mut features = BTreeSet::new();
        loop {
            let statement = sequence.statements.get(at as usize)?;
            let record = record(prepared, statement)?;
            features.extend(features_of(record, statement));
            if let Some(function) = record.function {
                let path = &prepared.functions.get(function as usize)?.path;
                let item = rust_path::plain(path);
                return Some(Suspect { item, features, statement: at });
            }
            at = last_use(sequence, at, statement.args.first()?.var)?;
        }
    }

    /// The call among those of its sequence: `call 2 of 4, k::List::insert`.
    pub(super) fn since(&self, sequence: &Sequence) -> String {
        let calls = calls(sequence);
        let number = calls.iter().filter(|call| **call <= self.statement).count();
        format!("call {number} of {}, {}", calls.len(), self.item)
    }

    /// Returns whether a sequence has the same call with the same features in it. Without features there is too little to go
    /// by.
    pub(super) fn is_in(&self, prepared: &Prepared, sequence: &Sequence) -> bool {
        !self.features.is_empty()
            && (0..sequence.statements.len() as u32).any(|at| {
                Suspect::of(prepared, sequence, at).is_some_and(|other| other.is_alike(self))
            })
    }

    /// Returns whether two calls are of one function, or of one and its `_mut` form, with the same features.
    pub(super) fn is_alike(&self, other: &Suspect) -> bool {
        twin(&self.item) == twin(&other.item) && self.features == other.features
    }
}

/// The last statement before one that makes or uses a value.
fn last_use(sequence: &Sequence, before: u32, var: u32) -> Option<u32> {
    let is_use = |at: &u32| {
        let statement = &sequence.statements[*at as usize];
        *at == var || statement.args.iter().any(|argument| argument.var == var)
    };
    (0..before.min(sequence.statements.len() as u32)).rev().find(is_use)
}

/// A path without the suffix of functions that do the same for exclusive references.
pub(super) fn twin(item: &str) -> &str {
    item.strip_suffix("_mut").unwrap_or(item)
}

/// The operation of a statement.
pub(super) fn record<'p>(
    prepared: &'p Prepared,
    statement: &Statement,
) -> Option<&'p OperationRecord> {
    match statement.what {
        What::Operation(id) => prepared.operations.get(id as usize),
        What::Literal(_) => None,
    }
}

fn features_of(record: &OperationRecord, statement: &Statement) -> Vec<Feature> {
    let mut features = Vec::new();
    if record.origin == OperationOrigin::Forget {
        features.push(Feature::Leaked);
    }
    // The iterators that do not know how many items are to come.
    if record.parameters.iter().any(|it| rust_path::head(&it.ty) == "std::iter::Filter") {
        features.push(Feature::Surplus);
    }
    if statement.caught {
        features.push(Feature::Interrupted);
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::foreign_calls::tests::record as operation;
    use gadfly_plan::prepared::FunctionRecord;
    use gadfly_wire::Access;

    fn function(path: &str) -> FunctionRecord {
        FunctionRecord {
            path: path.to_owned(),
            signature: String::new(),
            callable: true,
            instances: Vec::new(),
            reason: None,
            panics: None,
            requirement: None,
            arguments: Vec::new(),
        }
    }

    fn prepared() -> Prepared {
        let mut prepared = Prepared::new(String::new(), "k", "1.0.0");
        prepared.functions = ["k::List<u8>::new", "k::List<u8>::drain", "k::List<u8>::drain_mut"]
            .map(function)
            .to_vec();
        let of = |function, ty: &str| OperationRecord { function, ..operation("f(x0)", ty) };
        let forget = OperationRecord { origin: OperationOrigin::Forget, ..of(None, "k::Drain") };
        prepared.operations = vec![
            of(Some(0), "()"),
            of(Some(1), "k::List"),
            of(Some(2), "k::List"),
            forget,
            of(Some(1), "std::iter::Filter<u8>"),
        ];
        prepared
    }

    fn sequence(ids: &[u32]) -> Sequence {
        let statement = |(at, id): (u32, &u32)| {
            let args = at.checked_sub(1).map(|before| (before, Access::Move));
            Statement::operation(*id).with_args(args)
        };
        Sequence::of((0..).zip(ids).map(statement).collect())
    }

    fn suspect(ids: &[u32]) -> Option<(String, Vec<Feature>)> {
        let upto = ids.len() as u32 - 1;
        let found = Suspect::of(&prepared(), &sequence(ids), upto)?;
        Some((found.item, found.features.into_iter().collect()))
    }

    #[test]
    fn forgotten_values_blame_their_makers() {
        let drain = "k::List::drain".to_owned();
        assert_eq!(suspect(&[0, 1, 3]), Some((drain.clone(), vec![Feature::Leaked])));
        assert_eq!(suspect(&[0, 1]), Some((drain.clone(), vec![])));
        assert_eq!(suspect(&[0, 4]), Some((drain, vec![Feature::Surplus])));
        assert_eq!(suspect(&[3]), None);
        let found = Suspect::of(&prepared(), &sequence(&[0, 1, 3]), 2).expect("a suspect");
        assert_eq!(found.since(&sequence(&[0, 1, 3])), "call 2 of 3, k::List::drain");
    }

    #[test]
    fn broken_values_blame_their_last_use() {
        let of = |shows| {
            // `new`, `drain` on it, and a drop of what `new` made.
            let mut sequence = sequence(&[0, 1, 0, 3]);
            sequence.statements[3].args[0].var = 0;
            let found = Suspect::of_hit(&prepared(), &sequence, Hit { upto: 3, shows });
            found.map(|suspect| suspect.statement)
        };
        assert_eq!(of(Shows::Looking { var: 2 }), Some(2));
        assert_eq!(of(Shows::Looking { var: 1 }), Some(2));
        assert_eq!(of(Shows::Calling), Some(1), "the drop is not the subject's");
    }

    #[test]
    fn twins_with_the_same_features_are_alike() {
        let prepared = prepared();
        let of = |ids: &[u32]| {
            let sequence = sequence(ids);
            Suspect::of(&prepared, &sequence, ids.len() as u32 - 1).expect("a suspect")
        };
        assert!(of(&[0, 1]).is_alike(&of(&[0, 2])));
        assert!(!of(&[0, 1]).is_alike(&of(&[0, 1, 3])));
        let leaked = of(&[0, 1, 3]);
        assert!(leaked.is_in(&prepared, &sequence(&[0, 0, 2, 3, 0])));
        assert!(!leaked.is_in(&prepared, &sequence(&[0, 1, 0])));
        assert!(!of(&[0, 1]).is_in(&prepared, &sequence(&[0, 1, 0])), "too little to go by");
    }
}
