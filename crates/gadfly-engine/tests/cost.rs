//! What sequences cost. One test in a process of its own: bytes are counted for all of its threads.

#[path = "support/machine.rs"]
mod machine;
#[path = "support/std_table.rs"]
mod std_table;

use gadfly_wire::Access;
use machine::{run, with_machine};
use std_table::id;

/// Literal codes follow the operations.
const I32_1: u32 = id::COUNT + 9;

#[test]
fn a_kept_sequence_costs_what_its_own_statements_allocated() {
    with_machine(|machine| {
        let few = run(machine, id::NUMBERS_NEW, &[]);
        let many = run(machine, id::NUMBERS_NEW, &[]);
        let one = run(machine, I32_1, &[]);
        for _ in 0..50 {
            run(machine, id::NUMBERS_PUSH, &[(many, Access::BorrowMut), (one, Access::Copy)]);
        }
        let (few, _) = machine.keep(few);
        let (many, _) = machine.keep(many);
        assert!(many.cost() >= 50 * 4, "{}", many.cost());
        assert!(few.cost() * 4 < many.cost(), "{} against {}", few.cost(), many.cost());
        let before = machine.spent();
        machine.append(&many).expect("it runs again");
        let (again, _) = machine.keep(machine.len() as u32 - 1);
        assert!(machine.spent() > before && again.cost() == many.cost());
    });
}
