//! Values that panic when they are dropped: excused panics, and reports after an interrupted call.

use crate::turns;
use gadfly_engine::generated::*;
use gadfly_engine::link::registry::Registry;
use gadfly_engine::values::tracked::{is_misuse, Tracked, INTENDED_PANIC};
use gadfly_wire::{
    Access, During, Event, Flow, FlowKind, FlowTo, Law, Mode, OperationKind, OperationPlan,
    Outcome, Plan, RunConfig, Sequence, Statement, What,
};

const CALM: u32 = 0;
const BRITTLE: u32 = 1;
const NEW: u32 = 2;
const ADD: u32 = 3;
const CLEAR: u32 = 4;
const EMPTY: u32 = 5;
const DROP: u32 = 6;
const OPEN: u32 = 7;
const PUT: u32 = 8;
const CALM_LAW: u32 = 9;
const LAST: u32 = CALM_LAW;

/// Some values, which end in order.
#[derive(Debug, Default)]
struct Good(Vec<Tracked>);

/// Some values, which are dropped once more when one of them panics.
#[derive(Debug, Default)]
struct Bad(Vec<Tracked>);

impl Bad {
    fn clear(&mut self) {
        // SAFETY: it is not, should a value panic; these values have no memory of their own.
        unsafe {
            std::ptr::drop_in_place(&mut self.0[..]);
            self.0.set_len(0);
        }
    }
}

impl Drop for Bad {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A place for a value.
#[derive(Debug)]
struct Entry<C: 'static>(&'static mut C);

trait Container: Default + std::fmt::Debug + 'static {
    fn add(&mut self, value: Tracked);
    fn clear(&mut self);
    fn empty(&mut self);
}

impl Container for Good {
    fn add(&mut self, value: Tracked) {
        self.0.push(value);
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn empty(&mut self) {
        self.0.truncate(0);
    }
}

impl Container for Bad {
    fn add(&mut self, value: Tracked) {
        self.0.push(value);
    }

    fn clear(&mut self) {
        Bad::clear(self);
    }

    fn empty(&mut self) {
        Bad::clear(self);
    }
}

fn table<C: Container>() -> Table {
    let mut table = Table::default();
    table.ty("Tracked", vtable!(Tracked));
    table.op(CALM, call(args::<()>(), |()| Tracked::new(1)));
    table.op(BRITTLE, call(args::<()>(), |()| Tracked::panicking_on_drop()));
    table.op(NEW, call(args::<()>(), |()| C::default()));
    table.op(ADD, call(args::<(Mut<C>, Val<Tracked>)>(), |(x0, x1)| x0.add(x1)));
    table.op(CLEAR, call(args::<(Mut<C>,)>(), |(x0,)| x0.clear()));
    table.op(EMPTY, call(args::<(Mut<C>,)>(), |(x0,)| x0.empty()));
    table.op(DROP, call(args::<(Val<C>,)>(), |(x0,)| drop(x0)));
    table.op(OPEN, call(args::<(Mut<C>,)>(), |(x0,)| Entry(x0)));
    table.op(PUT, call(args::<(Val<Entry<C>>, Val<Tracked>)>(), |(x0, x1)| x0.0.add(x1)));
    table.op(
        CALM_LAW,
        call(args::<(Ref<C>,)>(), |(x0,)| !format!("{:?}", x0).contains("panicking")),
    );
    table
}

fn run<C: Container>(mode: Mode) -> Vec<Event> {
    let operations = (CALM..=LAST).map(|id| OperationPlan {
        flows: match id {
            OPEN => vec![Flow { from: 0, to: FlowTo::Result, kind: FlowKind::Borrow }],
            _ => Vec::new(),
        },
        kind: match id {
            BRITTLE => OperationKind::Spoil,
            CALM_LAW => OperationKind::Law(0),
            _ => OperationKind::Call,
        },
        ..OperationPlan::default()
    });
    let law = Law {
        name: "calm".to_owned(),
        sentence: "nothing panics".to_owned(),
        method: "add".to_owned(),
        assertion: String::new(),
        helpers: String::new(),
    };
    let operations = operations.collect();
    let plan = Plan { operations, laws: vec![law], ..Plan::default() };
    let registry = Registry::link(table::<C>(), &plan).expect("table and plan fit");
    let calls_budget = Some(20_000);
    let config =
        RunConfig { contain: false, laws: false, mode, calls_budget, ..RunConfig::default() };
    let mut events: Vec<Event> = Vec::new();
    turns::run(&config, &registry, &mut events);
    events
}

/// The outcome of a sequence of operations on given variables.
fn outcome<C: Container>(calls: &[(u32, &[u32])]) -> Outcome {
    let statement = |(id, vars): &(u32, &[u32])| {
        Statement::operation(*id).with_args(vars.iter().map(|var| (*var, Access::Move)))
    };
    let statements = calls.iter().map(statement).collect();
    let events = run::<C>(Mode::replay(vec![Sequence::of(statements)]));
    let replayed = events.into_iter().find_map(|event| match event {
        Event::Replayed { outcome, .. } => Some(outcome),
        _ => None,
    });
    replayed.expect("it is run")
}

/// A reported panic.
#[derive(Debug)]
struct ReportedPanic<'e> {
    message: &'e str,
    operation: u32,
    during: During,
    /// The container that was interrupted before.
    caught: Vec<u32>,
}

