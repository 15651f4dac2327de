//! Sequences as source: run once more for their drops, and written as a person would.

use gadfly_build::replay::{Replayed, Replays};
use gadfly_plan::prepared::Prepared;
use gadfly_tests::print::{Body, End, Imports, Scope, Style, print_body};
use gadfly_walk::{Outcome, Walk};
use gadfly_wire::Sequence;

use super::protocol::Protocol;
use crate::error::CliError;
use crate::report::{Sentence, ShownSequence};

/// Sequences that are run together.
const BATCH: usize = 4000;

/// Writes sequences.
pub(super) struct SentenceWriter<'w> {
    /// The harness.
    pub(super) prepared: &'w Prepared,
    /// The type.
    pub(super) protocol: &'w Protocol,
    /// Runs them.
    pub(super) replays: &'w Replays,
}

impl SentenceWriter<'_> {
    /// Runs sequences of calls, with a look at their values.
    pub(super) fn replayed(&self, calls: &[Vec<usize>]) -> Result<Vec<Replayed>, CliError> {
        let mut all = Vec::with_capacity(calls.len());
        for calls in calls.chunks(BATCH) {
            let sequences: Vec<Sequence> = calls
                .iter()
                .map(|calls| self.protocol.sequence(calls).unwrap_or_default())
                .collect();
            all.extend(self.replays.run(&sequences, &self.protocol.literals, true)?);
        }
        Ok(all)
    }

    /// Sequences of a walk with what became of them.
    pub(super) fn shown(
        &self,
        walk: &Walk,
        steps: &[usize],
    ) -> Result<Vec<ShownSequence>, CliError> {
        let calls: Vec<Vec<usize>> = steps.iter().map(|step| walk.calls_of(*step)).collect();
        let replayed = self.replayed(&calls)?;
        let shown = steps.iter().zip(replayed).map(|(step, replayed)| {
            let walked = &walk.steps[*step];
            let sentence = replayed
                .sequence
                .and_then(|sequence| self.sentence(&sequence))
                .unwrap_or_else(|| self.spelt(walk, *step));
            ShownSequence {
                state: walk.starts[walked.start].state.clone(),
                level: walked.level,
                sentence,
                outcome: outcome_text(&walked.outcome),
                is_exceptional: !walked.outcome.is_normal(),
                location: walked.location.as_deref().map(str::to_owned),
            }
        });
        Ok(shown.collect())
    }

    /// A sequence as source.
    fn sentence(&self, sequence: &Sequence) -> Option<Sentence> {
        let body = Body {
            sequence,
            literals: &self.protocol.literal_sources,
            scope: Scope::Everything,
            end: &End::Call,
            expected: &[],
        };
        let printed = print_body(self.prepared, body, Style::Lean, &mut Imports::default())?;
        let mut lines: Vec<String> = printed.source.lines().map(str::to_owned).collect();
        let last = lines.pop()?;
        let last = last.trim_end_matches(';');
        let last = last.strip_prefix("let _ = ").unwrap_or(last).to_owned();
        Some(Sentence { before: lines, last })
    }

    /// A sequence by its calls alone.
    fn spelt(&self, walk: &Walk, step: usize) -> Sentence {
        let mut spelt = self.protocol.speller.spell(&walk.calls, &walk.calls_of(step));
        let last = spelt.pop().unwrap_or_default();
        Sentence { before: spelt.into_iter().map(|call| format!("{call};")).collect(), last }
    }
}

/// An outcome for people.
fn outcome_text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Panic(_) => format!("{} *panic*", outcome.text().trim_start_matches("panic: ")),
        other => other.text(),
    }
}
