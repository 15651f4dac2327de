//! Runs given sequences in a harness, and says how each went.

use std::path::{Path, PathBuf};

use gadfly_wire::{Event, Literal, Mode, Observed, Outcome, RecordedStep, RunConfig, Sequence};

use crate::run::{HarnessError, run_to_end};

/// Runs sequences of one harness, one batch after the other, in a directory of its own.
#[derive(Clone, Debug)]
pub struct Replays {
    /// The program.
    pub binary: PathBuf,
    /// Its working directory.
    pub directory: PathBuf,
    /// Its configuration besides the sequences.
    pub config: RunConfig,
}

/// The result of running a sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    /// The outcome.
    pub outcome: Outcome,
    /// The statements that ran, with kills and drops, where that was asked for or the process died.
    pub sequence: Option<Sequence>,
    /// The observed values, where that was asked for.
    pub values: Vec<Observed>,
    /// The effects of its statements, where those were asked for.
    pub steps: Vec<RecordedStep>,
    /// Details of a death beyond its kind, or of how a law was broken.
    pub note: String,
}

impl Replays {
    /// Runs sequences over the plan's literals and these.
    pub fn run(
        &self,
        sequences: &[Sequence],
        literals: &[Literal],
        observe: bool,
    ) -> Result<Vec<Replayed>, HarnessError> {
        let (sequences, literals) = (sequences.to_vec(), literals.to_vec());
        let wanted = sequences.len();
        self.run_as(Mode::Replay { sequences, literals, observe }, wanted)
    }

    /// Runs sequences over the plan's literals and these, and records the effects of each.
    pub fn record(
        &self,
        sequences: &[Sequence],
        literals: &[Literal],
    ) -> Result<Vec<Replayed>, HarnessError> {
        let (sequences, literals) = (sequences.to_vec(), literals.to_vec());
        let wanted = sequences.len();
        self.run_as(Mode::Record { sequences, literals }, wanted)
    }

    fn run_as(&self, mode: Mode, wanted: usize) -> Result<Vec<Replayed>, HarnessError> {
        let config =
            RunConfig { mode, time_budget_ms: None, calls_budget: None, ..self.config.clone() };
        let mut collected = ReplayResults::new(wanted);
        run_to_end(&self.binary, &self.directory, config, &mut |event| collected.take(event))?;
        Ok(collected.replayed)
    }

    /// The same harness, in another directory.
    pub fn in_directory(&self, directory: &Path) -> Replays {
        Replays { directory: directory.to_owned(), ..self.clone() }
    }
}

struct ReplayResults {
    replayed: Vec<Replayed>,
    died: Option<(Sequence, String)>,
    /// The way in which the last property or law was broken.
    broken: Option<String>,
}

impl ReplayResults {
    /// Starts with impossible outcomes: a sequence that was never run counts as impossible.
    fn new(wanted: usize) -> ReplayResults {
        let outcome = Outcome::Rejected { statement: 0 };
        let never = Replayed {
            outcome,
            sequence: None,
            values: Vec::new(),
            steps: Vec::new(),
            note: String::new(),
        };
        ReplayResults { replayed: vec![never; wanted], died: None, broken: None }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Crash { sequence, note, .. } => self.died = Some((sequence, note)),
            Event::Broken { law, .. } => self.broken = Some(law.sentence),
            Event::Observed { index, sequence, values } => {
                if let Some(replayed) = self.replayed.get_mut(index as usize) {
                    replayed.sequence = Some(sequence);
                    replayed.values = values;
                }
            }
            Event::Recorded { index, sequence, steps } => {
                if let Some(replayed) = self.replayed.get_mut(index as usize) {
                    replayed.sequence = Some(sequence);
                    replayed.steps = steps;
                }
            }
            Event::Replayed { index, outcome } => {
                let died = self.died.take();
                let broken = self.broken.take();
                if let Some(replayed) = self.replayed.get_mut(index as usize) {
                    if let (Outcome::Died { .. }, Some((sequence, note))) = (&outcome, died) {
                        replayed.sequence = Some(sequence);
                        replayed.note = note;
                    }
                    if let (Outcome::Broken { .. }, Some(how)) = (&outcome, broken) {
                        replayed.note = how;
                    }
                    replayed.outcome = outcome;
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_wire::{CrashKind, During};

    #[test]
    fn the_sequence_of_a_death_comes_with_its_outcome() {
        let mut collected = ReplayResults::new(2);
        let sequence = Sequence { final_drops: vec![7], ..Sequence::default() };
        collected.take(Event::Crash {
            kind: CrashKind::Hang,
            operation: 0,
            during: During::Call,
            magnitude: 0,
            note: "said".to_owned(),
            law: None,
            sequence: sequence.clone(),
        });
        let outcome = Outcome::Died { kind: CrashKind::Hang, statement: 0, during: During::Call };
        collected.take(Event::Replayed { index: 1, outcome: outcome.clone() });
        assert_eq!(collected.replayed[1].sequence, Some(sequence));
        assert_eq!(collected.replayed[1].note, "said");
        assert_eq!(collected.replayed[1].outcome, outcome);
        assert_eq!(collected.replayed[0].outcome, Outcome::Rejected { statement: 0 });
    }
}
