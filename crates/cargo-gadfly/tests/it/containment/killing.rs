//! Killed at any moment, a run leaves files that are whole, and loses no finding that it reported.

#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use gadfly_testkit::Project;
use serde_json::Value;

use super::processes::{expect_none_in, kill, started_from};
use crate::{fresh_place, library, sharing_gadfly};

/// How often each of the three is killed.
const KILLS: u64 = 17;
/// Attempts for that: a search may be over before it is killed.
const ATTEMPTS: u64 = 60;

/// Functions that fail in many places, so that there is always something to report.
fn fragile() -> Project {
    let mut source = String::from(
        "pub fn stop(n: u8) { if n == 100 { std::process::abort() } }\n\
         #[derive(Clone, Debug, Default, PartialEq)]\npub struct Row { cells: Vec<u8> }\n\
         impl Row {\n    pub fn new() -> Self { Self::default() }\n\
         pub fn add(&mut self, n: u8) -> usize { self.cells.push(n); self.cells.len() }\n",
    );
    for length in 1..24 {
        source.push_str(&format!(
            "    pub fn check_{length}(&self) -> u8 {{\n        if self.cells.len() < {length} {{ return 0 }}\n\
             \x20       self.cells[{length} + usize::from(self.cells[0])]\n    }}\n"
        ));
    }
    source.push_str("}\n");
    library("killed", &source)
}

/// The process that is killed.
#[derive(Clone, Copy, Debug)]
enum Victim {
    Command,
    Supervisor,
    Searcher,
}