fn reported_panics(events: &[Event]) -> Vec<ReportedPanic<'_>> {
    let reported = events.iter().filter_map(|event| match event {
        Event::Panic { message, operation, during, sequence, .. } => {
            let caught = sequence.statements.iter().filter(|statement| statement.caught);
            let caught = caught.filter_map(|statement| match statement.what {
                What::Operation(id) => Some(id),
                What::Literal(_) => None,
            });
            let (operation, during) = (*operation, *during);
            Some(ReportedPanic { message, operation, during, caught: caught.collect() })
        }
        _ => None,
    });
    reported.collect()
}

#[test]
fn values_that_panic_in_orderly_drops_are_excused() {
    let events = run::<Good>(Mode::Explore);
    assert!(reported_panics(&events).is_empty(), "{:?}", reported_panics(&events));
}

#[test]
fn double_drops_name_the_interrupted_call() {
    let events = run::<Bad>(Mode::Explore);
    let reported = reported_panics(&events);
    // Both show where the container ends.
    let is_reported_after = |id: u32| {
        reported.iter().any(|it| {
            let is_end = matches!(it.during, During::Drop(_)) && it.operation == NEW;
            is_end && it.caught.last() == Some(&id)
        })
    };
    assert!(is_reported_after(CLEAR) && is_reported_after(EMPTY), "{reported:?}");
    for it in &reported {
        assert!(is_misuse(it.message) && !it.caught.is_empty(), "{it:?}");
    }
}

#[test]
fn double_drops_at_the_end_are_reported_later() {
    let calls: [(u32, &[u32]); 5] =
        [(NEW, &[]), (BRITTLE, &[]), (ADD, &[0, 1]), (CALM, &[]), (DROP, &[0])];
    assert_eq!(outcome::<Good>(&calls), Outcome::Returned);
    let Outcome::Panicked { during, message, .. } = outcome::<Bad>(&calls) else {
        panic!("it was dropped twice");
    };
    assert_eq!(during, During::Drop(3));
    assert_eq!(message, "a value was dropped in a panic after it was dropped");
}

#[test]
fn interrupted_engine_drops_end_the_reports() {
    let calls: [(u32, &[u32]); 3] = [(NEW, &[]), (BRITTLE, &[]), (ADD, &[0, 1])];
    for outcome in [outcome::<Good>(&calls), outcome::<Bad>(&calls)] {
        let Outcome::Panicked { during, message, .. } = outcome else { panic!("{outcome:?}") };
        assert_eq!((during, message.as_str()), (During::Drop(0), INTENDED_PANIC));
    }
    let cleared: [(u32, &[u32]); 4] = [calls[0], calls[1], calls[2], (CLEAR, &[0])];
    assert_eq!(outcome::<Good>(&cleared), Outcome::Returned);
    let Outcome::Panicked { message, .. } = outcome::<Bad>(&cleared) else {
        panic!("it was dropped twice");
    };
    assert!(is_misuse(&message), "{message}");
}

#[test]
fn laws_skip_containers_of_panicking_values() {
    let start: [(u32, &[u32]); 2] = [(NEW, &[]), (BRITTLE, &[])];
    let added: [(u32, &[u32]); 2] = [(ADD, &[0, 1]), (CALM_LAW, &[0])];
    let put: [(u32, &[u32]); 3] = [(OPEN, &[0]), (PUT, &[2, 1]), (CALM_LAW, &[0])];
    for rest in [&added[..], &put[..]] {
        let calls = [&start[..], rest].concat();
        let outcome = outcome::<Good>(&calls);
        assert!(
            matches!(outcome, Outcome::Panicked { during: During::Drop(0), .. }),
            "{outcome:?}"
        );
    }
}
