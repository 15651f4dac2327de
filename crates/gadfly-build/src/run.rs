//! Runs a harness and hands over what it reports.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gadfly_cargo::{Finished, Invocation, ReportPipe, RunError, Sandbox, Scratch, read_regular};
use gadfly_wire::{
    Event, EventScanner, FORK_PASS, Mode, RunConfig, event_stream_header, to_file_bytes, to_frame,
};

use crate::atomic_file;
use crate::workspace::contained;

/// The variable by which a harness finds its orders.
const ORDERS: &str = "GADFLY_RUN";
/// The exit code of a harness that cannot use its orders.
const BAD_ORDERS: i32 = 11;
/// The milliseconds after which a reader looks whether the program has ended.
const EVERY: u16 = 50;
/// The bytes that are read at a time.
const CHUNK: usize = 1 << 16;
/// The events that may wait until they are taken.
const WAITING: usize = 4096;
/// The length of the file with the last call.
const PAGE: usize = 4096;
/// The time that a run may take beyond its budget.
const GRACE: Duration = Duration::from_secs(10);

/// Why a run gave no result.
#[derive(Debug, thiserror::Error)]
pub enum HarnessError {
    /// It could not be started, or was interrupted.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Its orders could not be written.
    #[error("failed to write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Its events could not be kept.
    #[error("failed to write {}: {source}", path.display())]
    Full {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It ended before its end: the code under test or a signal ended it, or it had to be.
    #[error("the search ended early ({status})")]
    Killed {
        /// The exit status.
        status: String,
        /// `true` if its time was up.
        is_late: bool,
        /// The operation that it had called last, as far as that can be known.
        last_operation: Option<u32>,
    },
    /// It could not use its orders.
    #[error("the harness ended early ({status}): {message}")]
    Ended {
        /// The exit status.
        status: String,
        /// Its message.
        message: String,
    },
}

/// Runs `binary` in `directory`, which must be a fresh scratch directory; every event is handed
/// over as it is found in the stream.
pub fn run_harness(
    binary: &Path,
    directory: &Path,
    config: RunConfig,
    on_event: &mut dyn FnMut(Event),
) -> Result<(), HarnessError> {
    run_processes(binary, vec![(directory.to_owned(), config)], &mut |_, event| on_event(event))
}

/// Runs `binary` once in each of the directories, all at the same time; events come with the number of the run. When all have
/// ended, the error is that of the first run that failed.
pub fn run_processes(
    binary: &Path,
    runs: Vec<(PathBuf, RunConfig)>,
    on_event: &mut dyn FnMut(usize, Event),
) -> Result<(), HarnessError> {
    let mut started = Vec::new();
    for (directory, config) in runs {
        let budget = config.time_budget_ms.map(Duration::from_millis);
        let run = Run::ordered(binary, &directory, config)?;
        started.push(match budget {
            Some(budget) => run.at_most(budget + GRACE),
            None => run,
        });
    }
    for ended in run_all(started, on_event) {
        ended?;
    }
    Ok(())
}

impl HarnessError {
    /// Returns whether the code that the harness ran may have ended it, so that some of the same orders can still be carried
    /// out.
    pub fn is_of_subject(&self) -> bool {
        matches!(self, HarnessError::Killed { .. })
    }
}

/// The end of a short run whose harness did what it was ordered to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// It came to its end.
    Complete,
    /// Its time was up before.
    OutOfTime,
}

/// The same for a short run.
pub fn run_to_end(
    binary: &Path,
    directory: &Path,
    config: RunConfig,
    on_event: &mut dyn FnMut(Event),
) -> Result<RunEnd, HarnessError> {
    let each = Duration::from_millis(config.hang_ms.into()) * 4;
    let count = match &config.mode {
        Mode::Replay { sequences, .. } | Mode::Record { sequences, .. } => {
            u32::try_from(sequences.len()).unwrap_or(u32::MAX)
        }
        _ => 1,
    };
    let run =
        Run::ordered(binary, directory, config)?.at_most(GRACE * 3 + each.saturating_mul(count));
    match run_all(vec![run], &mut |_, event| on_event(event)).pop() {
        // What was not run in time was not run.
        Some(Err(HarnessError::Killed { is_late: true, .. })) | None => Ok(RunEnd::OutOfTime),
        Some(other) => other.map(|()| RunEnd::Complete),
    }
}

/// Carries out runs at the same time, and hands over their events as they come.
fn run_all(
    runs: Vec<Run>,
    on_event: &mut dyn FnMut(usize, Event),
) -> Vec<Result<(), HarnessError>> {
    std::thread::scope(|scope| {
        // A reader waits when this thread does not keep up, and then the harness does.
        let (events, received) = std::sync::mpsc::sync_channel(WAITING);
        let start = |(number, run): (usize, Run)| {
            let events = events.clone();
            scope.spawn(move || run.carry_out(&|event| events.send((number, event)).is_ok()))
        };
        let started: Vec<_> = runs.into_iter().enumerate().map(start).collect();
        // The channel ends when all runs have.
        drop(events);
        for (number, event) in received {
            on_event(number, event);
        }
        let join = |run: std::thread::ScopedJoinHandle<'_, Result<(), HarnessError>>| {
            run.join().expect("running a program does not panic")
        };
        started.into_iter().map(join).collect()
    })
}

/// A run that is prepared: its orders are written, and its pipe is open.
struct Run {
    invocation: Invocation,
    pipe: ReportPipe,
    log: EventLog,
    last_call: PathBuf,
    _scratch: Scratch,
}

/// The fate of a run's events.
#[derive(Default)]
struct Heard {
    has_begun: bool,
    has_summary: bool,
}

