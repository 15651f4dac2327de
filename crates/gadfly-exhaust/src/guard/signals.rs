//! Signal handlers for stack overflow and hangs of a predicate: they escape from the run, and pass all
//! other signals to the previous handlers.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

use super::{escape, RunEnd};
use crate::{audit, trace};

/// Seconds between two checks of the progress of a run.
const PATIENCE: i64 = 3;

/// The handlers of a search, removed when it ends.
pub(super) struct Handlers {
    before: [libc::sigaction; 3],
    stack_before: libc::stack_t,
    stack: Vec<u8>,
    timer: libc::itimerval,
}

const SA_FLAGS: i32 = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER | libc::SA_RESTART;
const SIGNALS: [i32; 3] = [libc::SIGSEGV, libc::SIGTRAP, libc::SIGALRM];
static INSTALLED: AtomicBool = AtomicBool::new(false);
static SEARCHER: AtomicI32 = AtomicI32::new(0);
static RUNS: AtomicU64 = AtomicU64::new(0);
static RUNS_AT_TICK: AtomicU64 = AtomicU64::new(u64::MAX);
static READS_AT_TICK: AtomicU64 = AtomicU64::new(u64::MAX);

/// Records the begin of a run, to detect hangs.
#[inline]
pub(super) fn progress() {
    RUNS.store(RUNS.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
}

impl Handlers {
    /// Installs them for the current thread.
    pub(super) fn install() -> Self {
        let mut stack = vec![0_u8; 256 * 1024];
        let ours =
            libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: stack.len() };
        let mut stack_before = MaybeUninit::uninit();
        let mut before = [MaybeUninit::<libc::sigaction>::zeroed(); 3];
        let tick = libc::timeval { tv_sec: PATIENCE, tv_usec: 0 };
        let ticking = libc::itimerval { it_interval: tick, it_value: tick };
        let mut timer = MaybeUninit::zeroed();
        SEARCHER.store(thread_id(), Ordering::Relaxed);
        INSTALLED.store(true, Ordering::Relaxed);
        // SAFETY: plain system calls with pointers to live locals; the alternate stack is owned
        // by `Self` and taken down before it is freed. The handler only uses atomics, system
        // calls and the audit's own state.
        unsafe {
            libc::sigaltstack(&ours, stack_before.as_mut_ptr());
            for (signal, before) in SIGNALS.iter().zip(&mut before) {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = handle as *const () as usize;
                action.sa_flags = SA_FLAGS;
                libc::sigemptyset(&mut action.sa_mask);
                libc::sigaction(*signal, &action, before.as_mut_ptr());
            }
            libc::setitimer(libc::ITIMER_REAL, &ticking, timer.as_mut_ptr());
            Self {
                before: before.map(|action| action.assume_init()),
                stack_before: stack_before.assume_init(),
                stack,
                timer: timer.assume_init(),
            }
        }
    }
}

impl Drop for Handlers {
    fn drop(&mut self) {
        INSTALLED.store(false, Ordering::Relaxed);
        // SAFETY: puts back exactly what `install` replaced, on the same thread.
        unsafe {
            libc::setitimer(libc::ITIMER_REAL, &self.timer, std::ptr::null_mut());
            for (signal, before) in SIGNALS.iter().zip(&self.before) {
                libc::sigaction(*signal, before, std::ptr::null_mut());
            }
            libc::sigaltstack(&self.stack_before, std::ptr::null_mut());
        }
        debug_assert!(!self.stack.is_empty());
    }
}

extern "C" fn handle(signal: i32, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel passes valid pointers for the duration of the handler.
    let (address, registers) = unsafe {
        let context = &mut *context.cast::<libc::ucontext_t>();
        ((*info).si_addr() as usize, &mut context.uc_mcontext.gregs)
    };
    match signal {
        libc::SIGALRM => on_tick(registers),
        libc::SIGTRAP if audit::on_step(registers) => {}
        libc::SIGSEGV if audit::on_fault(address, registers) => {}
        libc::SIGSEGV if super::run::is_running() && near(address, registers) => {
            redirect(registers, RunEnd::Overflowed);
        }
        _ => die(signal),
    }
}

/// Returns whether a fault is a stack overflow: close to the stack pointer.
fn near(address: usize, registers: &[i64; 23]) -> bool {
    let stack = registers[libc::REG_RSP as usize] as usize;
    address.abs_diff(stack) < 1 << 20
}

fn on_tick(registers: &mut [i64; 23]) {
    let searcher = SEARCHER.load(Ordering::Relaxed);
    if thread_id() != searcher {
        // SAFETY: signals a thread of this very process.
        unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), searcher, libc::SIGALRM) };
        return;
    }
    // A run that reads is not hanging, however slow the machine: its budget of reads ends it.
    let (runs, reads) = (RUNS.load(Ordering::Relaxed), trace::reads_mark());
    let same_run = RUNS_AT_TICK.swap(runs, Ordering::Relaxed) == runs;
    let no_reads = READS_AT_TICK.swap(reads, Ordering::Relaxed) == reads;
    if same_run && no_reads && super::run::is_running() {
        redirect(registers, RunEnd::Hung);
    }
}

fn redirect(registers: &mut [i64; 23], outcome: RunEnd) {
    let (target, stack, code) = escape::exit_point(outcome);
    registers[libc::REG_RIP as usize] = target as i64;
    registers[libc::REG_RDI as usize] = stack as i64;
    registers[libc::REG_RSI as usize] = code as i64;
    // Single steps end here.
    registers[libc::REG_EFL as usize] &= !0x100;
}

/// Restores the default action of a signal that belongs to the program.
fn die(signal: i32) {
    // SAFETY: resets the disposition; returning then repeats the fault, or raises the signal.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

fn thread_id() -> i32 {
    // SAFETY: has no preconditions.
    unsafe { libc::gettid() }
}
