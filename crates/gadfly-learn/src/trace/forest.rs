//! From events of threads to nested calls.

use std::collections::BTreeMap;

use super::types::{self, TypeFacts};
use super::{Call, Moment, Outcome, Trace, When};
use crate::record::{EventKind, Log, Value};

/// Joins logs, without identities of objects.
pub(crate) fn join(logs: Vec<Log>) -> Trace {
    let mut trace = Trace::default();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for (index, log) in logs.into_iter().enumerate() {
        let of_log: Vec<usize> = log
            .types
            .iter()
            .map(|it| {
                *numbers.entry(it.name.clone()).or_insert_with(|| {
                    trace.types.push(TypeFacts::new(&it.name, it.has_destructor));
                    trace.types.len() - 1
                })
            })
            .collect();
        add(&mut trace, index, log, &of_log);
    }
    // Numbers follow the clock, whatever the order of the logs.
    trace.moments.sort_by_key(|moment| (moment.process, moment.clock));
    renumber(&mut trace);
    types::judge(&mut trace);
    trace
}

fn add(trace: &mut Trace, index: usize, log: Log, types: &[usize]) {
    let mut open = Vec::new();
    for event in log.events {
        let when = match event.kind {
            EventKind::Enter { function, mut arguments } => {
                arguments.iter_mut().for_each(|value| number_types(value, types));
                let call = trace.calls.len();
                let parent = open.last().copied();
                trace.calls.push(Call {
                    function,
                    log: index,
                    arguments,
                    again: Vec::new(),
                    outcome: Outcome::Open,
                    parent,
                    children: Vec::new(),
                });
                open.push(call);
                When::Enter(call)
            }
            EventKind::Exit { mut returned, again } => {
                number_types(&mut returned, types);
                let Some(call) = open.pop() else { continue };
                end(trace, call, Outcome::Returned(returned), again, types);
                When::Exit(call)
            }
            EventKind::Unwind { again } => {
                let Some(call) = open.pop() else { continue };
                end(trace, call, Outcome::Unwound, again, types);
                When::Exit(call)
            }
            EventKind::Site { site, mut value } => {
                number_types(&mut value, types);
                When::Site(site, value)
            }
        };
        trace.moments.push(Moment { process: log.process, clock: event.clock, when });
    }
}

fn end(
    trace: &mut Trace,
    call: usize,
    outcome: Outcome,
    mut again: Vec<(usize, Value)>,
    types: &[usize],
) {
    again.iter_mut().for_each(|(_, value)| number_types(value, types));
    trace.calls[call].outcome = outcome;
    trace.calls[call].again = again;
}

fn number_types(value: &mut Value, types: &[usize]) {
    if let Value::Object(object) = value {
        object.type_number = types.get(object.type_number).copied().unwrap_or_default();
    }
    value.parts_mut().iter_mut().for_each(|part| number_types(part, types));
}

/// Numbers calls by the moment at which they began, and links them.
fn renumber(trace: &mut Trace) {
    let mut numbers = vec![0; trace.calls.len()];
    let mut next = 0;
    for moment in &trace.moments {
        if let When::Enter(call) = moment.when {
            numbers[call] = next;
            next += 1;
        }
    }
    for moment in &mut trace.moments {
        if let When::Enter(call) | When::Exit(call) = &mut moment.when {
            *call = numbers[*call];
        }
    }
    let mut calls: Vec<(usize, Call)> =
        std::mem::take(&mut trace.calls).into_iter().enumerate().collect();
    calls.sort_by_key(|(old, _)| numbers[*old]);
    trace.calls = calls.into_iter().map(|(_, call)| call).collect();
    for number in 0..trace.calls.len() {
        let parent = trace.calls[number].parent.map(|old| numbers[old]);
        trace.calls[number].parent = parent;
        match parent {
            Some(parent) => trace.calls[parent].children.push(number),
            None => trace.roots.push(number),
        }
    }
}
