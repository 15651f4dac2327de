//! Tests of what works today: one short passing sequence per function, with what it yields.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_build::replay::{Replayed, Replays};
use gadfly_build::run::{HarnessError, run_to_end};
use gadfly_model::rust_path;
use gadfly_plan::prepared::{OperationRecord, ParameterMode, ParameterRecord, Prepared};
use gadfly_tests::emit::{Containment, Draft, Header, Prediction, TestNames, base_name};
use gadfly_tests::print::{End, Expected, connected_with_last, needed_for_last};
use gadfly_wire::{Access, Argument, Event, Mode, Outcome, RunConfig, Sequence, Statement, What};

use crate::deliver::expected_form::form_of;
use crate::deliver::minimising::Minimiser;
use crate::deliver::pipeline::{LEARNED, REGRESSION};
use crate::deliver::unstable::{Unstable, culprit};

/// How many passing sequences are looked at.
const SAMPLES: u32 = 4000;
/// How many calls may be made to get them.
const CALLS: u64 = 400_000;
/// How many tests there are at most.
const MOST: usize = 150;
/// How many tests one name gets, however many types have a function of that name.
const MOST_OF_A_NAME: usize = 3;
/// How many observers are called at the end of a test.
const OBSERVERS: usize = 2;

/// How many processes a sequence is run in before its values are taken for granted.
const PROCESSES: usize = 4;

/// Kinds of passing tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PassingTests {
    /// Short ones, of everything that works today.
    Regression,
    /// Of sequences like those of the crate's own tests, which are longer.
    Learned,
}

impl PassingTests {
    /// Their file.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::Regression => REGRESSION,
            Self::Learned => LEARNED,
        }
    }

    /// The head of the file.
    pub(crate) fn header(self, seed: u64) -> Header<'static> {
        match self {
            Self::Regression => Header::Regression { seed },
            Self::Learned => Header::Learned { seed },
        }
    }

    /// Returns whether a test looks at an argument after the call. Handles and cells change behind shared references, too.
    fn looks_at(self, parameter: &ParameterRecord) -> bool {
        match parameter.mode {
            ParameterMode::Exclusive => true,
            ParameterMode::Shared => self == Self::Learned,
            _ => false,
        }
    }

    /// The statements of a sequence that its last one is tested with.
    fn sliced(self, statements: &[Statement]) -> Vec<Statement> {
        match self {
            Self::Regression => needed_for_last(statements),
            Self::Learned => connected_with_last(statements),
        }
    }

    /// The longest test and the best length, in calls.
    fn lengths(self) -> (usize, usize) {
        match self {
            Self::Regression => (8, 3),
            Self::Learned => (14, 7),
        }
    }
}

/// Tests, and what stood in the way of others.
#[derive(Default)]
pub(crate) struct Regression {
    /// The tests.
    pub(crate) drafts: Vec<Draft>,
    /// Functions whose results differ from process to process.
    pub(crate) unstable: BTreeSet<Unstable>,
    /// How many tests there are not because of that.
    pub(crate) dropped: usize,
}

