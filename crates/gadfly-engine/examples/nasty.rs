//! A harness whose operations kill it, for the tests of containment. A generated harness looks just like this, except that
//! its plan is written by the tool; `nasty --plan FILE` writes this one's.

#[path = "../tests/support/nasty_plan.rs"]
mod nasty_plan;

use gadfly_engine::generated::*;
use nasty_plan::id;
use std::hint::black_box;

fn main() -> std::process::ExitCode {
    let mut arguments = std::env::args().skip(1);
    if let (Some("--plan"), Some(path)) = (arguments.next().as_deref(), arguments.next()) {
        let written = std::fs::write(path, gadfly_wire::to_file_bytes(&nasty_plan::plan()));
        return std::process::ExitCode::from(u8::from(written.is_err()));
    }
    gadfly_engine::main(register)
}

struct DropBomb;
impl Drop for DropBomb {
    fn drop(&mut self) {
        std::process::abort();
    }
}

struct DebugBomb;
impl std::fmt::Debug for DebugBomb {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::process::abort();
    }
}

/// Takes as much memory to show as it was made for.
struct LargeText(usize);
impl std::fmt::Debug for LargeText {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", Vec::<u8>::with_capacity(self.0 % (1 << 40)).capacity())
    }
}

struct DropPanic;
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

#[expect(clippy::exit, reason = "subjects do exit")]
fn exit(code: i32) {
    std::process::exit(code);
}

/// Sleeps, and then requests more memory than any machine has; returns whether it gets that.
fn outgrow() {
    let start = std::time::Instant::now();
    while start.elapsed() < std::time::Duration::from_millis(300) {
        std::hint::spin_loop();
    }
    let all = Vec::<u8>::with_capacity(64 << 20);
    let _ = std::fs::write("outgrown", all.capacity().to_string());
    while black_box(true) {
        std::hint::spin_loop();
    }
}

fn register(t: &mut Table) {
    t.op(id::OUTGROW, call(args::<()>(), |()| outgrow()));
    t.ty("DebugBomb", vtable!(DebugBomb));
    t.ty("Room", vtable!(LargeText));
    t.op(id::MAKE_ROOM, call(args::<(Val<usize>,)>(), |(x0,)| LargeText(x0)));
    t.op(id::ABORT, call(args::<()>(), |()| std::process::abort()));
    t.op(id::EXIT_ZERO, call(args::<()>(), |()| exit(black_box(0))));
    t.op(id::EXIT_LIKE_THE_WATCHDOG, call(args::<()>(), |()| exit(99)));
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
        id::READ_UNCHECKED,
        call(args::<()>(), |()| {
            // SAFETY: none, as above.
            *unsafe { black_box(&[1_u8, 2][..]).get_unchecked(black_box(2)) }
        }),
    );
    t.op(
        id::PUSH_FOREVER,
        call(args::<()>(), |()| {
            let mut all = Vec::new();
            while black_box(true) {
                all.push(vec![1_u8; 1 << 20]);
                black_box(&mut all);
            }
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
    t.op(id::LEAK, call(args::<()>(), |()| std::mem::forget(vec![0_u8; 1 << 17])));
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
