//! Memory, time, streams and limits on Linux and macOS.

use std::os::raw::{c_int, c_long, c_void};

/// True if the search can run in a process that may die.
pub(crate) const CAN_CONTAIN: bool = true;

const PROT_READ_WRITE: c_int = 3;
const MAP_SHARED: c_int = 1;
#[cfg(target_os = "linux")]
const MAP_ANONYMOUS: c_int = 0x20;
#[cfg(target_os = "macos")]
const MAP_ANONYMOUS: c_int = 0x1000;
#[cfg(target_os = "linux")]
const CLOCK_CPU: c_int = 2;
#[cfg(target_os = "macos")]
const CLOCK_CPU: c_int = 12;
const CLOCK_MONOTONIC: c_int = if cfg!(target_os = "linux") { 1 } else { 6 };
/// The length of a mapping, which the system rounds up to a page.
const PAGE: usize = 4096;
const RLIMIT_CORE: c_int = 4;

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
extern "C" {
    fn mmap(
        at: *mut c_void,
        length: usize,
        protection: c_int,
        flags: c_int,
        fd: c_int,
        offset: i64,
    ) -> *mut c_void;
    fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
    fn dup2(from: c_int, to: c_int) -> c_int;
    fn setrlimit(resource: c_int, limit: *const Rlimit) -> c_int;
}

/// Zeroed memory that is shared across forks and never freed.
pub(crate) fn shared_zeroed(length: usize) -> *mut u8 {
    // SAFETY: asks for a new anonymous mapping, which disturbs nothing.
    let found = unsafe {
        mmap(std::ptr::null_mut(), length, PROT_READ_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    };
    assert!(found as isize != -1, "failed to map {length} bytes of shared memory");
    found.cast()
}

/// The first page of a file, shared with all who map it; none if the file is shorter or cannot be opened.
pub(crate) fn shared_page(path: &str) -> Option<*mut u8> {
    use std::os::fd::AsRawFd;
    let file = std::fs::OpenOptions::new().read(true).write(true).open(path).ok()?;
    if file.metadata().ok()?.len() < PAGE as u64 {
        return None;
    }
    // SAFETY: asks for a new mapping, which disturbs nothing and outlives the descriptor.
    let found = unsafe {
        mmap(std::ptr::null_mut(), PAGE, PROT_READ_WRITE, MAP_SHARED, file.as_raw_fd(), 0)
    };
    (found as isize != -1).then(|| found.cast())
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

/// Device and inode of the file behind a descriptor; none if the descriptor is closed.
pub(crate) fn file_behind(descriptor: i32) -> Option<(u64, u64)> {
    use std::os::fd::FromRawFd;
    use std::os::unix::fs::MetadataExt;
    // SAFETY: the file is only asked what it is, which a closed descriptor answers with an error, and never dropped, so that
    // the descriptor stays its owner's.
    let file = std::mem::ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(descriptor) });
    file.metadata().ok().map(|found| (found.dev(), found.ino()))
}

/// Keeps deaths from littering the disk with core files.
pub(crate) fn no_core_files() {
    let none = Rlimit { current: 0, maximum: 0 };
    // SAFETY: the structure has the platform's layout and outlives the call.
    unsafe {
        setrlimit(RLIMIT_CORE, &none);
    }
}
