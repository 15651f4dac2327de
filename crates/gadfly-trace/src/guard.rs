//! The functions that the rewriter inserts.

use crate::memory::Again;
use crate::sink::Sink;
use crate::thread::{self, Entered};

/// The end of a call, as it is dropped or by [`Guard::exit`].
pub struct Guard {
    entered: Entered,
    again: Vec<Again>,
}

/// Logs the beginning of a call of a function, with arguments made by [`list!`](crate::list).
pub fn enter<A: FnOnce(&mut Sink)>(function: u32, arguments: A) -> Guard {
    let mut arguments = Some(arguments);
    let (entered, again) = thread::enter(function, &mut |sink| {
        if let Some(arguments) = arguments.take() {
            arguments(sink);
        }
    });
    Guard { entered, again }
}

/// Runs a body. A closure that is called once may give back references that it was given.
#[inline(always)]
pub fn once<R, F: FnOnce() -> R>(body: F) -> R {
    body()
}

/// Logs the value of an expression of a caller, and gives it back.
pub fn l<T>(site: u32, value: T) -> T {
    thread::site(site, &mut |sink| sink.leaf(&value));
    value
}

impl Guard {
    /// Logs the return of the call with its value, made by [`v!`](crate::v), and what its reference arguments refer to now.
    pub fn exit<V: FnOnce(&mut Sink)>(mut self, value: V) {
        let again = std::mem::take(&mut self.again);
        self.end(value, &again);
    }

    /// Logs the return of a call whose value borrows from an argument, which is not looked at while it is borrowed.
    pub fn exit_borrowed<V: FnOnce(&mut Sink)>(self, value: V) {
        self.end(value, &[]);
    }

    fn end<V: FnOnce(&mut Sink)>(mut self, value: V, again: &[Again]) {
        let entered = std::mem::replace(&mut self.entered, Entered::Ignored);
        let mut value = Some(value);
        thread::exit(entered, again, &mut |sink| {
            if let Some(value) = value.take() {
                value(sink);
            }
        });
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let entered = std::mem::replace(&mut self.entered, Entered::Ignored);
        thread::unwind(entered, &self.again);
    }
}
