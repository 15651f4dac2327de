//! Limits on memory, files and processes of a confined process.

/// Limits on one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimits {
    /// Address space, in bytes.
    pub memory: Option<u64>,
    /// The size of a file it writes, in bytes.
    pub file: u64,
    /// Open files.
    pub files: u64,
    /// Seconds of processor time.
    pub seconds: Option<u64>,
}

impl Default for ProcessLimits {
    fn default() -> Self {
        // A process that uses all of it must not overload a small machine.
        ProcessLimits { memory: Some(4 << 30), file: 256 << 20, files: 512, seconds: None }
    }
}
