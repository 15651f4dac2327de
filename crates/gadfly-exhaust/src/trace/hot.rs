//! The state that every traced read consults. One comparison separates reads of the candidate
//! from all others; one counter shows whether the search knows the read already, and whether the
//! place was read too often.
//!
//! There is a counter for every offset and size of load, at first empty. A read that finds its
//! counter empty looks up the choice point of the place, notifies the search, and fills it.
//! Counters run on from one run of the predicate to the next, so that nothing has to be reset
//! between them. A counter may be used up by many runs together: it is filled once more, and
//! the run is repeated afterwards with all counters full, which is exact.

use std::cell::UnsafeCell;

/// The ABI of the report: without unwinding on platforms with an escape, so that no traced load needs
/// a landing pad; elsewhere the read of a `Field` unwinds.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
macro_rules! abi_of_report {
    ($(#[$attribute:meta])* fn $($rest:tt)*) => { $(#[$attribute])* extern "C" fn $($rest)* };
}
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
macro_rules! abi_of_report {
    ($($item:tt)*) => { $($item)* };
}

/// Loads of 1, 2, 4, 8 and 16 bytes have a table each.
pub(crate) const SIZES: usize = 5;

/// The tables that map reads to choice points.
#[derive(Debug)]
pub(crate) struct Tables {
    /// First address of the candidate.
    pub(crate) base: usize,
    /// Length of the candidate in bytes.
    pub(crate) len: usize,
    /// Per load size: choice point or group for a load at each offset; 0 for none.
    pub(crate) ids: [*const u16; SIZES],
    /// Per load size and offset, the number of reads left.
    pub(crate) left: *mut u32,
}

/// The receiver of reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadListener {
    /// Passed to the functions.
    pub(crate) context: *mut (),
    /// Handles a read of an id with an empty counter, and fills it, if there is one.
    pub(crate) read: unsafe fn(*mut (), u16, Option<u32>) -> Heard,
    /// The budget of reads is spent. Need not return.
    pub(crate) spent: unsafe fn(*mut ()),
    /// Values of the choice point at an offset and of a size that need not be tried.
    pub(crate) filter: unsafe fn(*mut (), usize, usize, KeepFilter<'_>),
}

/// The search's answer to a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A new choice point.
    News,
    /// A known choice point, read through this counter for the first time.
    Known,
    /// A read beyond its counter, which has been filled again.
    UsedUp,
}

/// Judges the image of a value.
pub(crate) type KeepFilter<'a> = &'a dyn Fn(*const u8) -> bool;

struct Hot {
    base: usize,
    /// 0 while no predicate runs, so that no address is inside.
    len: usize,
    /// Per load size, the counters, less `base`: a read finds its own by its address.
    left: [*mut u32; SIZES],
    ids: [*const u16; SIZES],
    reader: ReadListener,
    budget: u32,
    /// Reads of pending ids that one run may still make.
    news_left: u32,
    /// `true` if all counters were full when the run began.
    exact: bool,
    /// `true` while a function under test runs, whose reads are not limited.
    unlimited: bool,
    /// Counters that were filled again during this run.
    refilled: [u32; MOST_REFILLED],
    refills: usize,
}

/// The most counters recorded as refilled. One that is read endlessly is refilled again in any case.
const MOST_REFILLED: usize = 64;

struct Shared(UnsafeCell<Hot>);

// SAFETY: written only by the one thread that runs a search (a lock admits one search at a time)
// and, while a search is armed, by that thread's own reads. Reads from other threads race benignly
// on `base` and `len`: they read memory outside the candidate and so go no further.
unsafe impl Sync for Shared {}

unsafe fn ignore_read(_: *mut (), _: u16, _: Option<u32>) -> Heard {
    Heard::Known
}
unsafe fn nothing(_: *mut ()) {}
unsafe fn no_filter(_: *mut (), _: usize, _: usize, _: KeepFilter<'_>) {}

static HOT: Shared = Shared(UnsafeCell::new(Hot {
    base: 0,
    len: 0,
    left: [std::ptr::null_mut(); SIZES],
    ids: [std::ptr::null(); SIZES],
    reader: ReadListener {
        context: std::ptr::null_mut(),
        read: ignore_read,
        spent: nothing,
        filter: no_filter,
    },
    budget: 0,
    news_left: 0,
    exact: false,
    unlimited: false,
    refilled: [0; MOST_REFILLED],
    refills: 0,
}));

/// Sets the tables and the receiver of reads for the following runs, each of which may read a place
/// `budget` times.
pub(crate) fn prepare(tables: &Tables, reader: ReadListener, budget: u32) {
    // SAFETY: see `Shared`; only the searching thread prepares.
    unsafe {
        let hot = HOT.0.get();
        look_up_in(hot, tables);
        (*hot).reader = reader;
        (*hot).budget = budget;
        (*hot).unlimited = false;
    }
}

unsafe fn look_up_in(hot: *mut Hot, tables: &Tables) {
    // SAFETY: the caller passes the one `Hot`; see `Shared`.
    unsafe {
        (*hot).len = 0;
        (*hot).base = tables.base;
        (*hot).ids = tables.ids;
        for (size, left) in (*hot).left.iter_mut().enumerate() {
            *left = tables.left.wrapping_add(size * tables.len).wrapping_sub(tables.base);
        }
    }
}

/// Starts reporting reads of the first `len` bytes. `exact` is `true` if all counters are full.
#[inline]
pub(crate) fn arm(len: usize, exact: bool) {
    // SAFETY: see `Shared`; only the searching thread arms, after `prepare`.
    unsafe {
        let hot = HOT.0.get();
        (*hot).news_left = (*hot).budget;
        (*hot).exact = exact;
        (*hot).refills = 0;
        (*hot).len = len;
    }
}

/// Returns whether a counter was used up since `arm`, so that only an exact run shows whether this
/// one read too much.
#[inline]
pub(crate) fn is_in_doubt() -> bool {
    // SAFETY: see `Shared`.
    unsafe { (*HOT.0.get()).refills != 0 }
}

/// Reports reads of other memory, without a budget, while a function under test runs.
pub(crate) fn divert(tables: &Tables) {
    // SAFETY: see `Shared`; the tables live until `resume`.
    unsafe {
        let hot = HOT.0.get();
        look_up_in(hot, tables);
        (*hot).unlimited = true;
        (*hot).len = tables.len;
    }
}

/// Reports reads of the candidate again.
pub(crate) fn resume(tables: &Tables) {
    // SAFETY: see `Shared`.
    unsafe {
        let hot = HOT.0.get();
        look_up_in(hot, tables);
        (*hot).unlimited = false;
        (*hot).len = tables.len;
    }
}

/// A number that changes with every read of the candidate. Slow.
pub(crate) fn reads_mark() -> u64 {
    // SAFETY: see `Shared`. While `len` is not 0, the first `SIZES * len` counters exist; values a
    // little out of date do no harm.
    unsafe {
        let hot = HOT.0.get();
        let counters = (*hot).left[0].wrapping_add((*hot).base);
        let counters = (0..SIZES * (*hot).len).map(|index| u64::from(*counters.add(index)));
        counters.sum::<u64>() + u64::from((*hot).news_left)
    }
}

/// Stops reporting reads.
#[inline]
pub(crate) fn disarm() {
    // SAFETY: see `Shared`.
    unsafe { (*HOT.0.get()).len = 0 };
}

/// A load of `1 << SIZE` bytes at `address`.
#[inline(always)]
pub(crate) fn touch<const SIZE: usize>(address: usize) {
    // SAFETY: see `Shared`. `offset < len` makes the look-up stay within the counters, of which
    // there is one per byte of the candidate, and which the search that armed them keeps alive.
    unsafe {
        let hot = HOT.0.get();
        if address.wrapping_sub((*hot).base) < (*hot).len {
            let left = (*hot).left[SIZE].wrapping_add(address);
            let (fewer, is_empty) = (*left).overflowing_sub(1);
            *left = fewer;
            if is_empty {
                report(address, SIZE);
            }
        }
    }
}

/// A load of any number of bytes.
#[inline]
pub(crate) fn touch_range(address: usize, size: usize) {
    match size {
        1 => touch::<0>(address),
        2 => touch::<1>(address),
        4 => touch::<2>(address),
        8 => touch::<3>(address),
        16 => touch::<4>(address),
        _ => touch_bytes(address, size),
    }
}

/// The same, byte by byte, once for adjacent bytes of one id.
fn touch_bytes(address: usize, size: usize) {
    // SAFETY: see `Shared`.
    let (base, len, ids) = unsafe {
        let hot = HOT.0.get();
        ((*hot).base, (*hot).len, (*hot).ids[0])
    };
    if len != 0 && address < base + len && address.wrapping_add(size) > base {
        let first = address.max(base);
        let last = (address + size).min(base + len);
        let mut before = None;
        for byte in first..last {
            // SAFETY: inside the candidate, so that the table has an entry.
            let id = unsafe { *ids.add(byte - base) };
            if before.replace(id) != Some(id) {
                touch::<0>(byte);
            }
        }
    }
}

/// Passes the values of a field that are worth trying to the search, if the field is part of a candidate
/// and nothing has read it yet.
pub(crate) fn filter<T>(field: &T, keep: &dyn Fn(&T) -> bool) {
    // SAFETY: see `Shared`.
    let (base, len, reader) = unsafe {
        let hot = HOT.0.get();
        ((*hot).base, (*hot).len, (*hot).reader)
    };
    let offset = (std::ptr::from_ref(field) as usize).wrapping_sub(base);
    if offset >= len {
        return;
    }
    let judge = |image: *const u8| {
        let mut value = std::mem::MaybeUninit::<T>::uninit();
        // SAFETY: the search passes images of values of the field's type, which are as long as
        // the type but not aligned; the copy is only looked at and never dropped.
        unsafe {
            let size = std::mem::size_of::<T>();
            std::ptr::copy_nonoverlapping(image, value.as_mut_ptr().cast(), size);
            keep(value.assume_init_ref())
        }
    };
    // SAFETY: the reader was armed together with the tables by a search that still runs.
    unsafe { (reader.filter)(reader.context, offset, std::mem::size_of::<T>(), &judge) };
}

abi_of_report! {
/// Reports a read of the candidate with an empty counter.
#[cold]
#[inline(never)]
fn report(address: usize, size: usize) {
    // SAFETY: the reader was armed together with the tables by a search that still runs; `hot` and
    // the counters are used by this thread alone, see `Shared`; `address` is inside the candidate.
    unsafe {
        let hot = HOT.0.get();
        let reader = (*hot).reader;
        let offset = address - (*hot).base;
        let left = (*hot).left[size].wrapping_add(address);
        *left = 0;
        let id = *(*hot).ids[size].add(offset);
        if (*hot).unlimited {
            (reader.read)(reader.context, id, None);
            return;
        }
        let counter = (size * (*hot).len + offset) as u32;
        match (reader.read)(reader.context, id, Some(counter)) {
            Heard::Known => {}
            Heard::News => match (*hot).news_left.checked_sub(1) {
                Some(fewer) => (*hot).news_left = fewer,
                None => (reader.spent)(reader.context),
            },
            Heard::UsedUp => {
                let refills = (*hot).refills.min(MOST_REFILLED);
                let again = (0..refills).any(|index| (*hot).refilled[index] == counter);
                if (*hot).exact || again {
                    (reader.spent)(reader.context);
                }
                if refills < MOST_REFILLED {
                    (*hot).refilled[refills] = counter;
                }
                (*hot).refills = refills + 1;
            }
        }
    }
}
}

/// Reads one byte and returns whether the read was reported.
pub(crate) fn canary() -> bool {
    unsafe fn seen(context: *mut (), _: u16, _: Option<u32>) -> Heard {
        // SAFETY: `context` is the flag below, alive for as long as the tables are armed.
        unsafe { *context.cast::<bool>() = true };
        Heard::Known
    }
    let mut flag = false;
    let target = std::hint::black_box(Box::new(1_u8));
    let ids = [1_u16; 1];
    let mut left = [0_u32; SIZES];
    let tables = Tables {
        base: std::ptr::from_ref(&*target) as usize,
        len: 1,
        ids: [ids.as_ptr(); SIZES],
        left: left.as_mut_ptr(),
    };
    let context = std::ptr::from_mut(&mut flag).cast();
    prepare(&tables, ReadListener { context, read: seen, spent: nothing, filter: no_filter }, 100);
    arm(tables.len, false);
    std::hint::black_box(peek(&target));
    disarm();
    // SAFETY: `flag` is a live local; volatile because it changes behind the compiler's back.
    unsafe { std::ptr::read_volatile(&flag) }
}

#[inline(never)]
fn peek(target: &u8) -> u8 {
    *std::hint::black_box(target)
}
