//! Calls whose results differ from process to process, and in what way.

use gadfly_build::replay::Replayed;
use gadfly_model::rust_path;
use gadfly_plan::prepared::Prepared;
use gadfly_wire::{Observed, RecordedStep, What};

/// A function whose result is not the same every time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Unstable {
    /// The function.
    pub(crate) item: String,
    /// What differs.
    pub(crate) why: &'static str,
}

/// The first call in several runs of one sequence whose result differs between them: later ones may differ because of it.
pub(crate) fn culprit(prepared: &Prepared, runs: &[&Replayed]) -> Option<Unstable> {
    let (first, others) = runs.split_first()?;
    let sequence = first.sequence.as_ref()?;
    for (at, step) in first.steps.iter().enumerate() {
        let others = others.iter().filter_map(|other| other.steps.get(at));
        let Some((value, other)) = others.filter_map(|other| differing(step, other)).next() else {
            continue;
        };
        let What::Operation(id) = sequence.statements.get(at)?.what else { continue };
        let function = prepared.operations.get(id as usize)?.function?;
        let item = rust_path::plain(&prepared.functions[function as usize].path);
        let text = |shown: &Option<String>| shown.clone().unwrap_or_default();
        return Some(Unstable { item, why: difference(&text(&value.debug), &text(&other.debug)) });
    }
    None
}

/// The first value that two runs of a statement left in different states.
fn differing<'s>(
    one: &'s RecordedStep,
    other: &'s RecordedStep,
) -> Option<(&'s Observed, &'s Observed)> {
    let looks = |step: &'s RecordedStep| std::iter::once(&step.result).chain(&step.changed);
    looks(one).zip(looks(other)).find(|(left, right)| left != right)
}

/// In what way two forms of one value differ.
fn difference(left: &str, right: &str) -> &'static str {
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    let is_address = |text: &str| {
        text.contains("0x")
            // What programs are given to work with on today's systems: high up in 48 bits.
            || text.parse().is_ok_and(|number: u64| (1 << 44..1 << 48).contains(&number))
    };
    if is_address(left) && is_address(right) {
        "an address"
    } else if left.contains(',') && letters(left) == letters(right) {
        "the order"
    } else {
        "the value"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_kinds() {
        assert_eq!(difference("0x7f12", "0x7f34"), "an address");
        assert_eq!(difference("140737353932816", "140232353932816"), "an address");
        assert_eq!(difference("[1, 2]", "[2, 1]"), "the order");
        assert_eq!(difference("1700000000123", "1700000000321"), "the value");
    }
}
