//! A crate that does everything a crate can do to its process and to the machine: the search goes on and reports what
//! happened, without any other effect.

#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gadfly_testkit::Project;
use serde_json::Value;

use super::processes::{expect_none_in, sockets_in};
use crate::{fresh_place, sharing_gadfly};

/// The record of every hazard.
const RECORDED: &[(&str, &[&str])] = &[
    (
        "crash",
        &[
            "die::abort",
            "die::exit_as_if_all_were_well",
            "die::exit_with_three",
            "die::read_from_nowhere",
            "die::overflow_the_stack",
            "die::panic_twice",
            "die::raise_kill",
            "die::raise_terminate",
            "die::raise_user_signal",
            "ordinary::Plan::verify",
            "ordinary::Plan::depth",
        ],
    ),
    (
        "hang",
        &[
            "stay::loop_for_ever",
            "stay::sleep_for_ever",
            "stay::deadlock",
            "stay::wait_for_a_thread",
            "stay::stop_the_process",
            "stay::block_all_signals_and_loop",
            "stay::ignore_the_alarm_and_loop",
            "stay::fork_without_end",
            "ordinary::Plan::last_of",
            "ordinary::steps_to_zero",
        ],
    ),
    ("oom", &["eat::allocate_an_exbibyte", "eat::grow_for_ever"]),
    (
        "panic",
        &[
            "disturb::panic_with_a_hook_of_its_own",
            "disturb::panic_with_a_bomb",
            "disturb::Unshowable::fmt",
            "disturb::Undroppable::drop",
            "ordinary::Percent::fmt",
            "ordinary::Plan::initial",
        ],
    ),
    (
        "contract",
        &[
            "disturb::close_the_output",
            "disturb::close_the_errors",
            "disturb::close_everything",
            "disturb::replace_the_panic_hook",
            "disturb::change_the_directory",
            "disturb::change_the_environment",
            "disturb::block_all_signals",
            "eat::leak_a_thread",
        ],
    ),
];

/// Modules all of whose functions return, because what they attempt is refused or put right.
const CONTAINED: &[&str] = &["disturb::", "eat::", "reach::", "harmless::"];

/// Things that may be harmed, with witnesses.
struct Surroundings {
    folder: tempfile::TempDir,
    tcp: TcpListener,
    udp: UdpSocket,
    unix: UnixListener,
}

impl Surroundings {
    fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("gadfly-around-").tempdir().expect("a folder");
        for name in ["home", "outside"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        fs::write(folder.path().join("home/secret"), "secret").expect("a file");
        fs::write(folder.path().join("outside/precious"), "precious").expect("a file");
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a socket");
        let address = tcp.local_addr().expect("an address");
        let udp = UdpSocket::bind(address).expect("a socket");
        let unix = UnixListener::bind(folder.path().join("socket")).expect("a socket");
        tcp.set_nonblocking(true).expect("a socket");
        udp.set_nonblocking(true).expect("a socket");
        unix.set_nonblocking(true).expect("a socket");
        Self { folder, tcp, udp, unix }
    }

    /// The source that gives the crate their places.
    fn source(&self, sources: &Path) -> String {
        let path = |name: &str| format!("{:?}", self.folder.path().join(name));
        format!(
            "pub(crate) const HOME: &str = {};\npub(crate) const OUTSIDE: &str = {};\n\
             pub(crate) const ADDRESS: &str = {:?};\npub(crate) const SOCKET: &str = {};\n\
             pub(crate) const SOURCES: &str = {sources:?};\n",
            path("home"),
            path("outside"),
            self.tcp.local_addr().expect("an address").to_string(),
            path("socket"),
        )
    }

    #[track_caller]
    fn expect_silence(&self) {
        let tcp = self.tcp.accept().expect_err("no connection");
        let udp = self.udp.recv(&mut [0; 16]).expect_err("no datagram");
        let unix = self.unix.accept().expect_err("no connection");
        assert!([tcp, udp, unix].iter().all(|error| error.kind() == ErrorKind::WouldBlock));
    }
}

