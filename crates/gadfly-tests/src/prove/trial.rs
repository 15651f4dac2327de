//! Runs of one test, each in a process of its own.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gadfly_build::workspace::contained;
use gadfly_cargo::{Finished, Invocation, ProcessLimits, RunError, Sandbox, Scratch, read_regular};
use gadfly_minimise::masked;
use gadfly_wire::{CrashKind, EXIT_REPORTED, REPORT_FILE};

use crate::emit::Prediction;

/// How long a test may take; one that waits for something that does not return gives that up sooner.
pub(super) const LONGEST: Duration = Duration::from_secs(15);
/// The most bytes of a sanitizer's report.
const MOST_REPORT: u64 = 16 << 20;
/// The exit code of a program of which a test has failed.
const PANICKED: i32 = 101;
/// How often a test is run.
pub const RUNS: usize = 3;

/// A test in a program.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'t> {
    /// The program.
    pub program: &'t Path,
    /// A folder for what it writes, made and removed with each run.
    pub directory: &'t Path,
    /// The test.
    pub test: &'t str,
    /// Whether the program is built with a sanitizer.
    pub is_sanitized: bool,
    /// How many panics the test catches before the one that counts.
    pub caught: usize,
    /// The package, if the test starts there and may read it.
    pub package: Option<&'t Path>,
    /// How long it may take.
    pub longest: Duration,
    /// `true` if a panic is written with its stack. The message of such a run is not what is compared.
    pub backtrace: bool,
}