/// A test for each function that returned in some short sequence, but for those that leave the process of all tests changed.
pub(crate) fn regression_drafts(
    minimiser: &Minimiser<'_>,
    (passing, seed): (PassingTests, u64),
    kept: Vec<Sequence>,
    untidy: &BTreeSet<u32>,
    names: &mut TestNames,
) -> Result<Regression, HarnessError> {
    let mut samples = kept;
    if passing == PassingTests::Regression {
        samples.extend(sample(minimiser, seed)?);
    }
    let is_untidy = |statement: &Statement| {
        let function = operation(minimiser.prepared, statement).and_then(|found| found.function);
        function.is_some_and(|function| untidy.contains(&function))
    };
    samples.retain(|sequence| !sequence.statements.iter().any(is_untidy));
    let chosen: Vec<(u32, Chosen)> = choose(minimiser.prepared, &samples, passing);
    let plain: Vec<Sequence> = chosen.iter().map(|(_, chosen)| chosen.best.clone()).collect();
    let observed: Vec<Sequence> = plain
        .iter()
        .map(|sequence| with_observers(minimiser.prepared, sequence, untidy, passing))
        .collect();
    let shortest: Vec<Sequence> =
        chosen.iter().map(|(_, chosen)| chosen.shortest.clone()).collect();
    // Several processes each: what differs between them is not worth a test.
    let mut replays = minimiser.replays("regression");
    replays.config.laws = false;
    let mut runs = Vec::new();
    for (sequences, tested) in [(&observed, &plain), (&plain, &plain), (&shortest, &shortest)] {
        let mut all = Vec::new();
        for process in 0..PROCESSES {
            all.push(in_some_order(&replays, sequences, seed, process)?);
        }
        runs.push((tested, all));
    }
    let mut regression = Regression::default();
    for (index, (function, _)) in chosen.iter().enumerate() {
        let mut culprits: Vec<Unstable> = Vec::new();
        let draft = runs.iter().find_map(|(sequences, all)| {
            let tested = sequences[index].statements.len() - 1;
            let all: Vec<&Replayed> = all.iter().map(|run| &run[index]).collect();
            culprits.extend(culprit(minimiser.prepared, &all));
            draft(minimiser.prepared, tested, &all, passing)
        });
        match draft {
            Some(mut draft) => {
                let path = &minimiser.prepared.functions[*function as usize].path;
                draft.item = rust_path::plain(path);
                draft.name = names.name(&base_name(&draft.item));
                regression.drafts.push(draft);
            }
            None => {
                let is_lost =
                    !culprits.is_empty() && shows_something(minimiser.prepared, &plain[index]);
                regression.dropped += usize::from(is_lost);
            }
        }
        regression.unstable.extend(culprits);
    }
    regression.distrust(minimiser.prepared);
    Ok(regression)
}

impl Regression {
    /// Expects nothing of functions that are known to be unstable, also where they happened to yield the same.
    fn distrust(&mut self, prepared: &Prepared) {
        let unstable = &self.unstable;
        let is_unstable = |sequence: &Sequence, var: u32| {
            let statement = sequence.statements.get(var as usize);
            let function = statement.and_then(|it| operation(prepared, it)?.function);
            let path = function.map(|function| &prepared.functions[function as usize].path);
            path.is_some_and(|path| unstable.iter().any(|it| it.item == rust_path::plain(path)))
        };
        for draft in &mut self.drafts {
            let sequence = &draft.sequence;
            draft.expected.retain(|it| it.is_final || !is_unstable(sequence, it.var));
        }
        let before = self.drafts.len();
        self.drafts.retain(|draft| !draft.expected.is_empty());
        self.dropped += before - self.drafts.len();
    }
}

/// Runs sequences in a process: in the first as they come, in the second the other way round, then in orders that chance
/// decides. What depends on what ran before differs.
fn in_some_order(
    replays: &Replays,
    sequences: &[Sequence],
    seed: u64,
    process: usize,
) -> Result<Vec<Replayed>, HarnessError> {
    let mut order: Vec<usize> = (0..sequences.len()).collect();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(process as u64);
    if process == 1 {
        // Whatever ran before something else runs after it here.
        order.reverse();
    }
    for last in (1..order.len()).rev().filter(|_| process > 1) {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        order.swap(last, (state >> 33) as usize % (last + 1));
    }
    let shuffled: Vec<Sequence> = order.iter().map(|index| sequences[*index].clone()).collect();
    let replayed = replays.run(&shuffled, &[], true)?;
    let mut sorted: Vec<(usize, Replayed)> = order.into_iter().zip(replayed).collect();
    sorted.sort_by_key(|(index, _)| *index);
    Ok(sorted.into_iter().map(|(_, replayed)| replayed).collect())
}

/// Passing sequences, from a short search of its own.
fn sample(minimiser: &Minimiser<'_>, seed: u64) -> Result<Vec<Sequence>, HarnessError> {
    let config = RunConfig {
        mode: Mode::Sample { count: SAMPLES },
        seed,
        time_budget_ms: None,
        calls_budget: Some(CALLS),
        ..minimiser.config.clone()
    };
    let mut samples = Vec::new();
    let directory = minimiser.directory.join("sample");
    let run = run_to_end(&minimiser.prepared.binary, &directory, config, &mut |event| {
        if let Event::Sample { sequence } = event {
            samples.push(sequence);
        }
    });
    match run {
        // What came before the end is as good as all.
        Err(error) if !error.is_of_subject() => Err(error),
        _ => Ok(samples),
    }
}

