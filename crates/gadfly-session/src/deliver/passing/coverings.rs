//! The coverage of a recorded sequence, and the cost of reading it.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;

use gadfly_plan::prepared::{OperationOrigin, OperationRecord, Prepared};
use gadfly_tests::choose::{Choosable, Covered};
use gadfly_wire::{Fnv, Literal, RecordedStep, SubjectEdges, What};

use crate::deliver::passing::candidates::operation;
use crate::deliver::passing::looks::Looks;
use crate::deliver::passing::outcomes::{ChangeKind, ResultKind, entries, is_full};
use crate::deliver::passing::realism::oddity;
use crate::deliver::passing::recording::Recording;

/// The worth of an edge, when a test is the first to take it.
const EDGE: u32 = 4;
/// The worth of an edge that is taken by a call that works on something, or finds something.
const TELLING_EDGE: u32 = 6;
/// The worth of taking it twice, or more often.
const AGAIN: u32 = 2;
/// The worth of a function that returns.
const FUNCTION: u32 = 6;
/// The worth of a function that works on something, or finds something.
const TELLING_FUNCTION: u32 = 12;
/// The worth of a kind of outcome of a function.
const OUTCOME: u32 = 6;
/// The worth of an outcome that says that nothing is there.
const NOTHING: u32 = 3;
/// The worth of one more way through a function.
const WAY: u32 = 4;
/// The worth of one more value of a function, and of one more size of what it works on.
const VARIETY: u32 = 2;
/// The ways through a function that are worth something.
const WAYS: u64 = 16;
/// The values of a function that are worth something.
const VALUES: u64 = 4;

/// The places of edges in the source: copies of generic code have the same.
#[derive(Debug, Default)]
pub(super) struct EdgePlaces {
    places: BTreeMap<u32, u32>,
}

impl EdgePlaces {
    /// The places of a harness's edges.
    pub(super) fn of(edges: &SubjectEdges) -> EdgePlaces {
        let counters = edges.ranges.iter().flat_map(|range| range.first..range.first + range.count);
        EdgePlaces { places: counters.zip(edges.places.iter().copied()).collect() }
    }

    fn of_edge(&self, edge: u32) -> u32 {
        self.places.get(&edge).copied().unwrap_or(edge)
    }
}

/// The coverage of a sequence as a test.
pub(super) fn choosable(
    prepared: &Prepared,
    recording: &Recording,
    looks: &Looks,
    places: &EdgePlaces,
    literals: &[Literal],
) -> Choosable {
    if repeats_texts(prepared, recording, looks) {
        return Choosable::default();
    }
    let mut covers: BTreeSet<Covered> = BTreeSet::new();
    let mut lines = 0;
    let last = recording.steps.len().saturating_sub(1);
    let mut is_seen = false;
    // From the end, so that what happens after the last look at a value does not count.
    for (at, step) in recording.steps.iter().enumerate().rev() {
        let statement = &recording.sequence.statements[at];
        let Some(record) = operation(prepared, statement) else { continue };
        let result = looks.form(&record.output, &step.result);
        let changed = step.changed.iter().filter(|look| {
            let ty = recording.type_of(prepared, look.var as usize);
            looks.form(ty, look).is_some()
        });
        let changed = changed.count();
        if at == last && result.is_none() && changed == 0 {
            return Choosable::default();
        }
        is_seen |= result.is_some() || changed > 0;
        let is_telling = is_telling(recording, at);
        lines += 1 + u32::try_from(changed).unwrap_or(u32::MAX);
        if is_seen {
            note_edges(step, places, is_telling, &mut covers);
        }
        let (Some(function), true) = (record.function, result.is_some() || changed > 0) else {
            continue;
        };
        let mut note = |what: &str, detail: &[u8], worth: u32| {
            let number = numbered(what, &[&function.to_le_bytes(), detail]);
            covers.insert(Covered { number, worth });
        };
        note("function", &[], FUNCTION);
        if is_telling {
            note("telling function", &[], TELLING_FUNCTION);
        }
        if let Some(debug) = step.result.debug.as_deref().filter(|_| result.is_some()) {
            let kind = ResultKind::of(debug);
            let worth = if kind.is_about_nothing() { NOTHING } else { OUTCOME };
            match kind {
                ResultKind::Failure(text) => {
                    note("failure", without_digits(text).as_bytes(), worth);
                }
                kind => note("kind", format!("{kind:?}").as_bytes(), worth),
            }
            let value = numbered("value", &[debug.as_bytes()]) % VALUES;
            note("value", &value.to_le_bytes(), VARIETY);
        }
        let way: BTreeSet<u32> = step.edges.iter().map(|hits| places.of_edge(hits.edge)).collect();
        let way = way.iter().fold(Fnv::default(), |way, place| way.of(&place.to_le_bytes()));
        note("way", &(way.finish() % WAYS).to_le_bytes(), WAY);
        for look in &step.changed {
            let (Some(before), Some(after)) =
                (recording.before(at, look.var), look.debug.as_deref())
            else {
                continue;
            };
            let change = ChangeKind::of(before, after);
            let worth = if change == ChangeKind::Unchanged { NOTHING } else { OUTCOME };
            note("change", format!("{change:?}").as_bytes(), worth);
        }
        for (position, argument) in (0u8..).zip(&statement.args) {
            if let Some(before) = recording.before(at, argument.var) {
                let size = entries(before).min(3);
                let worth = if size == 0 { 1 } else { VARIETY * size as u32 };
                note("size", &[position, size as u8], worth);
            }
        }
    }
    let odd: u32 = recording
        .sequence
        .statements
        .iter()
        .map(|statement| match statement.what {
            What::Literal(index) => literals.get(index as usize).map_or(0, oddity) * 2,
            What::Operation(id) => prepared.operations.get(id as usize).map_or(0, noise),
        })
        .sum();
    Choosable { covers: covers.into_iter().collect(), cost: 10 + lines + odd }
}

