//! Finding the crate under test, and running cargo on it.
//!
//! The only crate that starts processes: all of them are ended when the command is interrupted or dies.
//! Does not read the sources of the crate under test.

mod children;
mod conversation;
mod error;
mod invocation;
mod keeper;
mod locate;
mod nearest;
mod patch;
mod regular_file;
mod sandbox;
mod shadow;
mod subject;

pub use conversation::Conversation;
pub use error::{ErrorClass, LocateError, RunError};
pub use invocation::{Finished, Invocation};
pub use locate::locate;
pub use nearest::nearest;
pub use regular_file::{open_regular, read_linked, read_regular};
pub use sandbox::{ProcessLimits, ReportPipe, ReportWaker, Sandbox, SandboxError, Scratch};
pub use shadow::{crates_for_tests, shadow};
pub use subject::{Dependency, DependencySource, IndirectDependency, Subject, SubjectRequest};

/// Ends every running child and refuses to start another: from now on each run answers
/// [`RunError::Interrupted`]. Meant to be called by the handler of Ctrl-C.
pub fn interrupt() {
    children::interrupt();
}

/// Returns whether [`interrupt`] was called.
pub fn is_interrupted() -> bool {
    children::is_interrupted()
}
