//! Ordinary deeds, allowed and refused.

use std::io::Write;
use std::path::Path;

use super::super::files::LOADERS;
use super::super::{ProcessLimits, Sandbox, system_calls};
use super::escapes;
use crate::{Finished, Invocation};

const DEED: &str = "GADFLY_TEST_DEED";
const PLACE: &str = "GADFLY_TEST_PLACE";
/// The number with which a process may fork.
const PASS: u64 = 0x1234_5678_9abc_def0;

/// Runs a deed in a sandbox with `scratch`; it exits with 0 when it was done.
pub(super) fn attempt(deed: &str, sandbox: Sandbox, scratch: &Path, place: &Path) -> Finished {
    let program = std::env::current_exe().expect("a test has a program");
    Invocation::new(&program, scratch)
        .args(["sandbox::tests::deeds::deed", "--exact", "--nocapture"])
        .contained(sandbox.limits(ProcessLimits { file: 1 << 20, ..ProcessLimits::default() }))
        .env(DEED, deed)
        .env(PLACE, place)
        .run()
        .expect("it runs")
}

#[track_caller]
fn check(deed: &str, expected: bool) {
    check_in(|sandbox| sandbox, deed, expected);
}

#[track_caller]
fn check_in(more: impl Fn(Sandbox) -> Sandbox, deed: &str, expected: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let scratch = folder.path().join("scratch");
    std::fs::create_dir(&scratch).expect("a folder");
    let place = folder.path().join("outside");
    std::fs::write(&place, "precious").expect("a file");
    let finished = attempt(deed, more(Sandbox::new(&scratch)), &scratch, &place);
    let said = String::from_utf8_lossy(&finished.stdout);
    assert!(said.contains("tried") || expected, "{deed}: {said} {}", finished.stderr);
    assert_eq!(said.contains("done"), expected, "{deed}: {said} {}", finished.stderr);
    let kept = std::fs::read_to_string(&place).expect("it is still there");
    assert_eq!(kept, "precious", "{deed}");
}

/// The body of the processes that other tests start; no test of its own.
#[test]
#[expect(clippy::print_stdout, reason = "the output is read by the test that started the program")]
fn deed() {
    let Ok(deed) = std::env::var(DEED) else { return };
    let place = std::env::var(PLACE).expect("a place");
    println!("tried");
    let is_done = match &*deed {
        "write at home" => std::fs::write("file", "text").is_ok(),
        "read the system" => std::fs::read_to_string("/etc/passwd").is_ok(),
        "write outside" => std::fs::write(place, "lost").is_ok(),
        "remove outside" => std::fs::remove_file(place).is_ok(),
        "rename outside" => std::fs::rename(place, "mine").is_ok(),
        "read outside" => std::fs::read(place).is_ok(),
        "change a mode" => {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions("/tmp", std::fs::Permissions::from_mode(0o777)).is_ok()
        }
        "connect" => std::net::TcpStream::connect("127.0.0.1:1")
            .is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionRefused),
        "listen" => std::net::UdpSocket::bind("127.0.0.1:0").is_ok(),
        "start a program" => start("/bin/sh"),
        "start a program by its loader" => start_by_loader(),
        "start itself" => std::env::current_exe().is_ok_and(|own| start(&own.to_string_lossy())),
        "start a thread" => {
            std::thread::Builder::new().spawn(|| 7).is_ok_and(|thread| thread.join().is_ok())
        }
        "split" => {
            // SAFETY: the child does nothing but end.
            unsafe {
                match libc::fork() {
                    0 => libc::_exit(0),
                    child => child > 0,
                }
            }
        }
        "split with the number" => {
            // SAFETY: a plain fork; the child does nothing but end.
            unsafe {
                match libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, PASS, 0, 0) {
                    0 => libc::_exit(0),
                    child => child > 0,
                }
            }
        }
        "signal a thread of its own" => {
            // SAFETY: integers only; signal 0 only asks whether one may.
            unsafe { libc::pthread_kill(libc::pthread_self(), 0) == 0 }
        }
        "signal the group" => {
            // SAFETY: integers only.
            unsafe { libc::kill(0, 0) == 0 }
        }
        "raise a limit" => {
            let most = libc::rlimit { rlim_cur: 1 << 40, rlim_max: 1 << 40 };
            // SAFETY: the structure outlives the call, which only reads it.
            unsafe { libc::setrlimit(libc::RLIMIT_FSIZE, &most) == 0 }
        }
        "ask for a limit" => {
            let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            // SAFETY: the structure outlives the call, which only writes it.
            unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &mut limit) == 0 }
        }
        "signal the parent" => {
            // SAFETY: integers only; signal 0 only asks whether one may.
            unsafe { libc::kill(libc::getppid(), 0) == 0 }
        }
        "leave the group" => {
            // SAFETY: takes nothing.
            unsafe { libc::setsid() != -1 }
        }
        "write a large file" => std::fs::File::create("large")
            .is_ok_and(|mut file| (0..64).all(|_| file.write_all(&[0; 1 << 16]).is_ok())),
        "see the environment" => std::env::var_os("CARGO_MANIFEST_DIR").is_some(),
        "leave a process" => {
            // SAFETY: a plain fork; the child does nothing but wait.
            unsafe {
                if libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, PASS, 0, 0) == 0 {
                    loop {
                        libc::pause();
                    }
                }
            }
            true
        }
        "make every call that is not allowed" => make_every_call(),
        other => escapes::done(other, &place).unwrap_or(false),
    };
    println!("{}", if is_done { "done" } else { "refused" });
}

