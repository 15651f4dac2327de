//! The functions that LLVM's AddressSanitizer pass calls before each load, in place of a sanitizer
//! runtime. Functions with these names are never instrumented.

use super::hot::touch;
use super::touch_range;

macro_rules! loads {
    ($($load:ident $store:ident $size:literal;)*) => {$(
        /// Called before a load.
        #[no_mangle]
        extern "C" fn $load(address: usize) {
            touch::<$size>(address);
        }

        /// Called before an atomic read-modify-write, which reads as well.
        #[no_mangle]
        extern "C" fn $store(address: usize) {
            touch::<$size>(address);
        }
    )*};
}

loads! {
    __asan_load1 __asan_store1 0;
    __asan_load2 __asan_store2 1;
    __asan_load4 __asan_store4 2;
    __asan_load8 __asan_store8 3;
    __asan_load16 __asan_store16 4;
}

/// Called before a load of another size.
#[no_mangle]
extern "C" fn __asan_loadN(address: usize, size: usize) {
    touch_range(address, size);
}

/// Called before a store of another size that also reads.
#[no_mangle]
extern "C" fn __asan_storeN(address: usize, size: usize) {
    touch_range(address, size);
}

/// Stands in for `memcpy`.
///
/// # Safety
/// As for `memcpy`.
#[no_mangle]
unsafe extern "C" fn __asan_memcpy(to: *mut u8, from: *const u8, size: usize) -> *mut u8 {
    touch_range(from as usize, size);
    // SAFETY: the caller's promise; `copy` also covers overlap.
    unsafe { libc::memmove(to.cast(), from.cast(), size).cast() }
}

/// Stands in for `memmove`.
///
/// # Safety
/// As for `memmove`.
#[no_mangle]
unsafe extern "C" fn __asan_memmove(to: *mut u8, from: *const u8, size: usize) -> *mut u8 {
    touch_range(from as usize, size);
    // SAFETY: the caller's promise.
    unsafe { libc::memmove(to.cast(), from.cast(), size).cast() }
}

/// Stands in for `memset`.
///
/// # Safety
/// As for `memset`.
#[no_mangle]
unsafe extern "C" fn __asan_memset(to: *mut u8, value: i32, size: usize) -> *mut u8 {
    // SAFETY: the caller's promise.
    unsafe { libc::memset(to.cast(), value, size).cast() }
}

/// Called once per module at start-up.
#[no_mangle]
extern "C" fn __asan_init() {}

/// Called before functions that do not return.
#[no_mangle]
extern "C" fn __asan_handle_no_return() {}

/// Part of the check that runtime and pass fit together.
#[no_mangle]
extern "C" fn __asan_version_mismatch_check_v8() {}

/// Called at the beginning of each block of code, with its guard.
///
/// # Safety
/// The guard is one of the program's.
#[no_mangle]
unsafe extern "C" fn __sanitizer_cov_trace_pc_guard(guard: *mut u32) {
    // SAFETY: guards live as long as the program.
    unsafe { crate::audit::code::reach(guard) };
}

/// Called once per module with the guards of the program, which are 0.
#[no_mangle]
extern "C" fn __sanitizer_cov_trace_pc_guard_init(first: *mut u32, end: *mut u32) {
    crate::audit::code::register(first, end);
}
