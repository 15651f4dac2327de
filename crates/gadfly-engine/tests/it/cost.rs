//! The cost of kept sequences.

use crate::machine::{run, with_machine};
use crate::std_table::id;
use gadfly_wire::Access;

/// Literal codes follow the operations.
const I32_1: u32 = id::COUNT + 9;

#[test]
fn kept_sequences_cost_their_own_allocations() {
    with_machine(|machine| {
        let few = run(machine, id::NUMBERS_NEW, &[]);
        let many = run(machine, id::NUMBERS_NEW, &[]);
        let one = run(machine, I32_1, &[]);
        for _ in 0..50 {
            run(machine, id::NUMBERS_PUSH, &[(many, Access::BorrowMut), (one, Access::Copy)]);
        }
        let (few, _) = machine.sequence().keep(few);
        let (many, _) = machine.sequence().keep(many);
        assert!(many.cost() >= 50 * 4, "{}", many.cost());
        assert!(few.cost() * 4 < many.cost(), "{} against {}", few.cost(), many.cost());
        let before = machine.spent();
        machine.append(&many).expect("it runs again");
        let (again, _) = machine.sequence().keep(machine.sequence().len() as u32 - 1);
        assert!(machine.spent() > before && again.cost() == many.cost());
    });
}
