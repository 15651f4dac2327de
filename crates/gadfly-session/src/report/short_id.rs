//! Ids of findings: a few characters that stay the same from run to run, for `cargo gadfly replay` and for names of tests.

use gadfly_wire::{fnv32, fnv64};

/// Letters and digits that are not mistaken for each other: 32, so five bits each.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Kinds of ids. What a kind makes of a cause never changes: reports and tests of earlier versions have such ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdKind {
    /// A failing sequence of calls: four letters.
    Sequence,
    /// A failing input of an exhaustive search: four letters, too, but of another hash.
    Input,
    /// An outcome that a person judged, or did not judge: `w` and hexadecimal digits.
    Judgement,
}

/// The id of a finding with this cause.
pub(crate) fn short_id(kind: IdKind, cause: &str) -> String {
    match kind {
        IdKind::Sequence => letters(fnv32(cause.as_bytes()).into()),
        IdKind::Input => letters(fnv64(cause.as_bytes())),
        IdKind::Judgement => format!("w{:03x}", fnv64(cause.as_bytes()) % 0x1_0000),
    }
}

fn letters(hash: u64) -> String {
    (0..4).map(|at| char::from(LETTERS[(hash >> (at * 5)) as usize % LETTERS.len()])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_a_cause_never_change() {
        for (cause, ids) in [
            ("", ["fqh3", "f3ie", "w2325"]),
            ("Panic Bug src/lib.rs:7 index out of bounds", ["nntn", "nffn", "w14ac"]),
        ] {
            let kinds = [IdKind::Sequence, IdKind::Input, IdKind::Judgement];
            assert_eq!(kinds.map(|kind| short_id(kind, cause)), ids, "{cause}");
        }
    }
}
