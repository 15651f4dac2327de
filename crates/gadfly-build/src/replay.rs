//! Runs given sequences in a harness, and says how each went.

use std::path::{Path, PathBuf};

use gadfly_wire::{Event, Literal, Mode, Observed, Outcome, RecordedStep, RunConfig, Sequence};

use crate::run::{HarnessError, RunEnd, run_to_end};

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
    /// Runs sequences over the plan's literals and these. A sequence that takes its harness along costs no other its result.
    pub fn run(
        &self,
        sequences: &[Sequence],
        literals: &[Literal],
        observe: bool,
    ) -> Result<Vec<Replayed>, HarnessError> {
        self.run_as(sequences, &|sequences| {
            let literals = literals.to_vec();
            Mode::Replay { sequences, literals, observe }
        })
    }

    /// Runs sequences over the plan's literals and these, and records the effects of each: on what calls change, and if `shared`
    /// also on what they borrow.
    pub fn record(
        &self,
        sequences: &[Sequence],
        literals: &[Literal],
        shared: bool,
    ) -> Result<Vec<Replayed>, HarnessError> {
        self.run_as(sequences, &|sequences| {
            let literals = literals.to_vec();
            Mode::Record { sequences, literals, shared }
        })
    }

    fn run_as(
        &self,
        sequences: &[Sequence],
        mode: &dyn Fn(Vec<Sequence>) -> Mode,
    ) -> Result<Vec<Replayed>, HarnessError> {
        let all = Batch { indices: (0..sequences.len()).collect(), isolated: self.config.isolated };
        all.results(&mut |batch| {
            let given = batch.indices.iter().map(|index| sequences[*index].clone()).collect();
            self.run_batch(mode(given), batch.indices.len(), batch.isolated)
        })
    }

    fn run_batch(
        &self,
        mode: Mode,
        wanted: usize,
        isolated: bool,
    ) -> Result<BatchResults, HarnessError> {
        let mut collected = ReplayResults::new(wanted);
        let (time_budget_ms, calls_budget) = (None, None);
        let config =
            RunConfig { mode, time_budget_ms, calls_budget, isolated, ..self.config.clone() };
        let run = run_to_end(&self.binary, &self.directory, config, &mut |event| {
            collected.take(event);
        });
        let is_late = match run {
            Ok(end) => end == RunEnd::OutOfTime,
            Err(error) if error.is_of_subject() => false,
            Err(error) => return Err(error),
        };
        Ok(BatchResults { replayed: collected.replayed, is_late })
    }

    /// The same harness, in another directory.
    pub fn in_directory(&self, directory: &Path) -> Replays {
        Replays { directory: directory.to_owned(), ..self.clone() }
    }
}

/// Some of the given sequences, by index.
struct Batch {
    indices: Vec<usize>,
    /// `true` if each runs in a process of its own.
    isolated: bool,
}

/// The report of a harness on a batch.
struct BatchResults {
    /// The result of each, if it was reported.
    replayed: Vec<Option<Replayed>>,
    /// `true` if there was no time for all.
    is_late: bool,
}

impl Batch {
    /// The result of each sequence, where `run` runs a batch in a harness of its own. What has no result is run again: each in
    /// a process of its own, and then in ever smaller batches.
    fn results(
        self,
        run: &mut dyn FnMut(&Batch) -> Result<BatchResults, HarnessError>,
    ) -> Result<Vec<Replayed>, HarnessError> {
        let mut all = vec![Replayed::never(); self.indices.len()];
        let mut open = vec![self];
        while let Some(batch) = open.pop() {
            let BatchResults { replayed, is_late } = run(&batch)?;
            let mut left = Vec::new();
            for (index, replayed) in batch.indices.iter().zip(replayed) {
                match replayed {
                    Some(replayed) => all[*index] = replayed,
                    None => left.push(*index),
                }
            }
            if !is_late {
                open.extend(batch.without_results(left));
            }
        }
        Ok(all)
    }

    /// The batches in which to run those again that have no result, the last one first.
    fn without_results(&self, left: Vec<usize>) -> Vec<Batch> {
        let batch = |indices: &[usize]| Batch { indices: indices.to_vec(), isolated: true };
        if left.is_empty() || (self.isolated && self.indices.len() == 1) {
            return Vec::new();
        }
        if !self.isolated || left.len() == 1 {
            return vec![batch(&left)];
        }
        let (first, second) = left.split_at(left.len() / 2);
        vec![batch(second), batch(first)]
    }
}

