//! Signals that a process receives, and the timer of the watchdog.

use std::os::raw::{c_int, c_long, c_uint};

#[cfg(target_os = "linux")]
const SA_RESTART: c_int = 0x1000_0000;
#[cfg(target_os = "macos")]
const SA_RESTART: c_int = 2;
#[cfg(target_os = "linux")]
const SA_ONSTACK: c_int = 0x0800_0000;
#[cfg(target_os = "macos")]
const SA_ONSTACK: c_int = 1;
#[cfg(target_os = "linux")]
const SET_MASK: c_int = 2;
#[cfg(target_os = "macos")]
const SET_MASK: c_int = 3;
#[cfg(target_os = "linux")]
const SIGCHLD: c_int = 17;
#[cfg(target_os = "macos")]
const SIGCHLD: c_int = 20;
const SIGALRM: c_int = 14;
const ITIMER_REAL: c_int = 0;
const DEFAULT: usize = 0;
/// By which people and systems end processes: hang-up, interrupt, quit, terminate.
const ENDING: [c_int; 4] = [1, 2, 3, 15];

#[cfg(target_os = "linux")]
type SignalSet = [u64; 16];
#[cfg(target_os = "macos")]
type SignalSet = u32;

#[repr(C)]
struct Timeval {
    seconds: c_long,
    #[cfg(target_os = "linux")]
    micros: c_long,
    #[cfg(target_os = "macos")]
    micros: i32,
}
#[repr(C)]
struct Itimerval {
    interval: Timeval,
    value: Timeval,
}
#[cfg(target_os = "linux")]
#[repr(C)]
struct Sigaction {
    handler: usize,
    mask: SignalSet,
    flags: c_int,
    restorer: usize,
}
#[cfg(target_os = "macos")]
#[repr(C)]
struct Sigaction {
    handler: usize,
    mask: SignalSet,
    flags: c_int,
}

extern "C" {
    fn sigaction(signal: c_int, new: *const Sigaction, old: *mut Sigaction) -> c_int;
    fn sigprocmask(how: c_int, new: *const SignalSet, old: *mut SignalSet) -> c_int;
    fn setitimer(which: c_int, new: *const Itimerval, old: *mut Itimerval) -> c_int;
    fn alarm(seconds: c_uint) -> c_uint;
}

/// Unblocks every signal and resets its handler, which the subject may have changed.
pub(crate) fn restore_signals() {
    set_mask(&none());
}

/// The blocked signals, a bit each.
pub(crate) fn blocked() -> u64 {
    let mut mask = none();
    // SAFETY: nothing is set, and there is room for a set of the platform's layout.
    unsafe {
        sigprocmask(SET_MASK, std::ptr::null(), &mut mask);
    }
    #[cfg(target_os = "linux")]
    return mask[0];
    #[cfg(target_os = "macos")]
    return u64::from(mask);
}

/// Hears only what ends processes on purpose: for one that waits, and must not die of timers that the subject left running. The
/// end of a child is reported again, should the subject have switched that off.
pub(crate) fn deafen() {
    act(SIGCHLD, DEFAULT, 0);
    set_mask(&all_but(&ENDING));
}

/// Calls `handler` from a signal at an interval; never, if the interval is zero.
pub(crate) fn tick_every(millis: u32, handler: extern "C" fn(i32)) {
    let time = || Timeval {
        seconds: c_long::from(millis as i32 / 1000),
        micros: ((millis % 1000) * 1000) as _,
    };
    let timer = Itimerval { interval: time(), value: time() };
    act(SIGALRM, handler as usize, SA_RESTART | SA_ONSTACK);
    // SAFETY: the structure has the platform's layout and outlives the call.
    unsafe {
        setitimer(ITIMER_REAL, &timer, std::ptr::null_mut());
    }
}

/// Stops the ticks, in a process that only waits.
pub(crate) fn stop_ticks() {
    // SAFETY: an alarm of zero seconds clears the timer; integers only.
    unsafe {
        alarm(0);
    }
}

fn act(signal: c_int, handler: usize, flags: c_int) {
    #[cfg(target_os = "linux")]
    let action = Sigaction { handler, mask: none(), flags, restorer: 0 };
    #[cfg(target_os = "macos")]
    let action = Sigaction { handler, mask: none(), flags };
    // SAFETY: the structure has the platform's layout and outlives the call; a handler keeps to what handlers may do.
    unsafe {
        sigaction(signal, &action, std::ptr::null_mut());
    }
}

fn set_mask(mask: &SignalSet) {
    // SAFETY: the set has the platform's layout and outlives the call.
    unsafe {
        sigprocmask(SET_MASK, mask, std::ptr::null_mut());
    }
}

#[cfg(target_os = "linux")]
fn none() -> SignalSet {
    [0; 16]
}

#[cfg(target_os = "macos")]
fn none() -> SignalSet {
    0
}

#[cfg(target_os = "linux")]
fn all_but(signals: &[c_int]) -> SignalSet {
    let mut set = [u64::MAX; 16];
    signals.iter().for_each(|signal| set[0] &= !(1 << (signal - 1)));
    set
}

#[cfg(target_os = "macos")]
fn all_but(signals: &[c_int]) -> SignalSet {
    signals.iter().fold(u32::MAX, |set, signal| set & !(1 << (signal - 1)))
}
