//! Processes on Linux and macOS: splitting, waiting, ending.
//!
//! The sandbox refuses every fork but ours. It knows ours by a number in an argument that the kernel does not look at, so we
//! ask the kernel directly, past the C library. That is fine in a process with one thread, which no lock can be held by
//! another of; callers see to that.

use super::{signals, Fork, ProcessEnd};
use std::os::raw::c_int;
#[cfg(target_os = "linux")]
use std::os::raw::c_long;
use std::time::Duration;

const EINTR: i32 = 4;
const WNOHANG: c_int = 1;
/// Also returns children that are stopped.
const WUNTRACED: c_int = 2;
const SIGKILL: c_int = 9;

extern "C" {
    #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    fn fork() -> c_int;
    fn waitpid(pid: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn getpid() -> c_int;
    #[link_name = "_exit"]
    fn exit_now(code: c_int) -> !;
    #[cfg(not(target_os = "linux"))]
    fn kill(pid: c_int, signal: c_int) -> c_int;
    #[cfg(target_os = "linux")]
    fn syscall(number: c_long, ...) -> c_long;
    #[cfg(target_os = "linux")]
    fn prctl(option: c_int, arg2: usize, arg3: usize, arg4: usize, arg5: usize) -> c_int;
    #[cfg(target_os = "linux")]
    fn getppid() -> c_int;
    #[cfg(target_os = "linux")]
    fn poll(descriptors: *mut PollDescriptor, count: usize, millis: c_int) -> c_int;
    #[cfg(target_os = "linux")]
    fn close(descriptor: c_int) -> c_int;
    #[cfg(target_os = "linux")]
    fn getrusage(who: c_int, usage: *mut i64) -> c_int;
}

#[cfg(target_os = "linux")]
#[repr(C)]
struct PollDescriptor {
    descriptor: c_int,
    wanted: i16,
    found: i16,
}

/// The number of this process.
pub(crate) fn own_id() -> i32 {
    // SAFETY: takes nothing and has no precondition.
    unsafe { getpid() }
}

/// Splits the process, which must have no threads but this one. The child dies with its parent where the platform can do that; the
/// parent hears few signals from now on.
pub(crate) fn split() -> Fork {
    let parent = own_id();
    signals::deafen();
    match clone_process() {
        0 => {
            #[cfg(target_os = "linux")]
            // SAFETY: option 1 is PR_SET_PDEATHSIG; integers only.
            unsafe {
                prctl(1, SIGKILL as usize, 0, 0, 0);
                // The parent may have died before the request.
                if getppid() != parent {
                    exit_now(0);
                }
            }
            let _ = parent;
            signals::restore_signals();
            Fork::Child
        }
        pid if pid > 0 => Fork::Parent(pid),
        _ => {
            signals::restore_signals();
            Fork::Failed
        }
    }
}

/// Waits for a child to end. Every so often asks whether it is stuck, with the knowledge whether it was stopped, and ends it
/// then.
pub(crate) fn wait(
    pid: i32,
    every_millis: u32,
    is_stuck: &mut dyn FnMut(bool) -> bool,
) -> Option<ProcessEnd> {
    let mut is_stopped = false;
    let handle = Handle::of(pid);
    let mut pause = 1;
    loop {
        let has_ended = match &handle {
            Some(handle) => handle.ends_within(every_millis),
            None => {
                // Without a handle: look again and again, ever more rarely.
                std::thread::sleep(Duration::from_millis(pause));
                pause = (pause * 2).min(u64::from(every_millis));
                false
            }
        };
        let mut status = 0;
        // SAFETY: `status` is a valid place for an int.
        let found =
            unsafe { waitpid(pid, &mut status, WUNTRACED | if has_ended { 0 } else { WNOHANG }) };
        if found == pid && status & 0xff == 0x7f {
            is_stopped = true;
        } else if found == pid {
            let signal = status & 0x7f;
            if signal == 0 {
                return Some(ProcessEnd::Exit((status >> 8) & 0xff));
            }
            return Some(ProcessEnd::Signal(signal));
        }
        if found < 0 && std::io::Error::last_os_error().raw_os_error() != Some(EINTR) {
            return None;
        }
        if (found == 0 || is_stopped) && is_stuck(is_stopped) {
            end(pid);
        }
    }
}

/// Ends the process at once: no destructors, no handlers. Safe to call anywhere, even in a signal handler.
pub(crate) fn exit_at_once(code: i32) -> ! {
    // SAFETY: never returns and touches nothing of ours.
    unsafe { exit_now(code) }
}

/// The number of threads in this process, as far as it is known.
pub(crate) fn threads() -> u64 {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::MetadataExt;
        // The folder has a folder per thread, each of which is a link to it, as are its own two names.
        std::fs::metadata("/proc/self/task").map_or(1, |found| found.nlink().saturating_sub(2))
    }
    #[cfg(not(target_os = "linux"))]
    1
}

