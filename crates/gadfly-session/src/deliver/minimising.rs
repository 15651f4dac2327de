//! Makes the sequences of findings small, several at a time.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use gadfly_build::replay::{Replayed, Replays};
use gadfly_build::run::HarnessError;
use gadfly_minimise::{Budget, Failure, Minimal, Producers, minimise};
use gadfly_plan::literals::source;
use gadfly_plan::prepared::Prepared;
use gadfly_plan::splicing;
use gadfly_triage::facts::{self, Experiment, Experiments};
use gadfly_triage::{Facts, wanted};
use gadfly_wire::{Literal, Outcome, Plan, RunConfig, Sequence};

use crate::deliver::minimise_input::MinimiseInput;
use crate::triage::{self, memory_bound};

/// How long one sequence may be worked on, where results may depend on time.
const LONGEST: Duration = Duration::from_secs(8);
/// How long all of them may be.
const LONGEST_IN_ALL: Duration = Duration::from_secs(45);
/// The time by which those end sooner that no test will show.
const SOONER: Duration = Duration::from_secs(33);

/// A sequence that shows a finding, as small as it gets.
#[derive(Clone, Debug)]
pub(crate) struct Minimised {
    /// The sequence, with kills and drops.
    pub(crate) sequence: Sequence,
    /// How it ends.
    pub(crate) outcome: Outcome,
    /// What is known of its death beyond that.
    pub(crate) note: String,
    /// What its class is decided by, beyond what was known when it was seen.
    pub(crate) known: facts::SmallestSequence,
    /// The experiments that were made with it.
    pub(crate) experiments: Experiments,
    /// Literals it may use beyond those of the harness.
    pub(crate) added: Vec<Literal>,
    /// Sources of all literals it may use.
    pub(crate) literals: Vec<String>,
    /// Calls in the sequence that was seen first.
    pub(crate) calls_before: usize,
    /// Calls now.
    pub(crate) calls: usize,
}

/// What it takes to run sequences again.
pub(crate) struct Minimiser<'b> {
    pub(crate) prepared: &'b Prepared,
    pub(crate) plan: &'b Plan,
    pub(crate) config: &'b RunConfig,
    pub(crate) directory: &'b Path,
    pub(crate) jobs: usize,
    /// Whether panics at one place are one failure, whatever they say: an assertion that a person wrote says what it sees.
    pub(crate) by_place: bool,
}

