//! The log of one thread.

use gadfly_trace::format;

use super::cursor::Cursor;
use super::error::{Problem, RecordError};
use super::value::Value;

/// The log of one thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// The process.
    pub process: u32,
    /// The thread within its process.
    pub thread: u32,
    /// The name of the thread; in test programs, of the test.
    pub name: String,
    /// Types that objects refer to.
    pub types: Vec<Type>,
    /// Events in order. Every end of a call has its beginning.
    pub events: Vec<Event>,
    /// Calls that were not logged because the thread had too many.
    pub refused: u64,
    /// `true` if the thread did not come to its end, or its log became too long.
    pub is_cut_off: bool,
}

/// A type of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// Its name, with paths and parameters.
    pub name: String,
    /// `true` if its values have to be dropped.
    pub has_destructor: bool,
}

/// Something that happened in a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Order among all events of the process.
    pub clock: u64,
    /// The event.
    pub kind: EventKind,
}

/// Kinds of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A call begins.
    Enter {
        /// The function.
        function: u32,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// The innermost open call returns.
    Exit {
        /// The returned value.
        returned: Value,
        /// References among the arguments by position, and what they refer to now.
        again: Vec<(usize, Value)>,
    },
    /// The innermost open call unwinds.
    Unwind {
        /// As for a return.
        again: Vec<(usize, Value)>,
    },
    /// An expression of a caller has a value.
    Site {
        /// The expression.
        site: u32,
        /// Its value.
        value: Value,
    },
}

/// Reads a log up to its last whole record.
///
/// # Errors
///
/// Where it is no log, or its bytes contradict each other.
pub fn read(bytes: &[u8]) -> Result<Log, RecordError> {
    let mut cursor = Cursor::new(bytes);
    let mut log = Log { is_cut_off: true, ..Log::default() };
    let start = cursor.clone();
    let head = bytes.len().min(format::MAGIC.len());
    if cursor.take(head)? != &format::MAGIC[..head] {
        return Err(start.error(Problem::NoLog));
    }
    if cursor.is_at_end() {
        return Ok(log);
    }
    let version = cursor.byte()?;
    if version != format::VERSION {
        return Err(start.error(Problem::Version(version)));
    }
    let mut reading = Reading { open: 0, has_thread: false };
    while let Some(mut record) = next_record(&mut cursor)? {
        if !log.is_cut_off {
            return Err(record.error(Problem::Long));
        }
        reading.record(&mut log, &mut record)?;
        if !record.is_at_end() {
            return Err(record.error(Problem::Long));
        }
    }
    Ok(log)
}

/// The next record, if it is whole.
fn next_record<'a>(cursor: &mut Cursor<'a>) -> Result<Option<Cursor<'a>>, RecordError> {
    if cursor.is_at_end() {
        return Ok(None);
    }
    let start = cursor.clone();
    let length = match cursor.number() {
        Ok(length) => length,
        Err(RecordError { problem: Problem::Short, .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let bounded =
        usize::try_from(length).ok().filter(|it| (1..=format::LONGEST_RECORD).contains(it));
    let Some(length) = bounded else {
        return Err(start.error(Problem::Length(length)));
    };
    if length > cursor.remaining() {
        return Ok(None);
    }
    cursor.part(length).map(Some)
}

/// What records in front say about those that follow.
struct Reading {
    open: usize,
    has_thread: bool,
}

impl Reading {
    fn record(&mut self, log: &mut Log, record: &mut Cursor<'_>) -> Result<(), RecordError> {
        let start = record.clone();
        let tag = record.byte()?;
        if (tag == format::THREAD) == self.has_thread {
            return Err(start.error(Problem::Thread));
        }
        match tag {
            format::THREAD => {
                self.has_thread = true;
                log.process = record.small()?;
                log.thread = record.small()?;
                log.name = record.text()?.to_owned();
            }
            format::TYPE => {
                let number: u32 = record.small()?;
                if number as usize != log.types.len() {
                    return Err(start.error(Problem::UnknownType(number)));
                }
                let has_destructor = record.byte()? != 0;
                log.types.push(Type { name: record.text()?.to_owned(), has_destructor });
            }
            format::END => {
                log.refused = record.small()?;
                log.is_cut_off = false;
            }
            _ => {
                let event = self.event(log.types.len(), tag, &start, record)?;
                log.events.push(event);
            }
        }
        Ok(())
    }

    fn event(
        &mut self,
        types: usize,
        tag: u8,
        start: &Cursor<'_>,
        record: &mut Cursor<'_>,
    ) -> Result<Event, RecordError> {
        let ends = matches!(tag, format::EXIT | format::UNWIND);
        if ends && self.open == 0 {
            return Err(start.error(Problem::Unopened));
        }
        if !ends && !matches!(tag, format::ENTER | format::SITE) {
            return Err(start.error(Problem::Tag { what: "record", tag }));
        }
        let clock = record.small()?;
        let kind = match tag {
            format::ENTER => {
                self.open += 1;
                let function = record.small()?;
                let count: usize = record.small()?;
                if count > record.remaining() {
                    return Err(record.error(Problem::Short));
                }
                let arguments: Result<_, _> =
                    (0..count).map(|_| Value::read(record, types, 0)).collect();
                EventKind::Enter { function, arguments: arguments? }
            }
            format::SITE => {
                EventKind::Site { site: record.small()?, value: Value::read(record, types, 0)? }
            }
            format::EXIT => {
                self.open -= 1;
                let returned = Value::read(record, types, 0)?;
                EventKind::Exit { returned, again: again(record, types)? }
            }
            _ => {
                self.open -= 1;
                EventKind::Unwind { again: again(record, types)? }
            }
        };
        Ok(Event { clock, kind })
    }
}

fn again(record: &mut Cursor<'_>, types: usize) -> Result<Vec<(usize, Value)>, RecordError> {
    let count: usize = record.small()?;
    if count > record.remaining() {
        return Err(record.error(Problem::Short));
    }
    (0..count).map(|_| Ok((record.small()?, Value::read(record, types, 0)?))).collect()
}
