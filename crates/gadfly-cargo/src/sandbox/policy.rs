//! The permissions of a process, chosen by the caller that starts it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{ProcessLimits, platform};

static LIFTED: AtomicBool = AtomicBool::new(false);

/// The reason why there is no sandbox on this system.
#[derive(Debug, thiserror::Error)]
#[error("there is no sandbox on this system: {reason}")]
pub struct SandboxError {
    /// The missing feature.
    pub reason: String,
}

/// The permissions of a process.
#[derive(Clone, Debug)]
pub struct Sandbox {
    home: PathBuf,
    pub(super) readable: Vec<PathBuf>,
    pub(super) writable: Vec<PathBuf>,
    /// Files that may be written, but neither read nor cut.
    pub(super) reports: Vec<PathBuf>,
    /// Files that may be read and written, but not cut.
    pub(super) pages: Vec<PathBuf>,
    pub(super) limits: ProcessLimits,
    pub(super) processes: Processes,
}

/// The processes that a process may start. Threads are always allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Processes {
    /// None.
    #[default]
    None,
    /// Copies of itself, with this number as the third argument to `clone`.
    Copies(u64),
    /// Programs; the rules for files allow only its own.
    Itself,
}

impl Sandbox {
    /// A sandbox whose process has `scratch` as its home: it may write there and nowhere else.
    pub fn new(scratch: &Path) -> Sandbox {
        Sandbox {
            home: scratch.to_owned(),
            readable: Vec::new(),
            writable: vec![scratch.to_owned()],
            reports: Vec::new(),
            pages: Vec::new(),
            limits: ProcessLimits::default(),
            processes: Processes::None,
        }
    }

    /// Checks that this system can enforce a sandbox.
    pub fn check() -> Result<(), SandboxError> {
        platform::check()
    }

    /// Also permits reading a file or a directory with all its contents.
    #[must_use]
    pub fn read(mut self, path: impl Into<PathBuf>) -> Sandbox {
        self.readable.push(path.into());
        self
    }

    /// Also lets the process write to a file or below a directory; it must exist by then.
    #[must_use]
    pub fn write(mut self, path: impl Into<PathBuf>) -> Sandbox {
        self.writable.push(path.into());
        self
    }

    /// Also lets the process write to a pipe, and not read from it.
    #[must_use]
    pub fn report(mut self, pipe: impl Into<PathBuf>) -> Sandbox {
        self.reports.push(pipe.into());
        self
    }

    /// Also lets the process read and change a file that keeps its length.
    #[must_use]
    pub fn page(mut self, file: impl Into<PathBuf>) -> Sandbox {
        self.pages.push(file.into());
        self
    }

    /// Sets other limits.
    #[must_use]
    pub fn limits(mut self, limits: ProcessLimits) -> Sandbox {
        self.limits = limits;
        self
    }

    /// Lets the process fork with this number as the third argument of `clone`, which the kernel ignores.
    /// Code that does not know the number cannot.
    #[must_use]
    pub fn splits_with(mut self, pass: u64) -> Sandbox {
        self.processes = Processes::Copies(pass);
        self
    }

    /// Lets the process start its own program again, and signal that process: for tests that run their
    /// body in a separate process.
    #[must_use]
    pub fn starts_itself(mut self) -> Sandbox {
        self.processes = Processes::Itself;
        self
    }

    /// Disables the sandbox for all processes from now on. Only a person may request that, on the
    /// command line.
    pub fn lift() {
        LIFTED.store(true, Ordering::SeqCst);
    }

    /// The scratch folder.
    pub(crate) fn scratch(&self) -> &Path {
        &self.home
    }

    /// Clears the environment of a command, but for what every program needs.
    pub(crate) fn clean(&self, command: &mut Command) {
        if LIFTED.load(Ordering::SeqCst) {
            return;
        }
        command.env_clear();
        for name in ["LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.env("HOME", &self.home).env("TMPDIR", &self.home).env("PATH", "/usr/bin:/bin");
    }

    /// Prepares a command for running confined. It must be complete: later changes of the
    /// command are ignored.
    pub(crate) fn confine(&self, command: &mut Command) -> std::io::Result<()> {
        if LIFTED.load(Ordering::SeqCst) {
            return Ok(());
        }
        platform::confine(self, command)
    }
}
