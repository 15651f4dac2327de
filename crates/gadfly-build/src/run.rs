//! Runs a harness and hands over what it reports.

use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use gadfly_cargo::{Finished, Invocation, RunError, Sandbox};
use gadfly_wire::{Event, EventReader, FORK_PASS, Mode, RunConfig, to_file_bytes};

use crate::workspace::contained;

/// The variable by which a harness finds its orders.
const ORDERS: &str = "GADFLY_RUN";
/// The exit code of a harness that cannot write its events.
const UNWRITABLE: i32 = 12;
/// The exit code of a harness that cannot use its orders.
const BAD_ORDERS: i32 = 11;
/// The interval between two looks for events.
const EVERY: Duration = Duration::from_millis(50);
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
    /// It could not write what it had to report.
    #[error("failed to write {}: there is no room, or it may not grow", path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// It was ended from outside, or had to be.
    #[error("the search ended early ({status})")]
    Killed {
        /// The exit status.
        status: String,
    },
    /// It could not use its orders.
    #[error("the harness cannot run: {message}")]
    Refused {
        /// Its message.
        message: String,
    },
    /// It ended without a word.
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
    let mut invocations = Vec::new();
    let mut streams = Vec::new();
    for (directory, config) in runs {
        let budget = config.time_budget_ms.map(Duration::from_millis);
        let (invocation, stream) = orders(binary, &directory, config)?;
        invocations.push(match budget {
            Some(budget) => invocation.at_most(budget + GRACE),
            None => invocation,
        });
        streams.push(stream);
    }
    let mut read = |streams: &mut [Stream]| {
        for (number, stream) in streams.iter_mut().enumerate() {
            stream.read(&mut |event| on_event(number, event));
        }
    };
    let finished = std::thread::scope(|scope| {
        let (ended, ends) = std::sync::mpsc::channel::<()>();
        let start = |invocation: Invocation| {
            // Dropped when the run has ended; when all are gone, there is nothing to wait for.
            let ended = ended.clone();
            scope.spawn(move || {
                let _ended = ended;
                invocation.run()
            })
        };
        let started: Vec<_> = invocations.into_iter().map(start).collect();
        drop(ended);
        while ends.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
            read(&mut streams);
        }
        let join = |run: std::thread::ScopedJoinHandle<'_, Result<Finished, RunError>>| {
            run.join().expect("running a program does not panic")
        };
        started.into_iter().map(join).collect::<Vec<_>>()
    });
    read(&mut streams);
    for (finished, stream) in finished.into_iter().zip(&streams) {
        stream.ended(&finished?)?;
    }
    Ok(())
}

/// How a short run ended, if its harness did what it was ordered to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// It came to its end.
    Complete,
    /// Its time was up before.
    OutOfTime,
}

/// The same for a short run: events are handed over when it has ended.
pub fn run_to_end(
    binary: &Path,
    directory: &Path,
    config: RunConfig,
    on_event: &mut dyn FnMut(Event),
) -> Result<RunEnd, HarnessError> {
    let each = Duration::from_millis(config.hang_ms.into()) * 4;
    let count = match &config.mode {
        Mode::Replay { sequences, .. } => u32::try_from(sequences.len()).unwrap_or(u32::MAX),
        _ => 1,
    };
    let (invocation, mut stream) = orders(binary, directory, config)?;
    let finished = invocation.at_most(GRACE * 3 + each.saturating_mul(count)).run()?;
    stream.read(on_event);
    match stream.ended(&finished) {
        // What was not run in time was not run.
        Err(HarnessError::Killed { .. }) if finished.is_late => Ok(RunEnd::OutOfTime),
        other => other.map(|()| RunEnd::Complete),
    }
}

impl HarnessError {
    /// Returns whether the code that the harness ran may have ended it, so that some of the same orders can still be carried
    /// out.
    pub fn is_of_subject(&self) -> bool {
        matches!(self, HarnessError::Killed { .. } | HarnessError::Ended { .. })
    }
}

/// Writes the orders of a run, and says how to start it and where its events will be.
fn orders(
    binary: &Path,
    directory: &Path,
    mut config: RunConfig,
) -> Result<(Invocation, Stream), HarnessError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| HarnessError::Write { path, source }
    };
    let scratch = directory.join("scratch");
    let _ = std::fs::remove_dir_all(&scratch);
    std::fs::create_dir_all(&scratch).map_err(failed(&scratch))?;
    let events = directory.join("events.bin");
    let orders = directory.join("run.bin");
    let _ = std::fs::remove_file(&events);
    config.events_path = events.to_string_lossy().into_owned();
    config.scratch_dir = Some(scratch.to_string_lossy().into_owned());
    std::fs::write(&orders, to_file_bytes(&config)).map_err(failed(&orders))?;
    // It may write to what is there, not make it.
    std::fs::write(&events, "").map_err(failed(&events))?;
    let mut sandbox = Sandbox::new(&scratch)
        .write(&events)
        .read(&orders)
        .read(&config.plan_path)
        .splits_with(FORK_PASS);
    for path in config.coverage_path.iter().chain(&config.subject_prefixes) {
        sandbox = sandbox.read(path);
    }
    let invocation = Invocation::new(binary, &scratch);
    let invocation = contained(invocation, sandbox, config.sanitized, &scratch);
    let invocation = invocation.env(ORDERS, &orders);
    Ok((invocation, Stream { path: events, offset: 0, has_summary: false }))
}

/// The growing file of events.
struct Stream {
    path: PathBuf,
    offset: usize,
    has_summary: bool,
}

impl Stream {
    /// Returns whether the run came to its end, now that the program has.
    fn ended(&self, finished: &Finished) -> Result<(), HarnessError> {
        if self.has_summary {
            return Ok(());
        }
        if finished.status.code() == Some(UNWRITABLE) {
            return Err(HarnessError::Full { path: self.path.clone() });
        }
        if finished.status.code() == Some(BAD_ORDERS) {
            let message = finished.stderr.lines().next().unwrap_or_default().to_owned();
            return Err(HarnessError::Refused { message });
        }
        if finished.is_late || finished.status.code().is_none() {
            let status = match finished.is_late {
                true => "it did not end by itself".to_owned(),
                false => finished.status.to_string(),
            };
            return Err(HarnessError::Killed { status });
        }
        Err(HarnessError::Ended {
            status: finished.status.to_string(),
            message: finished.stderr.lines().next().unwrap_or("no error output").to_owned(),
        })
    }

    /// Hands over what is new. What cannot be read is still being written, or the subject wrote it;
    /// then it is cut off before the next event is.
    fn read(&mut self, on_event: &mut dyn FnMut(Event)) {
        let Ok(mut file) = std::fs::File::open(&self.path) else { return };
        let mut bytes = Vec::new();
        let from = SeekFrom::Start(self.offset as u64);
        if file.seek(from).and_then(|_| file.read_to_end(&mut bytes)).is_err() || bytes.is_empty() {
            return;
        }
        // Zeros stand where the subject has emptied the file; no event starts with one.
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        let mut reader = match self.offset {
            0 => EventReader::new(&bytes),
            _ => EventReader::without_head(&bytes[zeros..]),
        };
        while let Ok(Some(event)) = reader.next_event() {
            self.has_summary |= matches!(event, Event::Summary { .. });
            on_event(event);
        }
        if reader.offset() > 0 {
            self.offset += reader.offset() + if self.offset == 0 { 0 } else { zeros };
        }
    }
}
