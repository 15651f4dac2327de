//! The log of one thread.

use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::format;
use crate::limits::Limits;
use crate::memory::{self, Again};
use crate::output::{Output, Process};
use crate::sink::{self, Sink};

/// Records are written when so many bytes of them are waiting, or half as many and no call is open.
const WAITING: usize = 1 << 16;
/// Functions with larger numbers have no limits of their own.
const MOST_FUNCTIONS: usize = 1 << 20;

/// The most values of one expression that are logged: it may be in a loop.
const MOST_OF_SITE: u32 = 200;

/// Orders what all threads of the process log.
static CLOCK: AtomicU64 = AtomicU64::new(0);

/// What a thread does with the next event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Nothing was logged yet.
    New,
    On,
    /// As many calls as it may log have begun; their ends are still logged.
    Full,
    /// An event is being logged.
    Busy,
    /// Inside a call that is not logged.
    Muted,
    Off,
}

thread_local! {
    static MODE: Cell<Mode> = const { Cell::new(Mode::New) };
    static LOG: RefCell<Option<Log>> = const { RefCell::new(None) };
}

/// A call that has begun.
pub(crate) enum Entered {
    /// Its end is not logged.
    Ignored,
    /// Its end allows logging again.
    Muting,
    /// Its end is logged.
    Logged { wants_text: bool },
}

struct Log {
    limits: Limits,
    output: Output,
    waiting: Vec<u8>,
    sink: Sink,
    open: u32,
    calls: u64,
    refused: u64,
    functions: Vec<Function>,
    /// Values of each expression.
    sites: Vec<u32>,
}

#[derive(Clone, Copy, Default)]
struct Function {
    calls: u32,
    has_text_panicked: bool,
}

/// Logs the beginning of a call.
pub(crate) fn enter(function: u32, arguments: &mut dyn FnMut(&mut Sink)) -> (Entered, Vec<Again>) {
    let ignored = (Entered::Ignored, Vec::new());
    match mode() {
        Mode::On => {}
        Mode::Full => {
            with_log(|log| log.refused += 1);
            return ignored;
        }
        _ => return ignored,
    }
    let entered = with_log(|log| log.enter(function, arguments));
    match entered {
        Some(Some(entered)) => entered,
        Some(None) => {
            set_mode(Mode::Muted);
            (Entered::Muting, Vec::new())
        }
        None => ignored,
    }
}

/// Logs the return of a call.
pub(crate) fn exit(entered: Entered, again: &[Again], value: &mut dyn FnMut(&mut Sink)) {
    end(entered, |log, wants_text| log.exit(wants_text, again, value));
}

/// Logs that a call unwinds, if it is logged and still open.
pub(crate) fn unwind(entered: Entered, again: &[Again]) {
    end(entered, |log, _| log.unwind(again));
}

/// Logs a value of an expression.
pub(crate) fn site(site: u32, value: &mut dyn FnMut(&mut Sink)) {
    if mode() == Mode::On {
        with_log(|log| log.site(site, value));
    }
}

fn end(entered: Entered, write: impl FnOnce(&mut Log, bool)) {
    match entered {
        Entered::Ignored => {}
        Entered::Muting if current_mode() == Mode::Muted => set_mode(Mode::On),
        Entered::Muting => {}
        Entered::Logged { wants_text } => {
            if matches!(current_mode(), Mode::On | Mode::Full) {
                with_log(|log| write(log, wants_text));
            }
        }
    }
}

fn current_mode() -> Mode {
    MODE.try_with(Cell::get).unwrap_or(Mode::Off)
}

fn set_mode(mode: Mode) {
    let _ = MODE.try_with(|cell| cell.set(mode));
}

/// The mode, after the first event of a thread has opened its log.
fn mode() -> Mode {
    let mode = current_mode();
    if mode != Mode::New {
        return mode;
    }
    // Whatever opening a file calls is not logged.
    set_mode(Mode::Busy);
    let log = Process::get().and_then(|process| {
        let (output, number) = process.file()?;
        Some(Log::new(process.limits.clone(), output, number))
    });
    let opened = if log.is_some() { Mode::On } else { Mode::Off };
    let kept = LOG.try_with(|cell| cell.try_borrow_mut().map(|mut place| *place = log));
    set_mode(if matches!(kept, Ok(Ok(()))) { opened } else { Mode::Off });
    current_mode()
}