/// Sequences that end with one function.
struct Chosen {
    /// The one that is best to read.
    best: Sequence,
    /// The one with the least that can go wrong.
    shortest: Sequence,
}

/// For each function sequences that end with it, in the functions' order.
fn choose(prepared: &Prepared, samples: &[Sequence], passing: PassingTests) -> Vec<(u32, Chosen)> {
    let (longest, preferred) = passing.lengths();
    let mut best: BTreeMap<u32, (usize, Sequence)> = BTreeMap::new();
    let mut shortest: BTreeMap<u32, (usize, Sequence)> = BTreeMap::new();
    for sample in samples {
        for (index, statement) in sample.statements.iter().enumerate() {
            let Some(function) = operation(prepared, statement).and_then(|op| op.function) else {
                continue;
            };
            if takes_one_twice(statement) {
                continue;
            }
            let sliced = passing.sliced(&sample.statements[..=index]);
            let calls = calls(&sliced);
            if calls > longest {
                continue;
            }
            // A little of what happened before is worth more than nothing, a lot is not.
            let rank = calls.abs_diff(preferred) * 100 + sliced.len();
            let length = calls * 100 + sliced.len();
            let sequence = Sequence { statements: sliced, ..Sequence::default() };
            for (known, rank) in [(&mut best, rank), (&mut shortest, length)] {
                if known.get(&function).is_none_or(|(known, _)| rank < *known) {
                    known.insert(function, (rank, sequence.clone()));
                }
            }
        }
    }
    let functions: Vec<(u32, String)> = best
        .keys()
        .map(|function| (*function, rust_path::plain(&prepared.functions[*function as usize].path)))
        .collect();
    let worth = worth_a_test(&functions);
    let both = best.into_iter().zip(shortest.into_values());
    both.map(|((function, (_, best)), (_, shortest))| (function, Chosen { best, shortest }))
        .filter(|(function, _)| worth.contains(function))
        .collect()
}

/// Which functions get the tests there are to give, by their plain paths: every name one before any gets a second, and every
/// type as many as any other as long as it has more. A trait that arrays of sixty lengths have is not the whole of a crate.
fn worth_a_test(functions: &[(u32, String)]) -> BTreeSet<u32> {
    let mut of_name: BTreeMap<&str, usize> = BTreeMap::new();
    let mut of_owner: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    let mut ranked = Vec::new();
    for (function, path) in functions {
        let same = of_name.entry(path).or_default();
        let owner = rust_path::owner(path);
        let before = of_owner.entry((*same, owner)).or_default();
        ranked.push((*same, *before, *function));
        *same += 1;
        *before += 1;
    }
    ranked.retain(|(same, ..)| *same < MOST_OF_A_NAME);
    ranked.sort_unstable();
    ranked.into_iter().take(MOST).map(|(_, _, function)| function).collect()
}

/// Whether a call is of the kind `x == x`, which says little.
fn takes_one_twice(statement: &Statement) -> bool {
    let args = &statement.args;
    args.iter().enumerate().any(|(at, left)| args[..at].iter().any(|right| right.var == left.var))
}

/// The sequence with calls after it that look at what the last one worked on.
fn with_observers(
    prepared: &Prepared,
    sequence: &Sequence,
    untidy: &BTreeSet<u32>,
    passing: PassingTests,
) -> Sequence {
    let mut sequence = sequence.clone();
    let last = sequence.statements.len() - 1;
    let tested = &sequence.statements[last];
    let Some(record) = operation(prepared, tested) else { return sequence };
    let changed = record
        .parameters
        .iter()
        .zip(&tested.args)
        .find(|(parameter, _)| passing.looks_at(parameter));
    let (ty, var) = match changed {
        Some((parameter, argument)) => (parameter.ty.clone(), argument.var),
        None => (record.output.clone(), last as u32),
    };
    let observers = (0u32..).zip(&prepared.operations).filter(|(_, operation)| {
        operation.is_built
            && operation.function.is_some_and(|function| !untidy.contains(&function))
            && operation.function != record.function
            && !operation.is_partial
            && is_simple(&operation.output)
            && matches!(&operation.parameters[..], [only]
                if only.mode == ParameterMode::Shared && only.ty == ty)
    });
    let added: Vec<Statement> = observers
        .take(OBSERVERS)
        .map(|(id, _)| Statement {
            what: What::Operation(id),
            args: vec![Argument { var, access: Access::Borrow }],
            kills: Vec::new(),
            caught: false,
        })
        .collect();
    sequence.statements.extend(added);
    sequence
}

