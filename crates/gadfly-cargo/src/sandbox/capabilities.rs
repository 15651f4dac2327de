//! Capabilities: rights of root that a process can give up one by one.

use std::io;

/// The version of the structures below: two words for each set.
const VERSION: u32 = 0x2008_0522;
/// More numbers than there will be capabilities for long.
const NUMBERS: libc::c_ulong = 64;

#[repr(C)]
struct CapabilityHeader {
    version: u32,
    process: libc::c_int,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Sets {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// Drops all capabilities of this process from all of its sets, so that no program that it becomes has any: a process of root
/// has the rights of a user who owns the same files, and no others.
pub(super) fn drop_all() -> io::Result<()> {
    for capability in 0..NUMBERS {
        // Fails for numbers that are not used, and for processes that may not change the set. These have no capabilities to
        // lose but those that are dropped below.
        // SAFETY: integers only.
        unsafe {
            libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0);
        }
    }
    // SAFETY: integers only.
    unsafe {
        libc::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    }
    let header = CapabilityHeader { version: VERSION, process: 0 };
    let none = [Sets { effective: 0, permitted: 0, inheritable: 0 }; 2];
    // SAFETY: both structures have the layout of this version and outlive the call, which only reads them.
    let result =
        unsafe { libc::syscall(libc::SYS_capset, std::ptr::from_ref(&header), none.as_ptr()) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