/// Every file below a folder but those of builds: its permissions and what is in it.
fn tree(folder: &Path) -> BTreeMap<String, (u32, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder").map(|entry| entry.expect("an entry")) {
            let (path, name) = (entry.path(), entry.file_name());
            // Cargo completes a missing lock file; tests are what gadfly is asked for.
            if name == "target" || name == "Cargo.lock" || name == "tests" {
                continue;
            }
            let data = entry.metadata().expect("an entry");
            let bytes = if data.is_file() { fs::read(&path).expect("a file") } else { Vec::new() };
            found.insert(path.display().to_string(), (data.permissions().mode(), bytes));
            if data.is_dir() {
                folders.push(path);
            }
        }
    }
    found
}

fn names(report: &Value, key: &str) -> Vec<String> {
    let list = report[key].as_array().unwrap_or_else(|| panic!("no {key}"));
    let plain = |item: &Value| {
        let item = item.as_str().expect("a path");
        item.strip_prefix("fixture_hazards::").unwrap_or(item).to_owned()
    };
    list.iter().map(plain).collect()
}

#[test]
fn every_hazard_is_attempted_and_recorded_and_nothing_outside_is_touched() {
    let around = Surroundings::new();
    let project = Project::of_fixture("hazards");
    let sources = project.path().join("src");
    let project = project.with("src/place.rs", &around.source(&sources));
    let place = fresh_place("fixture-hazards");
    let before = (tree(project.path()), tree(around.folder.path()));

    let start = Instant::now();
    let is_over = AtomicBool::new(false);
    let (run, sockets) = std::thread::scope(|scope| {
        // A socket that the crate opens is leaked, so that it is seen sooner or later.
        let watch = scope.spawn(|| {
            let mut seen = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                seen.extend(sockets_in(&place));
                std::thread::sleep(Duration::from_millis(20));
            }
            seen
        });
        let line = "explore --calls 40000 --seed 1 --no-tests --format json";
        let run = sharing_gadfly().run(&project, line);
        is_over.store(true, Ordering::Relaxed);
        (run, watch.join().expect("it ends"))
    });
    let run = run.expect_code(1);
    expect_none_in(&[project.path(), &place]);
    assert!(start.elapsed() < Duration::from_secs(600), "{:?}", start.elapsed());
    assert_eq!(sockets, [""; 0]);
    around.expect_silence();
    assert_eq!((tree(project.path()), tree(around.folder.path())), before);

    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let findings = report["findings"].as_array().expect("findings");
    let kinds = |item: &str| -> Vec<&str> {
        let item = format!("fixture_hazards::{item}");
        let found = findings.iter().filter(|found| found["item"] == *item);
        found.map(|found| found["kind"].as_str().expect("a kind")).collect()
    };
    for (kind, items) in RECORDED {
        for item in *items {
            let found = kinds(item);
            assert!(!found.is_empty(), "{item} is not recorded: {findings:#?}");
            assert!(found.iter().all(|found| found == kind), "{item}: {found:?}, not {kind}");
        }
    }
    let is_lasting = |found: &&Value| found["kind"] == "contract";
    assert!(findings.iter().filter(is_lasting).all(|found| found["class"] == "resource"));
    let says = |found: &Value| found["message"].as_str().expect("a message").to_owned();
    let reached: Vec<String> =
        findings.iter().map(says).filter(|message| message.contains("reached")).collect();
    assert_eq!(reached, [""; 0]);

    // Showing one is how it panics, so it is never called.
    let never_called = names(&report, "never_called");
    assert!(never_called.iter().all(|item| item == "disturb::Unshowable::fmt"), "{never_called:?}");
    let recorded: Vec<&str> = RECORDED.iter().flat_map(|(_, items)| *items).copied().collect();
    for item in names(&report, "never_returned") {
        let is_contained = CONTAINED.iter().any(|module| item.starts_with(module));
        assert!(!is_contained || recorded.contains(&&*item), "{item} never returned");
    }
    let harmless =
        |found: &Value| found["item"].as_str().is_some_and(|item| item.contains("::harmless::"));
    assert!(!findings.iter().any(harmless), "{findings:#?}");
}
