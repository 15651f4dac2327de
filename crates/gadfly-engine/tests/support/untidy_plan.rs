//! The plan of the harness in `examples/untidy.rs`: operations that leave their process changed, and some that clean up.

use gadfly_wire::{OperationPlan, Plan};

/// Operation ids, in the order of the plan.
pub(crate) mod id {
    pub(crate) const CHANGE_DIRECTORY: u32 = 0;
    pub(crate) const SET_VARIABLE: u32 = 1;
    pub(crate) const CLOSE_OUTPUT: u32 = 2;
    pub(crate) const BLOCK_SIGNALS: u32 = 3;
    pub(crate) const REPLACE_HOOK: u32 = 4;
    pub(crate) const LEAVE_THREAD: u32 = 5;
    pub(crate) const LEAVE_ANOTHER_THREAD: u32 = 6;
    pub(crate) const CHANGE_TWO_THINGS: u32 = 7;
    /// From here on nothing is left behind.
    pub(crate) const VISIT_DIRECTORY: u32 = 8;
    pub(crate) const BORROW_VARIABLE: u32 = 9;
    pub(crate) const JOIN_THREAD: u32 = 10;
    pub(crate) const MAKE_POOL: u32 = 11;
    pub(crate) const PRINT: u32 = 12;
    pub(crate) const WRAP_HOOK_AND_UNWRAP: u32 = 13;
    pub(crate) const COUNT: u32 = 14;
}

pub(crate) fn plan() -> Plan {
    let operation = |index| OperationPlan::of_function(index);
    Plan {
        operations: (0..id::COUNT).map(operation).collect(),
        functions: id::COUNT,
        ..Plan::default()
    }
}
