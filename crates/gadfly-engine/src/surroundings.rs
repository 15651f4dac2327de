//! What surrounds the subject: working directory, environment, standard streams, signals.
//!
//! The subject may change all of them, and what it does to them would outlast the sequence. They are put back every so often,
//! which is cheaper than after every sequence and keeps a change from spoiling the rest of a run.

use crate::{output, sys, watchdog};
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// How things were.
#[derive(Debug)]
pub struct Surroundings {
    directory: Option<PathBuf>,
    variables: Vec<(OsString, OsString)>,
}

impl Surroundings {
    /// How things are.
    pub fn now() -> Self {
        Self { directory: env::current_dir().ok(), variables: env::vars_os().collect() }
    }

    /// Puts everything back.
    pub fn restore(&self) {
        if let Some(directory) = &self.directory {
            // Where it is gone there is nothing to go back to.
            let _ = env::set_current_dir(directory);
        }
        self.restore_variables();
        output::restore();
        sys::hear_all();
        watchdog::rearm();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_that_were_set_changed_or_removed_are_put_back() {
        env::set_var("GADFLY_TEST_CHANGED", "1");
        env::set_var("GADFLY_TEST_REMOVED", "2");
        let surroundings = Surroundings::now();
        env::set_var("GADFLY_TEST_CHANGED", "other");
        env::remove_var("GADFLY_TEST_REMOVED");
        env::set_var("GADFLY_TEST_ADDED", "3");
        surroundings.restore_variables();
        let value = |name: &str| env::var(format!("GADFLY_TEST_{name}")).ok();
        assert_eq!(value("CHANGED").as_deref(), Some("1"));
        assert_eq!(value("REMOVED").as_deref(), Some("2"));
        assert_eq!(value("ADDED"), None);
    }
}