/// Changes the log while nothing else is logged.
fn with_log<R>(change: impl FnOnce(&mut Log) -> R) -> Option<R> {
    /// Restores the mode, also when the change unwinds.
    struct Busy(Mode);
    impl Drop for Busy {
        fn drop(&mut self) {
            if current_mode() == Mode::Busy {
                set_mode(self.0);
            }
        }
    }
    let busy = Busy(current_mode());
    set_mode(Mode::Busy);
    let result = LOG.try_with(|cell| {
        let mut place = cell.try_borrow_mut().ok()?;
        Some(change(place.as_mut()?))
    });
    drop(busy);
    result.ok().flatten()
}

impl Log {
    fn new(limits: Limits, output: Output, number: u32) -> Self {
        let mut log = Self {
            limits,
            output,
            waiting: Vec::with_capacity(WAITING),
            sink: Sink::default(),
            open: 0,
            calls: 0,
            refused: 0,
            functions: Vec::new(),
            sites: Vec::new(),
        };
        log.waiting.extend_from_slice(format::MAGIC);
        log.waiting.push(format::VERSION);
        // A thread that is coming to its end may have no handle any more.
        let current = std::panic::catch_unwind(std::thread::current).ok();
        let name = current.as_ref().and_then(std::thread::Thread::name).unwrap_or_default();
        log.sink.number(u128::from(std::process::id()));
        log.sink.number(u128::from(number));
        log.sink.number(name.len() as u128);
        log.sink.raw(name.as_bytes());
        log.write(format::THREAD, &[]);
        log
    }

    /// Logs a call that the limits allow.
    fn enter(
        &mut self,
        function: u32,
        arguments: &mut dyn FnMut(&mut Sink),
    ) -> Option<(Entered, Vec<Again>)> {
        let seen = self.function(function);
        if seen.calls > self.limits.function_calls {
            self.refused += 1;
            return None;
        }
        let wants_text = seen.calls <= self.limits.texts && !seen.has_text_panicked;
        self.calls += 1;
        self.sink.start(wants_text);
        arguments(&mut self.sink);
        self.note_panic(function);
        let mut start = Vec::with_capacity(12);
        sink::number(&mut start, u128::from(CLOCK.fetch_add(1, Ordering::Relaxed)));
        sink::number(&mut start, u128::from(function));
        sink::number(&mut start, u128::from(self.sink.arguments()));
        self.write(format::ENTER, &start);
        self.open += 1;
        let wants_text = wants_text && !self.sink.has_text_panicked();
        Some((Entered::Logged { wants_text }, self.sink.take_again()))
    }

    fn exit(&mut self, wants_text: bool, again: &[Again], value: &mut dyn FnMut(&mut Sink)) {
        self.sink.start(wants_text);
        self.sink.start_value();
        value(&mut self.sink);
        self.sink.start_behind();
        memory::put_again(again, &mut self.sink);
        self.end(format::EXIT);
    }

    /// Texts are left out: formatting that panics would end the program while it unwinds.
    fn unwind(&mut self, again: &[Again]) {
        self.sink.start(false);
        self.sink.start_behind();
        memory::put_again(again, &mut self.sink);
        self.end(format::UNWIND);
    }

    fn end(&mut self, tag: u8) {
        self.open = self.open.saturating_sub(1);
        let mut start = Vec::with_capacity(8);
        sink::number(&mut start, u128::from(CLOCK.fetch_add(1, Ordering::Relaxed)));
        self.write(tag, &start);
    }

    fn site(&mut self, site: u32, value: &mut dyn FnMut(&mut Sink)) {
        let index = site as usize;
        if index >= MOST_FUNCTIONS {
            return;
        }
        if self.sites.len() <= index {
            self.sites.resize(index + 1, 0);
        }
        if self.sites[index] >= MOST_OF_SITE {
            return;
        }
        self.sites[index] += 1;
        self.sink.start(false);
        self.sink.start_value();
        value(&mut self.sink);
        let mut start = Vec::with_capacity(8);
        sink::number(&mut start, u128::from(CLOCK.fetch_add(1, Ordering::Relaxed)));
        sink::number(&mut start, u128::from(site));
        self.write(format::SITE, &start);
    }

