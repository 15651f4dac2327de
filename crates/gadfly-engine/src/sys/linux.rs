//! System calls, and the bytes that the kernel hands to a new process, on Linux.

use std::os::raw::c_ulong;

const AT_RANDOM: c_ulong = 25;
/// The number of bytes at that place.
const RANDOM_BYTES: usize = 16;

/// The number of the system call that returns random bytes.
#[cfg(target_arch = "x86_64")]
pub(crate) const GETRANDOM: i64 = 318;
/// The number of the system call that returns random bytes.
#[cfg(target_arch = "aarch64")]
pub(crate) const GETRANDOM: i64 = 278;

extern "C" {
    fn getauxval(kind: c_ulong) -> c_ulong;
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    fn __errno_location() -> *mut i32;
}

/// Lets the random bytes of this process be overwritten. The C library has read them by now.
pub(crate) fn overwrite_kernel_randomness(fill: impl FnOnce(*mut u8, usize)) {
    // SAFETY: only looks a number up.
    let place = unsafe { getauxval(AT_RANDOM) } as *mut u8;
    if !place.is_null() {
        // The bytes lie on the initial stack, which is writable.
        fill(place, RANDOM_BYTES);
    }
}

/// Makes a system call as the C library's function does.
///
/// # Safety
/// As for the system call.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) unsafe fn system_call(number: i64, arguments: [usize; 6]) -> i64 {
    let [a, b, c, d, e, f] = arguments;
    let result: i64;
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the calling convention of the kernel; the rest is promised by the caller.
    unsafe {
        std::arch::asm!(
            "syscall",
            inlateout("rax") number => result,
            in("rdi") a, in("rsi") b, in("rdx") c, in("r10") d, in("r8") e, in("r9") f,
            lateout("rcx") _, lateout("r11") _,
            options(nostack),
        );
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: as above.
    unsafe {
        std::arch::asm!(
            "svc 0",
            in("x8") number,
            inlateout("x0") a => result,
            in("x1") b, in("x2") c, in("x3") d, in("x4") e, in("x5") f,
            options(nostack),
        );
    }
    if (-4095..0).contains(&result) {
        // SAFETY: the place of this thread's error number.
        unsafe { *__errno_location() = -result as i32 };
        return -1;
    }
    result
}
