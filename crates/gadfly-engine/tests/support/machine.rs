//! A machine over the table of std types, for tests that make one call after the other.

use crate::std_table::{self, id};
use crate::turns;
use gadfly_engine::generated::Table;
use gadfly_engine::link::registry::Registry;
use gadfly_engine::machine::Machine;
use gadfly_engine::process::panic::{self, PanicCallbacks};
use gadfly_engine::run::borrow::CallArg;
use gadfly_engine::run::outcome::CallOutcome;
use gadfly_engine::snapshot::journal::Journal;
use gadfly_wire::{Access, Event};

pub(crate) fn with_machine(test: impl FnOnce(&mut Machine<'_>)) {
    let _turn = turns::wait();
    panic::arm(Vec::new(), PanicCallbacks { on_last: |_| {}, is_known: |_| true });
    let mut table = Table::default();
    std_table::register(&mut table);
    let registry = Registry::link(table, &std_table::plan()).expect("table and plan fit");
    let mut events: Vec<Event> = Vec::new();
    let mut machine = Machine::new(&registry, Journal::new(id::COUNT as usize), &mut events);
    machine.begin();
    test(&mut machine);
    assert!(machine.finish());
}

pub(crate) fn run(machine: &mut Machine<'_>, code: u32, args: &[(u32, Access)]) -> u32 {
    let args: Vec<CallArg> =
        args.iter().map(|(var, access)| CallArg { var: *var, access: *access }).collect();
    match machine.call(code, &args) {
        CallOutcome::Returned(var) => var,
        other => panic!("{other:?}"),
    }
}
