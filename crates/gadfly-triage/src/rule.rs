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
    /// A test was written and has shown the failure, or has not.
    Proven,
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

impl Phase {
    /// All phases, in the order in which their facts become known.
    pub const ALL: [Phase; 3] = [Phase::Seen, Phase::Minimised, Phase::Proven];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Seen => "seen",
            Phase::Minimised => "minimised",
            Phase::Proven => "proven",
        }
    }

    /// What its rules decide about.
    pub fn describe(self) -> &'static str {
        match self {
            Phase::Seen => "when a failure is seen",
            Phase::Minimised => "when the sequence of a bug is minimised",
            Phase::Proven => "when the test of a bug is proven or not",
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
