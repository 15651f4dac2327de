//! Operations that take long are not allowed to take all of the time.

use crate::turns;
use gadfly_engine::entry::EXIT_DONE;
use gadfly_engine::generated::*;
use gadfly_engine::link::registry::Registry;
use gadfly_wire::{
    Event, Literal, LiteralType, LiteralValue, OperationPlan, Plan, RunConfig, SearchSettings,
};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

const LARGE: usize = 20_000;
static FILLED: AtomicU32 = AtomicU32::new(0);
static COUNTED: AtomicU32 = AtomicU32::new(0);
static ASKED: AtomicU32 = AtomicU32::new(0);

fn register(table: &mut Table) {
    table.ty("Vec<String>", vtable!(Vec<String>));
    table.op(
        0,
        call(args::<(Val<usize>,)>(), |(x0,)| {
            let is_hopeless = x0 > isize::MAX as usize;
            ASKED.fetch_add(u32::from(is_hopeless), Relaxed);
            FILLED.fetch_add(u32::from(x0 >= LARGE && !is_hopeless), Relaxed);
            vec!["a".to_owned(); if is_hopeless { 0 } else { x0 }]
        }),
    );
    table.op(
        1,
        call(args::<(Val<usize>,)>(), |(x0,)| {
            COUNTED.fetch_add(u32::from(x0 >= LARGE), Relaxed);
        }),
    );
    table.op(2, call(args::<(Ref<Vec<String>>,)>(), |(x0,)| x0.len()));
}

#[test]
fn large_sizes_go_to_cheap_operations() {
    let operation = |index| OperationPlan {
        function: Some(index),
        size_args: if index < 2 { vec![0] } else { Vec::new() },
        ..OperationPlan::default()
    };
    let literal = |value| Literal::new(LiteralType::Usize, LiteralValue::Unsigned(value));
    let plan = Plan {
        operations: (0..3).map(operation).collect(),
        functions: 3,
        literals: (0..20)
            .chain(LARGE as u128..LARGE as u128 + 100)
            .chain([u128::from(u64::MAX)])
            .map(literal)
            .collect(),
        ..Plan::default()
    };
    let mut table = Table::default();
    register(&mut table);
    let registry = Registry::link(table, &plan).expect("table and plan fit");
    let config = RunConfig {
        contain: false,
        calls_budget: Some(20_000),
        search: SearchSettings {
            large_size_one_in: 4,
            skip_built: false,
            own_percent: 0,
            ..SearchSettings::default()
        },
        ..RunConfig::default()
    };
    let mut events: Vec<Event> = Vec::new();
    assert_eq!(turns::run(&config, &registry, &mut events), EXIT_DONE);
    let (filled, counted) = (FILLED.load(Relaxed), COUNTED.load(Relaxed));
    assert!(filled > 0, "it is tried at all");
    assert!(filled * 10 < counted, "{filled} against {counted}");
    let asked = ASKED.load(Relaxed);
    assert!(asked > 100, "what nothing can be allocated for costs nothing: {asked}");
}

/// A value whose numbers have no `Debug` form.
#[derive(Clone, Debug, Hash, PartialEq, Eq)]
struct Index(usize);

static SPREAD: AtomicU32 = AtomicU32::new(0);
static SPREAD_FAR: AtomicU32 = AtomicU32::new(0);

#[test]
fn expensive_operations_are_called_with_small_numbers() {
    let mut table = Table::default();
    table.ty("Index", vtable!(Index));
    table.ty("Vec<u64>", vtable!(Vec<u64>));
    table.op(0, call(args::<(Val<usize>,)>(), |(x0,)| Index(x0)));
    table.op(1, call(args::<()>(), |()| Vec::<u64>::new()));
    table.op(
        2,
        call(args::<(Mut<Vec<u64>>, Val<Index>)>(), |(x0, x1)| {
            let count = if x1.0 < LARGE { &SPREAD } else { &SPREAD_FAR };
            count.fetch_add(1, Relaxed);
            x0.resize(x0.len().max(x1.0), 0);
        }),
    );
    for id in 3..20 {
        table.op(id, call(args::<(Ref<Vec<u64>>,)>(), |(x0,)| x0.len()));
    }
    let operation = |index| OperationPlan::of_function(index);
    let literal = |value| Literal::new(LiteralType::Usize, LiteralValue::Unsigned(value));
    let plan = Plan {
        operations: (0..20).map(operation).collect(),
        functions: 20,
        literals: (0..20).chain(LARGE as u128..LARGE as u128 + 100).map(literal).collect(),
        ..Plan::default()
    };
    let registry = Registry::link(table, &plan).expect("table and plan fit");
    let config = RunConfig { contain: false, calls_budget: Some(20_000), ..RunConfig::default() };
    let mut events: Vec<Event> = Vec::new();
    assert_eq!(turns::run(&config, &registry, &mut events), EXIT_DONE);
    let (near, far) = (SPREAD.load(Relaxed), SPREAD_FAR.load(Relaxed));
    assert!(far > 0 && near > 2 * far, "{near} near, {far} far");
}
