//! Seeing which fields a predicate reads.

#[cfg(gadfly_traced)]
mod callbacks;
mod hot;
#[cfg(all(gadfly_traced, unix))]
mod interpose;

mod pending;

pub(crate) use hot::{
    arm, disarm, divert, filter, is_in_doubt, prepare, reads_mark, resume, touch_range, Heard,
    Keep, ReadListener, Tables,
};
pub(crate) use pending::{Pending, MOST_IDS};

/// Whether this build reports reads of plain fields. A read is made and looked for, rather than
/// trusting a flag of the build.
pub(crate) fn plain_reads_are_seen() -> bool {
    cfg!(gadfly_traced) && hot::canary()
}

/// Announces a read of all bytes of `value`, for reads that happen where the tracing cannot see
/// them, and hands the reference back.
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
