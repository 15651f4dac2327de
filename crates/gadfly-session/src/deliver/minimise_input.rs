//! What is made small: a sequence, and everything that its failure is recognised by.

use gadfly_minimise::{Budget, masked};
use gadfly_plan::types::tracked::is_misuse;
use gadfly_triage::Facts;
use gadfly_wire::{Law, Outcome, ProcessChange, ProcessChangeAt, RunConfig, Sequence};

use crate::findings::collect::RawFinding;
use crate::report::Kind;

/// The budget for a panic or a broken law.
const USUAL: Budget = Budget { sequences: 6000, batch: 400, is_thorough: false };
/// The same for properties, whose smallest input is what a person sees of them.
const THOROUGH: Budget = Budget { sequences: 20_000, batch: 400, is_thorough: true };
/// The budget for a panic that no test will show: it is made small for experiments alone.
const EXCUSED: Budget = Budget { sequences: 800, batch: 400, is_thorough: false };
/// The budget for a death, which costs a process.
const DEADLY: Budget = Budget { sequences: 400, batch: 40, is_thorough: false };
/// The budget for a call that does not return, which costs time.
const SLOW: Budget = Budget { sequences: 24, batch: 4, is_thorough: false };
/// The same where a short time limit suffices.
const PROBED: Budget = Budget { sequences: 240, batch: 24, is_thorough: true };
/// The budget for a thread that is left behind: each costs time and a process.
const THREADED: Budget = Budget { sequences: 48, batch: 8, is_thorough: false };
/// The time limit of a call that is known not to return.
const SLOW_MILLIS: u32 = 400;
/// A time limit by which most calls that do not return are recognised. What it leads to is run again with the usual one.
const PROBE_MILLIS: u32 = 100;

/// A sequence to be made small.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MinimiseInput<'s> {
    /// The sequence.
    pub(crate) sequence: &'s Sequence,
    kind: Kind,
    /// The law that was broken or being checked.
    law: Option<&'s Law>,
    /// The variables that broke it.
    pub(crate) broken_by: &'s [u32],
    process_change: Option<ProcessChangeAt>,
    /// `true` if a test will show it.
    pub(crate) is_for_test: bool,
    /// The facts that decide its class; nothing where there is no class to decide.
    pub(crate) facts: Option<&'s Facts>,
}

impl<'s> From<&'s RawFinding> for MinimiseInput<'s> {
    fn from(found: &'s RawFinding) -> Self {
        let evidence = &found.evidence;
        MinimiseInput {
            sequence: &evidence.sequence,
            kind: found.finding.kind,
            law: evidence.law.as_ref(),
            broken_by: &evidence.broken_by,
            process_change: evidence.process_change,
            is_for_test: found.finding.has_test_to_come(),
            facts: Some(&found.facts),
        }
    }
}

impl<'s> MinimiseInput<'s> {
    /// A sequence that makes a value, to which the engine's report of the value is the failure.
    pub(crate) fn of_value(sequence: &'s Sequence) -> Self {
        MinimiseInput {
            sequence,
            kind: Kind::Property,
            law: None,
            broken_by: &[],
            process_change: None,
            is_for_test: true,
            facts: None,
        }
    }

    /// Sets up replays so that they show this failure and no other.
    pub(crate) fn configure(&self, config: &mut RunConfig) {
        // A law that is broken on the way would hide what was seen.
        config.laws = self.law.is_some();
        config.only_law = self.law.map(|law| law.name.clone()).unwrap_or_default();
        config.look_for = self.process_change;
        if self.kind == Kind::Hang && !self.leaves_a_thread() {
            config.hang_ms = SLOW_MILLIS;
        }
    }

    /// A short time limit of calls to try first, and the number of sequences to try with it; nothing if time is no failure.
    pub(crate) fn probe(&self) -> Option<(u32, Budget)> {
        let is_hang = self.kind == Kind::Hang && !self.leaves_a_thread();
        is_hang.then_some((PROBE_MILLIS, PROBED))
    }

    /// Returns whether an outcome is what was seen. A sequence that was met where others had broken the memory of the process may
    /// fail in quite another way by itself.
    pub(crate) fn is_shown_by(&self, outcome: &Outcome) -> bool {
        let Outcome::Panicked { message, .. } = outcome else { return true };
        match (self.kind, self.facts) {
            (Kind::Crash | Kind::Oom, _) => is_misuse(message),
            (Kind::Panic, Some(facts)) => {
                is_misuse(message) || masked(message) == masked(&facts.message)
            }
            _ => true,
        }
    }

