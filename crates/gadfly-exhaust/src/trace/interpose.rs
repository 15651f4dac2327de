//! Replacements for functions of the C library that compare, copy and write memory, which is not
//! instrumented: they report the reads and call the original functions.

use std::sync::atomic::{AtomicPtr, Ordering};

use super::touch_range;
use crate::audit::unwatched;

type Compare = unsafe extern "C" fn(*const u8, *const u8, usize) -> i32;
type Write = unsafe extern "C" fn(i32, *const u8, usize) -> isize;
type Copy = unsafe extern "C" fn(*mut u8, *const u8, usize) -> *mut u8;

/// The library's own function of a name, looked up once.
struct Original {
    name: &'static std::ffi::CStr,
    found: AtomicPtr<()>,
}

impl Original {
    const fn new(name: &'static std::ffi::CStr) -> Self {
        Self { name, found: AtomicPtr::new(std::ptr::null_mut()) }
    }

    #[inline]
    fn get(&self) -> *mut () {
        let found = self.found.load(Ordering::Relaxed);
        if found.is_null() {
            self.look_up()
        } else {
            found
        }
    }

    #[cold]
    fn look_up(&self) -> *mut () {
        // SAFETY: the name is a C string; the next definition after ours is the C library's.
        let found = unsafe { libc::dlsym(libc::RTLD_NEXT, self.name.as_ptr()) }.cast::<()>();
        if found.is_null() {
            std::process::abort();
        }
        self.found.store(found, Ordering::Relaxed);
        found
    }
}

static MEMCMP: Original = Original::new(c"memcmp");
static MEMCPY: Original = Original::new(c"memcpy");
static MEMMOVE: Original = Original::new(c"memmove");
static WRITE: Original = Original::new(c"write");

/// # Safety
/// As for the C function.
#[no_mangle]
unsafe extern "C" fn memcmp(left: *const u8, right: *const u8, size: usize) -> i32 {
    touch_range(left as usize, size);
    touch_range(right as usize, size);
    // SAFETY: the library's function of this name has this type; the caller's promise.
    unsafe { std::mem::transmute::<*mut (), Compare>(MEMCMP.get())(left, right, size) }
}

/// # Safety
/// As for the C function.
#[no_mangle]
unsafe extern "C" fn bcmp(left: *const u8, right: *const u8, size: usize) -> i32 {
    touch_range(left as usize, size);
    touch_range(right as usize, size);
    // SAFETY: as for `memcmp`, whose result is also one that `bcmp` may give.
    unsafe { std::mem::transmute::<*mut (), Compare>(MEMCMP.get())(left, right, size) }
}

/// # Safety
/// As for the C function.
#[no_mangle]
unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, size: usize) -> *mut u8 {
    touch_range(from as usize, size);
    // SAFETY: the library's function of this name has this type; the caller's promise.
    unsafe { std::mem::transmute::<*mut (), Copy>(MEMCPY.get())(to, from, size) }
}

/// # Safety
/// As for the C function.
#[no_mangle]
unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, size: usize) -> *mut u8 {
    touch_range(from as usize, size);
    // SAFETY: as for `memcpy`.
    unsafe { std::mem::transmute::<*mut (), Copy>(MEMMOVE.get())(to, from, size) }
}

/// # Safety
/// As for the C function.
#[no_mangle]
unsafe extern "C" fn write(file: i32, from: *const u8, size: usize) -> isize {
    touch_range(from as usize, size);
    // The kernel cannot read watched pages.
    // SAFETY: as for `memcpy`.
    unwatched(|| unsafe { std::mem::transmute::<*mut (), Write>(WRITE.get())(file, from, size) })
}
