//! Judges the outcomes of a walk: by what is remembered, by signatures, and by asking.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Oracle, Outcome, ProtocolMode, Purity, Role, Speller, Verdict, Walk};

/// A question for the person who judges outcomes.
#[derive(Clone, Debug)]
pub struct Question<'w> {
    /// The sequence, by index.
    pub step: usize,
    /// The key of the sequence.
    pub key: &'w str,
    /// The outcome of the sequence.
    pub outcome: &'w Outcome,
    /// Which question of those that are open at this length, from 1.
    pub number: usize,
    /// The number of questions that were open at the start.
    pub of: usize,
    /// Outcomes that were accepted before, if any.
    pub before: Vec<&'w str>,
}

/// An answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is as it should be.
    Right,
    /// It is not.
    Wrong,
    /// It is as it should be, and so is everything of its [`StepKind`].
    RightForAll,
    /// Later.
    Skip,
    /// Ask nothing more.
    Quit,
}

/// Answers questions.
pub trait Asker {
    /// These sequences may be asked about next.
    fn expect(&mut self, steps: &[usize]);

    /// One question.
    fn ask(&mut self, question: &Question<'_>) -> Answer;
}

/// The kind of a step: the same last call with the same kind of outcome.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepKind {
    call: String,
    outcome: String,
}

impl StepKind {
    /// The kind of an outcome. All values are of one kind; panics are distinguished by their messages.
    pub fn of(call: &str, outcome: &Outcome) -> StepKind {
        let outcome = match outcome {
            Outcome::Unit => "()".to_owned(),
            Outcome::Value(text) if text.starts_with("Err(") => "an error".to_owned(),
            Outcome::Value(text) if text == "None" => text.clone(),
            Outcome::Value(_) | Outcome::Opaque(_) => "a value".to_owned(),
            other => other.text(),
        };
        StepKind { call: call.to_owned(), outcome }
    }

    /// In words.
    pub fn text(&self) -> String {
        format!("{} yielding {}", self.call, self.outcome)
    }
}

/// The source of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionSource {
    /// The oracle remembered the outcome of this sequence, or of what it comes to without pure calls.
    Remembered,
    /// A call without a result returned, or what the crate says must hold at any time does not.
    Signature,
    /// A person.
    Person,
    /// A person, for all of one kind.
    Alike,
}

/// Numbers of decided outcomes, by the source of the decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecisionCounts {
    /// Right, by memory or signature.
    pub passed_automatically: u64,
    /// Wrong, by memory or because the crate says so.
    pub failed_automatically: u64,
    /// Right, by a person.
    pub passed_manually: u64,
    /// Wrong, by a person.
    pub failed_manually: u64,
    /// Right, because a person said so of all alike.
    pub passed_alike: u64,
    /// Left for later, or not asked at all.
    pub open: u64,
    /// Not judged because they differ from run to run.
    pub unstable: u64,
}

impl DecisionCounts {
    /// The number of outcomes that the person had to judge.
    pub fn manual(&self) -> u64 {
        self.passed_manually + self.failed_manually
    }

    /// The number of outcomes that were predicted.
    pub fn predicted(&self) -> u64 {
        self.passed_automatically + self.failed_automatically + self.passed_alike
    }
}

/// The verdicts on a walk.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// The numbers.
    pub counts: DecisionCounts,
    /// Sequences whose outcome is wrong, in order.
    pub failed: Vec<usize>,
    /// Sequences whose outcome is not judged, in order.
    pub open: Vec<usize>,
    /// Of each outcome that is remembered, the first sequence that shows it: key, sequence and verdict.
    pub shown: Vec<(String, usize, Verdict)>,
    /// `true` if the person ended the questions.
    pub has_quit: bool,
}

/// Judges every outcome of a walk, asking where nothing is known; answers go into the oracle. What only looks is left out of
/// sequences on the way.
pub fn validate(
    walk: &Walk,
    purity: &Purity,
    speller: &Speller,
    oracle: &mut Oracle,
    asker: &mut dyn Asker,
) -> Judgement {
    let mut judge = Judge {
        walk,
        keys: (0..walk.steps.len()).map(|step| speller.key(walk, purity, step)).collect(),
        oracle,
        asker,
        alike: BTreeSet::new(),
        shown: BTreeMap::new(),
        judgement: Judgement::default(),
    };
    let order = walk.order();
    let group = |step: &usize| {
        let step = &walk.steps[*step];
        let start = if walk.mode == ProtocolMode::States { step.start } else { 0 };
        (start, step.level)
    };
    for steps in order.chunk_by(|left, right| group(left) == group(right)) {
        judge.judge_all(steps);
    }
    let shown = judge.shown;
    let mut judgement = judge.judgement;
    judgement.shown =
        shown.into_iter().map(|((key, _), (step, verdict))| (key, step, verdict)).collect();
    judgement.shown.sort_by_key(|(_, step, _)| *step);
    judgement
}

