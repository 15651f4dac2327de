//! Values that belong to another value reach the functions of that value, and of no other.

use crate::turns;
use gadfly_engine::entry::EXIT_DONE;
use gadfly_engine::generated::*;
use gadfly_engine::link::registry::Registry;
use gadfly_wire::{Event, OperationPlan, Plan, RunConfig};
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Two of them look alike if as many coats hang there.
#[derive(Clone, Debug)]
struct Cloakroom {
    coats: Vec<u8>,
    number: Hidden,
}

/// Identifies the cloakroom; has no `Debug` form.
#[derive(Clone)]
struct Hidden(Rc<()>);

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("_")
    }
}

#[derive(Clone, Debug)]
struct Ticket {
    coat: usize,
    number: Hidden,
}

static RIGHT: AtomicU32 = AtomicU32::new(0);
static WRONG: AtomicU32 = AtomicU32::new(0);

fn table() -> Table {
    let mut table = Table::default();
    table.ty("Cloakroom", vtable!(Cloakroom));
    table.ty("Ticket", vtable!(Ticket));
    table.op(
        0,
        call(args::<()>(), |()| Cloakroom { coats: Vec::new(), number: Hidden(Rc::new(())) }),
    );
    table.op(
        1,
        call(args::<(Mut<Cloakroom>,)>(), |(x0,)| {
            x0.coats.push(1);
            Ticket { coat: x0.coats.len() - 1, number: x0.number.clone() }
        }),
    );
    table.op(
        2,
        call(args::<(Mut<Cloakroom>, Ref<Ticket>)>(), |(x0, x1)| {
            let is_right = Rc::ptr_eq(&x0.number.0, &x1.number.0) && x1.coat < x0.coats.len();
            if is_right { &RIGHT } else { &WRONG }.fetch_add(1, Relaxed);
        }),
    );
    table
}

#[test]
fn companions_are_used_with_their_own_value() {
    let operation = |index| OperationPlan::of_function(index);
    let operations = (0..3).map(operation).collect();
    let plan = Plan { operations, functions: 3, ..Plan::default() };
    let registry = Registry::link(table(), &plan).expect("table and plan fit");
    let config = RunConfig { contain: false, calls_budget: Some(20_000), ..RunConfig::default() };
    let mut events: Vec<Event> = Vec::new();
    assert_eq!(turns::run(&config, &registry, &mut events), EXIT_DONE);
    let (right, wrong) = (RIGHT.load(Relaxed), WRONG.load(Relaxed));
    assert!(wrong > 0 && right * 2 > wrong, "{right} right, {wrong} wrong");
}
