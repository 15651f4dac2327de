//! Running programs of a traced copy, and reading their logs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use gadfly_cargo::{Invocation, Sandbox, read_regular};
use gadfly_instrument::{TRACE_BYTES, TRACE_DIRECTORY, TRACE_TEXTS};
use gadfly_learn::Functions;
use gadfly_learn::record::{self, EventKind, Log};

use super::programs::Program;
use crate::artifacts::ArtifactsError;
use crate::error::CliError;
use crate::report::{SkippedItem, TracedSource};

/// The time that one program may take.
const PROGRAM_TIME: Duration = Duration::from_secs(20);
/// The most bytes of all logs.
const LOG_BYTES: u64 = 64 << 20;
/// Calls of a function after which further ones show little.
const ENOUGH_CALLS: u64 = 20;
/// Variables that keep generators of random tests from making as many cases as usual.
const FEWER_CASES: [(&str, &str); 2] = [("PROPTEST_CASES", "16"), ("QUICKCHECK_TESTS", "16")];

/// Traced runs so far.
pub(super) struct Tracing<'a> {
    /// The folder of the copy.
    copy: &'a Path,
    /// The folder of logs and of what programs write.
    place: PathBuf,
    /// The time that is left.
    left: Duration,
    /// Bytes of logs that are left.
    bytes: u64,
    programs: u32,
    /// All logs, with a number of their own for each process.
    pub(super) logs: Vec<Log>,
    /// Calls by function.
    calls: Vec<u64>,
}

/// A program's run.
struct Ran {
    logs: Vec<Log>,
    bytes: u64,
    tests: u64,
    unreadable: usize,
    is_late: bool,
}

impl<'a> Tracing<'a> {
    pub(super) fn new(copy: &'a Path, place: PathBuf, time: Duration) -> Self {
        let (logs, calls) = (Vec::new(), Vec::new());
        Self { copy, place, left: time, bytes: LOG_BYTES, programs: 0, logs, calls }
    }

    /// Runs the programs of a source one after the other, as long as there is time.
    pub(super) fn run(
        &mut self,
        programs: &[Program],
        traced: &mut TracedSource,
        progress: &mut dyn FnMut(&str),
    ) -> Result<(), CliError> {
        for program in programs {
            let mut skip = |reason: &str| {
                let (item, reason) = (program.name.clone(), reason.to_owned());
                traced.not_traced.push(SkippedItem { item, reason });
            };
            if self.left.is_zero() {
                skip("the time for tracing is over");
                continue;
            }
            if self.bytes == 0 {
                skip("the logs have become too long");
                continue;
            }
            progress(&program.name);
            let before = self.left;
            let ran = self.patient(program)?;
            if ran.is_late {
                skip("did not end in time: its calls until then are used");
            }
            if ran.unreadable > 0 {
                skip("left a log that cannot be read");
            }
            traced.programs += 1;
            traced.tests += ran.tests;
            traced.seconds += (before - self.left).as_secs_f64();
            traced.calls += self.take(ran);
        }
        Ok(())
    }

    /// Runs a program; one that hangs is run again without formatted values, because formatting takes the locks of the program.
    fn patient(&mut self, program: &Program) -> Result<Ran, CliError> {
        let first = self.once(program, true)?;
        if !first.is_late || self.left.is_zero() {
            return Ok(first);
        }
        let second = self.once(program, false)?;
        Ok(if !second.is_late || calls(&second.logs) > calls(&first.logs) { second } else { first })
    }

    fn once(&mut self, program: &Program, has_texts: bool) -> Result<Ran, CliError> {
        let (logs, scratch) = (self.place.join("logs"), self.place.join("scratch"));
        for folder in [&logs, &scratch] {
            fresh(folder)?;
        }
        let sandbox = Sandbox::new(&scratch).read(self.copy).write(&logs).starts_itself();
        let mut invocation = Invocation::new(&program.executable, self.copy)
            .contained(sandbox)
            .env("CARGO_MANIFEST_DIR", self.copy)
            .env(TRACE_DIRECTORY, &logs)
            .env(TRACE_BYTES, self.bytes.to_string())
            .at_most(PROGRAM_TIME.min(self.left));
        for (name, value) in FEWER_CASES {
            invocation = invocation.env(name, value);
        }
        if !has_texts {
            invocation = invocation.env(TRACE_TEXTS, "0");
        }
        let finished = invocation.run()?;
        self.left = self.left.saturating_sub(Duration::from_secs_f64(finished.seconds));
        let output = String::from_utf8_lossy(&finished.stdout);
        let tests = match program.has_harness {
            true => tests_in(&output),
            false => tests_in(&output).max(1),
        };
        let mut ran =
            Ran { logs: Vec::new(), bytes: 0, tests, unreadable: 0, is_late: finished.is_late };
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(&logs).into_iter().flatten().flatten().map(|it| it.path()).collect();
        files.sort();
        for file in files {
            let Ok(bytes) = read_regular(&file, 4 * LOG_BYTES) else { continue };
            ran.bytes += bytes.len() as u64;
            match record::read(&bytes) {
                Ok(log) => ran.logs.push(log),
                Err(_) => ran.unreadable += 1,
            }
        }
        Ok(ran)
    }

