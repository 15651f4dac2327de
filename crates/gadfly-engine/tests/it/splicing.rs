//! Texts that no literal is, made of literals while the search runs.

use crate::turns;
use gadfly_engine::entry::EXIT_DONE;
use gadfly_engine::generated::*;
use gadfly_engine::link::registry::Registry;
use gadfly_wire::{
    Event, Literal, LiteralType, LiteralValue, Mode, OperationKind, OperationPlan, Plan, RunConfig,
    SearchSettings, What,
};

const PARSE: u32 = 0;
const CRAFT: u32 = 1;
const NAME: u32 = 2;

fn table() -> Table {
    let mut table = Table::default();
    table.ty("&str", vtable!(&'static str));
    table.op(
        PARSE,
        call(args::<(RefDst<str>,)>(), |(x0,)| {
            assert!(!(x0.starts_with("<<") && x0.contains("=>>")), "both ends");
        }),
    );
    table.op(
        CRAFT,
        try_call(args::<(RefDst<str>, RefDst<str>, Val<usize>)>(), |(x0, x1, x2)| {
            spliced(x0, x1, x2)
        }),
    );
    table.op(NAME, call(args::<()>(), |()| "a name"));
    table
}

fn plan() -> Plan {
    let text = |value: &str| Literal::new(LiteralType::Str, LiteralValue::Str(value.to_owned()));
    let number = |value| Literal::new(LiteralType::Usize, LiteralValue::Unsigned(value));
    let mut literals: Vec<Literal> = ["<<a", "=>>", "other", ""].map(text).to_vec();
    literals.extend((0..40).map(number));
    let splice = OperationPlan::of_kind(OperationKind::Splice);
    let parse = OperationPlan::of_function(0);
    let name = OperationPlan::of_function(1);
    Plan { operations: vec![parse, splice, name], functions: 2, literals, ..Plan::default() }
}

fn run(search: SearchSettings) -> Vec<Event> {
    let registry = Registry::link(table(), &plan()).expect("table and plan fit");
    let config =
        RunConfig { contain: false, calls_budget: Some(4_000), search, ..RunConfig::default() };
    let mut events: Vec<Event> = Vec::new();
    assert_eq!(turns::run(&config, &registry, &mut events), EXIT_DONE);
    events
}

#[test]
fn texts_are_spliced_from_two_known_ones() {
    let found = run(SearchSettings::default());
    let sequence = found.iter().find_map(|event| match event {
        Event::Panic { message, sequence, .. } if message == "both ends" => Some(sequence),
        _ => None,
    });
    let made = sequence.expect("it is found").statements.iter();
    assert!(made.clone().any(|statement| statement.what == What::Operation(CRAFT)));
    let plain = run(SearchSettings { splice_percent: 0, ..SearchSettings::default() });
    assert!(!plain.iter().any(|event| matches!(event, Event::Panic { .. })));
}

/// Others could not say what the text is without calling the crate.
#[test]
fn texts_are_made_of_nothing_but_literals() {
    let registry = Registry::link(table(), &plan()).expect("table and plan fit");
    let config = RunConfig {
        contain: false,
        mode: Mode::Sample { count: 200 },
        calls_budget: Some(60_000),
        ..RunConfig::default()
    };
    let mut events: Vec<Event> = Vec::new();
    turns::run(&config, &registry, &mut events);
    let mut made = 0;
    for event in &events {
        let Event::Sample { sequence } = event else { continue };
        let what = |var: u32| sequence.statements[var as usize].what;
        for statement in &sequence.statements {
            if statement.what == What::Operation(CRAFT) {
                made += 1;
                assert!(statement.args.iter().all(|arg| what(arg.var) != What::Operation(NAME)));
            }
        }
    }
    assert!(made > 20, "{made}");
}
