//! The handful of C functions the engine needs, and nothing else of the platform.
//!
//! Declared here by hand because a user's offline build may not have the `libc` crate. Elsewhere than on Linux and macOS the
//! engine runs without containment.

#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(crate) use unix::*;

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(crate) use elsewhere::*;

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod unix {
    use std::os::raw::{c_int, c_long, c_uint, c_void};

    /// Whether the search can run in a process that may die.
    pub(crate) const CAN_CONTAIN: bool = true;

    const PROT_READ_WRITE: c_int = 3;
    const MAP_SHARED: c_int = 1;
    #[cfg(target_os = "linux")]
    const MAP_ANONYMOUS: c_int = 0x20;
    #[cfg(target_os = "macos")]
    const MAP_ANONYMOUS: c_int = 0x1000;
    #[cfg(target_os = "linux")]
    const SA_RESTART: c_int = 0x1000_0000;
    #[cfg(target_os = "macos")]
    const SA_RESTART: c_int = 2;
    #[cfg(target_os = "linux")]
    const SA_ONSTACK: c_int = 0x0800_0000;
    #[cfg(target_os = "macos")]
    const SA_ONSTACK: c_int = 1;
    #[cfg(target_os = "linux")]
    const CLOCK_CPU: c_int = 2;
    #[cfg(target_os = "macos")]
    const CLOCK_CPU: c_int = 12;
    const CLOCK_MONOTONIC: c_int = if cfg!(target_os = "linux") { 1 } else { 6 };
    const SIGALRM: c_int = 14;
    const ITIMER_REAL: c_int = 0;
    const EINTR: i32 = 4;
    const RLIMIT_CORE: c_int = 4;

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
    #[repr(C)]
    struct Timespec {
        seconds: c_long,
        nanos: c_long,
    }
    #[repr(C)]
    struct Rlimit {
        current: u64,
        maximum: u64,
    }
    #[cfg(target_os = "linux")]
    #[repr(C)]
    struct Sigaction {
        handler: usize,
        mask: [u64; 16],
        flags: c_int,
        restorer: usize,
    }
    #[cfg(target_os = "macos")]
    #[repr(C)]
    struct Sigaction {
        handler: usize,
        mask: u32,
        flags: c_int,
    }

    extern "C" {
        fn fork() -> c_int;
        fn waitpid(pid: c_int, status: *mut c_int, options: c_int) -> c_int;
        #[link_name = "_exit"]
        fn exit_now(code: c_int) -> !;
        fn mmap(
            at: *mut c_void,
            length: usize,
            protection: c_int,
            flags: c_int,
            fd: c_int,
            offset: i64,
        ) -> *mut c_void;
        fn sigaction(signal: c_int, new: *const Sigaction, old: *mut Sigaction) -> c_int;
        fn setitimer(which: c_int, new: *const Itimerval, old: *mut Itimerval) -> c_int;
        fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
        fn dup2(from: c_int, to: c_int) -> c_int;
        fn setrlimit(resource: c_int, limit: *const Rlimit) -> c_int;
        fn alarm(seconds: c_uint) -> c_uint;
        #[cfg(target_os = "linux")]
        fn prctl(option: c_int, arg2: usize, arg3: usize, arg4: usize, arg5: usize) -> c_int;
        #[cfg(target_os = "linux")]
        fn getppid() -> c_int;
        #[cfg(target_os = "linux")]
        fn getpid() -> c_int;
    }

    /// Which side of a fork this is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Fork {
        /// The new process.
        Child,
        /// The old one, with the new one's id.
        Parent(i32),
        /// There is no new process.
        Failed,
    }

    /// How a process ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Ended {
        /// With this code.
        Exit(i32),
        /// By this signal.
        Signal(i32),
    }

    /// Splits the process. The child dies with its parent where the platform can do that.
    pub(crate) fn split() -> Fork {
        #[cfg(target_os = "linux")]
        // SAFETY: takes nothing and has no precondition.
        let parent = unsafe { getpid() };
        // SAFETY: the engine is single-threaded when it forks; threads the subject left behind are simply not there in
        // the child, as after any fork.
        match unsafe { fork() } {
            0 => {
                #[cfg(target_os = "linux")]
                // SAFETY: option 1 is PR_SET_PDEATHSIG, 9 is SIGKILL; integers only.
                unsafe {
                    prctl(1, 9, 0, 0, 0);
                    // The parent may have died before the request.
                    if getppid() != parent {
                        exit_now(0);
                    }
                }
                Fork::Child
            }
            pid if pid > 0 => Fork::Parent(pid),
            _ => Fork::Failed,
        }
    }

    /// Waits for a child to end.
    pub(crate) fn wait(pid: i32) -> Option<Ended> {
        let mut status = 0;
        loop {
            // SAFETY: `status` is a valid place for an int.
            let found = unsafe { waitpid(pid, &mut status, 0) };
            if found == pid {
                let signal = status & 0x7f;
                if signal == 0 {
                    return Some(Ended::Exit((status >> 8) & 0xff));
                }
                return Some(Ended::Signal(signal));
            }
            if std::io::Error::last_os_error().raw_os_error() != Some(EINTR) {
                return None;
            }
        }
    }

    /// Ends the process at once: no destructors, no handlers. Safe to call anywhere, even in a signal handler.
    pub(crate) fn exit_at_once(code: i32) -> ! {
        // SAFETY: never returns and touches nothing of ours.
        unsafe { exit_now(code) }
    }

    /// Zeroed memory that stays shared across forks, for good.
    pub(crate) fn shared_zeroed(length: usize) -> *mut u8 {
        // SAFETY: asks for a new anonymous mapping, which disturbs nothing.
        let found = unsafe {
            mmap(std::ptr::null_mut(), length, PROT_READ_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        };
        assert!(found as isize != -1, "failed to map {length} bytes of shared memory");
        found.cast()
    }

    /// Calls `handler` every so often from a signal; never, if the interval is zero.
    pub(crate) fn tick_every(millis: u32, handler: extern "C" fn(i32)) {
        let time = || Timeval {
            seconds: c_long::from(millis as i32 / 1000),
            micros: ((millis % 1000) * 1000) as _,
        };
        let timer = Itimerval { interval: time(), value: time() };
        #[cfg(target_os = "linux")]
        let action = Sigaction {
            handler: handler as usize,
            mask: [0; 16],
            flags: SA_RESTART | SA_ONSTACK,
            restorer: 0,
        };
        #[cfg(target_os = "macos")]
        let action =
            Sigaction { handler: handler as usize, mask: 0, flags: SA_RESTART | SA_ONSTACK };
        // SAFETY: both structures have the platform's layout and outlive the calls; the handler keeps to what a signal
        // handler may do.
        unsafe {
            sigaction(SIGALRM, &action, std::ptr::null_mut());
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

    /// Milliseconds of processor time this process has used.
    pub(crate) fn cpu_millis() -> u64 {
        read_clock(CLOCK_CPU) / 1_000_000
    }

    /// Nanoseconds on a clock that is the same in every process.
    pub(crate) fn now_nanos() -> u64 {
        read_clock(CLOCK_MONOTONIC)
    }

    fn read_clock(clock: c_int) -> u64 {
        let mut time = Timespec { seconds: 0, nanos: 0 };
        // SAFETY: `time` is a valid place for a timespec.
        unsafe { clock_gettime(clock, &mut time) };
        time.seconds as u64 * 1_000_000_000 + time.nanos as u64
    }

    /// Makes a descriptor another name for an open file.
    pub(crate) fn redirect(from: &std::fs::File, to: i32) -> bool {
        use std::os::fd::AsRawFd;
        // SAFETY: integers only; `from` is open.
        unsafe { dup2(from.as_raw_fd(), to) >= 0 }
    }

    /// Keeps deaths from littering the disk with core files.
    pub(crate) fn no_core_files() {
        let none = Rlimit { current: 0, maximum: 0 };
        // SAFETY: the structure has the platform's layout and outlives the call.
        unsafe {
            setrlimit(RLIMIT_CORE, &none);
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod elsewhere {
    use std::time::Instant;

    /// Whether the search can run in a process that may die.
    pub(crate) const CAN_CONTAIN: bool = false;

    /// Which side of a fork this is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Fork {
        /// The new process.
        Child,
        /// The old one, with the new one's id.
        Parent(i32),
        /// There is no new process.
        Failed,
    }

    /// How a process ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Ended {
        /// With this code.
        Exit(i32),
        /// By this signal.
        Signal(i32),
    }

    /// Never splits.
    pub(crate) fn split() -> Fork {
        Fork::Failed
    }

    /// There is nothing to wait for.
    pub(crate) fn wait(_pid: i32) -> Option<Ended> {
        None
    }

    /// Ends the process without unwinding.
    pub(crate) fn exit_at_once(_code: i32) -> ! {
        std::process::abort()
    }

    /// Zeroed memory, for good.
    pub(crate) fn shared_zeroed(length: usize) -> *mut u8 {
        Box::leak(vec![0_u128; length / 16 + 1].into_boxed_slice()).as_mut_ptr().cast()
    }

    /// There are no ticks.
    pub(crate) fn tick_every(_millis: u32, _handler: extern "C" fn(i32)) {}

    /// There are no ticks.
    pub(crate) fn stop_ticks() {}

    /// Not known.
    pub(crate) fn cpu_millis() -> u64 {
        0
    }

    /// Nanoseconds since the first call.
    pub(crate) fn now_nanos() -> u64 {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_nanos() as u64
    }

    /// Output is left alone.
    pub(crate) fn redirect(_from: &std::fs::File, _to: i32) -> bool {
        false
    }

    /// There are none.
    pub(crate) fn no_core_files() {}
}
