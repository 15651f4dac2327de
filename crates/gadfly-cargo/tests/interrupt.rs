//! An interruption ends what is running; it holds for the whole process, so it is tested alone.
#![cfg(unix)]

use std::path::Path;
use std::time::Duration;

use gadfly_cargo::{Invocation, RunError, interrupt, is_interrupted};

#[test]
fn an_interruption_ends_the_child_and_what_it_started() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("pid");
    // The shell ignores the polite signal and waits for a child of its own.
    let script = "trap '' TERM; sleep 600 & echo $! > pid.new; mv pid.new pid; wait; sleep 600";
    let invocation = Invocation::new("sh", directory.path()).args(["-c", script]);
    let runner = std::thread::spawn(move || invocation.run());
    while !file.exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    interrupt();
    assert!(is_interrupted());
    assert!(matches!(runner.join().expect("the runner ends"), Err(RunError::Interrupted)));
    let pid = std::fs::read_to_string(&file).expect("the grandchild's identifier");
    let line = std::fs::read(Path::new("/proc").join(pid.trim()).join("cmdline"));
    assert!(!line.is_ok_and(|line| line.starts_with(b"sleep")), "process {pid} is gone");

    let later = Invocation::new("sh", directory.path()).args(["-c", "touch started"]).run();
    assert!(matches!(later, Err(RunError::Interrupted)));
    assert!(!directory.path().join("started").exists());
}
