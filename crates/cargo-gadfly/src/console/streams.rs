//! Streams for output: those of the process, or buffers in a test.

use std::io::{IsTerminal, Write};

use indicatif::ProgressDrawTarget;

use super::GithubWorkflow;

/// Two streams and what is known of them.
pub(crate) struct Streams {
    /// Results.
    pub(crate) out: Box<dyn Write + Send>,
    /// Progress and errors.
    pub(crate) err: Box<dyn Write + Send>,
    /// True if `out` is a terminal.
    pub(crate) out_is_terminal: bool,
    /// True if `err` is a terminal.
    pub(crate) err_is_terminal: bool,
    /// The width of `out`, if it is a terminal.
    pub(crate) out_width: Option<usize>,
    /// The width of `err`, if it is a terminal.
    pub(crate) err_width: Option<usize>,
    /// The workflow that the process runs in.
    pub(crate) workflow: Option<GithubWorkflow>,
    /// The target for lines that change, if `err` is a terminal.
    pub(crate) lines: Box<dyn Fn() -> ProgressDrawTarget + Send>,
}

impl Streams {
    /// Standard output and standard error.
    pub(crate) fn of_process() -> Self {
        let (out, err) = (std::io::stdout(), std::io::stderr());
        Self {
            out_is_terminal: out.is_terminal(),
            err_is_terminal: err.is_terminal(),
            out_width: terminal_size::terminal_size_of(&out).map(|(width, _)| width.0.into()),
            err_width: terminal_size::terminal_size_of(&err).map(|(width, _)| width.0.into()),
            out: Box::new(out),
            err: Box::new(err),
            workflow: GithubWorkflow::of_process(),
            lines: Box::new(ProgressDrawTarget::stderr),
        }
    }
}

#[cfg(test)]
pub(crate) mod captured {
    //! Streams that a test can read afterwards.

    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use indicatif::{ProgressDrawTarget, TermLike};

    use super::Streams;

    /// A buffer that is written to by the console and read by the test.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl Buffer {
        pub(crate) fn text(&self) -> String {
            String::from_utf8(self.0.lock().expect("unpoisoned").clone()).expect("UTF-8")
        }
    }

    impl Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("unpoisoned").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Streams that are no terminal, with what is written to them.
    pub(crate) fn streams() -> (Streams, Buffer, Buffer) {
        let (out, err) = (Buffer::default(), Buffer::default());
        let streams = Streams {
            out: Box::new(out.clone()),
            err: Box::new(err.clone()),
            out_is_terminal: false,
            err_is_terminal: false,
            out_width: None,
            err_width: None,
            workflow: None,
            lines: Box::new(ProgressDrawTarget::hidden),
        };
        (streams, out, err)
    }

    /// Streams that are a terminal of 80 columns; all that is drawn, and what else is written.
    pub(crate) fn terminal() -> (Streams, Buffer, Buffer) {
        let (streams, _, err) = streams();
        let drawn = Buffer::default();
        let screen = drawn.clone();
        let streams = Streams {
            err_is_terminal: true,
            err_width: Some(80),
            lines: Box::new(move || ProgressDrawTarget::term_like(Box::new(screen.clone()))),
            ..streams
        };
        (streams, drawn, err)
    }

    /// Keeps everything that was ever drawn, one line per drawing.
    impl TermLike for Buffer {
        fn width(&self) -> u16 {
            80
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.clone().write_all(format!("{}\n", text.trim_end()).as_bytes())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }
}
