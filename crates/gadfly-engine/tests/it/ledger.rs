//! Values that keep a ledger: who is alive, who is borrowed and how. A walk over them must break no rule of Rust's and drop
//! every value exactly once, regardless of panics in between.

use crate::turns;
use gadfly_engine::generated::*;
use gadfly_engine::link::registry::Registry;
use gadfly_wire::{
    Event, Flow, FlowKind, FlowTo, Literal, LiteralType, LiteralValue, OperationPlan, Plan,
    RunConfig,
};
use std::cell::RefCell;
use std::marker::PhantomData;

#[derive(Default)]
struct Ledger {
    owners: Vec<Account>,
    violations: Vec<String>,
    made: u64,
    dropped: u64,
}

#[derive(Clone, Copy)]
struct Account {
    alive: bool,
    readers: u32,
    writers: u32,
}

thread_local! {
    static LEDGER: RefCell<Ledger> = RefCell::default();
}

fn ledger<T>(work: impl FnOnce(&mut Ledger) -> T) -> T {
    LEDGER.with(|ledger| work(&mut ledger.borrow_mut()))
}

impl Ledger {
    fn expect(&mut self, id: usize, holds: impl Fn(Account) -> bool, rule: &str) {
        let account = self.owners[id];
        if !account.alive || !holds(account) {
            let Account { alive, readers, writers } = account;
            let state = format!("alive {alive}, readers {readers}, writers {writers}");
            self.violations.push(format!("{rule}: {state}"));
        }
    }
}

struct Owner(usize);

impl Owner {
    fn new() -> Self {
        ledger(|ledger| {
            ledger.made += 1;
            ledger.owners.push(Account { alive: true, readers: 0, writers: 0 });
            Owner(ledger.owners.len() - 1)
        })
    }
    fn read(&self) -> usize {
        ledger(|ledger| ledger.expect(self.0, |account| account.writers == 0, "read"));
        self.0 % 7
    }
    fn write(&mut self, by: usize) {
        let free = |account: Account| account.readers + account.writers == 0;
        ledger(|ledger| ledger.expect(self.0, free, "write"));
        assert!(by % 5 != 3, "no threes");
    }
    fn view(&self) -> View<'_> {
        View::open(self.0)
    }
    fn guard(&mut self) -> Guard<'_> {
        ledger(|ledger| {
            ledger.made += 1;
            ledger.expect(self.0, |account| account.readers + account.writers == 0, "guard");
            ledger.owners[self.0].writers += 1;
        });
        Guard(self.0, PhantomData)
    }
    fn swap(&mut self, other: Owner) -> Owner {
        self.write(0);
        assert!(other.0 % 11 != 5, "not with this one");
        other
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        ledger(|ledger| {
            ledger.dropped += 1;
            ledger.expect(self.0, |account| account.readers + account.writers == 0, "drop");
            ledger.owners[self.0].alive = false;
        });
    }
}

struct View<'a>(usize, PhantomData<&'a Owner>);

impl<'a> View<'a> {
    fn open(id: usize) -> Self {
        ledger(|ledger| {
            ledger.made += 1;
            ledger.expect(id, |account| account.writers == 0, "view");
            ledger.owners[id].readers += 1;
        });
        View(id, PhantomData)
    }
    fn again(&self) -> View<'a> {
        View::open(self.0)
    }
    fn look(&self) -> usize {
        ledger(|ledger| ledger.expect(self.0, |account| account.writers == 0, "look"));
        self.0 % 3
    }
}

impl Drop for View<'_> {
    fn drop(&mut self) {
        ledger(|ledger| {
            ledger.dropped += 1;
            ledger.expect(self.0, |account| account.writers == 0, "close");
            let account = &mut ledger.owners[self.0];
            account.readers = account.readers.saturating_sub(1);
        });
    }
}

struct Guard<'a>(usize, PhantomData<&'a mut Owner>);

impl Guard<'_> {
    fn touch(&mut self) {
        ledger(|ledger| ledger.expect(self.0, |account| account.writers == 1, "touch"));
    }
    fn nested(&mut self) -> &mut Self {
        self.touch();
        self
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        ledger(|ledger| {
            ledger.dropped += 1;
            ledger.expect(self.0, |account| account.writers == 1, "release");
            let account = &mut ledger.owners[self.0];
            account.writers = account.writers.saturating_sub(1);
        });
    }
}

#[derive(Default)]
struct Bag<'a>(Vec<View<'a>>);

