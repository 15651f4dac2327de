//! Running programs: output, streams, failures, and that nothing is left behind.
#![cfg(unix)]

use std::path::Path;
use std::time::{Duration, Instant};

use gadfly_cargo::{Invocation, RunError};

fn shell(script: &str) -> Invocation {
    Invocation::new("sh", Path::new("/")).args(["-c", script])
}

#[test]
fn output_errors_and_status_are_captured() {
    let finished = shell("echo out; echo err >&2; pwd; cat; exit 3").run().expect("it runs");
    assert_eq!(finished.status.code(), Some(3));
    assert_eq!(String::from_utf8_lossy(&finished.stdout), "out\n/\n");
    assert_eq!(finished.stderr, "err\n");
}

#[test]
fn much_output_on_both_streams_does_not_block() {
    let finished =
        shell("for i in $(seq 20000); do echo $i; echo $i >&2; done").run().expect("it runs");
    assert_eq!(finished.stdout.len(), finished.stderr.len());
}

#[test]
fn lines_are_handed_over_one_by_one() {
    let mut lines = Vec::new();
    let invocation = shell("printf 'a\\nb\\r\\nlast'");
    invocation.run_lines(&mut |line| lines.push(line.to_owned())).expect("it runs");
    assert_eq!(lines, ["a", "b", "last"]);
}

#[test]
fn a_program_that_takes_too_long_is_ended_with_all_it_started() {
    let start = Instant::now();
    for script in ["sleep 1000 & sleep 1000", "exec >&- 2>&-; sleep 1000", "kill -STOP $$"] {
        let finished = shell(script).at_most(Duration::from_millis(300)).run().expect("it runs");
        assert!(finished.is_late && !finished.status.success(), "{script}");
    }
    assert!(start.elapsed() < Duration::from_secs(100));
    let finished = shell("echo out").at_most(Duration::from_secs(100)).run().expect("it runs");
    assert!(!finished.is_late && finished.status.success());
}

#[test]
fn the_environment_can_be_set_and_cleared() {
    let finished =
        shell("echo $ADDED-$HOME").env("ADDED", "yes").env_remove("HOME").run().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&finished.stdout), "yes-\n");
}

#[test]
fn a_program_that_does_not_exist_is_named() {
    let error = Invocation::new("no-such-program", Path::new("/")).run().expect_err("no program");
    assert!(matches!(error, RunError::Spawn { .. }));
    assert!(error.to_string().contains("no-such-program"));
}

/// Started anew by the test below: dies while a child of its own is running.
#[test]
fn helper_that_dies_with_a_running_child() {
    let Some(file) = std::env::var_os("PID_FILE") else { return };
    let script = "echo $$ > \"$PID_FILE.new\"; mv \"$PID_FILE.new\" \"$PID_FILE\"; exec sleep 600";
    std::thread::spawn(move || shell(script).run());
    while !Path::new(&file).exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::process::abort();
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_does_not_outlive_us() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("pid");
    let finished = Invocation::new(std::env::current_exe().expect("ourselves"), Path::new("/"))
        .args(["--exact", "helper_that_dies_with_a_running_child"])
        .env("PID_FILE", &file)
        .run()
        .expect("the helper runs");
    assert!(!finished.status.success());
    let pid = std::fs::read_to_string(&file).expect("the child's identifier");
    let process = Path::new("/proc").join(pid.trim()).join("cmdline");
    let deadline = Instant::now() + Duration::from_secs(20);
    // A process that has ended has no command line any more.
    while std::fs::read(&process).is_ok_and(|line| line.starts_with(b"sleep")) {
        assert!(Instant::now() < deadline, "process {pid} is still running");
        std::thread::sleep(Duration::from_millis(10));
    }
}