impl Minimiser<'_> {
    /// Runs sequences in a directory of their own.
    pub(crate) fn replays(&self, name: &str) -> Replays {
        Replays {
            binary: self.prepared.binary.clone(),
            directory: self.directory.join(name),
            config: self.config.clone(),
        }
    }

    /// Makes each sequence small; nothing where it does not fail again.
    pub(crate) fn minimise_all(
        &self,
        inputs: &[MinimiseInput<'_>],
    ) -> Result<Vec<Option<Minimised>>, HarnessError> {
        // Texts that the search has made are literals from here on.
        let mut plan = self.plan.clone();
        let mut folded = |input: &MinimiseInput<'_>| {
            splicing::folded(&self.prepared.operations, &mut plan.literals, input.sequence)
        };
        let folded: Vec<Sequence> = inputs.iter().map(&mut folded).collect();
        let producers = Producers::new(&self.prepared.operations, &plan.literals);
        // Where the budget is a number of calls, the same must come out every time.
        let deadline = self.config.time_budget_ms.map(|_| Instant::now() + LONGEST_IN_ALL);
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<(usize, Option<Minimised>)>> = Mutex::new(Vec::new());
        let work = |number: usize| -> Result<(), HarnessError> {
            let replays = self.replays(&format!("replay-{number}"));
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(input) = inputs.get(index) else { return Ok(()) };
                let replays = (&replays, &plan);
                let shown =
                    self.minimise_one(input, &folded[index], &producers, replays, deadline)?;
                results.lock().expect("no thread panics with it").push((index, shown));
            }
        };
        std::thread::scope(|scope| {
            let work = &work;
            let workers: Vec<_> =
                (0..self.jobs).map(|number| scope.spawn(move || work(number))).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("workers do not panic"))
        })?;
        let mut all = results.into_inner().expect("no thread panics with it");
        all.sort_by_key(|(index, _)| *index);
        Ok(all.into_iter().map(|(_, shown)| shown).collect())
    }

    /// An outcome without details that do not distinguish failures.
    fn failure_of(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Panicked { statement, during, location: Some(location), .. }
                if self.by_place =>
            {
                let message = String::new();
                Outcome::Panicked { statement, during, message, location: Some(location) }
            }
            other => other,
        }
    }

    /// Makes a sequence small. Where the result does not fail by itself, other sequences had broken the memory of their
    /// process, and it is done again with a process for each.
    fn minimise_one(
        &self,
        input: &MinimiseInput<'_>,
        sequence: &Sequence,
        producers: &Producers,
        (replays, plan): (&Replays, &Plan),
        deadline: Option<Instant>,
    ) -> Result<Option<Minimised>, HarnessError> {
        let mut replays = replays.clone();
        input.configure(&mut replays.config);
        for isolated in [false, true] {
            replays.config.isolated = isolated;
            let work = (&replays, plan);
            let Some(minimal) = self.minimal(input, sequence, producers, work, deadline)? else {
                continue;
            };
            if let Some(shown) = self.confirmed(input, minimal, work)? {
                return Ok(Some(shown));
            }
        }
        Ok(None)
    }

    /// Makes a sequence small: with a short time limit of calls first, where a call that does not return is the failure.
    fn minimal(
        &self,
        input: &MinimiseInput<'_>,
        sequence: &Sequence,
        producers: &Producers,
        (replays, plan): (&Replays, &Plan),
        deadline: Option<Instant>,
    ) -> Result<Option<Minimal>, HarnessError> {
        if let Some((millis, budget)) = input.probe() {
            let mut probing = replays.clone();
            probing.config.hang_ms = millis;
            let (probing, limits) = ((&probing, plan), (budget, deadline));
            let probed = self.smallest(input, sequence, producers, probing, limits)?;
            if let Some(minimal) = self.fails_alike(probed, (replays, plan))? {
                return Ok(Some(minimal));
            }
        }
        let limits = (input.budget(), deadline);
        self.smallest(input, sequence, producers, (replays, plan), limits)
    }

    /// The smallest sequence, if it still fails with the time limit of these replays.
    fn fails_alike(
        &self,
        minimal: Option<Minimal>,
        (replays, plan): (&Replays, &Plan),
    ) -> Result<Option<Minimal>, HarnessError> {
        let Some(minimal) = minimal else { return Ok(None) };
        let added = [self.made(plan), &minimal.literals].concat();
        let replayed = replays.run(std::slice::from_ref(&minimal.sequence), &added, false)?;
        let outcome = replayed.into_iter().next().map(|it| self.failure_of(it.outcome));
        Ok(Some(minimal).filter(|minimal| outcome.as_ref() == Some(&minimal.outcome)))
    }

    /// Makes a sequence small with these replays.
    fn smallest(
        &self,
        input: &MinimiseInput<'_>,
        sequence: &Sequence,
        producers: &Producers,
        (replays, plan): (&Replays, &Plan),
        (budget, deadline): (Budget, Option<Instant>),
    ) -> Result<Option<Minimal>, HarnessError> {
        let made = self.made(plan);
        let mut failed = None;
        let sooner = if input.is_for_test { Duration::ZERO } else { SOONER };
        let last = deadline.map(|last| (last - sooner).min(Instant::now() + LONGEST));
        let mut patience = Patience::until(last);
        let mut oracle = |sequences: &[Sequence], added: &[Literal]| {
            let mut outcomes = Vec::new();
            while outcomes.len() < sequences.len() {
                let rest = &sequences[outcomes.len()..];
                let Some(some) = patience.next(rest.len()) else { break };
                match replays.run(&rest[..some], &[made, added].concat(), false) {
                    Ok(replayed) => {
                        outcomes.extend(replayed.into_iter().map(|it| self.failure_of(it.outcome)));
                    }
                    Err(error) => {
                        failed.get_or_insert(error);
                        break;
                    }
                }
            }
            outcomes
        };
        let mut looks = |sequence: &Sequence, added: &[Literal]| {
            let sequences = std::slice::from_ref(sequence);
            let replayed = replays.run(sequences, &[made, added].concat(), true);
            // Without knowing them there is a little less to try.
            let replayed = replayed.ok().and_then(|all| all.into_iter().next());
            replayed.map(|replayed| debug_forms(&replayed)).unwrap_or_default()
        };
        let (broken_by, planned) = (input.broken_by, &plan.literals);
        let minimal =
            minimise(sequence, broken_by, planned, producers, budget, &mut oracle, &mut looks);
        failed.map_or(Ok(minimal), Err)
    }

    /// The literals that the harness does not know of.
    fn made<'p>(&self, plan: &'p Plan) -> &'p [Literal] {
        plan.literals.get(self.plan.literals.len()..).unwrap_or_default()
    }

    /// Everything that is known of a sequence; nothing where it does not fail by itself in the same way.
    fn confirmed(
        &self,
        input: &MinimiseInput<'_>,
        minimal: Minimal,
        (replays, plan): (&Replays, &Plan),
    ) -> Result<Option<Minimised>, HarnessError> {
        let sequences = std::slice::from_ref(&minimal.sequence);
        let added = [self.made(plan), &minimal.literals].concat();
        let again = replays.run(sequences, &added, false)?.pop();
        let failure = |outcome: Outcome| Failure::of(&minimal.sequence, &self.failure_of(outcome));
        let is_same =
            again.is_some_and(|it| failure(it.outcome) == failure(minimal.outcome.clone()));
        let is_seen = self.by_place || input.is_shown_by(&minimal.outcome);
        let looked_at = replays.run(sequences, &added, true)?.pop().filter(|_| is_same && is_seen);
        let Some(replayed) = looked_at else { return Ok(None) };
        let (arguments, note) = (arguments(&replayed), replayed.note);
        let outcome = if self.by_place { replayed.outcome } else { minimal.outcome };
        let Some(sequence) = replayed.sequence else { return Ok(None) };
        let known = triage::minimised(&sequence, &outcome, &arguments, plan, self.prepared);
        let facts = input.facts.cloned();
        let facts = facts.map(|facts| Facts { minimised: Some(known.clone()), ..facts });
        let wanted = facts.map(|facts| wanted(&facts)).unwrap_or_default();
        let mut experiments = Experiments::default();
        if wanted.contains(&Experiment::NumberOutOfReach) {
            let tamed =
                memory_bound::within_numbers(&minimal.sequence, &outcome, plan, &minimal.literals);
            if let Some((tamed, beyond)) = tamed {
                let literals = [&added[..], &[beyond]].concat();
                let replayed = replays.run(&[tamed], &literals, false)?;
                let trial = memory_bound::trial(replayed.first().map(|it| &it.outcome));
                experiments.record(Experiment::NumberOutOfReach, trial);
            }
        }
        let mut literals = self.prepared.literals.clone();
        literals.extend(added.iter().map(source));
        Ok(Some(Minimised {
            sequence,
            outcome,
            note,
            known,
            experiments,
            added,
            literals,
            calls_before: minimal.calls_before,
            calls: minimal.calls,
        }))
    }
}

