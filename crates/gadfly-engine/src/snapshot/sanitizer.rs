//! Reports of the sanitizer that the harness may be built with: where a process that it ended has left them.
//!
//! Their text is read by the process that started the harness; here they are only distinguished by the word for the error.

use crate::sys::ProcessEnd;
use gadfly_wire::{fnv32, RunConfig, EXIT_REPORTED, REPORT_FILE};
use std::io::Read;
use std::path::PathBuf;

/// The number of bytes of a report that are kept: the error and the stacks, not the dump of the memory around.
const REPORT_BYTES: usize = 64 << 10;

/// The path prefix of the reports.
#[derive(Debug, Default)]
pub(crate) struct SanitizerReports {
    folder: Option<PathBuf>,
}

/// The report of a sanitizer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SanitizerReport {
    /// The report, cut to a few kilobytes.
    pub(crate) text: String,
}

impl SanitizerReports {
    /// The place that the orders name, if there is a sanitizer at all.
    pub(crate) fn new(config: &RunConfig) -> Self {
        let folder = config.scratch_dir.as_ref().filter(|_| config.sanitized);
        Self { folder: folder.map(PathBuf::from) }
    }

    /// Takes the report of a process that ended this way; none if it ended otherwise.
    pub(crate) fn take(&self, pid: i32, ended: Option<ProcessEnd>) -> Option<SanitizerReport> {
        let folder =
            self.folder.as_ref().filter(|_| ended == Some(ProcessEnd::Exit(EXIT_REPORTED)))?;
        let path = folder.join(format!("{REPORT_FILE}.{pid}"));
        // The subject may have put a pipe there, or a link to one; of its processes none is left to put it there now.
        let is_file = std::fs::symlink_metadata(&path).is_ok_and(|found| found.is_file());
        let mut bytes = Vec::new();
        if is_file {
            let file = std::fs::File::open(&path).ok()?;
            file.take(REPORT_BYTES as u64).read_to_end(&mut bytes).ok()?;
        }
        // A report that is left behind would be taken for that of the next process with this number.
        let _ = std::fs::remove_file(&path);
        is_file.then(|| SanitizerReport { text: String::from_utf8_lossy(&bytes).into_owned() })
    }
}

impl SanitizerReport {
    /// A number for the kind of error: the word that the report starts with.
    pub(crate) fn kind(&self) -> u32 {
        let said = self.text.split_once("Sanitizer: ").map_or("", |(_, rest)| rest);
        // `attempting double-free on …`
        let word = said.trim_start_matches("attempting ").split([' ', ':', '\n']).next();
        fnv32(word.unwrap_or_default().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_distinguished_by_error_only() {
        let kind = |text: &str| SanitizerReport { text: text.to_owned() }.kind();
        let first = kind("==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1 at pc");
        let second = kind("==8==ERROR: AddressSanitizer: heap-use-after-free on address 0x2 at pc");
        let other = kind("==8==ERROR: AddressSanitizer: attempting double-free on 0x2 in thread");
        assert_eq!(first, second);
        assert_ne!(first, other);
    }

    #[test]
    fn sanitizer_reports_are_taken_once_per_exit_code() {
        let folder = std::env::temp_dir().join(format!("gadfly-engine-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let scratch_dir = Some(folder.to_string_lossy().into_owned());
        let config = RunConfig { scratch_dir, sanitized: true, ..RunConfig::default() };
        let path = folder.join(format!("{REPORT_FILE}.7"));
        std::fs::write(&path, "said").expect("written");
        let reports = SanitizerReports::new(&config);
        assert_eq!(reports.take(7, Some(ProcessEnd::Exit(1))), None);
        let taken = reports.take(7, Some(ProcessEnd::Exit(EXIT_REPORTED)));
        assert_eq!(taken, Some(SanitizerReport { text: "said".to_owned() }));
        assert!(!path.exists());
        let silent = SanitizerReports::new(&RunConfig { sanitized: false, ..config });
        assert_eq!(silent.take(7, Some(ProcessEnd::Exit(EXIT_REPORTED))), None);
        let _ = std::fs::remove_dir_all(folder);
    }
}