    /// Adds a program's logs; returns the number of their calls.
    fn take(&mut self, ran: Ran) -> u64 {
        self.bytes = self.bytes.saturating_sub(ran.bytes);
        let calls = calls(&ran.logs);
        let mut processes: Vec<u32> = ran.logs.iter().map(|log| log.process).collect();
        processes.sort_unstable();
        processes.dedup();
        for mut log in ran.logs {
            for event in &log.events {
                let EventKind::Enter { function, .. } = event.kind else { continue };
                let function = function as usize;
                if self.calls.len() <= function {
                    self.calls.resize(function + 1, 0);
                }
                self.calls[function] += 1;
            }
            // The system gives numbers of processes again.
            let at = processes.binary_search(&log.process).unwrap_or_default();
            log.process = self.programs + u32::try_from(at).unwrap_or_default();
            self.logs.push(log);
        }
        self.programs += u32::try_from(processes.len()).unwrap_or_default();
        calls
    }

    /// Number of functions that were called.
    pub(super) fn functions_called(&self) -> u64 {
        self.calls.iter().filter(|calls| **calls > 0).count() as u64
    }

    /// Returns whether further programs would show little: all public functions were called often.
    pub(super) fn has_enough(&self, functions: &Functions) -> bool {
        let often = |number: usize| self.calls.get(number).is_some_and(|it| *it >= ENOUGH_CALLS);
        let mut all = functions.0.iter().enumerate();
        all.all(|(number, function)| !function.is_public || often(number))
    }
}

fn fresh(folder: &Path) -> Result<(), ArtifactsError> {
    // What is left of an earlier run, if anything.
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder)
        .map_err(|source| ArtifactsError::Create { path: folder.to_owned(), source })
}

fn calls(logs: &[Log]) -> u64 {
    let events = logs.iter().flat_map(|log| &log.events);
    events.filter(|event| matches!(event.kind, EventKind::Enter { .. })).count() as u64
}

/// Number of tests that ran, as the standard harness prints it.
fn tests_in(output: &str) -> u64 {
    let numbers = |line: &str| {
        let (_, counts) = line.split_once("test result: ")?;
        let counts = counts.split(['.', ';']).filter_map(|part| {
            let (number, noun) = part.trim().split_once(' ')?;
            matches!(noun, "passed" | "failed").then(|| number.parse::<u64>().ok()).flatten()
        });
        Some(counts.sum::<u64>())
    };
    output.lines().filter_map(numbers).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_learn::record::Event;

    #[test]
    fn tests_are_counted_as_printed() {
        let output = "\nrunning 4 tests\n....\ntest result: FAILED. 3 passed; 1 failed; 2 ignored; 0 measured; 5 filtered out; finished in 0.00s\n\
                      all doctests ran in 0.1s\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(tests_in(output), 6);
        assert_eq!(tests_in("a program of its own"), 0);
    }

    fn log(process: u32, functions: &[u32]) -> Log {
        let enter = |function: &u32| Event {
            clock: 0,
            kind: EventKind::Enter { function: *function, arguments: Vec::new() },
        };
        Log { process, events: functions.iter().map(enter).collect(), ..Log::default() }
    }

    #[test]
    fn processes_get_numbers_of_their_own() {
        let mut tracing = Tracing::new(Path::new("."), PathBuf::new(), Duration::ZERO);
        let ran = |logs| Ran { logs, bytes: 10, tests: 0, unreadable: 0, is_late: false };
        assert_eq!(tracing.take(ran(vec![log(70, &[1, 1]), log(50, &[3]), log(70, &[])])), 3);
        assert_eq!(tracing.take(ran(vec![log(70, &[1])])), 1);
        let processes: Vec<u32> = tracing.logs.iter().map(|log| log.process).collect();
        assert_eq!(processes, [1, 0, 1, 2]);
        assert_eq!(tracing.functions_called(), 2);
        assert_eq!(tracing.bytes, LOG_BYTES - 20);
    }
}