/// One run of a test.
#[derive(Clone, Debug)]
pub struct TestRun {
    /// How it ended.
    pub ended: Ended,
    /// `true` if the runner of tests says that it failed.
    is_failure: bool,
    /// `true` if its process ended before the runner could say anything.
    is_death: bool,
    /// Everything that it wrote.
    pub output: String,
    /// The report of the sanitizer, if it is built with one.
    pub report: Option<String>,
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

impl<'t> Trial<'t> {
    /// A test that needs nothing but a directory to write to.
    pub fn new(program: &'t Path, directory: &'t Path, test: &'t str) -> Trial<'t> {
        let (package, longest) = (None, LONGEST);
        let (is_sanitized, caught, backtrace) = (false, 0, false);
        Trial { program, directory, test, is_sanitized, caught, package, longest, backtrace }
    }

    /// Runs it.
    pub fn run(&self) -> Result<TestRun, RunError> {
        let scratch = Scratch::fresh(self.directory)?;
        let sandbox = Sandbox::new(self.directory).starts_itself();
        let (start, sandbox) = match self.package {
            // A search reserves far more addresses than memory, and such a test may repeat one.
            Some(package) => {
                let limits = ProcessLimits { memory: None, ..ProcessLimits::default() };
                (package, sandbox.read(package).limits(limits))
            }
            None => (self.directory, sandbox),
        };
        let invocation = Invocation::new(self.program, start);
        let mut invocation = contained(invocation, sandbox, self.is_sanitized, self.directory)
            .args(self.arguments())
            .env("RUST_BACKTRACE", if self.backtrace { "1" } else { "0" })
            .at_most(self.longest);
        if let Some(package) = self.package {
            invocation = invocation.env("CARGO_MANIFEST_DIR", package);
        }
        let mut run = TestRun::of(&invocation.run()?, self.caught);
        if self.is_sanitized {
            run.report = report(scratch.path());
        }
        Ok(run)
    }

    /// The program and what it is started with.
    pub fn command_line(&self) -> Vec<String> {
        let program = self.program.to_string_lossy().into_owned();
        std::iter::once(program).chain(self.arguments().map(str::to_owned)).collect()
    }

    fn arguments(&self) -> [&str; 5] {
        [self.test, "--exact", "--include-ignored", "--nocapture", "--test-threads=1"]
    }

    /// Returns whether it does what was predicted, every time.
    pub fn holds(&self, prediction: &Prediction) -> Result<bool, RunError> {
        // A test that does not end has shown that after all the time that it was given.
        let runs = if *prediction == Prediction::Blocks { 1 } else { RUNS };
        for _ in 0..runs {
            if !self.run()?.is_as_predicted(prediction) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Runs it several times, and where it does something else than predicted, twice: to see whether it does so every time.
    pub(super) fn repeated(&self, prediction: &Prediction) -> Result<Vec<TestRun>, RunError> {
        let mut runs = Vec::new();
        for _ in 0..RUNS {
            let run = self.run()?;
            let is_fit = run.is_as_predicted(prediction);
            let is_late = run.ended == Ended::Late;
            runs.push(run);
            if !is_fit && (is_late || runs.len() > 1) {
                break;
            }
        }
        Ok(runs)
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
            (Prediction::Dies(kind), Ended::Panicked(seen)) => is_death(*kind, seen),
            (Prediction::Reported, Ended::Panicked(seen)) => {
                seen.contains(&format!("exit status: {EXIT_REPORTED}"))
            }
            (Prediction::Hangs, Ended::Panicked(seen)) => {
                seen.starts_with("the process did not come back")
            }
            _ => false,
        }
    }
}

/// Signals that broken memory ends in. The allocators of a harness and of a test differ, and with them the way in which the
/// same mistake is noticed first.
const FAULTS: &[i32] = &[4, 5, 6, 7, 8, 11];

/// Returns whether a message is about a death of this kind. A test that has failed by a panic has not died.
fn is_death(kind: CrashKind, message: &str) -> bool {
    let Some(how) = message.strip_prefix("the process ended with ") else { return false };
    let number = |prefix: &str| -> Option<i32> {
        let rest = how.strip_prefix(prefix)?;
        rest.split(|c: char| !c.is_ascii_digit() && c != '-').next()?.parse().ok()
    };
    let (signal, code) = (number("signal: "), number("exit status: "));
    match kind {
        CrashKind::Signal(expected) => signal.is_some_and(|signal| {
            signal == expected || (FAULTS.contains(&signal) && FAULTS.contains(&expected))
        }),
        CrashKind::Exit(expected) => code == Some(expected),
        // Outside of the harness no allocator has a limit of its own.
        CrashKind::OutOfMemory => signal.is_some() || code.is_some_and(|code| code != PANICKED),
        CrashKind::Reported(_) => code == Some(EXIT_REPORTED),
        CrashKind::Hang => false,
    }
}

impl TestRun {
    fn of(finished: &Finished, caught: usize) -> TestRun {
        let code = finished.status.code();
        let is_over = !finished.is_late && !finished.status.success();
        let stdout = String::from_utf8_lossy(&finished.stdout);
        TestRun {
            ended: ended(finished, caught),
            is_failure: is_over && code == Some(101),
            is_death: is_over && code != Some(101),
            output: format!("{stdout}{}", finished.stderr),
            report: None,
        }
    }

    /// Returns whether it did what was predicted.
    pub fn is_as_predicted(&self, prediction: &Prediction) -> bool {
        match prediction {
            Prediction::Mentions(text) => self.is_failure && self.output.contains(text.as_str()),
            Prediction::EndsItsProcess => self.is_death,
            Prediction::Blocks => self.ended == Ended::Late,
            other => self.ended.is_as_predicted(other),
        }
    }
}

fn ended(finished: &Finished, caught: usize) -> Ended {
    let stdout = String::from_utf8_lossy(&finished.stdout);
    if finished.is_late {
        return Ended::Late;
    }
    if finished.status.success() {
        let has_run = stdout.contains("1 passed");
        return if has_run { Ended::Passed } else { Ended::Otherwise };
    }
    let is_verdict = finished.status.code() == Some(101) && stdout.contains("1 failed");
    match message(&finished.stderr, caught) {
        Some(message) if is_verdict => Ended::Panicked(message),
        _ => Ended::Otherwise,
    }
}

/// The report of a sanitizer in a folder, if there is one.
fn report(folder: &Path) -> Option<String> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let is_report = |name: &OsStr| name.to_string_lossy().starts_with(REPORT_FILE);
    let mut reports: Vec<PathBuf> =
        entries.filter(|entry| is_report(&entry.file_name())).map(|entry| entry.path()).collect();
    reports.sort_unstable();
    // The test may have put anything there.
    let text = reports.iter().rev().find_map(|path| read_regular(path, MOST_REPORT).ok())?;
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// What follows `thread '…' panicked at …:` the first time after so many, up to the note on backtraces or the next panic. If
/// there are fewer, the last if it speaks of a process of the test's own: what is caught in there is not seen.
fn message(stderr: &str, caught: usize) -> Option<String> {
    let is_panic = |line: &&str| line.starts_with("thread '") && line.contains(" panicked at ");
    let seen = stderr.lines().filter(is_panic).count();
    let mut lines = stderr.lines();
    for _ in 0..=caught.min(seen.checked_sub(1)?) {
        lines.find(is_panic)?;
    }
    let is_over =
        |line: &&str| line.starts_with("note: run with `RUST_BACKTRACE") || is_panic(line);
    let mut message: Vec<&str> = lines.take_while(|line| !is_over(line)).collect();
    while message.last().is_some_and(|line| line.is_empty()) {
        message.pop();
    }
    let is_of_a_process = message.first().is_some_and(|line| line.starts_with("the process "));
    (seen > caught || is_of_a_process).then(|| message.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_panic_is_what_is_compared() {
        let stderr = "\nthread 'a' (7) panicked at src/lib.rs:5:9:\nindex 3 of 2\nsecond\nnote: run \
                      with `RUST_BACKTRACE=1` environment variable\nthread 'b' panicked at x:\nno\n";
        let seen = Ended::Panicked(message(stderr, 0).expect("a panic"));
        assert_eq!(seen, Ended::Panicked("index 3 of 2\nsecond".to_owned()));
        assert_eq!(message(stderr, 1).as_deref(), Some("no"));
        assert_eq!(message(stderr, 2), None);
        assert_eq!(message("", 0), None);
        let inside =
            "thread 'a' panicked at t.rs:9:5:\nthe process ended with signal: 6 (SIGABRT)\n";
        let died = message(inside, 1).expect("what was caught was not seen");
        let aborts = Prediction::Dies(CrashKind::Signal(6));
        assert!(Ended::Panicked(died).is_as_predicted(&aborts));
        assert!(seen.is_as_predicted(&Prediction::Panics("index 9 of 1".to_owned())));
        assert!(!seen.is_as_predicted(&Prediction::Panics("overflow".to_owned())));
        assert!(!seen.is_as_predicted(&aborts));
        let died = Ended::Panicked("the process ended with exit status: 93".to_owned());
        assert!(died.is_as_predicted(&Prediction::Dies(CrashKind::Exit(93))));
        assert!(died.is_as_predicted(&Prediction::Reported));
        let aborted = Ended::Panicked("the process ended with signal: 6 (SIGABRT)".to_owned());
        assert!(!aborted.is_as_predicted(&Prediction::Reported));
    }

    #[test]
    fn deaths_are_confirmed_by_the_same_way_of_dying() {
        let check = |kind, how: &str, expected: bool| {
            let seen = format!("the process ended with {how}");
            assert_eq!(is_death(kind, &seen), expected, "{kind:?} {how}");
        };
        for (how, signal, exit) in [
            ("signal: 6 (SIGABRT) (core dumped)", true, false),
            ("signal: 11 (SIGSEGV)", true, false),
            ("signal: 9 (SIGKILL)", false, false),
            ("signal: 15 (SIGTERM)", false, false),
            ("exit status: 3", false, true),
            ("exit status: 31", false, false),
            // A test that has failed by an ordinary panic.
            ("exit status: 101", false, false),
        ] {
            check(CrashKind::Signal(6), how, signal);
            check(CrashKind::Exit(3), how, exit);
        }
        check(CrashKind::Signal(15), "signal: 15 (SIGTERM)", true);
        check(CrashKind::Signal(15), "signal: 6 (SIGABRT)", false);
        check(CrashKind::OutOfMemory, "signal: 6 (SIGABRT)", true);
        check(CrashKind::OutOfMemory, "exit status: 101", false);
        check(CrashKind::Reported(7), "exit status: 93", true);
        assert!(!is_death(CrashKind::Exit(3), "exit status: 3"), "nothing says whose");
    }
}
