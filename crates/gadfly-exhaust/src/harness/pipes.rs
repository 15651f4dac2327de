//! The pipes to the command. They are the program's standard input and output, taken away from the code
//! under test: what it prints is discarded, and it finds its input at an end.

use std::fs::File;
use std::io::Write as _;

use gadfly_wire::{pipe_head, to_keyed_frame, ExhaustEvent, ExhaustOrder, PipeReader};

/// Orders of the command.
pub(super) type Orders = PipeReader<File, ExhaustOrder>;

/// Reports to the command, if there is one.
#[derive(Debug, Default)]
pub(super) struct Reports {
    pipe: Option<File>,
    key: u32,
}

impl Reports {
    /// Sends a report; `false` if the command is gone.
    pub(super) fn send(&self, event: &ExhaustEvent) -> bool {
        self.write(&to_keyed_frame(event, self.key))
    }

    fn write(&self, bytes: &[u8]) -> bool {
        self.pipe.as_ref().map_or(true, |mut pipe| pipe.write_all(bytes).is_ok())
    }
}

/// Takes the pipes over; `None` where that is impossible. To be called once, before code under test runs.
pub(super) fn connect() -> Option<(Orders, Reports)> {
    let (orders, pipe) = take_over().ok()?;
    let mut orders = PipeReader::new(orders);
    let Ok(Some(ExhaustOrder::Begin(key))) = orders.receive() else { return None };
    let reports = Reports { pipe: Some(pipe), key };
    reports.write(&pipe_head::<ExhaustEvent>()).then_some((orders, reports))
}

#[cfg(unix)]
fn take_over() -> std::io::Result<(File, File)> {
    use std::os::fd::{AsFd as _, AsRawFd as _};

    // The copies are closed in programs that the code under test starts.
    let orders = File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    let reports = File::from(std::io::stdout().as_fd().try_clone_to_owned()?);
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    for number in [libc::STDIN_FILENO, libc::STDOUT_FILENO] {
        // SAFETY: both numbers are open, and no owned handle has either of them: the standard library uses
        // them by number, and goes on doing so.
        if unsafe { libc::dup2(nothing.as_raw_fd(), number) } < 0 {
            return Err(std::io::Error::last_os_error());
        }
    }
    Ok((orders, reports))
}

#[cfg(not(unix))]
fn take_over() -> std::io::Result<(File, File)> {
    Err(std::io::ErrorKind::Unsupported.into())
}
