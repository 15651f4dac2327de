//! Ctrl-C: the first winds the run down, the second ends it at once.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::exit_code::ExitCode;

static INTERRUPTS: Interrupts = Interrupts(AtomicUsize::new(0));

/// Has `wind_down` called on the first Ctrl-C (or request to terminate).
///
/// It must make the stages end soon, by ending the processes they wait for. Files need no care:
/// they are written whole or not at all.
pub(crate) fn install(wind_down: fn()) {
    // Without a handler Ctrl-C still ends the process, only less tidily.
    let _ = ctrlc::set_handler(move || match INTERRUPTS.next() {
        Response::WindDown => wind_down(),
        Response::ExitNow => exit_now(),
    });
}

/// Asks for the run to wind down, as the first Ctrl-C does: for keys that reach us as such.
pub(crate) fn request() {
    INTERRUPTS.0.fetch_add(1, Ordering::SeqCst);
}

/// Whether the run is to wind down.
pub(crate) fn requested() -> bool {
    INTERRUPTS.0.load(Ordering::SeqCst) > 0
}

/// How often it was asked for.
struct Interrupts(AtomicUsize);

#[derive(Debug, PartialEq, Eq)]
enum Response {
    WindDown,
    ExitNow,
}

impl Interrupts {
    fn next(&self) -> Response {
        match self.0.fetch_add(1, Ordering::SeqCst) {
            0 => Response::WindDown,
            _ => Response::ExitNow,
        }
    }
}

#[expect(clippy::exit, reason = "a second Ctrl-C must not wait for anything")]
fn exit_now() {
    std::process::exit(ExitCode::Interrupted as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_winds_down_and_the_second_exits() {
        let interrupts = Interrupts(AtomicUsize::new(0));
        assert_eq!(interrupts.next(), Response::WindDown);
        assert_eq!(interrupts.next(), Response::ExitNow);
        assert_eq!(interrupts.next(), Response::ExitNow);
    }
}
