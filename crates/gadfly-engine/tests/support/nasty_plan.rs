//! The plan of the harness in `examples/nasty.rs`: operations that kill the process in every way we know, and some that
//! do not.

use gadfly_wire::{Literal, LiteralType, LiteralValue, OperationPlan, Plan};

/// Operation ids, in the order of the plan.
pub(crate) mod id {
    pub(crate) const ABORT: u32 = 0;
    pub(crate) const EXIT_ZERO: u32 = 1;
    pub(crate) const EXIT_LIKE_THE_WATCHDOG: u32 = 2;
    pub(crate) const OVERFLOW_STACK: u32 = 3;
    pub(crate) const LOOP: u32 = 4;
    pub(crate) const WITH_CAPACITY: u32 = 5;
    pub(crate) const TRY_RESERVE: u32 = 6;
    pub(crate) const PANIC_TWICE: u32 = 7;
    pub(crate) const SEGFAULT: u32 = 8;
    pub(crate) const PUSH_FOREVER: u32 = 9;
    pub(crate) const MAKE_DROP_BOMB: u32 = 10;
    pub(crate) const MAKE_DEBUG_BOMB: u32 = 11;
    pub(crate) const REPLACE_HOOK_AND_PANIC: u32 = 12;
    pub(crate) const PANIC_AFTER_HOOK: u32 = 13;
    pub(crate) const SLEEP: u32 = 14;
    pub(crate) const HARMLESS: u32 = 15;
    pub(crate) const DROP_PANIC: u32 = 16;
    pub(crate) const PANIC_WITH_BOMB: u32 = 17;
    pub(crate) const PRINT: u32 = 18;
    pub(crate) const LEAK: u32 = 19;
    pub(crate) const READ_UNCHECKED: u32 = 20;
    pub(crate) const MAKE_ROOM: u32 = 21;
    pub(crate) const OUTGROW: u32 = 22;
    pub(crate) const COUNT: u32 = 23;
}

pub(crate) fn plan() -> Plan {
    let operation = |index| OperationPlan::of_function(index);
    let literal =
        |value: u64| Literal::new(LiteralType::Usize, LiteralValue::Unsigned(value.into()));
    Plan {
        operations: (0..id::COUNT).map(operation).collect(),
        functions: id::COUNT,
        literals: [0, 1, 10, 1 << 29, 1 << 60, u64::MAX].map(literal).to_vec(),
        ..Plan::default()
    }
}
