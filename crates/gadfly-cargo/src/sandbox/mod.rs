//! The permissions of a process that runs the crate under test: next to none.
//!
//! It may read the system's files and the permitted ones, write to the permitted folders, and compute. It may not read the
//! user's home, write elsewhere, reach a network, start other programs or signal processes outside. The sandbox is built
//! from Landlock, seccomp and resource limits, so it needs no privileges; where the kernel lacks them, [`Sandbox::check`]
//! returns an error.

mod limits;
mod policy;
mod report_pipe;
mod scratch;

#[cfg(target_os = "linux")]
mod capabilities;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod start;
#[cfg(target_os = "linux")]
mod system_calls;

#[cfg(target_os = "linux")]
#[path = "linux.rs"]
mod platform;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod platform;

pub use limits::ProcessLimits;
pub use policy::{Sandbox, SandboxError};
pub use report_pipe::{ReportPipe, ReportWaker};
pub use scratch::Scratch;
pub(crate) use scratch::is_too_large;

#[cfg(all(test, target_os = "linux"))]
mod tests;
