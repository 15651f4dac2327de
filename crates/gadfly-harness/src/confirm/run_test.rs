//! One run of one test in a process of its own.

use std::path::Path;
use std::time::Duration;

use gadfly_cargo::{Finished, Invocation, RunError, Sandbox};

use crate::emit::Prediction;
use crate::minimise::masked;

/// How long a test may take; one that waits for something that does not return gives that up sooner.
const LONGEST: Duration = Duration::from_secs(15);

/// A test in a program.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'t> {
    /// The program.
    pub program: &'t Path,
    /// Where to run it.
    pub directory: &'t Path,
    /// The test.
    pub test: &'t str,
}

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It passed.
    Passed,
    /// It failed with this panic.
    Panicked(String),
    /// It did not end.
    Late,
    /// Anything else.
    Otherwise,
}

impl Trial<'_> {
    /// Runs it.
    pub fn run(&self) -> Result<Ended, RunError> {
        let finished = Invocation::new(self.program, self.directory)
            .contained(Sandbox::new(self.directory).starts_itself())
            .args([self.test, "--exact", "--include-ignored", "--nocapture", "--test-threads=1"])
            .env("RUST_BACKTRACE", "0")
            .at_most(LONGEST)
            .run()?;
        Ok(ended(&finished))
    }
}

impl Ended {
    /// Whether this is what was predicted.
    pub fn is_as_predicted(&self, prediction: &Prediction) -> bool {
        match (prediction, self) {
            (Prediction::Passes, Ended::Passed) => true,
            (Prediction::Panics(message), Ended::Panicked(seen)) => {
                let first = |text: &str| masked(text.lines().next().unwrap_or_default());
                first(message) == first(seen)
            }
            (Prediction::Fails, Ended::Panicked(_)) => true,
            (Prediction::Dies, Ended::Panicked(seen)) => seen.starts_with("the process ended with"),
            (Prediction::Hangs, Ended::Panicked(seen)) => {
                seen.starts_with("the process did not come back")
            }
            _ => false,
        }
    }
}

fn ended(finished: &Finished) -> Ended {
    let stdout = String::from_utf8_lossy(&finished.stdout);
    if finished.is_late {
        return Ended::Late;
    }
    if finished.status.success() {
        let has_run = stdout.contains("1 passed");
        return if has_run { Ended::Passed } else { Ended::Otherwise };
    }
    let is_verdict = finished.status.code() == Some(101) && stdout.contains("1 failed");
    match message(&finished.stderr) {
        Some(message) if is_verdict => Ended::Panicked(message),
        _ => Ended::Otherwise,
    }
}

/// What follows `thread '…' panicked at …:`, up to the note on backtraces.
fn message(stderr: &str) -> Option<String> {
    let mut lines = stderr.lines();
    lines.find(|line| line.starts_with("thread '") && line.contains(" panicked at "))?;
    let message: Vec<&str> =
        lines.take_while(|line| !line.starts_with("note: run with `RUST_BACKTRACE")).collect();
    Some(message.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_panic_is_what_is_compared() {
        let stderr = "\nthread 'a' (7) panicked at src/lib.rs:5:9:\nindex 3 of 2\nsecond\nnote: run \
                      with `RUST_BACKTRACE=1` environment variable\nthread 'b' panicked at x:\nno\n";
        let seen = Ended::Panicked(message(stderr).expect("a panic"));
        assert_eq!(seen, Ended::Panicked("index 3 of 2\nsecond".to_owned()));
        assert!(seen.is_as_predicted(&Prediction::Panics("index 9 of 1".to_owned())));
        assert!(!seen.is_as_predicted(&Prediction::Panics("overflow".to_owned())));
        assert!(!seen.is_as_predicted(&Prediction::Dies));
    }
}