/// Hands out work in portions that take about a second, until time is up. The first is always
/// granted: it shows whether the sequence fails at all.
struct Patience {
    deadline: Option<Instant>,
    last: Option<(Instant, usize)>,
}

impl Patience {
    fn until(deadline: Option<Instant>) -> Self {
        Patience { deadline, last: None }
    }

    /// How many of so many to do next.
    fn next(&mut self, all: usize) -> Option<usize> {
        let Some(deadline) = self.deadline else { return Some(all) };
        let now = Instant::now();
        let Some((then, count)) = self.last else {
            self.last = Some((now, all));
            return Some(all);
        };
        if now >= deadline {
            return None;
        }
        let each = (now - then).as_secs_f64() / count.max(1) as f64;
        let some = ((1.0 / each.max(1e-4)) as usize).clamp(1, all);
        self.last = Some((now, some));
        Some(some)
    }
}

/// What the variables of a sequence look like when they are made.
fn debug_forms(replayed: &Replayed) -> Vec<(u32, String)> {
    let made = replayed.values.iter().filter(|value| !value.is_final);
    made.filter_map(|value| Some((value.var, value.debug.clone()?))).collect()
}

/// The `Debug` forms of what the last statement of a sequence was given.
fn arguments(replayed: &Replayed) -> Vec<String> {
    let last = replayed.sequence.as_ref().and_then(|sequence| sequence.statements.last());
    let args = last.map(|last| last.args.as_slice()).unwrap_or_default();
    let shown = |var: u32| {
        let mut values = replayed.values.iter();
        values.find(|value| value.var == var && !value.is_final)?.debug.clone()
    };
    args.iter().filter_map(|argument| shown(argument.var)).collect()
}