impl Run {
    /// Writes the orders of a run, and makes what it needs.
    fn ordered(
        binary: &Path,
        directory: &Path,
        mut config: RunConfig,
    ) -> Result<Run, HarnessError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| HarnessError::Write { path, source }
        };
        atomic_file::make_own_folder(directory).map_err(failed(directory))?;
        let scratch = Scratch::fresh(&directory.join("scratch"))?;
        let events = directory.join("events.pipe");
        let (orders, last_call) = (directory.join("run.bin"), directory.join("last-call.bin"));
        config.events_path = events.to_string_lossy().into_owned();
        config.last_call_path = Some(last_call.to_string_lossy().into_owned());
        config.scratch_dir = Some(scratch.path().to_string_lossy().into_owned());
        atomic_file::write_own(&orders, &to_file_bytes(&config)).map_err(failed(&orders))?;
        atomic_file::write_own(&last_call, &[0; PAGE]).map_err(failed(&last_call))?;
        atomic_file::clear(&events);
        let pipe = ReportPipe::make(&events).map_err(failed(&events))?;
        let log = EventLog::begin(&directory.join("events.bin"));
        let mut sandbox = Sandbox::new(scratch.path())
            .report(&events)
            .page(&last_call)
            .read(&orders)
            .read(&config.plan_path)
            .splits_with(FORK_PASS);
        for path in config.coverage_path.iter().chain(&config.subject_prefixes) {
            sandbox = sandbox.read(path);
        }
        let invocation = Invocation::new(binary, scratch.path());
        let invocation = contained(invocation, sandbox, config.sanitized, scratch.path());
        let invocation = invocation.env(ORDERS, &orders);
        Ok(Run { invocation, pipe, log, last_call, _scratch: scratch })
    }

    /// Ends it when it takes longer than this.
    fn at_most(mut self, longest: Duration) -> Run {
        self.invocation = self.invocation.at_most(longest);
        self
    }

    /// Runs it to its end; `on_event` returns whether it takes more.
    fn carry_out(self, on_event: &dyn Fn(Event) -> bool) -> Result<(), HarnessError> {
        let Run { invocation, mut pipe, mut log, last_call, _scratch } = self;
        let (has_ended, mut waker) = (AtomicBool::new(false), pipe.waker());
        let (finished, heard) = std::thread::scope(|scope| {
            let run = scope.spawn(|| {
                let finished = invocation.run();
                has_ended.store(true, Ordering::SeqCst);
                waker.wake();
                finished
            });
            let heard = listen(&mut pipe, &has_ended, &mut |event| {
                log.note(&event);
                on_event(event)
            });
            (run.join().expect("running a program does not panic"), heard)
        });
        let finished = finished?;
        if let Some(source) = log.failed {
            return Err(HarnessError::Full { path: log.path, source });
        }
        heard.ended(&finished, last_operation(&last_call))
    }
}

/// Hands over events until the program has ended and all that it wrote was read.
fn listen(
    pipe: &mut ReportPipe,
    has_ended: &AtomicBool,
    on_event: &mut dyn FnMut(Event) -> bool,
) -> Heard {
    let mut heard = Heard::default();
    let mut scanner = EventScanner::default();
    let mut buffer = vec![0; CHUNK];
    loop {
        // Asked before the last look: nothing is written after the end.
        let is_over = has_ended.load(Ordering::SeqCst);
        let count = pipe.read_within(if is_over { 0 } else { EVERY }, &mut buffer).unwrap_or(0);
        if count == 0 && is_over {
            return heard;
        }
        scanner.feed(&buffer[..count]);
        while let Some(event) = scanner.next_event() {
            heard.has_begun = true;
            heard.has_summary |= matches!(event, Event::Summary { .. });
            on_event(event);
        }
    }
}

impl Heard {
    /// Returns whether the run came to its end, now that the program has.
    fn ended(&self, finished: &Finished, last_operation: Option<u32>) -> Result<(), HarnessError> {
        let code = finished.status.code();
        if self.has_summary {
            return Ok(());
        }
        if code == Some(BAD_ORDERS) && !self.has_begun {
            let message = finished.stderr.lines().next().unwrap_or("no error output").to_owned();
            return Err(HarnessError::Ended { status: finished.status.to_string(), message });
        }
        let status = match finished {
            Finished { is_too_large: true, .. } => "it filled its scratch folder".to_owned(),
            Finished { is_late: true, .. } => "it did not end by itself".to_owned(),
            _ => finished.status.to_string(),
        };
        Err(HarnessError::Killed { status, is_late: finished.is_late, last_operation })
    }
}

/// The operation that was called last, if the code under test has not written something else there.
fn last_operation(page: &Path) -> Option<u32> {
    let bytes = read_regular(page, PAGE as u64).ok()?;
    let number = u32::from_le_bytes(bytes.first_chunk().copied()?);
    number.checked_sub(1)
}

/// The events of a run in a file, for people.
struct EventLog {
    path: PathBuf,
    file: Option<File>,
    failed: Option<std::io::Error>,
}

impl EventLog {
    fn begin(path: &Path) -> EventLog {
        let file = atomic_file::write_own(path, &event_stream_header())
            .and_then(|()| File::options().append(true).open(path));
        let (file, failed) = match file {
            Ok(file) => (Some(file), None),
            Err(error) => (None, Some(error)),
        };
        EventLog { path: path.to_owned(), file, failed }
    }

    fn note(&mut self, event: &Event) {
        if let (Some(file), None) = (&mut self.file, &self.failed) {
            self.failed = file.write_all(&to_frame(event)).err();
        }
    }
}