    /// The number of sequences that are tried.
    pub(crate) fn budget(&self) -> Budget {
        match self.kind {
            _ if self.leaves_a_thread() => THREADED,
            Kind::Hang => SLOW,
            Kind::Crash | Kind::Oom => DEADLY,
            Kind::Property => THOROUGH,
            _ if !self.is_for_test => EXCUSED,
            _ => USUAL,
        }
    }

    fn leaves_a_thread(&self) -> bool {
        self.process_change.is_some_and(|it| it.what == ProcessChange::Thread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::collect::Evidence;
    use crate::report::{Class, Finding};
    use gadfly_triage::facts::Failure;
    use gadfly_wire::{CrashKind, During};

    fn found(kind: Kind, evidence: Evidence) -> RawFinding {
        let finding = Finding { kind, ..Finding::example() };
        RawFinding { finding, facts: Facts::stated(Failure::Law, "k::f", ""), evidence }
    }

    fn config_of(input: MinimiseInput<'_>) -> RunConfig {
        let mut config = RunConfig { laws: true, hang_ms: 1000, ..RunConfig::default() };
        input.configure(&mut config);
        config
    }

    #[test]
    fn values_are_minimised_without_a_finding() {
        let sequence = Sequence::default();
        let input = MinimiseInput::of_value(&sequence);
        let config = config_of(input);
        assert!(!config.laws && config.look_for.is_none());
        assert_eq!((config.hang_ms, input.budget().sequences), (1000, THOROUGH.sequences));
        assert!(input.facts.is_none() && input.broken_by.is_empty());
    }

    #[test]
    fn replays_look_for_the_failure_that_was_seen() {
        let law = Law {
            name: "eq".to_owned(),
            sentence: String::new(),
            method: String::new(),
            assertion: String::new(),
            helpers: String::new(),
        };
        let broken =
            Evidence { law: Some(law), broken_by: vec![2], ..Evidence::of(&Sequence::default()) };
        let found = found(Kind::Law, broken);
        let input = MinimiseInput::from(&found);
        let config = config_of(input);
        assert_eq!((config.laws, &*config.only_law, input.broken_by), (true, "eq", &[2][..]));
        assert!(input.facts.is_some());
    }

    #[test]
    fn other_failures_do_not_show_what_was_seen() {
        let panicked = |message: &str| Outcome::Panicked {
            statement: 0,
            during: During::Call,
            message: message.to_owned(),
            location: None,
        };
        let (died, misuse) = (CrashKind::Signal(11), "a value was dropped after it was dropped");
        let died = Outcome::Died { kind: died, statement: 0, during: During::Call };
        let is_shown = |kind, seen: &str, outcome: &Outcome| {
            let mut found = found(kind, Evidence::of(&Sequence::default()));
            found.facts.message = seen.to_owned();
            MinimiseInput::from(&found).is_shown_by(outcome)
        };
        assert!(!is_shown(Kind::Crash, "SIGSEGV", &panicked("index 3 of 2")));
        assert!(is_shown(Kind::Crash, "SIGSEGV", &died));
        assert!(is_shown(Kind::Crash, "SIGSEGV", &panicked(misuse)));
        assert!(is_shown(Kind::Panic, "index 4 of 0", &panicked("index 3 of 2")));
        assert!(!is_shown(Kind::Panic, "unreachable", &panicked("index 3 of 2")));
        assert!(is_shown(Kind::Law, "equal values", &panicked("index 3 of 2")));
    }

    #[test]
    fn expensive_failures_are_tried_less() {
        let plain = || Evidence::of(&Sequence::default());
        let change = ProcessChangeAt { operation: 0, what: ProcessChange::Thread };
        let mut excused = found(Kind::Panic, plain());
        excused.finding.class = Class::Precondition;
        let threaded = Evidence { process_change: Some(change), ..plain() };
        for (found, budget, hang_ms) in [
            (found(Kind::Panic, plain()), USUAL, 1000),
            (found(Kind::Crash, plain()), DEADLY, 1000),
            (found(Kind::Oom, plain()), DEADLY, 1000),
            (found(Kind::Hang, plain()), SLOW, SLOW_MILLIS),
            (found(Kind::Contract, threaded), THREADED, 1000),
            (excused, EXCUSED, 1000),
        ] {
            let input = MinimiseInput::from(&found);
            assert_eq!(input.budget().sequences, budget.sequences);
            assert_eq!(config_of(input).hang_ms, hang_ms);
            assert_eq!(input.probe().is_some(), hang_ms == SLOW_MILLIS);
        }
    }
}
