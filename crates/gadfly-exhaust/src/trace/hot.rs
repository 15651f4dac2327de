//! The state that every traced read consults. One comparison tells reads of the candidate from
//! all others; one table look-up tells which choice point they concern; one byte tells whether
//! the search knows already.

use std::cell::UnsafeCell;

/// Where the run can be left without unwinding, no traced load needs a landing pad; elsewhere the
/// read of a `Field` unwinds.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
macro_rules! abi_of_spent {
    ($(#[$attribute:meta])* fn $($rest:tt)*) => { $(#[$attribute])* extern "C" fn $($rest)* };
}
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
macro_rules! abi_of_spent {
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
pub(crate) struct Pending(());

struct PendingBytes(UnsafeCell<[u8; MOST_IDS]>);

// SAFETY: used by the one search that is under way; see `Shared`.
unsafe impl Sync for PendingBytes {}

static PENDING: PendingBytes = PendingBytes(UnsafeCell::new([0; MOST_IDS]));

impl Pending {
    /// All `count` ids but 0 are pending. Searches come one after the other, so that there is
    /// never more than one value of this type in use.
    pub(crate) fn new(count: usize) -> Self {
        let mut pending = Self(());
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
        unsafe { (*PENDING.0.get())[id] = u8::from(pending) };
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
    left: i64,
    ids: [*const u16; SIZES],
    reader: Reader,
}

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
    left: 0,
    ids: [std::ptr::null(); SIZES],
    reader: Reader {
        context: std::ptr::null_mut(),
        read: nobody,
        spent: nothing,
        filter: no_filter,
    },
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

/// Starts reporting reads of the first `len` bytes, up to `budget` of them.
#[inline]
pub(crate) fn arm(len: usize, budget: u32) {
    // SAFETY: see `Shared`; only the searching thread arms, after `prepare`.
    unsafe {
        let hot = HOT.0.get();
        (*hot).left = i64::from(budget);
        (*hot).len = len;
    }
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
        (*hot).left = i64::MAX;
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
        (*hot).len = tables.len;
    }
}

/// What is left of the budget: changes whenever the candidate is read.
pub(crate) fn reads_left() -> i64 {
    // SAFETY: see `Shared`; a value a little out of date does no harm.
    unsafe { (*HOT.0.get()).left }
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
            (*hot).left = (*hot).left.wrapping_sub(1);
            if (*hot).left < 0 {
                spent();
            }
            let id = *(*hot).ids[SIZE].add(offset);
            if (*PENDING.0.get())[id as usize] != 0 {
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

/// Nothing unwinds out of here, which spares every traced load a landing pad.
#[cold]
#[inline(never)]
extern "C" fn report(id: u16) {
    // SAFETY: the reader was armed together with the tables by a search that still runs.
    unsafe {
        let reader = (*HOT.0.get()).reader;
        (reader.read)(reader.context, id);
    }
}

abi_of_spent! {
/// Leaves the run, where that is possible without unwinding.
#[cold]
#[inline(never)]
fn spent() {
    // SAFETY: as in `report`.
    unsafe {
        let reader = (*HOT.0.get()).reader;
        (reader.spent)(reader.context);
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
    let _pending = Pending::new(2);
    let tables =
        Tables { base: std::ptr::from_ref(&*target) as usize, len: 1, ids: [ids.as_ptr(); SIZES] };
    let context = std::ptr::from_mut(&mut flag).cast();
    prepare(&tables, Reader { context, read: seen, spent: nothing, filter: no_filter });
    arm(tables.len, 100);
    std::hint::black_box(peek(&target));
    disarm();
    // SAFETY: `flag` is a live local; volatile because it changes behind the compiler's back.
    unsafe { std::ptr::read_volatile(&flag) }
}

#[inline(never)]
fn peek(target: &u8) -> u8 {
    *std::hint::black_box(target)
}
