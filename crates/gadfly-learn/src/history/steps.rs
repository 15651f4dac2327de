//! The calls in which an object is.

use std::collections::BTreeMap;

use crate::record::ObjectId;
use crate::trace::{CallId, Position, Trace};

/// A call of an object's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The call.
    pub call: CallId,
    /// Where the object is, at first.
    pub position: Position,
    /// Calls of the history within it.
    pub steps: Vec<Self>,
}

/// The histories of all objects: for each the calls in which it is, nested as in the trace.
pub fn histories(trace: &Trace) -> BTreeMap<ObjectId, Vec<Step>> {
    let mut calls: BTreeMap<ObjectId, Vec<CallId>> = BTreeMap::new();
    for call in 0..trace.calls.len() {
        for object in trace.objects_of(call) {
            calls.entry(object).or_default().push(call);
        }
    }
    calls
        .into_iter()
        .map(|(object, calls)| {
            let mut calls = calls.into_iter().peekable();
            let mut steps = Vec::new();
            while let Some(step) = next_within(trace, object, &mut calls, None) {
                steps.push(step);
            }
            (object, steps)
        })
        .collect()
}

type Calls = std::iter::Peekable<std::vec::IntoIter<CallId>>;

/// The next call if it was made within another, with those within it.
fn next_within(
    trace: &Trace,
    object: ObjectId,
    calls: &mut Calls,
    outer: Option<CallId>,
) -> Option<Step> {
    let is_within = |call: &CallId| outer.is_none_or(|outer| trace.is_within(*call, outer));
    let call = calls.next_if(is_within)?;
    let position = *trace.positions(call, object).first()?;
    let mut steps = Vec::new();
    while let Some(step) = next_within(trace, object, calls, Some(call)) {
        steps.push(step);
    }
    Some(Step { call, position, steps })
}
