//! Findings that the same few calls show, in the same words: whatever was seen first, they have one cause.
//!
//! Where memory is misused, it shows wherever something looks next; made small, all of that is the same sequence.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::rust_path;
use gadfly_plan::prepared::Prepared;
use gadfly_wire::{During, Outcome, What};

use crate::deliver::minimising::Minimised;
use crate::findings::collect::RawFinding;
use crate::findings::distinct::groups;
use crate::findings::identity::Identity;

/// Leaves one of all findings that are shown by the same sequence; says which are to go.
pub(crate) fn fold(
    all: &mut [RawFinding],
    shown: &mut BTreeMap<usize, Minimised>,
    prepared: &Prepared,
) -> BTreeSet<usize> {
    let identity = |(index, shown): (&usize, &Minimised)| {
        (*index, Identity::of_minimised(&all[*index].finding, shown))
    };
    let groups = groups(shown.iter().map(identity));
    let mut gone = BTreeSet::new();
    for group in groups.into_iter().filter(|group| group.len() > 1) {
        let ending = last_method(&shown[&group[0]], prepared);
        let is_named =
            |index: &&usize| ending.as_deref() == Some(rust_path::last(&all[**index].finding.item));
        let stays = *group.iter().find(is_named).unwrap_or(&group[0]);
        let seen: u64 = group.iter().map(|index| all[*index].finding.seen).sum();
        all[stays].finding.seen = seen;
        gone.extend(group.into_iter().filter(|index| *index != stays));
    }
    shown.retain(|index, _| !gone.contains(index));
    gone
}

/// What a sequence ends with: the method that is called, or that is used to look at a value.
fn last_method(shown: &Minimised, prepared: &Prepared) -> Option<String> {
    let (Outcome::Panicked { during, .. } | Outcome::Died { during, .. }) = &shown.outcome else {
        return None;
    };
    let name = match during {
        During::Hash(_) => "hash",
        During::Debug(_) => "fmt",
        During::Drop(_) => "drop",
        During::Law { .. } | During::Engine => return None,
        During::Call => {
            let What::Operation(id) = shown.sequence.statements.last()?.what else { return None };
            let function = prepared.operations.get(id as usize)?.function?;
            rust_path::last(&prepared.functions.get(function as usize)?.path)
        }
    };
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::collect::Evidence;
    use crate::report::Finding;
    use gadfly_triage::Facts;
    use gadfly_triage::facts::{self, Failure};
    use gadfly_wire::{Sequence, Statement};

    fn found(item: &str, seen: u64) -> RawFinding {
        RawFinding {
            finding: Finding { item: item.to_owned(), seen, ..Finding::example() },
            facts: Facts::stated(Failure::Law, item, ""),
            evidence: Evidence::of(&Sequence::default()),
        }
    }

    fn shown(literal: u32, message: &str) -> Minimised {
        let statement =
            |what| Statement { what, args: Vec::new(), kills: Vec::new(), caught: false };
        Minimised {
            sequence: Sequence {
                statements: vec![statement(What::Literal(literal)), statement(What::Operation(0))],
                ..Sequence::default()
            },
            outcome: Outcome::Panicked {
                statement: 1,
                during: During::Hash(1),
                message: message.to_owned(),
                location: None,
            },
            note: String::new(),
            known: facts::SmallestSequence::default(),
            experiments: facts::Experiments::default(),
            added: Vec::new(),
            // Each has a list of its own.
            literals: ["7", "7", "8"].map(str::to_owned).to_vec(),
            calls_before: 1,
            calls: 1,
        }
    }

    #[test]
    fn findings_with_equal_calls_are_merged() {
        let misuse = "a value was hashed after it was dropped";
        let mut all = [
            found("k::List::retain", 2),
            found("k::List::hash", 3),
            found("k::List::dedup", 4),
            found("k::List::remove", 5),
        ];
        let mut shown = BTreeMap::from([
            (0, shown(0, misuse)),
            (1, shown(1, misuse)),
            (2, shown(2, misuse)),
            (3, shown(0, "another")),
        ]);
        let prepared = Prepared::new(String::new(), "k", "1.0.0");
        let gone = fold(&mut all, &mut shown, &prepared);
        assert_eq!(gone, BTreeSet::from([0]));
        assert_eq!(all[1].finding.seen, 5);
        assert_eq!(shown.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
    }
}
