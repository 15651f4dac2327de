//! Runs a harness and hands over what it reports.

use std::path::{Path, PathBuf};

use gadfly_cargo::{Finished, Invocation, RunError, Sandbox};
use gadfly_wire::{Event, EventReader, FORK_PASS, RunConfig, WireError, to_file_bytes};

/// The variable by which a harness finds its orders.
const ORDERS: &str = "GADFLY_RUN";

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
    /// What it reported cannot be read.
    #[error("the harness reported nonsense: {0}")]
    Wire(#[from] WireError),
    /// It ended without a word.
    #[error("the harness ended early ({status}): {message}")]
    Ended {
        /// How.
        status: String,
        /// What it said.
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
    let (invocation, mut stream) = orders(binary, directory, config)?;
    let finished = std::thread::scope(|scope| {
        let run = scope.spawn(|| invocation.run());
        while !run.is_finished() {
            std::thread::sleep(std::time::Duration::from_millis(50));
            stream.read(on_event)?;
        }
        Ok::<_, HarnessError>(run.join().expect("running a program does not panic")?)
    })?;
    stream.read(on_event)?;
    stream.ended(&finished)
}

/// The same for a short run: events are handed over when it has ended.
pub fn run_to_end(
    binary: &Path,
    directory: &Path,
    config: RunConfig,
    on_event: &mut dyn FnMut(Event),
) -> Result<(), HarnessError> {
    let (invocation, mut stream) = orders(binary, directory, config)?;
    let finished = invocation.run()?;
    stream.read(on_event)?;
    stream.ended(&finished)
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
    let invocation = Invocation::new(binary, &scratch).contained(sandbox).env(ORDERS, &orders);
    Ok((invocation, Stream { path: events, offset: 0, has_summary: false }))
}

/// The growing file of events.
struct Stream {
    path: PathBuf,
    offset: usize,
    has_summary: bool,
}

impl Stream {
    /// Whether the run came to its end, now that the program has.
    fn ended(&self, finished: &Finished) -> Result<(), HarnessError> {
        if self.has_summary {
            return Ok(());
        }
        Err(HarnessError::Ended {
            status: finished.status.to_string(),
            message: finished.stderr.lines().next().unwrap_or("it said nothing").to_owned(),
        })
    }

    fn read(&mut self, on_event: &mut dyn FnMut(Event)) -> Result<(), HarnessError> {
        let Ok(bytes) = std::fs::read(&self.path) else { return Ok(()) };
        if bytes.len() <= self.offset {
            return Ok(());
        }
        let mut reader = EventReader::resume(&bytes, self.offset);
        loop {
            match reader.next_event() {
                Ok(Some(event)) => {
                    self.has_summary |= matches!(event, Event::Summary { .. });
                    on_event(event);
                }
                Ok(None) => break,
                // The rest of the frame is still to come.
                Err(WireError::Truncated) => break,
                Err(error) => return Err(error.into()),
            }
        }
        self.offset = reader.offset();
        Ok(())
    }
}
