//! Tests of what ends the process, or does not come to an end.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Set in a process that runs one test for another.
const INSIDE: &str = "GADFLY_INSIDE";
/// The exit code of such a process on success. Not zero, with which the body itself could end it.
const DONE: i32 = 42;
/// The number of looks for its end, and the pause between them.
const LOOKS: u32 = 500;
const PAUSE: Duration = Duration::from_millis(10);

/// Runs the body of a test in a process of its own: if that dies, or does not come back in 5 seconds, this test fails alone.
///
/// The closure must stand in the test itself, by whose name the program is asked to run it again.
pub fn contained<F: FnOnce()>(body: F) {
    if std::env::var_os(INSIDE).is_some() {
        // A process that hangs cannot be ended from outside.
        std::thread::spawn(|| {
            std::thread::sleep(PAUSE * LOOKS * 2);
            end(1);
        });
        body();
        end(DONE);
    }
    let program = std::env::current_exe().expect("a test knows its program");
    let mut child = started(&program)
        .args([test_of(std::any::type_name::<F>()), "--exact", "--include-ignored"])
        .env(INSIDE, "1")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be started");
    for _ in 0..LOOKS {
        if let Some(status) = child.try_wait().expect("the process can be waited for") {
            assert!(status.code() == Some(DONE), "the process ended with {status}");
            return;
        }
        std::thread::sleep(PAUSE);
    }
    child.kill().expect("the process can be ended");
    child.wait().expect("the process can be waited for");
    panic!("the process did not come back in 5 seconds");
}

#[expect(clippy::exit, reason = "the process runs this test and nothing else")]
fn end(code: i32) -> ! {
    std::process::exit(code)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test starts its own program, outside of the command"
)]
fn started(program: &Path) -> Command {
    Command::new(program)
}

/// `k::tests::one::{{closure}}` as `tests::one`: a test is known without its crate.
fn test_of(closure: &str) -> &str {
    let test = closure.split("::{{closure}}").next().unwrap_or(closure);
    test.split_once("::").map_or(test, |(_, test)| test)
}

#[cfg(test)]
mod tests {
    use super::{contained, test_of};

    #[test]
    fn a_test_is_known_by_the_closure_in_it() {
        assert_eq!(test_of("k::tests::one::{{closure}}"), "tests::one");
        assert_eq!(test_of("k::one::{{closure}}::{{closure}}"), "one");
    }

    #[test]
    fn finished_bodies_are_fine() {
        contained(|| {});
    }

    #[test]
    #[should_panic(expected = "the process ended with")]
    fn a_panic_inside_is_one_outside() {
        contained(|| panic!("no"));
    }

    #[test]
    #[should_panic(expected = "the process ended with signal")]
    #[cfg(unix)]
    fn a_death_inside_is_a_panic_outside() {
        contained(|| std::process::abort());
    }

    #[test]
    #[should_panic(expected = "the process did not come back in 5 seconds")]
    fn hanging_bodies_are_given_up() {
        contained(|| loop {
            std::thread::park();
        });
    }
}
