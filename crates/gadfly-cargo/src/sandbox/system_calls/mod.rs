//! The system calls of a confined process, by seccomp: those of a reviewed list, some with checked arguments.
//!
//! Three filters, of which a call has to pass all. Where several refuse it, the kernel returns the error of the one that was
//! installed last:
//!
//! 1. everything that is not on the list does not exist (`ENOSYS`), as on an older kernel: the C library and programs know
//!    what to do then. That holds for calls newer than the list, and for the numbers of x32;
//! 2. making processes fails as if there were too many already (`EAGAIN`);
//! 3. what is refused on purpose, or by its arguments, is not permitted (`EPERM`).

mod allowed;
mod filters;
mod refused;
#[cfg(test)]
mod tests;

pub(super) use filters::filters;

/// Returns whether a call is on the list of allowed ones.
#[cfg(test)]
pub(super) fn is_allowed(call: libc::c_long) -> bool {
    allowed::CALLS.contains(&call)
}
