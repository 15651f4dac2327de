//! Calls of code that may panic, with the message of the panic.

use std::cell::RefCell;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Once;

/// The message and place of a panic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaughtPanic {
    /// The message.
    pub message: String,
    /// `file:line`, if known.
    pub location: String,
}

thread_local! {
    static CAUGHT: RefCell<Option<CaughtPanic>> = const { RefCell::new(None) };
    static LISTENING: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Calls `body`; a panic is kept instead of printed.
///
/// # Errors
/// The caught panic.
pub fn attempt<R>(body: impl FnOnce() -> R) -> Result<R, CaughtPanic> {
    listen();
    let outer = LISTENING.with(|listening| listening.replace(true));
    let result = catch_unwind(AssertUnwindSafe(body));
    LISTENING.with(|listening| listening.set(outer));
    let caught = CAUGHT.with(|caught| caught.borrow_mut().take());
    result.map_err(|payload| match caught {
        Some(panic) => panic,
        // Raised without the hook, or with the hook of a search in between.
        None => CaughtPanic { message: text_of(&*payload), location: String::new() },
    })
}

/// Installs the hook, once per process.
pub(super) fn listen() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let outer = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !LISTENING.with(std::cell::Cell::get) {
                outer(info);
                return;
            }
            let location = info.location();
            let location = location.map(|place| format!("{}:{}", place.file(), place.line()));
            let panic = CaughtPanic {
                message: text_of(info.payload()),
                location: location.unwrap_or_default(),
            };
            CAUGHT.with(|caught| *caught.borrow_mut() = Some(panic));
        }));
    });
}

fn text_of(payload: &(dyn std::any::Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        return (*text).to_owned();
    }
    payload.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic without text".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_and_place_are_kept() {
        let panic = attempt(|| panic!("number {}", 3)).expect_err("a panic");
        assert_eq!(panic.message, "number 3");
        assert!(panic.location.contains("attempt.rs:"), "{}", panic.location);
    }
}
