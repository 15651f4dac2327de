//! A program under test: run in a project, with an environment that is the same everywhere.

#[cfg(unix)]
use std::io::Read;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use crate::{Project, Redactor, repository_root};

/// A program that tests run.
#[derive(Clone, Debug)]
pub struct Tool {
    program: PathBuf,
    environment: Vec<(String, String)>,
    shared_target: bool,
}

/// The result of a run, paths and times replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Variables that change what cargo or gadfly do or print.
const SCRUBBED: &[&str] = &[
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_MANIFEST_DIR",
    "CARGO_MANIFEST_PATH",
    "CARGO_TARGET_DIR",
    "CARGO_TERM_COLOR",
    "CARGO_TERM_PROGRESS_WHEN",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "GITHUB_ACTIONS",
    "GITHUB_STEP_SUMMARY",
    "NO_COLOR",
    "RUSTC_BOOTSTRAP",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "RUST_BACKTRACE",
    "RUST_LOG",
];

impl Tool {
    /// The command itself, at the path that cargo gives an integration test:
    /// `Tool::new(env!("CARGO_BIN_EXE_cargo-gadfly"))`. It builds into the project's own `target`.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), environment: Vec::new(), shared_target: false }
    }

    /// Cargo.
    pub fn cargo() -> Self {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Self::new(PathBuf::from(cargo))
    }

    /// The same with a variable set.
    #[must_use]
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same, building into one directory that all tests share, so that dependencies are built
    /// once. Gadfly itself works in a directory per package there, one run at a time: tests that
    /// run it on the same fixture at once must not share.
    #[must_use]
    pub fn shared_target(mut self) -> Self {
        self.shared_target = true;
        self
    }

    /// Runs it in a project with these arguments, separated by white space.
    pub fn run(&self, project: &Project, arguments: &str) -> Run {
        let child = self.start(project, arguments);
        let output = child.wait_with_output().expect("a child can be waited for");
        self.collect(project, output.status, &output.stdout, &output.stderr)
    }

    /// Runs it with this on its standard input.
    pub fn answering(&self, project: &Project, arguments: &str, input: &str) -> Run {
        let mut child = self.spawn(project, arguments, Stdio::piped());
        let mut stdin = child.stdin.take().expect("standard input is piped");
        let input = input.to_owned();
        // A program that has read enough closes its end.
        let writing = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
        let output = child.wait_with_output().expect("a child can be waited for");
        writing.join().expect("writing does not panic");
        self.collect(project, output.status, &output.stdout, &output.stderr)
    }

    /// Runs it in a pseudo-terminal of 110 columns and 30 rows: when a text has been drawn, the keys beside it are
    /// pressed. Everything that was drawn is in the standard output; spaces may have been skipped rather than drawn.
    #[cfg(target_os = "linux")]
    pub fn in_terminal(&self, project: &Project, arguments: &str, keys: &[(&str, &str)]) -> Run {
        let program = self.program.display();
        let line = format!("stty cols 110 rows 30; exec '{program}' {arguments}");
        // A program that reads no more keys would never end.
        let script = Tool { program: "timeout".into(), ..self.clone() };
        let words = ["300", "script", "-qefc", &line, "/dev/null"];
        let mut child = script.spawn_words(project, &words, Stdio::piped());
        let mut stdin = child.stdin.take().expect("standard input is piped");
        let mut stdout = child.stdout.take().expect("standard output is piped");
        let (mut drawn, mut byte, mut from) = (Vec::new(), [0], 0);
        for (marker, keys) in keys {
            while !String::from_utf8_lossy(&drawn[from..]).contains(marker) {
                let read = stdout.read(&mut byte).expect("standard output can be read");
                assert!(read > 0, "{marker} never came:\n{}", String::from_utf8_lossy(&drawn));
                drawn.push(byte[0]);
            }
            from = drawn.len();
            stdin
                .write_all(keys.as_bytes())
                .and_then(|()| stdin.flush())
                .expect("keys are pressed");
        }
        stdout.read_to_end(&mut drawn).expect("standard output can be read");
        let output = child.wait_with_output().expect("a child can be waited for");
        self.collect(project, output.status, &drawn, &output.stderr)
    }

    /// Runs it and presses Ctrl-C as soon as `marker` stands in what it wrote to standard error.
    #[cfg(unix)]
    pub fn interrupt_at(&self, project: &Project, arguments: &str, marker: &str) -> Run {
        let mut child = self.start(project, arguments);
        let mut stderr = child.stderr.take().expect("standard error is piped");
        let mut seen = Vec::new();
        let mut byte = [0];
        while !String::from_utf8_lossy(&seen).contains(marker) {
            let read = stderr.read(&mut byte).expect("standard error can be read");
            assert!(read > 0, "{marker} never came:\n{}", String::from_utf8_lossy(&seen));
            seen.push(byte[0]);
        }
        send_interrupt(child.id());
        stderr.read_to_end(&mut seen).expect("standard error can be read");
        let output = child.wait_with_output().expect("a child can be waited for");
        self.collect(project, output.status, &output.stdout, &seen)
    }

    /// Starts it in a project; its output is piped.
    pub fn start(&self, project: &Project, arguments: &str) -> Child {
        self.spawn(project, arguments, Stdio::null())
    }

    fn spawn(&self, project: &Project, arguments: &str, input: Stdio) -> Child {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        self.spawn_words(project, &words, input)
    }

    #[expect(clippy::disallowed_methods, reason = "a test is no part of the command")]
    fn spawn_words(&self, project: &Project, words: &[&str], input: Stdio) -> Child {
        let mut command = Command::new(&self.program);
        command.args(words).current_dir(project.path());
        for name in SCRUBBED {
            command.env_remove(name);
        }
        if self.shared_target {
            command.env("CARGO_TARGET_DIR", shared_target_dir());
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
            .spawn()
            .unwrap_or_else(|error| panic!("failed to run {}: {error}", self.program.display()))
    }

    fn collect(&self, project: &Project, status: ExitStatus, out: &[u8], err: &[u8]) -> Run {
        let redactor = Redactor::new()
            .directory(project.path(), "[PROJECT]")
            .directory(&shared_target_dir(), "[TARGET]");
        Run {
            code: status.code(),
            stdout: redactor.redact(&String::from_utf8_lossy(out)),
            stderr: redactor.redact(&String::from_utf8_lossy(err)),
        }
    }
}

