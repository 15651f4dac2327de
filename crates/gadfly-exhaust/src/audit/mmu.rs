//! Protected pages: every access to the candidate faults. The handler records the address, unprotects
//! the pages for that one instruction and protects them again at the single-step trap behind it.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Set in the error code of a fault if the access was a write.
const IS_WRITE: i64 = 2;
/// The trap flag of the processor.
const SINGLE_STEP: i64 = 0x100;
/// Accesses after which a run is no longer watched: each costs two signals, and an endless run has
/// to be ended in reasonable time.
const PATIENCE: usize = 4_000;
/// Distinct accesses that one run can record; a predicate repeats most of its reads.
const ROOM: usize = 1 << 16;

/// The accesses of a watched run to the candidate.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    /// Offsets of the first bytes of all accesses, ascending; `true` if only written.
    pub(crate) touched: Vec<(usize, bool)>,
}

static WATCHING: AtomicBool = AtomicBool::new(false);
static BASE: AtomicUsize = AtomicUsize::new(0);
static LENGTH: AtomicUsize = AtomicUsize::new(0);
static ACCESSES: AtomicUsize = AtomicUsize::new(0);
static SEEN: SeenBytes = SeenBytes(UnsafeCell::new([0; ROOM / 64]));
static READ: SeenBytes = SeenBytes(UnsafeCell::new([0; ROOM / 64]));

/// One bit per byte of the candidate (of its first `ROOM` bytes).
struct SeenBytes(UnsafeCell<[u64; ROOM / 64]>);

// SAFETY: only touched by the searching thread and by its signal handler, which interrupts it.
unsafe impl Sync for SeenBytes {}

/// Runs `body` with `length` bytes at `base` watched; `None` if they are too many.
pub(crate) fn watch<R>(
    base: *mut u8,
    length: usize,
    body: impl FnOnce() -> R,
) -> Option<(R, Watched)> {
    if length > ROOM {
        return None;
    }
    BASE.store(base as usize, Ordering::Relaxed);
    LENGTH.store(length, Ordering::Relaxed);
    ACCESSES.store(0, Ordering::Relaxed);
    // SAFETY: see `SeenBytes`; the handler does not run before the pages are closed.
    unsafe {
        (*SEEN.0.get()).fill(0);
        (*READ.0.get()).fill(0);
    }
    WATCHING.store(true, Ordering::SeqCst);
    protect(libc::PROT_NONE);
    let result = body();
    WATCHING.store(false, Ordering::SeqCst);
    protect(libc::PROT_READ | libc::PROT_WRITE);
    let mut touched = Vec::new();
    for offset in 0..length {
        // SAFETY: see `SeenBytes`; nothing is watched any more.
        let is_in =
            |set: &SeenBytes| unsafe { (*set.0.get())[offset / 64] } >> (offset % 64) & 1 != 0;
        if is_in(&SEEN) {
            touched.push((offset, !is_in(&READ)));
        }
    }
    Some((result, Watched { touched }))
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
            (*SEEN.0.get())[offset / 64] |= 1 << (offset % 64);
            if registers[libc::REG_ERR as usize] & IS_WRITE == 0 {
                (*READ.0.get())[offset / 64] |= 1 << (offset % 64);
            }
        }
    }
    protect(libc::PROT_READ | libc::PROT_WRITE);
    if ACCESSES.fetch_add(1, Ordering::Relaxed) > PATIENCE {
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
