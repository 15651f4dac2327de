//! A disk that is full, a place that cannot be written to or is in use: one clear sentence, exit
//! code 4, and no file that is not whole.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use gadfly_testkit::{Project, Run, Tool};

use crate::{fresh_place, gadfly, library, sharing_gadfly};

/// Runs the command with a limit on the size of files, in blocks; exceeding it is an error, as it
/// is on a full disk, and no signal.
fn with_room_for(blocks: u32, project: &Project, arguments: &str) -> Run {
    let line = format!("limited.sh {blocks} {arguments}");
    Tool::new("sh").shared_target().run(project, &line)
}

fn limiting(project: Project) -> Project {
    let program = env!("CARGO_BIN_EXE_cargo-gadfly");
    let script = "trap '' XFSZ\nulimit -f $1\nshift\nexec PROGRAM \"$@\"\n";
    project.with("limited.sh", &script.replace("PROGRAM", program))
}

fn files(place: &Path) -> Vec<(String, Vec<u8>)> {
    let mut names = vec!["harness.json", "plan.bin", "report.json"];
    names.retain(|name| place.join(name).exists());
    let read = |name: &str| (name.to_owned(), fs::read(place.join(name)).expect("read"));
    names.into_iter().map(read).collect()
}

#[test]
fn a_full_disk_leaves_every_file_whole() {
    let mut source = String::new();
    for number in 0..200 {
        source.push_str(&format!("pub fn f{number}(n: u8) -> u8 {{ n / (n % {}) }}\n", number + 2));
    }
    let project = limiting(library("full", &source));
    let place = fresh_place("full");
    let run = with_room_for(0, &project, "explore --calls 10 --no-tests").expect_code(4);
    assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    sharing_gadfly().run(&project, "explore --calls 10 --no-tests");
    let before = files(&place);
    assert_eq!(before.len(), 3);
    for (blocks, what) in [(0, "journal.bin"), (4, "")] {
        let run = with_room_for(blocks, &project, "explore --calls 20000 --no-tests");
        let run = run.expect_code(4);
        assert!(run.stderr.contains("error: failed to write "), "{}", run.stderr);
        assert!(run.stderr.contains(what), "{}", run.stderr);
        assert!(run.stderr.contains("  help: "), "{}", run.stderr);
        assert_eq!(run.stdout, "");
        assert_eq!(files(&place), before);
        let half = fs::read_dir(&place).expect("read").flatten();
        let mut half = half.filter(|entry| entry.file_name().to_string_lossy().starts_with('.'));
        assert!(half.next().is_none());
    }
    // What had been found by then is taken up once there is room.
    let run = sharing_gadfly().run(&project, "explore --calls 10 --no-tests --resume");
    assert!(run.stderr.contains("Resuming"), "{}", run.stderr);
}

#[test]
fn unwritable_places_are_reported() {
    let project = Project::of_fixture("plain");
    let run = gadfly().run(&project, "explore --out /dev/null/place").expect_code(4);
    assert!(run.stderr.starts_with("error: failed to create /dev/null/place: "), "{}", run.stderr);
    assert!(
        run.stderr.contains("  help: make that directory writable, or choose"),
        "{}",
        run.stderr
    );
}

#[test]
fn two_runs_on_one_crate_at_once_are_refused() {
    let project = Project::of_fixture("plain");
    let place = project.path().join("place");
    fs::create_dir(&place).expect("a folder");
    let lock = fs::File::create(place.join("lock")).expect("a file");
    lock.lock().expect("locked");
    let run = gadfly().run(&project, "explore --out place").expect_code(4);
    assert_eq!(
        run.stderr,
        "error: another gadfly run is at work on this crate, in [PROJECT]/place\n  help: wait until \
         it ends, or choose another directory with --out DIR\n"
    );
}
