//! The state that every traced read consults. One comparison tells reads of the candidate from
//! all others; one table look-up tells which choice point they concern; one counter tells whether
//! the search knows already, and whether it was read too often.
//!
//! A counter runs on from one run of the predicate to the next, so that nothing has to be reset
//! between them. When it is used up, that may be the doing of many runs: it is filled once more,
//! and the run is repeated afterwards with all counters full, which tells for certain.

use std::cell::UnsafeCell;

/// Where the run can be left without unwinding, no traced load needs a landing pad; elsewhere the
/// read of a `Field` unwinds.
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

/// Where reads are looked up.
#[derive(Debug)]
pub(crate) struct Tables {
    /// First address of the candidate.
    pub(crate) base: usize,
    /// Length of the candidate in bytes.
    pub(crate) len: usize,
    /// Per load size: choice point or group for a load at each offset; 0 for none.
    pub(crate) ids: [*const u16; SIZES],
}

/// Number of ids that there can be.
pub(crate) const MOST_IDS: usize = 1 << 16;

/// Per id, whether a read of it is news. At a fixed address, which spares every traced load one.
#[derive(Debug)]
pub(crate) struct Pending {
    count: usize,
    budget: u32,
}

struct PendingBytes(UnsafeCell<[u8; MOST_IDS]>);
struct Counters(UnsafeCell<[u32; MOST_IDS]>);

// SAFETY: used by the one search that is under way; see `Shared`.
unsafe impl Sync for PendingBytes {}
// SAFETY: the same.
unsafe impl Sync for Counters {}

static PENDING: PendingBytes = PendingBytes(UnsafeCell::new([0; MOST_IDS]));
/// Per id, how many reads are left; none if it is pending.
static LEFT: Counters = Counters(UnsafeCell::new([0; MOST_IDS]));

impl Pending {
    /// All `count` ids but 0 are pending; others may be read `budget` times by one run. Searches
    /// come one after the other, so that there is never more than one value of this type in use.
    pub(crate) fn new(count: usize, budget: u32) -> Self {
        let mut pending = Self { count, budget };
        for id in 0..count {
            pending.set(id, id != 0);
        }
        pending
    }

    /// Whether a read of `id` is news.
    #[inline]
    pub(crate) fn get(&self, id: usize) -> bool {
        assert!(id < MOST_IDS);
        // SAFETY: in bounds; see `PendingBytes`.
        unsafe { (*PENDING.0.get())[id] != 0 }
    }

    /// Says whether a read of `id` is news.
    #[inline]
    pub(crate) fn set(&mut self, id: usize, pending: bool) {
        assert!(id < MOST_IDS);
        // SAFETY: in bounds; see `PendingBytes`.
        unsafe {
            (*PENDING.0.get())[id] = u8::from(pending);
            (*LEFT.0.get())[id] = if pending { 0 } else { self.budget };
        }
    }

    /// Fills all counters.
    pub(crate) fn refill(&mut self) {
        for id in 0..self.count {
            let pending = self.get(id);
            self.set(id, pending);
        }
    }
}

/// Who hears of reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader {
    /// Passed to the functions.
    pub(crate) context: *mut (),
    /// A read of an id that is pending.
    pub(crate) read: unsafe fn(*mut (), u16),
    /// The budget of reads is spent. Need not return.
    pub(crate) spent: unsafe fn(*mut ()),
    /// Values of the choice point at an offset and of a size that need not be tried.
    pub(crate) filter: unsafe fn(*mut (), usize, usize, Keep<'_>),
}

/// Judges the image of a value.
pub(crate) type Keep<'a> = &'a dyn Fn(*const u8) -> bool;

struct Hot {
    base: usize,
    /// 0 while no predicate runs, so that no address is inside.
    len: usize,
    ids: [*const u16; SIZES],
    reader: Reader,
    budget: u32,
    /// Reads of pending ids that one run may still make.
    news_left: u32,
    /// All counters were full when the run began.
    exact: bool,
    /// A function under test runs, which may read as much as it likes.
    unlimited: bool,
    /// Ids whose counters were filled again during this run.
    refilled: [u16; MOST_REFILLED],
    refills: usize,
}

/// Ids remembered as refilled. One that is read without end comes round again in any case.
const MOST_REFILLED: usize = 64;

struct Shared(UnsafeCell<Hot>);

// SAFETY: written only by the one thread that runs a search (a lock admits one search at a time)
// and, while a search is armed, by that thread's own reads. Reads from other threads race benignly
// on `base` and `len`: they read memory outside the candidate and so go no further.
unsafe impl Sync for Shared {}

