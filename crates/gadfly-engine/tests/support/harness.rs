//! Runs an example harness as its own process, the way the tool does.

use gadfly_wire::{to_file_bytes, Event, EventScanner, Plan, RunConfig};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};

pub(crate) struct Harness {
    binary: PathBuf,
    folder: PathBuf,
}

impl Harness {
    /// An example's binary, with a fresh folder of its own.
    pub(crate) fn new(example: &str, name: &str, plan: &Plan) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{example}_{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("scratch")).expect("the folder can be made");
        fs::write(folder.join("plan"), to_file_bytes(plan)).expect("the plan can be written");
        Self { binary: example_binary(example), folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    #[expect(clippy::disallowed_methods, reason = "a test is no part of the command")]
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.binary);
        command.env_remove("GADFLY_RUN").env("RUST_BACKTRACE", "0");
        command
    }

    /// Starts a run and leaves it alone.
    pub(crate) fn start(&self, config: &RunConfig) -> Child {
        let text = |name: &str| self.path(name).to_string_lossy().into_owned();
        let config = RunConfig {
            plan_path: text("plan"),
            events_path: text("events"),
            scratch_dir: Some(text("scratch")),
            ..config.clone()
        };
        fs::write(self.path("run"), to_file_bytes(&config)).expect("the orders can be written");
        self.command().env("GADFLY_RUN", self.path("run")).spawn().expect("the harness starts")
    }

    pub(crate) fn run_bytes(&self, config: &RunConfig) -> (ExitStatus, Vec<u8>) {
        let status = self.start(config).wait().expect("the harness runs");
        (status, fs::read(self.path("events")).expect("there are events"))
    }

    /// The number of processes of this harness, found by the environment they were started with.
    pub(crate) fn processes(&self) -> usize {
        let mark = format!("GADFLY_RUN={}\0", self.path("run").display());
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries
            .filter(|entry| {
                fs::read(entry.path().join("environ")).is_ok_and(|environment| {
                    environment.windows(mark.len()).any(|window| window == mark.as_bytes())
                })
            })
            .count()
    }

    pub(crate) fn run(&self, config: &RunConfig) -> (ExitStatus, Vec<Event>) {
        let (status, bytes) = self.run_bytes(config);
        (status, events(&bytes))
    }
}

/// The events in the bytes of a stream that ended well.
pub(crate) fn events(bytes: &[u8]) -> Vec<Event> {
    let mut scanner = EventScanner::default();
    scanner.feed(bytes);
    std::iter::from_fn(|| scanner.next_event()).collect()
}

/// Cargo builds examples along with the tests, into a folder beside theirs.
fn example_binary(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test knows where it is");
    let folder = test.parent().and_then(Path::parent).expect("tests are two folders deep");
    let binary = folder.join("examples").join(name);
    assert!(
        binary.exists(),
        "{} is missing: run all tests of the package, or `cargo build --examples` first",
        binary.display()
    );
    binary
}
