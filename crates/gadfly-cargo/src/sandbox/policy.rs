//! The permissions of a process, as the caller that starts it puts them together.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Limits, platform};

static LIFTED: AtomicBool = AtomicBool::new(false);

/// Why there is no sandbox here.
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
    pub(super) limits: Limits,
    pub(super) processes: Processes,
}

/// Which processes a process may make. Threads it may always start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Processes {
    /// None.
    #[default]
    None,
    /// Copies of itself, where it says this number to the kernel: its third argument to `clone`.
    Copies(u64),
    /// Programs, of which files let it run only itself.
    Itself,
}

impl Sandbox {
    /// A sandbox whose process has `scratch` as its home: it may write there and nowhere else.
    pub fn new(scratch: &Path) -> Sandbox {
        Sandbox {
            home: scratch.to_owned(),
            readable: Vec::new(),
            writable: vec![scratch.to_owned()],
            limits: Limits::default(),
            processes: Processes::None,
        }
    }

    /// Checks that this system can enforce a sandbox.
    pub fn check() -> Result<(), SandboxError> {
        platform::check()
    }

    /// Also shows the process a file or a directory with all below it.
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

    /// Sets other limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Sandbox {
        self.limits = limits;
        self
    }

    /// Lets the process split itself where it passes this number as the third argument of `clone`,
    /// which the kernel ignores. Code that does not know the number cannot.
    #[must_use]
    pub fn splits_with(mut self, pass: u64) -> Sandbox {
        self.processes = Processes::Copies(pass);
        self
    }

    /// Lets the process start its own program anew, and signal what it started: for tests that run
    /// their body in a process of its own.
    #[must_use]
    pub fn starts_itself(mut self) -> Sandbox {
        self.processes = Processes::Itself;
        self
    }

    /// Gives up every protection for all processes from now on. Only a person may ask for that, on
    /// the command line.
    pub fn lift() {
        LIFTED.store(true, Ordering::SeqCst);
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

    /// Prepares a command for running confined. It must be complete: nothing said to it afterwards
    /// counts.
    pub(crate) fn confine(&self, command: &mut Command) -> std::io::Result<()> {
        if LIFTED.load(Ordering::SeqCst) {
            return Ok(());
        }
        platform::confine(self, command)
    }
}
