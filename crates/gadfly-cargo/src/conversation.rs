//! A program that gets messages while it runs, and answers them.

use std::io::Write;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};

use crate::children;

/// A running program. It is ended when this is dropped, and with us.
#[derive(Debug)]
pub struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
}

impl Conversation {
    pub(crate) fn new(mut child: Child) -> Self {
        let input = child.stdin.take();
        Self { child, input }
    }

    /// Sends bytes. A program that has ended is noticed by the end of its output.
    pub fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Takes the program's standard output; `None` the second time.
    pub fn take_output(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Takes the program's standard error; `None` the second time.
    pub fn take_errors(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// Ends it and the processes that it started.
    pub fn end(&mut self) {
        self.input = None;
        children::end(&mut self.child);
    }

    /// Closes its input and waits for its end.
    pub fn wait(&mut self) -> std::io::Result<ExitStatus> {
        self.input = None;
        children::wait(&mut self.child)
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        self.end();
        // It was ended, so that this does not take long; how it ended is of no interest.
        let _ = self.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::path::Path;

    use crate::Invocation;

    #[test]
    fn lines_go_in_and_come_out() {
        let mut cat = Invocation::new("cat", Path::new("/")).converse().expect("a program");
        let mut lines = BufReader::new(cat.take_output().expect("its output")).lines();
        for line in ["one", "two"] {
            cat.send(format!("{line}\n").as_bytes());
            assert_eq!(lines.next().expect("a line").expect("text"), line);
        }
        assert!(cat.wait().expect("an end").success());
    }

    #[test]
    fn a_program_that_goes_on_for_ever_is_ended() {
        let sleep = Invocation::new("sleep", Path::new("/")).arg("1000");
        let mut sleep = sleep.converse().expect("a program");
        sleep.end();
        assert!(!sleep.wait().expect("an end").success());
        // Ending it again does no harm: its number may be another program's by now.
        sleep.end();
    }
}