/// The most memory that this process has held since it was started or split off, in bytes, as far as is known.
pub(crate) fn held_bytes() -> u64 {
    #[cfg(target_os = "linux")]
    {
        // Two times of two words each, then kilobytes, then unused fields.
        let mut usage = [0_i64; 18];
        // SAFETY: `usage` is as large as what is written to it, and every bit pattern is valid.
        unsafe { getrusage(0, usage.as_mut_ptr()) };
        u64::try_from(usage[4]).unwrap_or(0).saturating_mul(1024)
    }
    #[cfg(not(target_os = "linux"))]
    0
}

/// A fork by the number under which the sandbox lets it pass.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn clone_process() -> c_int {
    const CLONE: c_long = if cfg!(target_arch = "x86_64") { 56 } else { 220 };
    const SIGCHLD: c_long = 17;
    const CLEAR_AND_SET_THREAD_ID: c_long = 0x0020_0000 | 0x0100_0000;
    const GET_THREAD_ID_ADDRESS: c_int = 40;
    let mut own: usize = 0;
    // SAFETY: writes one pointer to `own`, or nothing where the kernel cannot say.
    unsafe { prctl(GET_THREAD_ID_ADDRESS, std::ptr::addr_of_mut!(own) as usize, 0, 0, 0) };
    let flags = SIGCHLD | if own == 0 { 0 } else { CLEAR_AND_SET_THREAD_ID };
    let pass = gadfly_wire::FORK_PASS as c_long;
    let none: c_long = 0;
    let own = own as c_long;
    let (fourth, fifth) = if cfg!(target_arch = "x86_64") { (own, none) } else { (none, own) };
    // SAFETY: a plain fork: no memory is shared, the stack is kept, and the only place that is written is the child's copy of
    // where the C library keeps the thread's number, as its own fork does. The third argument is ignored with these flags.
    // The process has one thread, so that no lock is held by one that the child lacks.
    unsafe { syscall(CLONE, flags, none, pass, fourth, fifth) as c_int }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn clone_process() -> c_int {
    // SAFETY: takes nothing; the process has one thread.
    unsafe { fork() }
}

fn end(pid: i32) {
    #[cfg(target_os = "linux")]
    {
        // The sandbox refuses `kill`, which also reaches groups.
        const TGKILL: c_long = if cfg!(target_arch = "x86_64") { 234 } else { 131 };
        let pid = c_long::from(pid);
        // SAFETY: integers only; a child that was not waited for keeps its number.
        unsafe {
            syscall(TGKILL, pid, pid, c_long::from(SIGKILL));
        }
    }
    #[cfg(not(target_os = "linux"))]
    // SAFETY: integers only; a child that was not waited for keeps its number.
    unsafe {
        kill(pid, SIGKILL);
    }
}

/// A descriptor that becomes readable when a child ends.
struct Handle {
    #[cfg(target_os = "linux")]
    descriptor: c_int,
}

#[cfg(target_os = "linux")]
impl Handle {
    fn of(pid: i32) -> Option<Self> {
        const PIDFD_OPEN: c_long = 434;
        let none: c_long = 0;
        // SAFETY: integers only; makes a descriptor, which closes on exec.
        let descriptor = unsafe { syscall(PIDFD_OPEN, c_long::from(pid), none) } as c_int;
        (descriptor >= 0).then_some(Self { descriptor })
    }

    fn ends_within(&self, millis: u32) -> bool {
        const READABLE: i16 = 1;
        let mut asked = PollDescriptor { descriptor: self.descriptor, wanted: READABLE, found: 0 };
        // SAFETY: one descriptor, which outlives the call.
        let found = unsafe { poll(&mut asked, 1, millis as c_int) };
        found > 0 && asked.found & READABLE != 0
    }
}

#[cfg(target_os = "linux")]
impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: ours, and not used after.
        unsafe {
            close(self.descriptor);
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Handle {
    fn of(_pid: i32) -> Option<Self> {
        None
    }

    fn ends_within(&self, _millis: u32) -> bool {
        false
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn held_memory_is_measured() {
        let before = held_bytes();
        let much = std::hint::black_box(vec![1_u8; 64 << 20]);
        assert!(before > 0 && held_bytes() >= before.max(much.len() as u64));
    }

    #[test]
    fn threads_are_counted() {
        let before = threads();
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        let thread = std::thread::spawn(move || receiver.recv());
        assert!(threads() > before.saturating_sub(1) && threads() >= 2, "{before}");
        drop(sender);
        assert!(thread.join().expect("it ends").is_err());
    }
}
