//! A table of operations that kill the process in every way we know, and some that do not.

use gadfly_engine::generated::*;
use gadfly_wire::{Literal, LiteralType, LiteralValue, OperationKind, OperationPlan, Plan};
use std::hint::black_box;

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
    pub(crate) const COUNT: u32 = 19;
}

pub(crate) struct DropBomb;
impl Drop for DropBomb {
    fn drop(&mut self) {
        std::process::abort();
    }
}

pub(crate) struct DebugBomb;
impl std::fmt::Debug for DebugBomb {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::process::abort();
    }
}

pub(crate) struct DropPanic;
impl Drop for DropPanic {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

struct PayloadBomb;
impl Drop for PayloadBomb {
    fn drop(&mut self) {
        panic!("payload dropped");
    }
}

fn recurse(depth: u64) -> u64 {
    if black_box(depth) == u64::MAX {
        0
    } else {
        black_box(recurse(depth + 1)) + 1
    }
}

fn panic_twice() {
    struct Second;
    impl Drop for Second {
        fn drop(&mut self) {
            panic!("second");
        }
    }
    let _second = Second;
    panic!("first");
}

pub(crate) fn register(t: &mut Table) {
    t.ty("DebugBomb", vtable!(DebugBomb));
    t.op(id::ABORT, call(args::<()>(), |()| std::process::abort()));
    t.op(id::EXIT_ZERO, call(args::<()>(), |()| std::process::exit(black_box(0))));
    t.op(id::EXIT_LIKE_THE_WATCHDOG, call(args::<()>(), |()| std::process::exit(99)));
    t.op(id::OVERFLOW_STACK, call(args::<()>(), |()| recurse(0)));
    t.op(
        id::LOOP,
        call(args::<()>(), |()| {
            while black_box(true) {
                std::hint::spin_loop();
            }
        }),
    );
    t.op(
        id::WITH_CAPACITY,
        call(args::<(Val<usize>,)>(), |(x0,)| Vec::<u8>::with_capacity(x0).capacity()),
    );
    t.op(
        id::TRY_RESERVE,
        call(args::<(Val<usize>,)>(), |(x0,)| Vec::<u8>::new().try_reserve_exact(x0).is_ok()),
    );
    t.op(id::PANIC_TWICE, call(args::<()>(), |()| panic_twice()));
    t.op(
        id::SEGFAULT,
        call(args::<()>(), |()| {
            // SAFETY: none; being wrong is the point, and the process is expected to die of it.
            unsafe { std::ptr::read_volatile(black_box(16) as *const u8) }
        }),
    );
    t.op(
        id::PUSH_FOREVER,
        call(args::<()>(), |()| {
            let mut all = Vec::new();
            loop {
                all.push(vec![1_u8; 1 << 20]);
                black_box(&mut all);
            }
            #[expect(unreachable_code, reason = "gives the closure a nameable result")]
            ()
        }),
    );
    t.op(id::MAKE_DROP_BOMB, call(args::<()>(), |()| DropBomb));
    t.op(id::MAKE_DEBUG_BOMB, call(args::<()>(), |()| DebugBomb));
    t.op(
        id::REPLACE_HOOK_AND_PANIC,
        call(args::<()>(), |()| {
            std::panic::set_hook(Box::new(|_| {}));
            if black_box(true) {
                panic!("without a hook");
            }
        }),
    );
    t.op(
        id::PANIC_AFTER_HOOK,
        call(args::<()>(), |()| {
            if black_box(true) {
                panic!("with a hook");
            }
        }),
    );
    t.op(
        id::SLEEP,
        call(args::<()>(), |()| std::thread::sleep(std::time::Duration::from_secs(3600))),
    );
    t.op(id::HARMLESS, call(args::<(Val<usize>,)>(), |(x0,)| x0.to_string()));
    t.op(id::DROP_PANIC, call(args::<()>(), |()| DropPanic));
    t.op(
        id::PANIC_WITH_BOMB,
        call(args::<()>(), |()| {
            if black_box(true) {
                std::panic::panic_any(PayloadBomb);
            }
        }),
    );
    #[expect(clippy::print_stdout, reason = "subjects do print")]
    t.op(id::PRINT, call(args::<()>(), |()| println!("from the subject")));
}

pub(crate) fn plan() -> Plan {
    let operation = |index| OperationPlan {
        function: Some(index),
        flows: Vec::new(),
        static_args: Vec::new(),
        weight: 1,
        kind: OperationKind::Call,
        size_args: Vec::new(),
    };
    let literal = |value: u64| Literal {
        ty: LiteralType::Usize,
        value: LiteralValue::Unsigned(value.into()),
        weight: 1,
    };
    Plan {
        operations: (0..id::COUNT).map(operation).collect(),
        functions: id::COUNT,
        literals: [0, 1, 10, 1 << 29, 1 << 60, u64::MAX].map(literal).to_vec(),
    }
}