impl Replayed {
    /// An impossible outcome: a sequence that was never run counts as impossible.
    fn never() -> Replayed {
        let outcome = Outcome::Rejected { statement: 0 };
        Replayed {
            outcome,
            sequence: None,
            values: Vec::new(),
            steps: Vec::new(),
            note: String::new(),
        }
    }
}

struct ReplayResults {
    replayed: Vec<Option<Replayed>>,
    /// Looks at the sequence whose outcome comes next.
    seen: Option<Seen>,
    died: Option<(Sequence, String)>,
    /// The way in which the last property or law was broken.
    broken: Option<String>,
}

/// Looks at a sequence, before its outcome is known.
struct Seen {
    index: u32,
    sequence: Sequence,
    values: Vec<Observed>,
    steps: Vec<RecordedStep>,
}

impl ReplayResults {
    fn new(wanted: usize) -> ReplayResults {
        ReplayResults { replayed: vec![None; wanted], seen: None, died: None, broken: None }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Crash { sequence, note, .. } => self.died = Some((sequence, note)),
            Event::Broken { law, .. } => self.broken = Some(law.sentence),
            Event::Observed { index, sequence, values } => {
                self.seen = Some(Seen { index, sequence, values, steps: Vec::new() });
            }
            Event::Recorded { index, sequence, steps } => {
                self.seen = Some(Seen { index, sequence, values: Vec::new(), steps });
            }
            Event::Replayed { index, outcome } => {
                let (died, broken) = (self.died.take(), self.broken.take());
                let seen = self.seen.take().filter(|seen| seen.index == index);
                let Some(place) = self.replayed.get_mut(index as usize) else { return };
                let mut replayed = Replayed { outcome, ..Replayed::never() };
                if let Some(seen) = seen {
                    replayed.sequence = Some(seen.sequence);
                    replayed.values = seen.values;
                    replayed.steps = seen.steps;
                }
                match (&replayed.outcome, died, broken) {
                    (Outcome::Died { .. }, Some((sequence, note)), _) => {
                        replayed.sequence = Some(sequence);
                        replayed.note = note;
                    }
                    (Outcome::Broken { .. }, _, Some(how)) => replayed.note = how,
                    _ => {}
                }
                *place = Some(replayed);
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
        let replayed = collected.replayed[1].clone().expect("a result");
        assert_eq!(replayed.sequence, Some(sequence));
        assert_eq!(replayed.note, "said");
        assert_eq!(replayed.outcome, outcome);
        assert_eq!(collected.replayed[0], None);
    }

    /// Runs so many sequences; `end` are those that take their harness along, and with it what was not isolated or comes later.
    fn run(wanted: usize, end: &[usize], is_late: bool) -> (Vec<usize>, usize) {
        let returned = Replayed { outcome: Outcome::Returned, ..Replayed::never() };
        let mut runs = 0;
        let all = Batch { indices: (0..wanted).collect(), isolated: false };
        let results = all.results(&mut |batch| {
            runs += 1;
            let is_alive = |index: &&usize| !end.contains(index);
            let alive = batch.indices.iter().take_while(is_alive).count();
            let result = |at: usize| (at < alive).then(|| returned.clone());
            let replayed = (0..batch.indices.len()).map(result).collect();
            Ok(BatchResults { replayed, is_late })
        });
        let results = results.expect("no error");
        let lost = (0..wanted).filter(|index| results[*index].outcome != Outcome::Returned);
        (lost.collect(), runs)
    }

    #[test]
    fn lost_harnesses_cost_the_guilty_sequence_alone() {
        assert_eq!(run(40, &[], false), (vec![], 1));
        assert_eq!(run(1, &[0], false), (vec![0], 2), "once more in isolation");
        let (lost, runs) = run(40, &[3, 30], false);
        assert_eq!(lost, [3, 30]);
        assert!(runs < 30, "{runs} runs");
        let every: Vec<usize> = (0..40).collect();
        let (lost, runs) = run(40, &every, false);
        assert!(lost == every && runs < 100, "{runs} runs");
    }

    #[test]
    fn results_that_time_was_too_short_for_are_not_asked_again() {
        assert_eq!(run(4, &[2], true), (vec![2, 3], 1));
    }
}