impl Run {
    /// Panics with everything that was printed unless the exit code is this one.
    #[track_caller]
    pub fn expect_code(self, code: i32) -> Self {
        assert_eq!(
            self.code,
            Some(code),
            "\n-- standard output\n{}\n-- standard error\n{}",
            self.stdout,
            self.stderr
        );
        self
    }
}

/// One target directory for all tests that ask for it, so that what they share is built once.
pub fn shared_target_dir() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| Path::new("target").to_owned());
    repository_root().join(target).join("testkit")
}

#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "a test is no part of the command")]
fn send_interrupt(process: u32) {
    let sent = Command::new("kill").arg("-INT").arg(process.to_string()).status();
    assert!(sent.is_ok_and(|status| status.success()), "{process} cannot be interrupted");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_captured_and_redacted() {
        let project = Project::of_source("pub fn f() {}\n");
        let run = Tool::cargo().run(&project, "locate-project --message-format plain");
        assert_eq!(run.expect_code(0).stdout, "[PROJECT]/Cargo.toml\n");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_run_is_interrupted_when_its_time_has_come() {
        let script =
            "trap 'exit 130' INT; echo early >&2; echo ready >&2\nwhile :; do sleep 0.01; done\n";
        let project = Project::empty().with("wait.sh", script);
        // A shell cannot trap what was ignored when it started, as it is for jobs in the background.
        let line = "--default-signal=INT sh wait.sh";
        let run = Tool::new("env").interrupt_at(&project, line, "ready");
        assert_eq!(run.expect_code(130).stderr, "early\nready\n");
    }
}
