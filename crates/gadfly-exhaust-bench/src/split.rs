//! The gain of two processes: parts of one search are handed out as they are asked for, first to
//! one process and then to two, as the command does.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Parts per process, as the command cuts them.
const PARTS_PER_PROCESS: usize = 64;
/// Shares of the time so far after which a part is shared, and the least number of milliseconds.
const SHARES: f64 = 64.0;
const LEAST_PATIENCE: f64 = 20.0;

/// What a number of processes took.
#[derive(Default)]
pub(crate) struct Taken {
    /// Wall-clock seconds.
    pub(crate) wall: f64,
    /// Candidates of all of them.
    pub(crate) explored: u64,
    /// Valid ones.
    pub(crate) valid: u64,
    /// Processor seconds of starting and splitting.
    start: f64,
    /// The parts that the space was cut into at first.
    first: usize,
    parts: Vec<SplitPart>,
}

/// What is known of a part.
#[derive(Clone, Default)]
struct SplitPart {
    /// Processor seconds.
    seconds: f64,
    /// Parts that it gave away, and how many of its seconds it had taken by then.
    given: Vec<(f64, usize)>,
}

impl Taken {
    /// Processor seconds of one process.
    pub(crate) fn total(&self) -> f64 {
        self.start + self.parts.iter().map(|part| part.seconds).sum::<f64>()
    }

    /// What two processes would take by the clock if each had a core of its own, from the
    /// processor time of the parts: each takes the next one there is when it is done with its last.
    pub(crate) fn two_cores(&self) -> f64 {
        // Number, and when it is there to be taken.
        let mut waiting: Vec<(usize, f64)> =
            (0..self.first).map(|part| (part, self.start)).collect();
        let mut free = [self.start; 2];
        while let Some(soonest) = waiting.iter().map(|part| part.1).min_by(f64::total_cmp) {
            let worker = usize::from(free[1] < free[0]);
            let now = free[worker].max(soonest);
            let Some(position) = waiting.iter().position(|part| part.1 <= now) else { break };
            let (part, _) = waiting.remove(position);
            let given = self.parts[part].given.iter();
            for (number, (after, part)) in given.enumerate() {
                waiting.insert(position.min(waiting.len()) + number, (*part, now + after));
            }
            free[worker] = now + self.parts[part].seconds;
        }
        free[0].max(free[1])
    }

    /// The largest part's share of the whole.
    pub(crate) fn largest(&self) -> f64 {
        self.parts.iter().map(|part| part.seconds).fold(0.0, f64::max) / self.total()
    }
}

/// What the processes share.
#[derive(Default)]
struct SharedTable {
    /// Numbers of parts, and what they start with.
    queue: VecDeque<(usize, String)>,
    busy: usize,
    taken: Taken,
}

/// Searches a row with so many processes.
pub(crate) fn search(
    suite: &Path,
    subject: &str,
    n: &str,
    processes: usize,
) -> std::io::Result<Taken> {
    let (table, bell) =
        (Mutex::new(SharedTable { busy: 1, ..SharedTable::default() }), Condvar::new());
    let start = Instant::now();
    let outcome: std::io::Result<()> = std::thread::scope(|scope| {
        let run = |number: usize| {
            let mut command = Command::new(suite);
            command.args(["deal", subject, n]).stdin(Stdio::piped()).stdout(Stdio::piped());
            let mut child = command.spawn()?;
            let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
                return Err(std::io::Error::other("no pipes"));
            };
            let line = WorkerPipes { input, output: BufReader::new(output) };
            let served = serve(line, number == 0, &table, &bell, start);
            if served.is_err() {
                // The other lines must not wait for work that never comes.
                let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
                table.queue.clear();
                table.busy = 0;
                bell.notify_all();
            }
            child.wait()?;
            served
        };
        let threads: Vec<_> =
            (0..processes).map(|number| scope.spawn(move || run(number))).collect();
        let mut joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.try_for_each(|it| it.unwrap_or_else(|_| Err(std::io::Error::other("a panic"))))
    });
    outcome?;
    let mut taken = table.into_inner().unwrap_or_else(PoisonError::into_inner).taken;
    taken.wall = start.elapsed().as_secs_f64();
    Ok(taken)
}

/// The pipes to a process.
struct WorkerPipes {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl WorkerPipes {
    /// The next answer: its kind, the processor time, and its fields.
    fn answer(&mut self) -> std::io::Result<(String, f64, Vec<String>)> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let mut fields = line.trim_end().split('\t').map(str::to_owned);
        match (fields.next(), fields.next().and_then(|text| text.parse().ok())) {
            (Some(kind), Some(seconds)) => Ok((kind, seconds, fields.collect())),
            _ => Err(std::io::Error::other(format!("unexpected: {line}"))),
        }
    }
}

/// Hands out parts to one process until there are none. The first one cuts them.
fn serve(
    mut line: WorkerPipes,
    is_first: bool,
    table: &Mutex<SharedTable>,
    bell: &Condvar,
    start: Instant,
) -> std::io::Result<()> {
    let lock = || table.lock().unwrap_or_else(PoisonError::into_inner);
    let mut before = 0.0;
    if is_first {
        writeln!(line.input, "split {}", PARTS_PER_PROCESS * 2)?;
        let (_, seconds, parts) = line.answer()?;
        before = seconds;
        let mut table = lock();
        table.taken.start = seconds;
        table.taken.first = parts.len();
        table.taken.parts = vec![SplitPart::default(); parts.len()];
        table.queue = parts.into_iter().enumerate().collect();
        table.busy = 0;
        bell.notify_all();
    }
    while let Some((part, prefix)) = next(lock(), bell) {
        let patience = (1000.0 * start.elapsed().as_secs_f64() / SHARES).max(LEAST_PATIENCE);
        writeln!(line.input, "search {prefix} {patience:.0}")?;
        loop {
            let (kind, now, fields) = line.answer()?;
            let mut table = lock();
            if kind == "given" {
                let first = table.taken.parts.len();
                let given: Vec<(usize, String)> = (first..).zip(fields).collect();
                for (number, prefix) in given.into_iter().rev() {
                    table.queue.push_front((number, prefix));
                    table.taken.parts.push(SplitPart::default());
                }
                let numbers = first..table.taken.parts.len();
                table.taken.parts[part].given.extend(numbers.map(|it| (now - before, it)));
                bell.notify_all();
                continue;
            }
            table.taken.parts[part].seconds = now - before;
            before = now;
            let mut counts = fields.iter().map(|text| text.parse().unwrap_or(0));
            table.taken.explored += counts.next().unwrap_or(0);
            table.taken.valid += counts.next().unwrap_or(0);
            table.busy = table.busy.saturating_sub(1);
            bell.notify_all();
            break;
        }
    }
    Ok(())
}

/// The next part, as soon as there is one; none when there will be none.
fn next(mut table: MutexGuard<'_, SharedTable>, bell: &Condvar) -> Option<(usize, String)> {
    loop {
        if let Some(part) = table.queue.pop_front() {
            table.busy += 1;
            return Some(part);
        }
        if table.busy == 0 {
            return None;
        }
        table = bell.wait(table).unwrap_or_else(PoisonError::into_inner);
    }
}
