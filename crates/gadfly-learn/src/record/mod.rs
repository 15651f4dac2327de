//! Logs of traced threads, read back.

mod cursor;
mod error;
mod log;
mod value;

pub use error::{Problem, RecordError};
pub use log::{Event, EventKind, Log, Type, read};
pub use value::{Object, ObjectId, Value};

#[cfg(test)]
mod tests;
