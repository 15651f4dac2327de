//! Logs of whole processes: this program runs itself with the environment of a traced run.

use std::path::{Path, PathBuf};
use std::process::Output;

use gadfly_trace::{enter, list, once, v, BYTES, CALLS, DIRECTORY};

/// Environment variable: the work of a started process.
const WORK: &str = "GADFLY_TRACE_TEST_WORK";

fn call(text: &str) -> usize {
    let __gt = enter(1, list![v!(text)]);
    let __gr: usize = once(move || -> usize { text.len() });
    __gt.exit(v!(__gr));
    __gr
}

/// Formats itself by a traced call, and panics once.
struct Odd;
impl std::fmt::Debug for Odd {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", call("from Debug"))?;
        panic!("no text")
    }
}

fn take(odd: &Odd) {
    let __gt = enter(2, list![v!(odd)]);
    let __gr: () = once(move || {
        let _ = odd;
    });
    __gt.exit(v!(__gr));
}

#[test]
#[ignore = "started by the other tests"]
fn work() {
    match std::env::var(WORK).as_deref() {
        Ok("threads") => {
            let run =
                |_| std::thread::spawn(|| (0..50).for_each(|_| assert_eq!(call("thread"), 6)));
            let threads: Vec<_> = (0..3).map(run).collect();
            assert!(threads.into_iter().all(|it| it.join().is_ok()));
        }
        Ok("abort") => {
            (0..4000).for_each(|_| assert_eq!(call("before the end"), 14));
            std::process::abort();
        }
        Ok("much") => (0..4000).for_each(|_| assert_eq!(call(&"x".repeat(1000)), 1000)),
        Ok("odd") => (0..3).for_each(|_| take(&Odd)),
        _ => {}
    }
}

fn start(work: &str, variables: &[(&str, &str)], directory: &Path) -> Output {
    #[expect(clippy::disallowed_methods, reason = "the program is this one, and ends by itself")]
    let mut command = std::process::Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "work", "--ignored", "--test-threads", "2"]);
    command.env(WORK, work).env(DIRECTORY, directory);
    command.envs(variables.iter().copied()).output().expect("it runs")
}

fn directory(name: &str) -> PathBuf {
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("trace-{name}"));
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).expect("a directory");
    place
}

fn logs(directory: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let paths = entries.map(|it| it.expect("an entry").path());
    paths.map(|it| std::fs::read(it).expect("a file")).collect()
}

fn count(log: &[u8], text: &str) -> usize {
    log.windows(text.len()).filter(|it| *it == text.as_bytes()).count()
}

#[test]
fn every_thread_has_a_file() {
    let directory = directory("threads");
    assert!(start("threads", &[], &directory).status.success());
    let mut counts: Vec<usize> = logs(&directory).iter().map(|it| count(it, "thread")).collect();
    counts.sort_unstable();
    // An argument is logged when the call begins, and again when it returns.
    assert_eq!(counts, [100, 100, 100]);
}

#[test]
fn aborted_processes_leave_most_of_their_log() {
    let directory = directory("abort");
    let limits = [("GADFLY_TRACE_FUNCTION_CALLS", "10000")];
    assert!(!start("abort", &limits, &directory).status.success());
    let logged: usize = logs(&directory).iter().map(|it| count(it, "before the end")).sum();
    assert!((5000..8000).contains(&logged), "{logged}");
}

#[test]
fn directories_are_never_filled_beyond_their_limit() {
    let directory = directory("much");
    for _ in 0..3 {
        let limits = [(BYTES, "300000"), (CALLS, "1000000")];
        assert!(start("much", &limits, &directory).status.success());
    }
    let sizes: Vec<usize> = logs(&directory).iter().map(Vec::len).collect();
    let all: usize = sizes.iter().sum();
    assert!((100_000..300_001).contains(&all), "{sizes:?}");
}

#[test]
fn unusable_directories_do_not_disturb() {
    let output = start("threads", &[], Path::new("/nowhere/at/all"));
    assert!(output.status.success());
}

#[test]
fn panics_of_debug_stay_unnoticed() {
    let directory = directory("odd");
    assert!(start("odd", &[], &directory).status.success());
    let log = logs(&directory).remove(0);
    assert_eq!((count(&log, "from Debug"), count(&log, "files::Odd")), (0, 1));
}
