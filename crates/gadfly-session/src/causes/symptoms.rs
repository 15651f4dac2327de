//! Symptoms: findings that are listed with another of the same cause.

use crate::deliver::minimising::Minimised;
use crate::report::{Finding, Symptom};

/// Orders findings of one cause: the smallest first, of equals the one whose item is to blame.
pub(crate) fn shown_first(
    (finding, shown): (&Finding, &Minimised),
    blamed: Option<&str>,
) -> (usize, bool, usize, String) {
    let is_elsewhere = blamed.is_some_and(|item| item != finding.item);
    (shown.calls, is_elsewhere, shown.sequence.statements.len(), finding.message.clone())
}

/// Lists other findings of the same cause with one.
pub(crate) fn note_symptoms<'f>(shown: &mut Finding, others: impl Iterator<Item = &'f Finding>) {
    for other in others {
        shown.seen += other.seen;
        shown.symptoms.push(Symptom::of(other));
        shown.symptoms.extend(other.symptoms.iter().cloned());
    }
    shown.symptoms.sort();
    shown.symptoms.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symptoms_are_listed_once_and_counted() {
        let of = |item: &str, seen| Finding {
            item: item.to_owned(),
            id: item.to_owned(),
            seen,
            ..Finding::example()
        };
        let mut shown = of("k::List::insert", 1);
        let others = [of("k::List::pop", 2), of("k::List::drop", 3)];
        note_symptoms(&mut shown, others.iter());
        assert_eq!(shown.seen, 6);
        let items: Vec<&str> = shown.symptoms.iter().map(|symptom| &*symptom.item).collect();
        assert_eq!(items, ["k::List::drop", "k::List::pop"]);
    }
}