unsafe fn nobody(_: *mut (), _: u16) {}
unsafe fn nothing(_: *mut ()) {}
unsafe fn no_filter(_: *mut (), _: usize, _: usize, _: Keep<'_>) {}

static HOT: Shared = Shared(UnsafeCell::new(Hot {
    base: 0,
    len: 0,
    ids: [std::ptr::null(); SIZES],
    reader: Reader {
        context: std::ptr::null_mut(),
        read: nobody,
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

/// Says where reads are looked up and who hears of them, for the runs to come.
pub(crate) fn prepare(tables: &Tables, reader: Reader) {
    // SAFETY: see `Shared`; only the searching thread prepares.
    unsafe {
        let hot = HOT.0.get();
        (*hot).len = 0;
        (*hot).ids = tables.ids;
        (*hot).reader = reader;
        (*hot).base = tables.base;
    }
}

/// Starts reporting reads of the first `len` bytes, up to `budget` of each id. `exact` says that
/// all counters are full.
#[inline]
pub(crate) fn arm(len: usize, budget: u32, exact: bool) {
    // SAFETY: see `Shared`; only the searching thread arms, after `prepare`.
    unsafe {
        let hot = HOT.0.get();
        (*hot).budget = budget;
        (*hot).news_left = budget;
        (*hot).exact = exact;
        (*hot).unlimited = false;
        (*hot).refills = 0;
        (*hot).len = len;
    }
}

/// Whether a counter was used up since `arm`, so that only an exact run tells whether this one
/// read too much.
#[inline]
pub(crate) fn is_in_doubt() -> bool {
    // SAFETY: see `Shared`.
    unsafe { (*HOT.0.get()).refills != 0 }
}

/// Reports reads of other memory for a while, without a budget: a function under test may read
/// as much as it likes.
pub(crate) fn divert(tables: &Tables) {
    // SAFETY: see `Shared`; the tables live until `resume`.
    unsafe {
        let hot = HOT.0.get();
        (*hot).len = 0;
        (*hot).base = tables.base;
        (*hot).ids = tables.ids;
        (*hot).unlimited = true;
        (*hot).len = tables.len;
    }
}

/// Goes back to reads of the candidate.
pub(crate) fn resume(tables: &Tables) {
    // SAFETY: see `Shared`.
    unsafe {
        let hot = HOT.0.get();
        (*hot).len = 0;
        (*hot).base = tables.base;
        (*hot).ids = tables.ids;
        (*hot).unlimited = false;
        (*hot).len = tables.len;
    }
}

/// A number that changes whenever the candidate is read. Takes its time.
pub(crate) fn reads_mark() -> u64 {
    // SAFETY: see `Shared`; values a little out of date do no harm.
    let counters = unsafe { &*LEFT.0.get() };
    let sum: u64 = counters.iter().map(|left| u64::from(*left)).sum();
    // SAFETY: the same.
    sum + unsafe { u64::from((*HOT.0.get()).news_left) }
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
    // SAFETY: see `Shared`. `offset < len` makes the look-up stay within the tables, which have
    // one entry per byte of the candidate and are kept alive by the search that armed them.
    unsafe {
        let hot = HOT.0.get();
        let offset = address.wrapping_sub((*hot).base);
        if offset < (*hot).len {
            let id = *(*hot).ids[SIZE].add(offset);
            let left = LEFT.0.get().cast::<u32>().add(id as usize);
            let (fewer, is_used_up) = (*left).overflowing_sub(1);
            *left = fewer;
            if is_used_up {
                report(id);
            }
        }
    }
}

/// A load of any number of bytes.
#[inline]
pub(crate) fn touch_range(address: usize, size: usize) {
    // SAFETY: see `Shared`.
    let (base, len) = unsafe {
        let hot = HOT.0.get();
        ((*hot).base, (*hot).len)
    };
    if len != 0 && address < base + len && address.wrapping_add(size) > base {
        let first = address.max(base);
        let last = (address + size).min(base + len);
        for byte in first..last {
            touch::<0>(byte);
        }
    }
}

/// Tells the search which values of a field are worth trying, if the field is part of a candidate
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
/// A read that is news, or one too many for its counter.
#[cold]
#[inline(never)]
fn report(id: u16) {
    // SAFETY: the reader was armed together with the tables by a search that still runs; `hot` and
    // the counters are used by this thread alone, see `Shared`.
    unsafe {
        let hot = HOT.0.get();
        let left = LEFT.0.get().cast::<u32>().add(id as usize);
        let reader = (*hot).reader;
        if (*PENDING.0.get())[id as usize] != 0 {
            *left = 0;
            if !(*hot).unlimited {
                match (*hot).news_left.checked_sub(1) {
                    Some(fewer) => (*hot).news_left = fewer,
                    None => (reader.spent)(reader.context),
                }
            }
            (reader.read)(reader.context, id);
            return;
        }
        *left = (*hot).budget;
        if (*hot).unlimited {
            return;
        }
        let refills = (*hot).refills.min(MOST_REFILLED);
        let again = (0..refills).any(|index| (*hot).refilled[index] == id);
        if (*hot).exact || again {
            (reader.spent)(reader.context);
        }
        if refills < MOST_REFILLED {
            (*hot).refilled[refills] = id;
        }
        (*hot).refills = refills + 1;
    }
}
}

/// Reads one byte the ordinary way and says whether the read was reported.
pub(crate) fn canary() -> bool {
    unsafe fn seen(context: *mut (), _: u16) {
        // SAFETY: `context` is the flag below, alive for as long as the tables are armed.
        unsafe { *context.cast::<bool>() = true };
    }
    let mut flag = false;
    let target = std::hint::black_box(Box::new(1_u8));
    let ids = [1_u16; 1];
    let _pending = Pending::new(2, 100);
    let tables =
        Tables { base: std::ptr::from_ref(&*target) as usize, len: 1, ids: [ids.as_ptr(); SIZES] };
    let context = std::ptr::from_mut(&mut flag).cast();
    prepare(&tables, Reader { context, read: seen, spent: nothing, filter: no_filter });
    arm(tables.len, 100, false);
    std::hint::black_box(peek(&target));
    disarm();
    // SAFETY: `flag` is a live local; volatile because it changes behind the compiler's back.
    unsafe { std::ptr::read_volatile(&flag) }
}

#[inline(never)]
fn peek(target: &u8) -> u8 {
    *std::hint::black_box(target)
}
