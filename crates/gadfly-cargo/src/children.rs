//! The processes that are running, so that an interruption can end them.
//!
//! Each child leads a process group of its own: ending the group also ends the processes that the
//! child started. The module does not know the purpose of the processes.

use std::collections::BTreeSet;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::keeper;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Time that children get to end by themselves.
const GRACE: Duration = Duration::from_secs(2);
/// The time between two looks at a scratch folder.
const LOOK_EVERY: Duration = Duration::from_millis(100);

pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

pub(crate) fn interrupt() {
    {
        // Under the lock no child starts or is reaped, so the identifiers are those of our own.
        let running = lock();
        INTERRUPTED.store(true, Ordering::SeqCst);
        running.iter().for_each(|pid| platform::terminate(*pid));
    }
    let deadline = Instant::now() + GRACE;
    while Instant::now() < deadline {
        if lock().is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    lock().iter().for_each(|pid| platform::kill(*pid));
}

/// Prepares a command for being started as a child that ends with us.
pub(crate) fn prepare(command: &mut Command) {
    platform::prepare(command);
}

/// Starts a child from a prepared command; `None` when interrupted.
pub(crate) fn spawn(command: &mut Command) -> std::io::Result<Option<Child>> {
    let mut running = lock();
    if is_interrupted() {
        return Ok(None);
    }
    let child = command.spawn()?;
    running.insert(child.id());
    keeper::hold(child.id());
    Ok(Some(child))
}

/// Ends the processes that a child has started as soon as the child itself has ended: one that holds the child's output open would
/// keep us waiting.
pub(crate) fn end_leftovers(child: &Child) -> std::thread::JoinHandle<()> {
    let pid = child.id();
    std::thread::spawn(move || {
        platform::wait_without_reaping(pid);
        // The child is reaped only after this thread has ended, so the group is still our child's.
        let _running = lock();
        platform::kill(pid);
    })
}

/// Ends a child and the processes that it started, unless it was waited for already.
pub(crate) fn end(child: &mut Child) {
    // Under the lock no other process can have got the identifier.
    let running = lock();
    if running.contains(&child.id()) {
        platform::kill(child.id());
        // For platforms without groups.
        let _ = child.kill();
    }
}

/// A child's deadline, for as long as its end is awaited.
pub(crate) struct Deadline {
    over: Sender<()>,
    thread: JoinHandle<bool>,
}

impl Deadline {
    /// Ends a child and the processes that it started when it takes longer than this.
    pub(crate) fn of(child: &Child, longest: Duration) -> Deadline {
        let pid = child.id();
        let (over, is_over) = channel();
        let thread = std::thread::spawn(move || {
            let is_late = is_over.recv_timeout(longest) == Err(RecvTimeoutError::Timeout);
            // Under the lock no other process can have got the identifier.
            let running = lock();
            if is_late && running.contains(&pid) {
                platform::kill(pid);
            }
            is_late
        });
        Deadline { over, thread }
    }

    /// Returns whether it was missed, now that the child's output has come to its end.
    pub(crate) fn was_missed(self) -> bool {
        drop(self.over);
        self.thread.join().unwrap_or(false)
    }
}

/// A child's scratch folder, watched for as long as its end is awaited.
pub(crate) struct Quota {
    over: Sender<()>,
    thread: JoinHandle<bool>,
}

impl Quota {
    /// Ends a child and the processes that it started when `is_exceeded` says so.
    pub(crate) fn of(child: &Child, is_exceeded: impl Fn() -> bool + Send + 'static) -> Quota {
        let pid = child.id();
        let (over, is_over) = channel();
        let thread = std::thread::spawn(move || {
            while is_over.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                if is_exceeded() {
                    // Under the lock no other process can have got the identifier.
                    let running = lock();
                    if running.contains(&pid) {
                        platform::kill(pid);
                    }
                    return true;
                }
            }
            false
        });
        Quota { over, thread }
    }

    /// Returns whether it was exceeded, now that the child has ended.
    pub(crate) fn was_exceeded(self) -> bool {
        drop(self.over);
        self.thread.join().unwrap_or(false)
    }
}

/// Waits for the child's end.
pub(crate) fn wait_without_reaping(child: &Child) {
    platform::wait_without_reaping(child.id());
}

/// Waits for the child's end and forgets it.
pub(crate) fn wait(child: &mut Child) -> std::io::Result<ExitStatus> {
    platform::wait_without_reaping(child.id());
    let mut running = lock();
    if is_interrupted() {
        platform::kill(child.id());
    }
    keeper::release(child.id());
    let status = child.wait();
    running.remove(&child.id());
    status
}

fn lock() -> std::sync::MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
mod platform {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    /// Gives the child a group of its own, and on Linux a signal when the parent dies.
    pub(super) fn prepare(command: &mut Command) {
        command.process_group(0);
        #[cfg(target_os = "linux")]
        {
            let parent = std::process::id();
            // SAFETY: the closure runs between fork and exec, where only async-signal-safe
            // functions may be called: `prctl`, `getppid` and `_exit` are system calls without
            // locks or allocation, and `parent` is a plain integer captured by value.
            unsafe {
                command.pre_exec(move || {
                    libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                    if libc::getppid().cast_unsigned() != parent {
                        libc::_exit(1);
                    }
                    Ok(())
                });
            }
        }
    }

    pub(super) fn terminate(pid: u32) {
        signal_group(pid, libc::SIGTERM);
    }

    pub(super) fn kill(pid: u32) {
        signal_group(pid, libc::SIGKILL);
    }

    fn signal_group(pid: u32, signal: libc::c_int) {
        // SAFETY: `kill` takes integers only. The caller holds the lock under which children are reaped, so `pid` still
        // names the group led by our child.
        unsafe {
            libc::kill(-pid.cast_signed(), signal);
        }
    }

    /// Blocks until the child has ended but leaves its identifier taken.
    pub(super) fn wait_without_reaping(pid: u32) {
        loop {
            // SAFETY: an all-zero `siginfo_t` is a valid value of that plain C struct, and the
            // pointer to it is valid for the duration of the call.
            let result = unsafe {
                let mut info: libc::siginfo_t = std::mem::zeroed();
                libc::waitid(libc::P_PID, pid, &mut info, libc::WEXITED | libc::WNOWAIT)
            };
            let is_interrupted_call = result == -1
                && std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted;
            if !is_interrupted_call {
                return;
            }
        }
    }
}

/// Elsewhere children are left to end by themselves; nothing new is started.
#[cfg(not(unix))]
mod platform {
    use std::process::Command;

    pub(super) fn prepare(_command: &mut Command) {}
    pub(super) fn terminate(_pid: u32) {}
    pub(super) fn kill(_pid: u32) {}
    pub(super) fn wait_without_reaping(_pid: u32) {}
}