struct Judge<'j> {
    walk: &'j Walk,
    keys: Vec<String>,
    oracle: &'j mut Oracle,
    asker: &'j mut dyn Asker,
    alike: BTreeSet<StepKind>,
    shown: BTreeMap<(String, String), (usize, Verdict)>,
    judgement: Judgement,
}

impl Judge<'_> {
    fn judge_all(&mut self, steps: &[usize]) {
        let mut expected = Vec::new();
        let mut keys = BTreeSet::new();
        for step in steps {
            let outcome = &self.walk.steps[*step].outcome;
            if is_judged(outcome)
                && self.predicted(*step).is_none()
                && keys.insert((&self.keys[*step], outcome))
            {
                expected.push(*step);
            }
        }
        drop(keys);
        if !expected.is_empty() && !self.judgement.has_quit {
            self.asker.expect(&expected);
        }
        let mut number = 0;
        for step in steps {
            self.judge(*step, &mut number, expected.len());
        }
    }

    fn judge(&mut self, step: usize, number: &mut usize, of: usize) {
        let outcome = &self.walk.steps[step].outcome;
        if **outcome == Outcome::Unstable {
            self.judgement.counts.unstable += 1;
        }
        if !is_judged(outcome) {
            return;
        }
        if let Some((verdict, rule)) = self.predicted(step) {
            self.settle(step, verdict, rule);
            return;
        }
        *number += 1;
        let answer =
            if self.judgement.has_quit { Answer::Quit } else { self.ask(step, *number, of) };
        let verdict = match answer {
            Answer::Right | Answer::RightForAll => Verdict::Right,
            Answer::Wrong => Verdict::Wrong,
            Answer::Skip | Answer::Quit => {
                self.judgement.has_quit |= answer == Answer::Quit;
                self.judgement.counts.open += 1;
                self.judgement.open.push(step);
                return;
            }
        };
        if answer == Answer::RightForAll {
            self.alike.insert(self.kind(step));
        }
        self.oracle.remember(&self.keys[step], &outcome.text(), verdict);
        self.settle(step, verdict, DecisionSource::Person);
    }

    fn ask(&mut self, step: usize, number: usize, of: usize) -> Answer {
        let key = &self.keys[step];
        let question = Question {
            step,
            key,
            outcome: &self.walk.steps[step].outcome,
            number,
            of: of.max(number),
            before: self.oracle.right_outcomes(key),
        };
        self.asker.ask(&question)
    }

    /// The verdict that is known without asking: the remembered one of the sequence, then that a call without a result
    /// returned, where nothing else is known of it.
    fn predicted(&self, step: usize) -> Option<(Verdict, DecisionSource)> {
        let (walked, key) = (&self.walk.steps[step], &self.keys[step]);
        if let Some(verdict) = self.oracle.verdict(key, &walked.outcome.text()) {
            return Some((verdict, DecisionSource::Remembered));
        }
        // A broken invariant needs no question: its author has answered already.
        if matches!(*walked.outcome, Outcome::Violated(_)) {
            return Some((Verdict::Wrong, DecisionSource::Signature));
        }
        let is_procedure = self.walk.calls[walked.call].role != Role::Construct;
        if *walked.outcome == Outcome::Unit && is_procedure && !self.oracle.knows(key) {
            return Some((Verdict::Right, DecisionSource::Signature));
        }
        self.alike.contains(&self.kind(step)).then_some((Verdict::Right, DecisionSource::Alike))
    }

    fn kind(&self, step: usize) -> StepKind {
        let step = &self.walk.steps[step];
        StepKind::of(&self.walk.calls[step.call].name, &step.outcome)
    }

    fn settle(&mut self, step: usize, verdict: Verdict, rule: DecisionSource) {
        let text = self.walk.steps[step].outcome.text();
        let counts = &mut self.judgement.counts;
        match (rule, verdict) {
            (DecisionSource::Remembered | DecisionSource::Signature, Verdict::Right) => {
                counts.passed_automatically += 1;
            }
            (DecisionSource::Remembered | DecisionSource::Signature, Verdict::Wrong) => {
                counts.failed_automatically += 1;
            }
            (DecisionSource::Person, Verdict::Right) => counts.passed_manually += 1,
            (DecisionSource::Person, Verdict::Wrong) => counts.failed_manually += 1,
            (DecisionSource::Alike, _) => {
                counts.passed_alike += 1;
                self.oracle.remember(&self.keys[step], &text, verdict);
            }
        }
        if verdict == Verdict::Wrong {
            self.judgement.failed.push(step);
        }
        if rule != DecisionSource::Signature {
            let key = self.keys[step].clone();
            self.shown.entry((key, text)).or_insert((step, verdict));
        }
    }
}

fn is_judged(outcome: &Outcome) -> bool {
    outcome.is_executed() && *outcome != Outcome::Unstable
}