/// Whether values of a type are best compared with a literal.
fn is_simple(ty: &str) -> bool {
    ["1", "true", "'a'", "\"\"", "None"].iter().any(|debug| form_of(ty, debug).is_some())
}

/// A test from runs that agree; nothing if they do not, or if there is nothing to assert.
fn draft(
    prepared: &Prepared,
    tested: usize,
    runs: &[&Replayed],
    passing: PassingTests,
) -> Option<Draft> {
    let (first, others) = runs.split_first()?;
    let sequence = first.sequence.clone()?;
    if runs.iter().any(|run| run.outcome != Outcome::Returned) {
        return None;
    }
    let mut expected = Vec::new();
    for (at, value) in first.values.iter().enumerate() {
        let is_wanted = if value.is_final {
            is_receiver(prepared, &sequence, (tested, value.var), passing)
        } else {
            value.var as usize >= tested
        };
        let is_stable = others.iter().all(|other| other.values.get(at) == Some(value));
        if !is_wanted || !is_stable {
            continue;
        }
        let statement = &sequence.statements[value.var as usize];
        let Some(operation) = operation(prepared, statement) else { continue };
        let debug = value.debug.as_deref();
        let form = debug
            .and_then(|debug| crate::deliver::expected_form::expected(&operation.output, debug));
        expected.extend(form.map(|form| Expected {
            var: value.var,
            is_final: value.is_final,
            form,
        }));
    }
    (!expected.is_empty()).then(|| Draft {
        name: String::new(),
        item: String::new(),
        doc: Vec::new(),
        sequence,
        literals: prepared.literals.clone(),
        end: End::Call,
        expected,
        helpers: String::new(),
        containment: Containment::None,
        should_panic: None,
        ignore: None,
        prediction: Prediction::Passes,
    })
}

/// Whether the last call of a sequence yields or changes anything that a test could look at.
fn shows_something(prepared: &Prepared, sequence: &Sequence) -> bool {
    let record = sequence.statements.last().and_then(|last| operation(prepared, last));
    record.is_some_and(|record| {
        let mut parameters = record.parameters.iter();
        record.output != "()" || parameters.any(|it| it.mode == ParameterMode::Exclusive)
    })
}

/// Whether a variable is what the tested call changed.
fn is_receiver(
    prepared: &Prepared,
    sequence: &Sequence,
    (tested, var): (usize, u32),
    passing: PassingTests,
) -> bool {
    let Some(statement) = sequence.statements.get(tested) else { return false };
    let Some(record) = operation(prepared, statement) else { return false };
    record
        .parameters
        .iter()
        .zip(&statement.args)
        .any(|(parameter, argument)| passing.looks_at(parameter) && argument.var == var)
}

fn operation<'p>(prepared: &'p Prepared, statement: &Statement) -> Option<&'p OperationRecord> {
    match statement.what {
        What::Operation(id) => prepared.operations.get(id as usize),
        What::Literal(_) => None,
    }
}

fn calls(statements: &[Statement]) -> usize {
    statements.iter().filter(|s| matches!(s.what, What::Operation(_))).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn functions(paths: impl IntoIterator<Item = String>) -> Vec<(u32, String)> {
        (0..).zip(paths).collect()
    }

    #[test]
    fn a_name_that_many_types_have_leaves_room_for_others() {
        let shared = (0..200).map(|_| "it::Array::capacity".to_owned());
        let own = ["it::Deque::push", "it::Deque::pop"].map(str::to_owned);
        let worth = worth_a_test(&functions(shared.chain(own)));
        assert_eq!(worth, BTreeSet::from([0, 1, 2, 200, 201]));
    }

    #[test]
    fn a_type_with_many_functions_leaves_room_for_others() {
        let first = (0..200).map(|number| format!("it::Large::f{number}"));
        let second = (0..10).map(|number| format!("it::Small::f{number}"));
        let worth = worth_a_test(&functions(first.chain(second)));
        assert_eq!(worth.len(), MOST);
        assert!((200..210).all(|function| worth.contains(&function)), "all of the small type's");
        assert!((0..140).all(|function| worth.contains(&function)), "the rest in their order");
    }
}