    /// Counts a call of a function.
    fn function(&mut self, function: u32) -> Function {
        let index = function as usize;
        if index >= MOST_FUNCTIONS {
            return Function::default();
        }
        if self.functions.len() <= index {
            self.functions.resize(index + 1, Function::default());
        }
        let seen = &mut self.functions[index];
        seen.calls = seen.calls.saturating_add(1);
        *seen
    }

    fn note_panic(&mut self, function: u32) {
        if self.sink.has_text_panicked() {
            if let Some(seen) = self.functions.get_mut(function as usize) {
                seen.has_text_panicked = true;
            }
        }
    }

    /// Appends the record in the sink behind the types that it defines.
    fn write(&mut self, tag: u8, start: &[u8]) {
        for (number, has_destructor, name) in self.sink.take_defined() {
            let mut record = Vec::with_capacity(name.len() + 8);
            sink::number(&mut record, u128::from(number));
            record.push(u8::from(has_destructor));
            sink::number(&mut record, name.len() as u128);
            record.extend_from_slice(name.as_bytes());
            append(&mut self.waiting, format::TYPE, &record, &[]);
        }
        append(&mut self.waiting, tag, start, self.sink.bytes());
        let is_idle = self.open == 0 && self.waiting.len() > WAITING / 2;
        if is_idle || self.waiting.len() > WAITING || tag == format::UNWIND {
            self.flush();
        }
        if self.calls >= self.limits.calls {
            self.become_mode(Mode::Full);
        }
    }

    fn flush(&mut self) {
        if !self.waiting.is_empty() && !self.output.write(&self.waiting) {
            self.become_mode(Mode::Off);
        }
        self.waiting.clear();
    }

    /// Leaves the mode for good; the caller's guard finds another mode than its own.
    fn become_mode(&mut self, mode: Mode) {
        if current_mode() == Mode::Busy {
            set_mode(mode);
        }
    }

    /// The last record.
    fn close(&mut self) {
        let mut end = Vec::with_capacity(4);
        sink::number(&mut end, u128::from(self.refused));
        append(&mut self.waiting, format::END, &end, &[]);
        self.flush();
    }
}

fn append(waiting: &mut Vec<u8>, tag: u8, start: &[u8], rest: &[u8]) {
    sink::number(waiting, (1 + start.len() + rest.len()) as u128);
    waiting.push(tag);
    waiting.extend_from_slice(start);
    waiting.extend_from_slice(rest);
}

impl Drop for Log {
    fn drop(&mut self) {
        self.close();
    }
}

/// What a test wants of the log of its own thread.
#[derive(Clone, Debug, Default)]
pub struct Capture {
    limits: Limits,
    thread: u32,
    hidden: Vec<(TypeId, Range<usize>)>,
}

impl Capture {
    /// A capture with limits, under the number of a thread.
    #[must_use]
    pub fn new(limits: Limits, thread: u32) -> Self {
        Self { limits, thread, hidden: Vec::new() }
    }

    /// Leaves some bytes of a type's values out of their hashes, and makes them their texts.
    #[must_use]
    pub fn hide<T: ?Sized>(mut self, bytes: Range<usize>) -> Self {
        self.hidden.push((memory::type_id::<T>(), bytes));
        self
    }

    /// Runs a function and returns the log of this thread meanwhile.
    pub fn run(self, body: impl FnOnce()) -> Vec<u8> {
        /// Ends the capture, also when the body unwinds.
        struct Ended;
        impl Drop for Ended {
            fn drop(&mut self) {
                set_mode(Mode::Off);
            }
        }
        let mut log = Log::new(self.limits, Output::Memory(Vec::new()), self.thread);
        for (type_id, bytes) in self.hidden {
            log.sink.hide(type_id, bytes);
        }
        LOG.with(|cell| *cell.borrow_mut() = Some(log));
        set_mode(Mode::On);
        let ended = Ended;
        body();
        drop(ended);
        let log = LOG.with(|cell| cell.borrow_mut().take());
        let Some(mut log) = log else { return Vec::new() };
        log.close();
        match std::mem::replace(&mut log.output, Output::Memory(Vec::new())) {
            Output::Memory(bytes) => bytes,
            Output::File(_) => Vec::new(),
        }
    }
}

/// Runs a function and returns the log of this thread meanwhile, in memory.
pub fn capture(body: impl FnOnce()) -> Vec<u8> {
    Capture::default().run(body)
}
