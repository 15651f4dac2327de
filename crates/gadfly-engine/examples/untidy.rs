//! A harness whose operations leave their process changed, for the tests of process changes. `untidy --plan FILE` writes its plan.

#[path = "../tests/support/untidy_plan.rs"]
mod untidy_plan;

use gadfly_engine::generated::*;
use std::sync::mpsc::{channel, Sender};
use std::thread::JoinHandle;
use std::time::Duration;
use untidy_plan::id;

fn main() -> std::process::ExitCode {
    let mut arguments = std::env::args().skip(1);
    if let (Some("--plan"), Some(path)) = (arguments.next().as_deref(), arguments.next()) {
        let written = std::fs::write(path, gadfly_wire::to_file_bytes(&untidy_plan::plan()));
        return std::process::ExitCode::from(u8::from(written.is_err()));
    }
    gadfly_engine::main(register)
}

#[cfg(unix)]
mod system {
    use std::os::raw::c_int;

    extern "C" {
        pub(crate) fn close(descriptor: c_int) -> c_int;
        pub(crate) fn sigprocmask(how: c_int, new: *const [u64; 16], old: *mut [u64; 16]) -> c_int;
    }
    pub(crate) const BLOCK: c_int = if cfg!(target_os = "macos") { 1 } else { 0 };
}

/// A thread that ends with its owner.
struct ThreadOwner {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl ThreadOwner {
    fn new() -> Self {
        let (stop, stopped) = channel();
        let work = move || while stopped.recv().is_ok() {};
        Self { stop: Some(stop), thread: Some(std::thread::spawn(work)) }
    }
}

impl Drop for ThreadOwner {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn leave_thread() {
    drop(std::thread::spawn(|| std::thread::sleep(Duration::from_secs(1 << 30))));
}

fn register(t: &mut Table) {
    t.op(id::CHANGE_DIRECTORY, call(args::<()>(), |()| std::env::set_current_dir("/").is_ok()));
    t.op(id::SET_VARIABLE, call(args::<()>(), |()| std::env::set_var("UNTIDY", "1")));
    t.op(
        id::CLOSE_OUTPUT,
        call(args::<()>(), |()| {
            #[cfg(unix)]
            // SAFETY: an integer; users of the stream get errors.
            unsafe {
                system::close(1);
            }
        }),
    );
    t.op(
        id::BLOCK_SIGNALS,
        call(args::<()>(), |()| {
            #[cfg(unix)]
            // SAFETY: a set that is at least as large as the platform's, and only read.
            unsafe {
                system::sigprocmask(system::BLOCK, &[1 << 9; 16], std::ptr::null_mut());
            }
        }),
    );
    t.op(id::REPLACE_HOOK, call(args::<()>(), |()| std::panic::set_hook(Box::new(|_| {}))));
    t.op(id::LEAVE_THREAD, call(args::<()>(), |()| leave_thread()));
    t.op(id::LEAVE_ANOTHER_THREAD, call(args::<()>(), |()| leave_thread()));
    t.op(
        id::CHANGE_TWO_THINGS,
        call(args::<()>(), |()| {
            std::env::set_var("UNTIDY", "2");
            std::env::set_current_dir("/").is_ok()
        }),
    );
    t.op(
        id::VISIT_DIRECTORY,
        call(args::<()>(), |()| {
            let home = std::env::current_dir();
            std::env::set_current_dir("/").is_ok()
                && home.and_then(std::env::set_current_dir).is_ok()
        }),
    );
    t.op(
        id::BORROW_VARIABLE,
        call(args::<()>(), |()| {
            std::env::set_var("BORROWED", "1");
            std::env::remove_var("BORROWED");
        }),
    );
    t.op(id::JOIN_THREAD, call(args::<()>(), |()| std::thread::spawn(|| 1).join().is_ok()));
    t.op(id::MAKE_POOL, call(args::<()>(), |()| ThreadOwner::new()));
    #[expect(clippy::print_stdout, reason = "subjects do print")]
    t.op(id::PRINT, call(args::<()>(), |()| println!("from the subject")));
    t.op(
        id::WRAP_HOOK_AND_UNWRAP,
        call(args::<()>(), |()| {
            let hook = std::panic::take_hook();
            std::panic::set_hook(Box::new(|_| {}));
            std::panic::set_hook(hook);
        }),
    );
}
