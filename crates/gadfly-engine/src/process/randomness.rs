//! The randomness of a harness: what the subject draws from the system is the same in every run.
//!
//! Standard maps take the keys of their hashes from the system, so that their order would differ from run to run. A harness
//! defines the functions of the C library that return random bytes, by [`fixed_randomness!`](crate::fixed_randomness), which the
//! linker prefers to the library's own; the bytes that the kernel hands to a new process are overwritten.

use crate::rng::mix;
use crate::sys;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of words that were drawn.
static DRAWN: AtomicU64 = AtomicU64::new(0);

/// Fills memory with bytes that follow from what was drawn before.
///
/// # Safety
/// There must be room for so many bytes.
pub unsafe fn fill(place: *mut u8, length: usize) {
    for offset in (0..length).step_by(8) {
        let number = DRAWN.fetch_add(1, Relaxed);
        let word = mix(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x6761_6466_6c79).to_le_bytes();
        let count = (length - offset).min(word.len());
        // SAFETY: within the room that the caller has made.
        unsafe { std::ptr::copy_nonoverlapping(word.as_ptr(), place.add(offset), count) };
    }
}

/// Overwrites the random bytes that the kernel gave to this process.
pub(crate) fn settle() {
    sys::overwrite_kernel_randomness(|place, length| {
        // SAFETY: the place has room for so many bytes.
        unsafe { fill(place, length) }
    });
}

/// Defines the functions of the C library that return random bytes, for a program that is a harness.
///
/// A call of the kernel without the C library is not intercepted.
#[macro_export]
macro_rules! fixed_randomness {
    () => {
        #[cfg(target_os = "linux")]
        mod gadfly_fixed_randomness {
            #[no_mangle]
            unsafe extern "C" fn getrandom(place: *mut u8, length: usize, _flags: u32) -> isize {
                // SAFETY: the caller of this function of the C library has made room.
                unsafe { $crate::process::randomness::fill(place, length) };
                length as isize
            }
            #[no_mangle]
            unsafe extern "C" fn getentropy(place: *mut u8, length: usize) -> i32 {
                // SAFETY: as above.
                unsafe { $crate::process::randomness::fill(place, length) };
                0
            }
            #[no_mangle]
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            unsafe extern "C" fn syscall(
                number: i64,
                a: usize,
                b: usize,
                c: usize,
                d: usize,
                e: usize,
                f: usize,
            ) -> i64 {
                // SAFETY: as for the C library's function of this name, which takes up to six words.
                unsafe { $crate::process::randomness::system_call(number, [a, b, c, d, e, f]) }
            }
        }
    };
}

/// Makes a system call as the C library does, unless it asks for random bytes.
///
/// # Safety
/// As for the system call.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub unsafe fn system_call(number: i64, arguments: [usize; 6]) -> i64 {
    if number == sys::GETRANDOM {
        // SAFETY: the caller has made room.
        unsafe { fill(arguments[0] as *mut u8, arguments[1]) };
        return arguments[1] as i64;
    }
    // SAFETY: promised by the caller.
    unsafe { sys::system_call(number, arguments) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_bytes_differ_and_stay_in_their_room() {
        let mut bytes = [7_u8; 24];
        // SAFETY: there are 24 bytes.
        unsafe { fill(bytes.as_mut_ptr(), 19) };
        assert_eq!(bytes[19..], [7; 5]);
        assert_ne!(bytes[..8], bytes[8..16]);
    }
}
