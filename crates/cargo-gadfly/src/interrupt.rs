//! Ctrl-C: the first ends the run soon, the second ends it at once.

use crate::exit_code::ExitCode;
use gadfly_session::pipeline::interrupt;

/// Has `wind_down` called on the first Ctrl-C (or request to terminate).
///
/// It must make the stages end soon, by ending the processes they wait for. Files need no care:
/// they are written whole or not at all.
pub(crate) fn install(wind_down: fn()) {
    // Without a handler Ctrl-C still ends the process, only less tidily.
    let _ = ctrlc::set_handler(move || match Response::to(interrupt::request()) {
        Response::WindDown => wind_down(),
        Response::ExitNow => exit_now(),
    });
}

#[derive(Debug, PartialEq, Eq)]
enum Response {
    WindDown,
    ExitNow,
}

impl Response {
    /// The response to an interrupt after `earlier` others.
    fn to(earlier: usize) -> Self {
        match earlier {
            0 => Self::WindDown,
            _ => Self::ExitNow,
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
        assert_eq!(Response::to(0), Response::WindDown);
        assert_eq!(Response::to(1), Response::ExitNow);
        assert_eq!(Response::to(2), Response::ExitNow);
    }
}
