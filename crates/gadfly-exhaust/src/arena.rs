//! The memory of the candidate: one contiguous, page-aligned region, so that a read is recognised
//! as a read of the candidate by one comparison, and can be watched through page protection.

use std::alloc::Layout;

/// Address space that a search reserves. Pages are only committed when touched.
const CAPACITY: usize = 64 << 20;

/// A bump allocator over one mapping that lives as long as the search.
pub(crate) struct Arena {
    base: *mut u8,
    used: usize,
}

impl Arena {
    /// Reserves the region, zeroed.
    pub(crate) fn new() -> Self {
        Self { base: map(CAPACITY), used: 0 }
    }

    /// Start of the region.
    pub(crate) fn base(&self) -> *mut u8 {
        self.base
    }

    /// Allocated bytes.
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// Allocates zeroed memory for `layout`; `None` when the region is full. Zero-sized values, too,
    /// get unique addresses.
    pub(crate) fn allocate(&mut self, layout: Layout) -> Option<*mut u8> {
        let start = self.used.checked_next_multiple_of(layout.align())?;
        let end = start.checked_add(layout.size().max(1))?;
        if end > CAPACITY || layout.align() > 4096 {
            return None;
        }
        self.used = end;
        // SAFETY: `start < CAPACITY`, so the result stays inside the mapping made in `new`.
        Some(unsafe { self.base.add(start) })
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        unmap(self.base, CAPACITY);
    }
}

#[cfg(unix)]
fn map(size: usize) -> *mut u8 {
    // SAFETY: an anonymous private mapping at an address of the kernel's choice touches no
    // existing memory.
    let base = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            size,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    assert!(base != libc::MAP_FAILED, "failed to reserve {size} bytes of address space");
    base.cast()
}

#[cfg(unix)]
fn unmap(base: *mut u8, size: usize) {
    // SAFETY: exactly the mapping made by `map`, which nothing refers to once the arena is dropped.
    unsafe { libc::munmap(base.cast(), size) };
}

#[cfg(not(unix))]
fn map(size: usize) -> *mut u8 {
    let layout = Layout::from_size_align(size, 4096).expect("a constant, valid layout");
    // SAFETY: the layout has a size above zero.
    let base = unsafe { std::alloc::alloc_zeroed(layout) };
    assert!(!base.is_null(), "failed to allocate {size} bytes");
    base
}

#[cfg(not(unix))]
fn unmap(base: *mut u8, size: usize) {
    let layout = Layout::from_size_align(size, 4096).expect("a constant, valid layout");
    // SAFETY: allocated by `map` with the same layout.
    unsafe { std::alloc::dealloc(base, layout) };
}