impl<'a> Bag<'a> {
    fn put(&mut self, view: View<'a>) {
        assert!(self.0.len() < 4, "full");
        self.0.push(view);
    }
    fn take(&mut self) -> Option<View<'a>> {
        self.0.pop()
    }
}

const OPERATIONS: u32 = 16;

fn register(t: &mut Table) {
    t.ty("Owner", vtable!(Owner));
    t.ty("&mut Guard", vtable!(&'static mut Guard<'static>));
    t.op(0, call(args::<()>(), |()| Owner::new()));
    t.op(1, call(args::<(Ref<Owner>,)>(), |(x0,)| x0.read()));
    t.op(2, call(args::<(Mut<Owner>, Val<usize>)>(), |(x0, x1)| x0.write(x1)));
    t.op(3, call(args::<(Ref<Owner>,)>(), |(x0,)| x0.view()));
    t.op(4, call(args::<(Mut<Owner>,)>(), |(x0,)| x0.guard()));
    t.op(5, call(args::<(Mut<Owner>, Val<Owner>)>(), |(x0, x1)| x0.swap(x1)));
    t.op(6, call(args::<(Ref<View<'static>>,)>(), |(x0,)| x0.again()));
    t.op(7, call(args::<(Ref<View<'static>>,)>(), |(x0,)| x0.look()));
    t.op(8, call(args::<(Mut<Guard<'static>>,)>(), |(x0,)| x0.touch()));
    t.op(9, call(args::<(Mut<Guard<'static>>,)>(), |(x0,)| x0.nested()));
    t.op(10, call(args::<()>(), |()| Bag::default()));
    t.op(11, call(args::<(Mut<Bag<'static>>, Val<View<'static>>)>(), |(x0, x1)| x0.put(x1)));
    t.op(12, try_call(args::<(Mut<Bag<'static>>,)>(), |(x0,)| x0.take()));
    t.op(13, call(args::<(Val<Owner>,)>(), |(x0,)| x0.read()));
    t.op(14, call(args::<(Mut<Bag<'static>>,)>(), |(x0,)| x0));
    t.op(15, call(args::<(Ref<Owner>,)>(), |(x0,)| x0));
}

fn plan() -> Plan {
    let flows = |index| match index {
        3 | 4 | 9 | 14 | 15 => vec![Flow { from: 0, to: FlowTo::Result, kind: FlowKind::Borrow }],
        6 | 12 => vec![Flow { from: 0, to: FlowTo::Result, kind: FlowKind::Inherit }],
        11 => vec![Flow { from: 1, to: FlowTo::Argument(0), kind: FlowKind::Borrow }],
        _ => Vec::new(),
    };
    let operation = |index| OperationPlan {
        function: Some(index),
        flows: flows(index),
        ..OperationPlan::default()
    };
    let literal = |value| Literal::new(LiteralType::Usize, LiteralValue::Unsigned(value));
    Plan {
        operations: (0..OPERATIONS).map(operation).collect(),
        functions: OPERATIONS,
        literals: (0..10).map(literal).collect(),
        ..Plan::default()
    }
}

/// Walks and returns the ledger, with the counts of each operation that returned.
fn walk(plan: &Plan, seed: u64) -> (Ledger, Vec<u64>) {
    LEDGER.with(RefCell::take);
    let mut table = Table::default();
    register(&mut table);
    let registry = Registry::link(table, plan).expect("table and plan fit");
    let config =
        RunConfig { contain: false, seed, calls_budget: Some(100_000), ..RunConfig::default() };
    let mut events: Vec<Event> = Vec::new();
    turns::run(&config, &registry, &mut events);
    let Some(Event::Summary { operations, .. }) = events.last() else { panic!("no summary") };
    let returned = operations.iter().map(|counts| counts.returned).collect();
    (LEDGER.with(RefCell::take), returned)
}

#[test]
fn borrow_rules_hold_and_values_drop_once() {
    for seed in 0..3 {
        let (ledger, returned) = walk(&plan(), seed);
        assert_eq!(ledger.violations, Vec::<String>::new());
        assert_eq!(ledger.made, ledger.dropped);
        assert!(ledger.made > 10_000);
        assert!(returned.iter().all(|count| *count > 0), "{returned:?}");
    }
}

/// Without a flow that keeps a real reference alive the process would be corrupt; these only keep entries of the ledger.
#[test]
fn weakening_any_one_flow_breaks_a_rule() {
    for index in [3, 4, 6, 11, 12] {
        let mut weakened = plan();
        weakened.operations[index].flows.clear();
        let (ledger, _) = walk(&weakened, 0);
        assert!(!ledger.violations.is_empty(), "operation {index} does not need its flow");
    }
}
