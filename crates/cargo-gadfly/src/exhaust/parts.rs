//! The parts that a search space is cut into, and what each gave.

use super::message::{Failed, Message};
use super::options::Shard;
use super::report::Counts;

/// What one part gave.
#[derive(Clone, Debug, Default)]
pub(super) struct PartResult {
    pub(super) counts: Counts,
    pub(super) unread: Vec<String>,
    /// The smallest failing input of the part.
    pub(super) failed: Option<Failed>,
    /// Valid structures as text and drawing, if they were asked for.
    pub(super) found: Vec<(String, String)>,
}

impl PartResult {
    /// Takes in a message about the part; true when it was the last one.
    pub(super) fn take(&mut self, message: Message) -> bool {
        match message {
            Message::Found { text, svg } => self.found.push((text, svg)),
            Message::Failures(count) => self.counts.failures += count,
            Message::Failed(failed) => self.failed = Some(failed),
            Message::Done { counts, unread } => {
                let [explored, valid, panicked, cut, overflowed, hung, unowned, audited] = counts;
                let failures = self.counts.failures;
                self.counts = Counts {
                    explored,
                    valid,
                    panicked,
                    cut,
                    overflowed,
                    hung,
                    unowned,
                    audited,
                    failures,
                };
                self.unread = unread;
                return true;
            }
            _ => {}
        }
        false
    }
}

/// The parts of a shard: a run of neighbours, so that the shards' results put one after the other
/// are the result of the whole.
pub(super) fn of_shard(parts: Vec<String>, shard: Option<Shard>) -> Vec<String> {
    let Some(Shard { index, count }) = shard else { return parts };
    let edge = |index: usize| parts.len() * index / count;
    parts[edge(index - 1)..edge(index)].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_put_together_are_the_whole() {
        let parts: Vec<String> = (0..10).map(|index| index.to_string()).collect();
        for count in 1..=12 {
            let shards =
                (1..=count).map(|index| of_shard(parts.clone(), Some(Shard { index, count })));
            assert_eq!(shards.flatten().collect::<Vec<_>>(), parts);
        }
    }
}
