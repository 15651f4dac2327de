//! Tracing of the fields that a predicate reads.

#[cfg(gadfly_traced)]
mod callbacks;
mod hot;
#[cfg(all(gadfly_traced, unix))]
mod interpose;

mod pending;

pub(crate) use hot::{
    arm, disarm, divert, filter, is_in_doubt, prepare, reads_mark, resume, touch_range, Heard,
    KeepFilter, ReadListener, Tables,
};
pub(crate) use pending::{Pending, MOST_IDS};

/// Returns whether this build reports reads of plain fields, by a test read and not by a flag of the
/// build.
pub(crate) fn plain_reads_are_seen() -> bool {
    cfg!(gadfly_traced) && hot::canary()
}

/// Reports a read of all bytes of `value`, for reads in code that is not traced, and returns the
/// reference.
///
/// ```
/// # struct Tree { size: usize }
/// # let tree = Tree { size: 3 };
/// let text = format!("{}", gadfly_exhaust::read(&tree.size));
/// ```
#[inline]
pub fn read<T: ?Sized>(value: &T) -> &T {
    touch_range(std::ptr::from_ref(value).cast::<u8>() as usize, std::mem::size_of_val(value));
    value
}
