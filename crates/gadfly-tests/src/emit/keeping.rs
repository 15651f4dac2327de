//! Functions that run a test in a process in which nothing may be left behind, as source.
//!
//! Each compares its process before and after the test. What is not known to the standard library is read from `/proc`; where
//! there is none, nothing is seen and the test passes.

use gadfly_wire::ProcessChange;

use super::support::started_again;

/// Everything that can be left behind.
pub(super) const ALL: [ProcessChange; 6] = [
    ProcessChange::Directory,
    ProcessChange::Environment,
    ProcessChange::Streams,
    ProcessChange::SignalMask,
    ProcessChange::PanicHook,
    ProcessChange::Thread,
];

/// What a test says when its process is changed.
pub fn complaint(what: ProcessChange) -> &'static str {
    of(what).complaint
}

/// The name of the function.
pub(super) fn runner(what: ProcessChange) -> &'static str {
    of(what).runner
}

/// The function.
pub(super) fn helper(what: ProcessChange) -> &'static str {
    of(what).source
}

fn of(what: ProcessChange) -> &'static Helper {
    match what {
        ProcessChange::Directory => &DIRECTORY,
        ProcessChange::Environment => &ENVIRONMENT,
        ProcessChange::Streams => &STREAMS,
        ProcessChange::SignalMask => &SIGNAL_MASK,
        ProcessChange::PanicHook => &PANIC_HOOK,
        ProcessChange::Thread => &THREAD,
    }
}

struct Helper {
    runner: &'static str,
    complaint: &'static str,
    source: &'static str,
}

/// A helper from what it is called, what it says, what it does first, how it looks, and what it makes of two looks.
macro_rules! helper {
    ($runner:literal, $complaint:literal, $before:literal, $look:literal, $verdict:literal) => {
        Helper {
            runner: $runner,
            complaint: $complaint,
            source: concat!(
                "\n/// Runs the body of a test in a process of its own, and fails if ",
                $complaint,
                " there afterwards.\n",
                "fn ",
                $runner,
                r#"(test: &str, body: fn()) {
    const INSIDE: &str = "GADFLY_INSIDE";
    // Not zero, with which the body itself could end the process.
    const DONE: i32 = 42;
    const CHANGED: i32 = 43;
    fn look() -> String {
"#,
                $look,
                r#"
    }
    if std::env::var_os(INSIDE).is_some() {
"#,
                $before,
                r#"        let before = look();
        body();
"#,
                $verdict,
                r#"
        std::process::exit(if is_kept { DONE } else { CHANGED });
    }
"#,
                started_again!(),
                r#"    assert!(status.code() != Some(CHANGED), ""#,
                $complaint,
                r#"");
    assert!(status.code() == Some(DONE), "the process ended with {}", status);
}
"#
            ),
        }
    };
}

static DIRECTORY: Helper = helper!(
    "in_a_process_that_keeps_its_directory",
    "the working directory is changed",
    "",
    r#"        format!("{:?}", std::env::current_dir())"#,
    "        let is_kept = look() == before;"
);

static ENVIRONMENT: Helper = helper!(
    "in_a_process_that_keeps_its_environment",
    "the environment is changed",
    "",
    r#"        let mut variables: Vec<_> = std::env::vars_os().collect();
        variables.sort();
        format!("{:?}", variables)"#,
    "        let is_kept = look() == before;"
);

static STREAMS: Helper = helper!(
    "in_a_process_that_keeps_its_streams",
    "a standard stream is closed or leads elsewhere",
    "",
    r#"        let target = |number: &u8| std::fs::read_link(format!("/proc/self/fd/{}", number)).ok();
        format!("{:?}", [0, 1, 2].iter().map(target).collect::<Vec<_>>())"#,
    "        let is_kept = look() == before;"
);

static SIGNAL_MASK: Helper = helper!(
    "in_a_process_that_keeps_its_signals",
    "other signals are blocked",
    "",
    r#"        let status = std::fs::read_to_string("/proc/thread-self/status").unwrap_or_default();
        status.lines().filter(|line| line.starts_with("SigBlk")).collect()"#,
    "        let is_kept = look() == before;"
);

static PANIC_HOOK: Helper = helper!(
    "in_a_process_that_keeps_its_panic_hook",
    "the panic hook is replaced",
    r#"        // A hook that takes room has a place of its own.
        let room = String::new();
        std::panic::set_hook(Box::new(move |_| assert!(room.is_empty())));
"#,
    r#"        let hook = std::panic::take_hook();
        let place = format!("{:p}", &*hook);
        std::panic::set_hook(hook);
        place"#,
    "        let is_kept = look() == before;"
);

static THREAD: Helper = helper!(
    "in_a_process_that_keeps_no_thread",
    "a thread is left running",
    "",
    r#"        let threads = std::fs::read_dir("/proc/self/task");
        threads.map(|all| all.count()).unwrap_or_default().to_string()"#,
    r#"        // A thread that ends is there for a moment more.
        let is_kept = (0..50).any(|round| {
            std::thread::sleep(std::time::Duration::from_millis(round));
            look() == before
        });"#
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_helper_has_its_name_and_says_what_is_wrong() {
        for what in ALL {
            let source = helper(what);
            assert!(source.contains(&format!("\nfn {}(test: &str", runner(what))), "{source}");
            assert!(source.contains(&format!("\"{}\"", complaint(what))), "{source}");
            // What is shown of a test leaves out where it runs.
            assert!(runner(what).starts_with("in_a_process"));
            // Only a function's last line is a lone brace, which is how files are taken apart.
            assert_eq!(source.lines().filter(|line| *line == "}").count(), 1, "{source}");
            assert!(!source.contains(&format!("= {};", gadfly_wire::EXIT_REPORTED)), "{source}");
        }
    }
}