/// A random number that follows from the one before.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// Waits until so much was reported, and a moment longer, and kills. False if the search was over by
/// then.
fn kill_after(command: &mut Child, place: &Path, victim: Victim, state: &mut u64) -> bool {
    let (length, moment) = (next(state) % 4000, Duration::from_millis(next(state) % 30));
    let events = || fs::metadata(place.join("run/events.bin")).map_or(0, |data| data.len());
    let begun = Instant::now();
    while started_from(place).is_empty() || events() < length {
        assert!(begun.elapsed() < Duration::from_secs(60), "the search never began");
        if command.try_wait().expect("it can be asked").is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(moment);
    let processes = started_from(place);
    let process = match victim {
        Victim::Command => Some(command.id()),
        // The first was started by the command, the last has started none.
        Victim::Supervisor => processes
            .iter()
            .find(|(_, parent)| *parent == command.id())
            .map(|(process, _)| *process),
        Victim::Searcher => processes
            .iter()
            .find(|(process, _)| !processes.iter().any(|(_, parent)| parent == process))
            .map(|(process, _)| *process),
    };
    process.is_some_and(kill)
}

/// Announcements on standard error: items, and what happened to them.
fn announced(stderr: &str) -> BTreeSet<String> {
    let lines = stderr.lines().filter_map(|line| line.trim_start().strip_prefix("Found "));
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

fn items(report: &str) -> BTreeSet<String> {
    let report: Value = serde_json::from_str(report).expect("a whole report");
    let findings = report["findings"].as_array().expect("findings");
    findings.iter().map(|found| found["item"].as_str().expect("an item").to_owned()).collect()
}

#[test]
fn killed_processes_lose_no_announced_finding() {
    let project = fragile();
    let place = fresh_place("killed");
    let tool = sharing_gadfly();
    tool.run(&project, "explore --calls 100 --no-tests");
    let harness = fs::read(place.join("harness.json")).expect("a harness");
    let mut state = 7;
    let mut reports = 0;
    for victim in [Victim::Command, Victim::Supervisor, Victim::Searcher] {
        let (mut killed, mut attempts, mut millis) = (0, 0, 500);
        while killed < KILLS {
            assert!(attempts < ATTEMPTS, "{victim:?} was killed {killed} times only");
            attempts += 1;
            // A run that loses the searcher, or one of several that search, goes on to its end.
            let time = if matches!(victim, Victim::Command) { 60_000 } else { millis };
            let line = format!("explore --time {time}ms --no-tests --seed {attempts}");
            let _ = fs::remove_file(place.join("run/events.bin"));
            let mut command = tool.start(&project, &line);
            if kill_after(&mut command, &place, victim, &mut state) {
                killed += 1;
            } else {
                // A busy machine needs longer to get as far.
                millis *= 2;
            }
            let output = command.wait_with_output().expect("it ends");
            expect_none_in(&[&place]);
            let announced = announced(&String::from_utf8_lossy(&output.stderr));
            reports += announced.len();
            assert_eq!(fs::read(place.join("harness.json")).expect("a harness"), harness);
            let report = fs::read_to_string(place.join("report.json")).expect("a report");
            let reported = items(&report);
            if let Victim::Command = victim {
                // Announced findings are not lost: the next run resumes with them.
                let run = tool.run(&project, "explore --calls 1 --no-tests --resume --format json");
                let found = items(&run.stdout);
                assert!(found.is_superset(&announced), "{announced:?} but {found:?}");
            } else {
                // The kill is not attributed to the crate.
                assert!(!report.contains("crashes the process (SIGKILL)"), "{victim:?}: {report}");
                assert!(matches!(output.status.code(), Some(0 | 1)), "{victim:?}: {output:?}");
                assert!(reported.is_superset(&announced), "{announced:?} but {reported:?}");
            }
        }
    }
    assert!(reports > 20, "only {reports} findings were announced");
}

/// Reads what a command writes to standard error until something stands there.
fn read_until(command: &mut Child, marker: &str) {
    let mut stderr = command.stderr.take().expect("it is piped");
    let (mut seen, mut byte) = (Vec::new(), [0]);
    while !String::from_utf8_lossy(&seen).contains(marker) {
        let read = stderr.read(&mut byte).expect("it can be read");
        assert!(read > 0, "{marker} never came: {}", String::from_utf8_lossy(&seen));
        seen.push(byte[0]);
    }
}

#[test]
fn an_interrupted_run_is_taken_up_or_started_anew() {
    let project = library(
        "taken-up",
        "#[derive(Clone, Debug, Default, PartialEq)]\npub struct Row { cells: Vec<u8> }\n\
         impl Row {\n    pub fn new() -> Self { Self::default() }\n\
         pub fn add(&mut self, n: u8) -> usize { self.cells.push(n); self.cells.len() }\n\
         pub fn third(&self) -> u8 { if self.cells.len() < 2 { 0 } else { self.cells[2] } }\n}\n",
    );
    let place = fresh_place("taken-up");
    let tool = sharing_gadfly();
    tool.run(&project, "explore --calls 10 --no-tests").expect_code(0);
    assert!(!place.join("journal.bin").exists(), "the run came to its end");
    let mut command = tool.start(&project, "explore --time 10m --no-tests");
    // Reported findings are in the journal.
    read_until(&mut command, "Found");
    assert!(kill(command.id()));
    command.wait().expect("it ends");
    expect_none_in(&[&place]);

    // Killed again, this time while its tests are made.
    let mut command = tool.start(&project, "explore --calls 10 --resume");
    read_until(&mut command, "Minimising");
    assert!(kill(command.id()));
    command.wait().expect("it ends");
    expect_none_in(&[&place]);
    assert!(!project.path().join("tests").exists(), "nothing was proven");

    // Ten calls find nothing by themselves; what they report was found before, and is proven now.
    let run = tool.run(&project, "explore --calls 10 --resume --format json").expect_code(1);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let finding = &report["findings"][0];
    assert_eq!(finding["item"], "taken_up::Row::third");
    assert_eq!(finding["test"], "gadfly_failures::row_third_panics", "{finding:#}");
    assert!(!place.join("journal.bin").exists(), "everything is in the report");

    let run = tool.run(&project, "explore --calls 10 --resume --no-tests").expect_code(0);
    assert!(run.stderr.contains("there is no interrupted run to resume"), "{}", run.stderr);
}
