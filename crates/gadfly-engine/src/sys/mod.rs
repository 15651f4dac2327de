//! The handful of C functions the engine needs, and nothing else of the platform.
//!
//! Declared here by hand because a user's offline build may not have the `libc` crate. Elsewhere than on Linux and macOS the
//! engine runs without containment.

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod process;
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod signals;
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod unix;

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(crate) use elsewhere::*;
#[cfg(target_os = "linux")]
pub(crate) use linux::*;
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(crate) use process::*;
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(crate) use signals::*;
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(crate) use unix::*;

/// Elsewhere the bytes of the kernel stay as they are.
#[cfg(not(target_os = "linux"))]
pub(crate) fn overwrite_kernel_randomness(_: impl FnOnce(*mut u8, usize)) {}

/// The side of a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fork {
    /// The new process.
    Child,
    /// The old one, with the new one's id.
    Parent(i32),
    /// There is no new process.
    Failed,
}

/// The end of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProcessEnd {
    /// With this code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
}
