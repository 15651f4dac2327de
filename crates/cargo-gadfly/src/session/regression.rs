//! Tests of what works today: one short passing sequence per function, with what it yields.

use std::collections::BTreeMap;

use gadfly_harness::emit::{Containment, Draft, Prediction, TestNames, base_name};
use gadfly_harness::prepared::{OperationRecord, ParameterMode, Prepared};
use gadfly_harness::print::{End, Expected, needed_for_last};
use gadfly_harness::replay::Replayed;
use gadfly_harness::run::{HarnessError, run_to_end};
use gadfly_wire::{Access, Argument, Event, Mode, Outcome, RunConfig, Sequence, Statement, What};

use super::expected_form::form_of;
use super::minimising::Bench;
use crate::report::plain_path;

/// How many passing sequences are looked at.
const SAMPLES: u32 = 4000;
/// How many calls may be made to get them.
const CALLS: u64 = 400_000;
/// The longest test, in calls.
const LONGEST: usize = 8;
/// How many tests there are at most.
const MOST: usize = 150;
/// How many observers are called at the end of a test.
const OBSERVERS: usize = 2;

/// A test for each function that returned in some short sequence.
pub(super) fn regression_drafts(
    bench: &Bench<'_>,
    seed: u64,
    kept: Vec<Sequence>,
    names: &mut TestNames,
) -> Result<Vec<Draft>, HarnessError> {
    let mut samples = kept;
    samples.extend(sample(bench, seed)?);
    let chosen: Vec<(u32, Sequence)> = choose(bench.prepared, &samples);
    let observed: Vec<Sequence> =
        chosen.iter().map(|(_, sequence)| with_observers(bench.prepared, sequence)).collect();
    let plain: Vec<Sequence> = chosen.iter().map(|(_, sequence)| sequence.clone()).collect();
    // Two processes each: what differs between them is not worth a test.
    let mut replays = bench.replays("regression");
    replays.config.laws = false;
    let mut runs = Vec::new();
    for sequences in [&observed, &plain] {
        let first = replays.run(sequences, &[], true)?;
        let second = replays.run(sequences, &[], true)?;
        runs.push((first, second));
    }
    let mut drafts = Vec::new();
    for (index, (function, _)) in chosen.iter().enumerate() {
        let tested = plain[index].statements.len() - 1;
        let draft = runs.iter().find_map(|(first, second)| {
            draft(bench.prepared, tested, &first[index], &second[index])
        });
        if let Some(mut draft) = draft {
            let path = &bench.prepared.functions[*function as usize].path;
            draft.name = names.name(&base_name(&plain_path(path)));
            drafts.push(draft);
        }
    }
    Ok(drafts)
}

/// Passing sequences, from a short search of its own.
fn sample(bench: &Bench<'_>, seed: u64) -> Result<Vec<Sequence>, HarnessError> {
    let config = RunConfig {
        mode: Mode::Sample { count: SAMPLES },
        seed,
        time_budget_ms: None,
        calls_budget: Some(CALLS),
        ..bench.config.clone()
    };
    let mut samples = Vec::new();
    let directory = bench.directory.join("sample");
    run_to_end(&bench.prepared.binary, &directory, config, &mut |event| {
        if let Event::Sample { sequence } = event {
            samples.push(sequence);
        }
    })?;
    Ok(samples)
}

/// For each function the sequence that ends with it and is best to read, in the functions' order.
fn choose(prepared: &Prepared, samples: &[Sequence]) -> Vec<(u32, Sequence)> {
    let mut best: BTreeMap<u32, (usize, Sequence)> = BTreeMap::new();
    for sample in samples {
        for (index, statement) in sample.statements.iter().enumerate() {
            let Some(function) = operation(prepared, statement).and_then(|op| op.function) else {
                continue;
            };
            if takes_one_twice(statement) {
                continue;
            }
            let sliced = needed_for_last(&sample.statements[..=index]);
            let calls = calls(&sliced);
            if calls > LONGEST {
                continue;
            }
            // A little of what happened before is worth more than nothing, a lot is not.
            let rank = calls.abs_diff(3) * 100 + sliced.len();
            if best.get(&function).is_none_or(|(known, _)| rank < *known) {
                let sequence = Sequence { statements: sliced, ..Sequence::default() };
                best.insert(function, (rank, sequence));
            }
        }
    }
    best.into_iter().map(|(function, (_, sequence))| (function, sequence)).take(MOST).collect()
}

/// Whether a call is of the kind `x == x`, which says little.
fn takes_one_twice(statement: &Statement) -> bool {
    let args = &statement.args;
    args.iter().enumerate().any(|(at, left)| args[..at].iter().any(|right| right.var == left.var))
}

/// The sequence with calls after it that look at what the last one worked on.
fn with_observers(prepared: &Prepared, sequence: &Sequence) -> Sequence {
    let mut sequence = sequence.clone();
    let last = sequence.statements.len() - 1;
    let tested = &sequence.statements[last];
    let Some(record) = operation(prepared, tested) else { return sequence };
    let changed = record
        .parameters
        .iter()
        .zip(&tested.args)
        .find(|(parameter, _)| parameter.mode == ParameterMode::Exclusive);
    let (ty, var) = match changed {
        Some((parameter, argument)) => (parameter.ty.clone(), argument.var),
        None => (record.output.clone(), last as u32),
    };
    let observers = (0u32..).zip(&prepared.operations).filter(|(_, operation)| {
        operation.is_built
            && operation.function.is_some()
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

/// A test from two runs that agree; nothing if they do not, or if there is nothing to assert.
fn draft(prepared: &Prepared, tested: usize, first: &Replayed, second: &Replayed) -> Option<Draft> {
    let sequence = first.sequence.clone()?;
    if first.outcome != Outcome::Returned || first.outcome != second.outcome {
        return None;
    }
    let mut expected = Vec::new();
    for (value, other) in first.values.iter().zip(&second.values) {
        let is_wanted = if value.is_final {
            is_receiver(prepared, &sequence, tested, value.var)
        } else {
            value.var as usize >= tested
        };
        if !is_wanted || value != other {
            continue;
        }
        let statement = &sequence.statements[value.var as usize];
        let Some(operation) = operation(prepared, statement) else { continue };
        let debug = value.debug.as_deref();
        let form = debug.and_then(|debug| super::expected_form::expected(&operation.output, debug));
        expected.extend(form.map(|form| Expected {
            var: value.var,
            is_final: value.is_final,
            form,
        }));
    }
    (!expected.is_empty()).then(|| Draft {
        name: String::new(),
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

/// Whether a variable is what the tested call changed.
fn is_receiver(prepared: &Prepared, sequence: &Sequence, tested: usize, var: u32) -> bool {
    let Some(statement) = sequence.statements.get(tested) else { return false };
    let Some(record) = operation(prepared, statement) else { return false };
    record.parameters.iter().zip(&statement.args).any(|(parameter, argument)| {
        parameter.mode == ParameterMode::Exclusive && argument.var == var
    })
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
