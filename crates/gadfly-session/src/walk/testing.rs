//! Judges a walk: by its oracle, and by asking where that is silent. Every answer is kept at once.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use gadfly_walk::{
    Answer, Asker, Judgement, Purity, Question, StateMachine, Verdict, Walk, validate,
};

use super::oracles::OracleFile;
use super::sentences::SentenceWriter;
use crate::error::CliError;
use crate::pipeline::{Review, Reviewer, interrupt};
use crate::report::ShownSequence;

/// Answers that come faster than this are written together.
const WRITE_EVERY: Duration = Duration::from_millis(300);

/// How many sequences are written out before the first question of a length, and how many at most at a time.
const FIRST_BATCH: usize = 32;
const MOST_WRITTEN_OUT: usize = 4000;

/// Judges a walk; the oracle's file has all answers afterwards, however it ends.
pub(super) fn judge(
    (walk, machine): (&Walk, &StateMachine),
    purity: &Purity,
    writer: &SentenceWriter<'_>,
    file: &mut OracleFile,
    reviewer: &mut dyn Reviewer,
) -> Result<Judgement, CliError> {
    let mut oracle = file.oracle.clone();
    let mut asking = Asking {
        walk,
        machine,
        writer,
        file,
        reviewer,
        shown: BTreeMap::new(),
        expected: Vec::new(),
        batch: FIRST_BATCH,
        answered: 0,
        written: Instant::now(),
        error: None,
    };
    let judgement = validate(walk, purity, &writer.protocol.speller, &mut oracle, &mut asking);
    let error = asking.error;
    file.oracle = oracle;
    if reviewer.answers() {
        file.save()?;
    }
    match error {
        Some(error) if !interrupt::requested() => Err(error),
        _ => Ok(judgement),
    }
}

/// The reviewer of a walk that is judged by the oracle alone.
pub(super) struct OracleAlone;

impl Reviewer for OracleAlone {
    fn review(&mut self, _: &Review<'_>) -> Answer {
        Answer::Skip
    }

    fn answers(&self) -> bool {
        false
    }
}

struct Asking<'a> {
    walk: &'a Walk,
    machine: &'a StateMachine,
    writer: &'a SentenceWriter<'a>,
    file: &'a mut OracleFile,
    reviewer: &'a mut dyn Reviewer,
    /// What is written out already.
    shown: BTreeMap<usize, ShownSequence>,
    /// What may be asked about.
    expected: Vec<usize>,
    /// How many are written out next time.
    batch: usize,
    answered: u64,
    written: Instant,
    error: Option<CliError>,
}

impl Asking<'_> {
    /// Writes out a sequence and some that may be asked about after it: few at first, so that the first question comes soon.
    fn write_out(&mut self, step: usize) {
        let from = self.expected.iter().position(|expected| *expected == step);
        let rest = from.map_or(&[][..], |from| &self.expected[from..]);
        let steps = &rest[..rest.len().min(self.batch)];
        match self.writer.shown(self.walk, steps) {
            Ok(shown) => self.shown = steps.iter().copied().zip(shown).collect(),
            Err(error) => self.error = Some(error),
        }
        self.batch = (self.batch * 4).min(MOST_WRITTEN_OUT);
    }
}

impl Asker for Asking<'_> {
    fn expect(&mut self, steps: &[usize]) {
        self.expected = steps.to_vec();
        self.batch = FIRST_BATCH;
    }

    fn ask(&mut self, question: &Question<'_>) -> Answer {
        if self.error.is_some() || interrupt::requested() {
            return Answer::Quit;
        }
        if !self.shown.contains_key(&question.step) {
            self.write_out(question.step);
        }
        let Some(shown) = self.shown.get(&question.step) else { return Answer::Skip };
        let review = Review {
            walk: self.walk,
            machine: self.machine,
            step: question.step,
            shown,
            number: question.number,
            of: question.of,
            before: question.before.clone(),
            answered: self.answered,
        };
        let answer = self.reviewer.review(&review);
        let verdict = match answer {
            Answer::Right | Answer::RightForAll => Verdict::Right,
            Answer::Wrong => Verdict::Wrong,
            Answer::Skip | Answer::Quit => return answer,
        };
        self.answered += 1;
        self.file.oracle.remember(question.key, &question.outcome.text(), verdict);
        if self.written.elapsed() > WRITE_EVERY || self.answered == 1 {
            if let Err(error) = self.file.save() {
                self.error = Some(error);
            }
            self.written = Instant::now();
        }
        answer
    }
}