#[expect(clippy::disallowed_methods, reason = "this must fail")]
fn start(program: &str) -> bool {
    std::process::Command::new(program).arg("--help").status().is_ok()
}

/// Starts a program by way of the loader of programs.
#[expect(clippy::disallowed_methods, reason = "this must fail")]
fn start_by_loader() -> bool {
    LOADERS
        .iter()
        .any(|loader| std::process::Command::new(loader).arg("/bin/true").status().is_ok())
}

#[test]
fn a_confined_process_works_at_home_and_sees_the_system() {
    check("write at home", true);
    check("read the system", true);
}

#[test]
fn a_confined_process_cannot_touch_what_is_outside() {
    for deed in
        ["write outside", "remove outside", "rename outside", "read outside", "change a mode"]
    {
        check(deed, false);
    }
}

#[test]
fn a_confined_process_cannot_reach_others() {
    for deed in [
        "connect",
        "listen",
        "start a program",
        "start a program by its loader",
        "start itself",
        "signal the parent",
        "signal the group",
        "leave the group",
    ] {
        check(deed, false);
    }
    check("signal a thread of its own", true);
}

/// Makes every call whose number is not allowed, in both interfaces, with arguments that do no harm; returns whether the kernel
/// itself has answered one.
#[expect(clippy::print_stdout, reason = "the output is read by the test that started the program")]
fn make_every_call() -> bool {
    let is_allowed = |call: &libc::c_long| system_calls::is_allowed(*call);
    let numbers = (0..2048).filter(|call| !is_allowed(call));
    let others = (0..2048).map(|call| call | 1 << 30);
    let reached: Vec<libc::c_long> = numbers
        .chain(others)
        .filter(|call| {
            // SAFETY: the filters answer; where one did not, the arguments are neither descriptors nor addresses.
            let result = unsafe { libc::syscall(*call, -1_i64, 0, 0, 0, 0, 0) };
            let error = std::io::Error::last_os_error().raw_os_error();
            result != -1 || !matches!(error, Some(libc::ENOSYS | libc::EPERM | libc::EAGAIN))
        })
        .collect();
    println!("reached: {reached:?}");
    !reached.is_empty()
}

#[test]
fn unlisted_calls_do_not_reach_the_kernel() {
    check("make every call that is not allowed", false);
}

#[test]
fn a_confined_process_starts_threads_but_no_processes() {
    check("start a thread", true);
    check("split", false);
    check("split with the number", false);
    let with_number = |sandbox: Sandbox| sandbox.splits_with(PASS);
    check_in(with_number, "split with the number", true);
    check_in(with_number, "split", false);
    check_in(with_number, "start a program", false);
    check_in(with_number, "start a program by its loader", false);
}

#[test]
fn a_test_may_start_itself_and_nothing_else() {
    for (deed, expected) in [("start itself", true), ("start a program", false), ("split", false)] {
        check_in(Sandbox::starts_itself, deed, expected);
    }
}

#[test]
fn a_confined_process_has_a_clean_environment_and_limits() {
    check("see the environment", false);
    check("write a large file", false);
    check("raise a limit", false);
    check("ask for a limit", true);
}

/// Returns at all, although the process left behind holds the output open.
#[test]
fn nothing_outlives_a_confined_process() {
    check_in(|sandbox| sandbox.splits_with(PASS), "leave a process", true);
}
