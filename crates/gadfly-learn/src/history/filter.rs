//! Calls that do not matter for what may be called next, in the paper's order.

use super::purity::Purity;
use super::steps::Step;
use crate::function::Functions;
use crate::record::ObjectId;
use crate::trace::{Position, Trace};

/// Applies all filters to an object's history.
pub fn filtered(
    trace: &Trace,
    functions: &Functions,
    purity: &Purity,
    object: ObjectId,
    steps: Vec<Step>,
) -> Vec<Step> {
    let steps = without_non_mutators(trace, purity, object, steps);
    without_non_public(trace, functions, without_returned(trace, object, steps))
}

/// Removes calls that do not change the object, with everything in them.
pub fn without_non_mutators(
    trace: &Trace,
    purity: &Purity,
    object: ObjectId,
    steps: Vec<Step>,
) -> Vec<Step> {
    retained(steps, &|step| purity.changes_object(trace, step.call, object))
}

/// Removes calls that only return the object and did not make it.
pub fn without_returned(trace: &Trace, object: ObjectId, steps: Vec<Step>) -> Vec<Step> {
    retained(steps, &|step| {
        step.position != Position::Return || trace.is_made_within(object, step.call)
    })
}

fn retained(steps: Vec<Step>, is_kept: &dyn Fn(&Step) -> bool) -> Vec<Step> {
    let kept = steps.into_iter().filter(is_kept);
    kept.map(|step| Step { steps: retained(step.steps, is_kept), ..step }).collect()
}

/// Removes calls that no caller outside of the crate can make; public calls in them move up.
///
/// A non-public call without further calls changed the object in a way that cannot be repeated, so whatever comes after it
/// within the same public call is removed too.
pub fn without_non_public(trace: &Trace, functions: &Functions, steps: Vec<Step>) -> Vec<Step> {
    let mut kept = Vec::new();
    public(trace, functions, steps, &mut kept);
    kept
}

/// Collects public calls; returns `false` after a change that cannot be repeated.
fn public(trace: &Trace, functions: &Functions, steps: Vec<Step>, kept: &mut Vec<Step>) -> bool {
    for step in steps {
        if functions.is_public(trace.calls[step.call].function) {
            let steps = without_non_public(trace, functions, step.steps);
            kept.push(Step { steps, ..step });
        } else if step.steps.is_empty() || !public(trace, functions, step.steps, kept) {
            return false;
        }
    }
    true
}
