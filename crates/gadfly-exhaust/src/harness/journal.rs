//! The current input, in a file that survives a crash of this process.

#[cfg(unix)]
use std::os::unix::fs::FileExt;

/// The journal, if the command asked for one.
#[derive(Debug, Default)]
pub(super) struct InputJournal {
    file: Option<std::fs::File>,
}

impl InputJournal {
    /// Opens the file named by the environment.
    pub(super) fn open() -> Self {
        let path = std::env::var_os("GADFLY_EXHAUST_JOURNAL");
        let open =
            |path| std::fs::OpenOptions::new().write(true).create(true).truncate(false).open(path);
        Self { file: path.and_then(|path| open(path).ok()) }
    }

    /// Records the next input.
    pub(super) fn note(&self, vector: &str) {
        #[cfg(unix)]
        if let Some(file) = &self.file {
            let mut line = vector.to_owned();
            line.push('\n');
            // Losing a note only makes a crash harder to explain.
            let _ = file.write_all_at(line.as_bytes(), 0);
        }
        #[cfg(not(unix))]
        let _ = (vector, &self.file);
    }
}
