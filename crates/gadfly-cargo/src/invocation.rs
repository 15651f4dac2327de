//! One run of cargo or of another program.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::sandbox::is_too_large;
use crate::{Conversation, RunError, Sandbox, children};

/// The most output of a program that is kept: rustdoc and cargo print a lot, a flood is useless.
const MOST_OUTPUT: u64 = 256 << 20;

/// A program to run, with closed input and captured output. It is ended with us.
#[derive(Clone, Debug)]
pub struct Invocation {
    program: OsString,
    directory: PathBuf,
    args: Vec<OsString>,
    environment: Vec<(OsString, Option<OsString>)>,
    sandbox: Option<Sandbox>,
    longest: Option<Duration>,
}

/// A run that has ended, with success or not.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its exit status.
    pub status: ExitStatus,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: String,
    /// The time it took.
    pub seconds: f64,
    /// `true` if it was ended because it took too long.
    pub is_late: bool,
    /// `true` if it was ended because it filled its scratch folder.
    pub is_too_large: bool,
}

impl Invocation {
    /// Cargo, run in `directory`.
    pub fn cargo(directory: &Path) -> Invocation {
        let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Invocation::new(program, directory)
            // Variables of the cargo that started this program; build scripts would see them.
            .env_remove("CARGO_MANIFEST_DIR")
            .env_remove("CARGO_MANIFEST_PATH")
            .env_remove("CARGO_MAKEFLAGS")
            .env_remove("MAKEFLAGS")
    }

    /// The compiler that cargo would use in `directory`.
    pub fn rustc(directory: &Path) -> Invocation {
        let program = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        Invocation::new(program, directory)
    }

    /// Any program, run in `directory`.
    pub fn new(program: impl AsRef<OsStr>, directory: &Path) -> Invocation {
        Invocation {
            program: program.as_ref().to_owned(),
            directory: directory.to_owned(),
            args: Vec::new(),
            environment: Vec::new(),
            sandbox: None,
            longest: None,
        }
    }

    /// Confines it, for programs with code of the crate under test. It starts with a clean environment,
    /// and no process that it started outlives it.
    #[must_use]
    pub fn contained(mut self, sandbox: Sandbox) -> Invocation {
        self.sandbox = Some(sandbox);
        self
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Invocation {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Invocation {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Sets an environment variable.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Invocation {
        self.environment.push((name.as_ref().to_owned(), Some(value.as_ref().to_owned())));
        self
    }

    /// Removes an environment variable.
    #[must_use]
    pub fn env_remove(mut self, name: impl AsRef<OsStr>) -> Invocation {
        self.environment.push((name.as_ref().to_owned(), None));
        self
    }

    /// Ends it, and the processes that it started, when it takes longer than this.
    #[must_use]
    pub fn at_most(mut self, longest: Duration) -> Invocation {
        self.longest = Some(longest);
        self
    }

    /// Runs it to its end.
    pub fn run(&self) -> Result<Finished, RunError> {
        self.run_with(read_some)
    }

    /// Runs it to its end, handing over each line of its output as it comes; the result's
    /// `stdout` is empty.
    pub fn run_lines(&self, on_line: &mut dyn FnMut(&str)) -> Result<Finished, RunError> {
        self.run_with(|stdout| {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line)? > 0 {
                on_line(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']));
                line.clear();
            }
            Ok(Vec::new())
        })
    }

    /// Starts it with an open input for messages.
    pub fn converse(&self) -> Result<Conversation, RunError> {
        let failed = |source| RunError::Spawn { program: self.program(), source };
        let mut command = self.command().map_err(failed)?;
        command.stdin(Stdio::piped());
        let spawned = children::spawn(&mut command).map_err(failed)?;
        spawned.map(Conversation::new).ok_or(RunError::Interrupted)
    }

    fn run_with(
        &self,
        read: impl FnOnce(ChildStdout) -> std::io::Result<Vec<u8>>,
    ) -> Result<Finished, RunError> {
        let start = Instant::now();
        let failed = |source| RunError::Spawn { program: self.program(), source };
        let mut command = self.command().map_err(failed)?;
        let spawned = children::spawn(&mut command).map_err(failed)?;
        let Some(mut child) = spawned else { return Err(RunError::Interrupted) };
        let stderr = child.stderr.take().map(collect_in_background);
        let leftovers = self.sandbox.is_some().then(|| children::end_leftovers(&child));
        let quota = self.sandbox.as_ref().map(|sandbox| {
            let scratch = sandbox.scratch().to_owned();
            children::Quota::of(&child, move || is_too_large(&scratch))
        });
        let deadline = self.longest.map(|longest| children::Deadline::of(&child, longest));
        let stdout = child.stdout.take().map_or(Ok(Vec::new()), read);
        let stderr = stderr.and_then(|thread| thread.join().ok()).unwrap_or_default();
        if let Some(thread) = leftovers {
            let _ = thread.join();
        }
        // A program that closes its output early gets no more time than the deadline.
        children::wait_without_reaping(&child);
        let is_late = deadline.is_some_and(children::Deadline::was_missed);
        let is_too_large = quota.is_some_and(children::Quota::was_exceeded);
        let status = children::wait(&mut child);
        if children::is_interrupted() {
            return Err(RunError::Interrupted);
        }
        let failed = |source| RunError::Read { program: self.program(), source };
        Ok(Finished {
            status: status.map_err(failed)?,
            stdout: stdout.map_err(failed)?,
            stderr,
            seconds: start.elapsed().as_secs_f64(),
            is_late,
            is_too_large,
        })
    }

    #[expect(clippy::disallowed_methods, reason = "this is the one place that starts processes")]
    fn command(&self) -> std::io::Result<Command> {
        let mut command = Command::new(&self.program);
        command.current_dir(&self.directory).args(&self.args);
        if let Some(sandbox) = &self.sandbox {
            sandbox.clean(&mut command);
        }
        for (name, value) in &self.environment {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        children::prepare(&mut command);
        if let Some(sandbox) = &self.sandbox {
            sandbox.confine(&mut command)?;
        }
        Ok(command)
    }

    fn program(&self) -> String {
        self.program.to_string_lossy().into_owned()
    }
}

fn collect_in_background(stderr: ChildStderr) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        // A program whose standard error cannot be read has reported nothing.
        let bytes = read_some(stderr).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Reads to the end, but keeps no more than fits.
fn read_some(mut source: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.by_ref().take(MOST_OUTPUT).read_to_end(&mut bytes)?;
    std::io::copy(&mut source, &mut std::io::sink())?;
    Ok(bytes)
}
