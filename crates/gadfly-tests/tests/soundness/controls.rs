//! Negative controls: with a rule weakened the compiler must object, or the test above it all
//! would prove nothing. Plans are weakened as data; what runs is the ordinary harness.

use std::collections::BTreeSet;

use gadfly_wire::{Flow, FlowKind, FlowTo, OperationPlan, Sequence};

use super::oracle::{Fault, Orders, operations, select};
use super::subjects::bench;

/// What the borrow checker says when a borrow is used too long.
const OBJECTIONS: &[&str] =
    &["E0499", "E0502", "E0503", "E0505", "E0506", "E0521", "E0597", "E0713", "E0716"];

#[test]
fn a_result_that_is_not_tied_to_what_it_borrows_is_noticed() {
    check("borrow", |_, plan| {
        change(plan, |flow| match (flow.to, flow.kind) {
            (FlowTo::Result, FlowKind::Borrow) => Some(Flow { kind: FlowKind::Inherit, ..flow }),
            _ => Some(flow),
        })
    });
}

#[test]
fn a_result_that_does_not_inherit_borrows_is_noticed() {
    check("inherit", |_, plan| {
        change(plan, |flow| match (flow.to, flow.kind) {
            (FlowTo::Result, FlowKind::Inherit) => None,
            _ => Some(flow),
        })
    });
}

#[test]
fn hidden_borrows_through_mutable_references_are_noticed() {
    check("absorb-exclusive", |signature, plan| {
        signature.contains("&mut self") && change(plan, into_result_only)
    });
}

#[test]
fn hidden_borrows_through_shared_references_are_noticed() {
    check("absorb-shared", |signature, plan| {
        signature.contains("(&self") && change(plan, into_result_only)
    });
}

#[test]
fn a_borrow_where_none_is_allowed_is_noticed() {
    check("static", |_, plan| !std::mem::take(&mut plan.static_args).is_empty());
}

/// Weakens the plan of every operation; `weaken` is given the signature of the function it calls
/// and says whether it changed anything.
fn check(name: &str, weaken: impl Fn(&str, &mut OperationPlan) -> bool) {
    let bench = bench("fixtures/borrows");
    let mut plan = bench.plan();
    let mut weakened = BTreeSet::new();
    for (id, operation) in (0u32..).zip(&mut plan.operations) {
        let function = operation.function.map(|index| &bench.prepared.functions[index as usize]);
        if weaken(function.map_or("", |function| &function.signature), operation) {
            weakened.insert(id);
        }
    }
    assert!(!weakened.is_empty(), "no operation has the rule");
    // Few calls: a weakened harness may well crash, and its search process starts over then.
    let mut sequences = Vec::new();
    for seed in 0..12 {
        let orders = Orders { seed, count: 1000, calls: 20_000, may_fail: true };
        let found = bench.sample(&plan, &format!("weak-{name}"), orders);
        let concerns = |found: &Sequence| !operations(found).is_disjoint(&weakened);
        sequences.extend(found.into_iter().filter(concerns));
        if sequences.len() >= 200 {
            break;
        }
    }
    let sequences = select(sequences, 80);
    let verdict = bench.judge(&sequences, &format!("control-{name}"), false);
    let is_objection = |fault: &Fault| match fault {
        Fault::Rejected { code, .. } => OBJECTIONS.contains(&code.as_str()),
        Fault::Died => false,
    };
    assert!(
        verdict.faults.values().any(is_objection),
        "{} sequences with {} weakened operations passed: {:?}",
        sequences.len(),
        weakened.len(),
        verdict.codes()
    );
}

fn into_result_only(flow: Flow) -> Option<Flow> {
    (flow.to == FlowTo::Result).then_some(flow)
}

/// Replaces or drops flows; says whether that made a difference.
fn change(plan: &mut OperationPlan, change: impl Fn(Flow) -> Option<Flow>) -> bool {
    let changed: Vec<Flow> = plan.flows.iter().copied().filter_map(change).collect();
    let is_changed = changed != plan.flows;
    plan.flows = changed;
    is_changed
}
