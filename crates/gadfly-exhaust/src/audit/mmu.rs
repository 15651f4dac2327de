//! Protected pages: every access to the candidate faults. The handler records the address, unprotects
//! the pages for that one instruction and protects them again at the single-step trap behind it.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Set in the error code of a fault if the access was a write.
const IS_WRITE: i64 = 2;
/// The trap flag of the processor.
const SINGLE_STEP: i64 = 0x100;
/// The longest candidate that can be watched.
const ROOM: usize = 1 << 22;

/// The accesses of a watched run to the candidate.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    /// By offset, ascending.
    pub(crate) touched: Vec<Touch>,
    /// Their number.
    pub(crate) accesses: usize,
    /// `true` if there were too many, and the last ones were not watched.
    pub(crate) is_cut: bool,
}

/// Accesses that start at one byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    /// Its offset.
    pub(crate) offset: usize,
    /// `true` if one was a read.
    pub(crate) read: bool,
    /// `true` if one was a write.
    pub(crate) written: bool,
}

static WATCHING: AtomicBool = AtomicBool::new(false);
static BASE: AtomicUsize = AtomicUsize::new(0);
static LENGTH: AtomicUsize = AtomicUsize::new(0);
static ACCESSES: AtomicUsize = AtomicUsize::new(0);
/// Accesses after which a run is no longer watched: each costs two signals.
static PATIENCE: AtomicUsize = AtomicUsize::new(0);
static WRITTEN: SeenBytes = SeenBytes(UnsafeCell::new([0; ROOM / 64]));
static READ: SeenBytes = SeenBytes(UnsafeCell::new([0; ROOM / 64]));

/// One bit per byte of the candidate (of its first `ROOM` bytes).
struct SeenBytes(UnsafeCell<[u64; ROOM / 64]>);

// SAFETY: only touched by the searching thread and by its signal handler, which interrupts it.
unsafe impl Sync for SeenBytes {}

/// Runs `body` with `length` bytes at `base` watched, for at most so many accesses; `None` if the bytes
/// are too many.
pub(crate) fn watch<R>(
    base: *mut u8,
    length: usize,
    patience: usize,
    body: impl FnOnce() -> R,
) -> Option<(R, Watched)> {
    if length > ROOM {
        return None;
    }
    BASE.store(base as usize, Ordering::Relaxed);
    LENGTH.store(length, Ordering::Relaxed);
    ACCESSES.store(0, Ordering::Relaxed);
    PATIENCE.store(patience, Ordering::Relaxed);
    let words = length.div_ceil(64);
    // SAFETY: see `SeenBytes`; the handler does not run before the pages are closed.
    unsafe {
        (&mut (*WRITTEN.0.get()))[..words].fill(0);
        (&mut (*READ.0.get()))[..words].fill(0);
    }
    WATCHING.store(true, Ordering::SeqCst);
    protect(libc::PROT_NONE);
    let result = body();
    WATCHING.store(false, Ordering::SeqCst);
    protect(libc::PROT_READ | libc::PROT_WRITE);
    let mut touched = Vec::new();
    for word in 0..words {
        // SAFETY: see `SeenBytes`; nothing is watched any more.
        let (read, written) = unsafe { ((*READ.0.get())[word], (*WRITTEN.0.get())[word]) };
        if read | written == 0 {
            continue;
        }
        for bit in 0..64 {
            let is_in = |bytes: u64| bytes >> bit & 1 != 0;
            if is_in(read | written) {
                let offset = word * 64 + bit;
                touched.push(Touch { offset, read: is_in(read), written: is_in(written) });
            }
        }
    }
    let accesses = ACCESSES.load(Ordering::Relaxed);
    Some((result, Watched { touched, accesses, is_cut: accesses > patience }))
}

/// Runs `body`, which may access the candidate without being watched.
pub(crate) fn unwatched<R>(body: impl FnOnce() -> R) -> R {
    if !WATCHING.swap(false, Ordering::SeqCst) {
        return body();
    }
    protect(libc::PROT_READ | libc::PROT_WRITE);
    let result = body();
    WATCHING.store(true, Ordering::SeqCst);
    protect(libc::PROT_NONE);
    result
}

/// Handles a fault: an access to the watched pages is recorded and allowed.
pub(crate) fn on_fault(address: usize, registers: &mut [i64; 23]) -> bool {
    let offset = address.wrapping_sub(BASE.load(Ordering::Relaxed));
    if !WATCHING.load(Ordering::Relaxed) || offset >= pages() {
        return false;
    }
    if offset < LENGTH.load(Ordering::Relaxed) {
        // SAFETY: see `SeenBytes`; the offset is below `LENGTH`, hence below `ROOM`.
        unsafe {
            let is_write = registers[libc::REG_ERR as usize] & IS_WRITE != 0;
            let bytes = if is_write { WRITTEN.0.get() } else { READ.0.get() };
            (*bytes)[offset / 64] |= 1 << (offset % 64);
        }
    }
    protect(libc::PROT_READ | libc::PROT_WRITE);
    if ACCESSES.fetch_add(1, Ordering::Relaxed) >= PATIENCE.load(Ordering::Relaxed) {
        WATCHING.store(false, Ordering::Relaxed);
        return true;
    }
    registers[libc::REG_EFL as usize] |= SINGLE_STEP;
    true
}

/// Protects the pages again after the instruction that faulted.
pub(crate) fn on_step(registers: &mut [i64; 23]) -> bool {
    registers[libc::REG_EFL as usize] &= !SINGLE_STEP;
    if WATCHING.load(Ordering::Relaxed) {
        protect(libc::PROT_NONE);
    }
    true
}

fn pages() -> usize {
    LENGTH.load(Ordering::Relaxed).next_multiple_of(4096)
}

fn protect(access: i32) {
    // SAFETY: whole pages of the arena, which is page-aligned and larger than what is in use.
    unsafe { libc::mprotect(BASE.load(Ordering::Relaxed) as *mut libc::c_void, pages(), access) };
}
