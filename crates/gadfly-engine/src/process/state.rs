//! The process state of the subject: working directory, environment, standard streams, signals, panic hook, files in its scratch
//! directory.
//!
//! The subject may change all of them, and what it does to them would outlast the sequence. They are put back every so often,
//! which is cheaper than after every sequence and keeps a change from spoiling the rest of a run, or a disk from filling up.

use crate::process::output;
use crate::process::panic;
use crate::snapshot::watchdog;
use crate::sys;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The process state at some moment.
#[derive(Debug)]
pub struct ProcessState {
    directory: Option<PathBuf>,
    /// A directory that is the subject's alone.
    scratch: Option<PathBuf>,
    variables: Vec<(OsString, OsString)>,
}

impl ProcessState {
    /// The present state. The scratch directory, if there is one, is empty.
    pub fn now(scratch: Option<&str>) -> Self {
        Self {
            directory: env::current_dir().ok(),
            scratch: scratch.map(PathBuf::from),
            variables: env::vars_os().collect(),
        }
    }

    /// Puts everything back.
    pub fn restore(&self) {
        if let Some(directory) = &self.directory {
            // Where it is gone there is nothing to go back to.
            let _ = env::set_current_dir(directory);
        }
        if let Some(scratch) = &self.scratch {
            empty(scratch);
        }
        self.restore_variables();
        output::restore();
        sys::restore_signals();
        watchdog::rearm();
        panic::restore_hook();
    }

    fn restore_variables(&self) {
        let now: Vec<(OsString, OsString)> = env::vars_os().collect();
        if now == self.variables {
            return;
        }
        for (name, _) in &now {
            if !name.is_empty() && !self.variables.iter().any(|(kept, _)| kept == name) {
                env::remove_var(name);
            }
        }
        for (name, value) in &self.variables {
            if env::var_os(name).as_ref() != Some(value) {
                env::set_var(name, value);
            }
        }
    }
}

/// Removes what is in a directory, as far as that is possible. One that is a link now leads elsewhere.
fn empty(directory: &Path) {
    if !fs::symlink_metadata(directory).is_ok_and(|found| found.is_dir()) {
        return;
    }
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let is_directory = entry.file_type().is_ok_and(|found| found.is_dir());
        let _ = if is_directory {
            fs::remove_dir_all(entry.path())
        } else {
            fs::remove_file(entry.path())
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_are_removed_but_links_not_followed() {
        let folder = env::temp_dir().join(format!("gadfly-process_state-{}", std::process::id()));
        let (scratch, other) = (folder.join("scratch"), folder.join("other"));
        fs::create_dir_all(scratch.join("deep/deeper")).expect("a folder");
        fs::create_dir_all(&other).expect("a folder");
        for file in [scratch.join("a"), scratch.join("deep/b"), other.join("precious")] {
            fs::write(file, "text").expect("a file");
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(&other, scratch.join("link")).expect("a link");
        empty(&scratch);
        assert_eq!(fs::read_dir(&scratch).expect("it is still there").count(), 0);
        #[cfg(unix)]
        {
            fs::remove_dir(&scratch).expect("it is empty");
            std::os::unix::fs::symlink(&other, &scratch).expect("a link");
            empty(&scratch);
        }
        assert!(other.join("precious").exists());
        fs::remove_dir_all(&folder).expect("it can be removed");
    }

    #[test]
    fn environment_variables_are_restored() {
        env::set_var("GADFLY_TEST_CHANGED", "1");
        env::set_var("GADFLY_TEST_REMOVED", "2");
        let process_state = ProcessState::now(None);
        env::set_var("GADFLY_TEST_CHANGED", "other");
        env::remove_var("GADFLY_TEST_REMOVED");
        env::set_var("GADFLY_TEST_ADDED", "3");
        process_state.restore_variables();
        let value = |name: &str| env::var(format!("GADFLY_TEST_{name}")).ok();
        assert_eq!(value("CHANGED").as_deref(), Some("1"));
        assert_eq!(value("REMOVED").as_deref(), Some("2"));
        assert_eq!(value("ADDED"), None);
    }
}