/// Returns whether a call works on something that is not empty, or yields or changes something.
fn is_telling(recording: &Recording, at: usize) -> bool {
    let statement = &recording.sequence.statements[at];
    let step = &recording.steps[at];
    let yields = step.result.debug.as_deref().is_some_and(|debug| {
        !matches!(ResultKind::of(debug), ResultKind::False)
            && !ResultKind::of(debug).is_about_nothing()
            && debug != "()"
    });
    let before = |var: u32| recording.before(at, var);
    let changes = step.changed.iter().any(|look| look.debug.as_deref() != before(look.var));
    let mut objects = statement.args.iter().filter(|argument| recording.is_call(argument.var));
    // What works on no object, as a parser does, is judged by what it yields.
    match objects.next() {
        Some(first) => changes || before(first.var).is_some_and(is_full),
        None => yields,
    }
}

/// Returns whether a call writes a value as a text that is asserted anyway.
fn repeats_texts(prepared: &Prepared, recording: &Recording, looks: &Looks) -> bool {
    let calls = recording.sequence.statements.iter().filter_map(|it| operation(prepared, it));
    let mut formats = calls.filter(|record| record.body.starts_with("format!("));
    formats.any(|record| {
        let is_displayed = record.parameters.first().is_some_and(|it| looks.is_displayed(&it.ty));
        record.body.contains("{:?}") || is_displayed
    })
}

fn note_edges(
    step: &RecordedStep,
    places: &EdgePlaces,
    is_telling: bool,
    covers: &mut BTreeSet<Covered>,
) {
    for hits in &step.edges {
        let place = places.of_edge(hits.edge).to_le_bytes();
        if is_telling {
            let number = numbered("telling edge", &[&place]);
            covers.insert(Covered { number, worth: TELLING_EDGE });
        }
        for times in 1..=hits.times.min(3) {
            let number = numbered("edge", &[&place, &[times]]);
            let worth = if times == 1 { EDGE } else { AGAIN };
            covers.insert(Covered { number, worth });
        }
    }
}

/// The degree to which an operation disturbs a reader.
fn noise(record: &OperationRecord) -> u32 {
    let body = record.body.as_str();
    let is_about = |part: &str| body.contains(part);
    match record.origin {
        _ if is_about("mem::take") || is_about("mem::replace") => 8,
        _ if is_about("{:?}") || is_about("let mut value") => 6,
        _ if is_about("racked") => 3,
        _ if is_about("::clone(") => 4,
        OperationOrigin::Plain if is_about("|") || is_about("Iterator::next") => 6,
        OperationOrigin::Foreign => 4,
        OperationOrigin::Plain if is_about("(") && !is_about("Some(") => 2,
        _ if is_about("std::string::String") || is_about("std::boxed") => 1,
        _ => 0,
    }
}

fn without_digits(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

fn numbered(what: &str, parts: &[&[u8]]) -> u64 {
    let start = Fnv::default().of(what.as_bytes());
    parts.iter().fold(start, |hash, part| hash.of(&[0xff]).of(part)).finish()
}

impl Recording {
    /// Returns whether a variable is the result of an operation.
    fn is_call(&self, var: u32) -> bool {
        let statement = self.sequence.statements.get(var as usize);
        statement.is_some_and(|it| matches!(it.what, What::Operation(_)))
    }

    /// The `Debug` form of a variable as it was before a statement.
    pub(super) fn before(&self, statement: usize, var: u32) -> Option<&str> {
        let steps = self.steps.get(..statement)?;
        let mut looks =
            steps.iter().flat_map(|step| step.changed.iter().rev().chain([&step.result]));
        let last = looks.rfind(|look| look.var == var)?;
        last.debug.as_deref()
    }
}
