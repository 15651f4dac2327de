//! The gain of two processes: parts of one search are handed out as they are asked for, first to
//! one process and then to two.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Parts per process, as the command cuts them.
const PARTS_PER_PROCESS: usize = 64;

/// What a number of processes took.
pub(crate) struct Taken {
    /// Wall-clock seconds.
    pub(crate) wall: f64,
    /// Processor seconds of each process.
    pub(crate) processor: Vec<f64>,
    /// Candidates of all of them.
    pub(crate) explored: u64,
    /// Valid ones.
    pub(crate) valid: u64,
    /// Processor seconds of each part, if one process searched them all: first those before any
    /// part, spent on starting and splitting.
    parts: Vec<f64>,
}

impl Taken {
    /// Processor seconds of all processes.
    pub(crate) fn total(&self) -> f64 {
        self.processor.iter().sum()
    }

    /// What two processes would take by the clock if each had a core of its own, from the
    /// processor time of the parts: each takes the next one when it is done with its last.
    pub(crate) fn two_cores(&self) -> f64 {
        let mut busy = [self.parts.first().copied().unwrap_or(0.0); 2];
        for part in self.parts.iter().skip(1) {
            let next = usize::from(busy[1] < busy[0]);
            busy[next] += part;
        }
        busy[0].max(busy[1])
    }

    /// The largest part's share of the whole.
    pub(crate) fn largest(&self) -> f64 {
        self.parts.iter().skip(1).copied().fold(0.0, f64::max) / self.total()
    }
}

/// Searches a row with so many processes.
pub(crate) fn search(
    suite: &Path,
    subject: &str,
    n: &str,
    processes: usize,
) -> std::io::Result<Taken> {
    let next = AtomicUsize::new(0);
    let target = (PARTS_PER_PROCESS * 2).to_string();
    let start = Instant::now();
    let results: Vec<std::io::Result<(Vec<f64>, u64, u64)>> = std::thread::scope(|scope| {
        let run = || {
            let mut command = Command::new(suite);
            command.args(["deal", subject, n, &target]);
            command.stdin(Stdio::piped()).stdout(Stdio::piped());
            serve(command.spawn()?, &next)
        };
        let threads: Vec<_> = (0..processes).map(|_| scope.spawn(run)).collect();
        let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined
            .map(|result| result.unwrap_or_else(|_| Err(std::io::Error::other("a panic"))))
            .collect()
    });
    let wall = start.elapsed().as_secs_f64();
    let mut taken = Taken { wall, processor: Vec::new(), explored: 0, valid: 0, parts: Vec::new() };
    for result in results {
        let (parts, explored, valid) = result?;
        taken.processor.push(parts.iter().sum());
        taken.parts = parts;
        taken.explored += explored;
        taken.valid += valid;
    }
    Ok(taken)
}

/// Hands out parts to one process until there are none.
fn serve(mut child: Child, next: &AtomicUsize) -> std::io::Result<(Vec<f64>, u64, u64)> {
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(std::io::Error::other("no pipes"));
    };
    let mut output = BufReader::new(output);
    let (mut before, mut seconds_of_parts) = (0.0, Vec::new());
    loop {
        let mut line = String::new();
        output.read_line(&mut line)?;
        let fields: Vec<&str> = line.trim().split('\t').collect();
        let [parts, seconds] = fields[..] else {
            return Err(std::io::Error::other(format!("unexpected: {line}")));
        };
        let now = seconds.parse().unwrap_or(before);
        seconds_of_parts.push(now - before);
        before = now;
        let part = next.fetch_add(1, Ordering::Relaxed);
        if part >= parts.parse().unwrap_or(0) {
            break;
        }
        writeln!(input, "{part}")?;
    }
    drop(input);
    let mut rest = String::new();
    output.read_to_string(&mut rest)?;
    child.wait()?;
    let mut counts = rest.split_whitespace().map(|text| text.parse().unwrap_or(0));
    Ok((seconds_of_parts, counts.next().unwrap_or(0), counts.next().unwrap_or(0)))
}
