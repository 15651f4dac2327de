//! The form of a rule, and of its examples.

use crate::class::Class;
use crate::facts::{Experiment, Facts};

/// A rule: a condition over facts, and what follows from it.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name, in kebab case, as reports, settings and `cargo gadfly explain` have it.
    pub id: &'static str,
    /// The phase from which on its facts are known.
    pub phase: Phase,
    /// What follows if it applies.
    pub conclusion: Conclusion,
    /// The basis of the conclusion.
    pub evidence: Evidence,
    /// The reason in one clause, for reports.
    pub summary: &'static str,
    /// The reason in full, for people.
    pub explanation: &'static str,
    /// Experiments without whose results it does not apply.
    pub needs: &'static [Experiment],
    /// Returns whether it applies, given that no earlier rule of its phase does.
    pub applies: fn(&Facts) -> bool,
    /// Facts that it decides.
    pub matches: fn() -> Vec<Example>,
    /// Facts that look similar, and that it does not decide.
    pub lookalikes: fn() -> Vec<Example>,
}

/// When facts become known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The failure was seen.
    Seen,
    /// The sequence was made as small as it gets.
    Minimised,
    /// The failing call was made again with other values.
    Varied,
    /// A test was written and has shown the failure, or has not.
    Proven,
}

/// The basis of a rule's conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Words, names or sizes, which suggest it. Experiments overrule that.
    Hint,
    /// Something that no experiment changes: a contract, the kind of failure, the values in the sequence.
    Fact,
    /// The results of experiments.
    Experiment,
}

/// What a rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// The finding is of this class.
    Class(Class),
    /// The finding is not reported: nothing shows it reliably.
    Unproven,
}

/// Facts with a line for people.
#[derive(Clone, Debug)]
pub struct Example {
    /// The situation in one line.
    pub title: &'static str,
    /// Its facts.
    pub facts: Facts,
}

impl Rule {
    /// Returns whether it applies and has the results of all experiments that it needs.
    pub(crate) fn may_decide(&self, facts: &Facts) -> bool {
        facts.experiments.has_all(self.needs) && (self.applies)(facts)
    }
}

impl Phase {
    /// All phases, in the order in which their facts become known.
    pub const ALL: [Phase; 4] = [Phase::Seen, Phase::Minimised, Phase::Varied, Phase::Proven];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Seen => "seen",
            Phase::Minimised => "minimised",
            Phase::Varied => "varied",
            Phase::Proven => "proven",
        }
    }

    /// What its rules decide about.
    pub fn describe(self) -> &'static str {
        match self {
            Phase::Seen => "when a failure is seen",
            Phase::Minimised => "when the sequence of a bug is minimised",
            Phase::Varied => {
                "when the failing call was made again with other values, instead of hints"
            }
            Phase::Proven => "when the test of a bug is proven or not",
        }
    }
}

impl Evidence {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Evidence::Hint => "hint",
            Evidence::Fact => "fact",
            Evidence::Experiment => "experiment",
        }
    }

    /// The basis in a sentence for people.
    pub fn describe(self) -> &'static str {
        match self {
            Evidence::Hint => "by words, names or sizes, which experiments overrule",
            Evidence::Fact => "by facts, which no experiment changes",
            Evidence::Experiment => "by experiment",
        }
    }
}

impl Conclusion {
    /// Its name: that of the class, or `unproven`.
    pub fn name(self) -> &'static str {
        match self {
            Conclusion::Class(class) => class.name(),
            Conclusion::Unproven => "unproven",
        }
    }

    /// The class, if the finding is reported.
    pub fn class(self) -> Option<Class> {
        match self {
            Conclusion::Class(class) => Some(class),
            Conclusion::Unproven => None,
        }
    }
}

impl Example {
    /// An example.
    pub fn new(title: &'static str, facts: Facts) -> Example {
        Example { title, facts }
    }
}
