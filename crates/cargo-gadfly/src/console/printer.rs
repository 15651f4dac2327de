//! The console: one method for each kind of output.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use indicatif::{MultiProgress, ProgressDrawTarget};

use super::{GithubWorkflow, Painter, Stage, Streams, Tone};
use crate::args::ColorChoice;
use crate::command_error::CommandError;
use gadfly_session::pipeline::{Observer, StageProgress};
use gadfly_session::report::{Class, Finding};
use gadfly_wire::{visible, visible_styled};

/// The only printer of a run.
pub(crate) struct Console {
    streams: Mutex<Streams>,
    out_painter: Painter,
    err_painter: Painter,
    out_is_terminal: bool,
    err_is_terminal: bool,
    out_width: Option<usize>,
    err_width: Option<usize>,
    quiet: bool,
    workflow: Option<GithubWorkflow>,
    /// Lines that are still changing; hidden where standard error is no terminal.
    lines: MultiProgress,
}

impl Console {
    /// A console over two streams.
    pub(crate) fn new(streams: Streams, quiet: bool, color: ColorChoice) -> Self {
        let mut console = Self {
            out_is_terminal: streams.out_is_terminal,
            err_is_terminal: streams.err_is_terminal,
            out_width: streams.out_width,
            err_width: streams.err_width,
            workflow: streams.workflow.clone(),
            streams: Mutex::new(streams),
            out_painter: Painter::new(ColorChoice::Never, false),
            err_painter: Painter::new(ColorChoice::Never, false),
            quiet,
            lines: MultiProgress::with_draw_target(ProgressDrawTarget::hidden()),
        };
        console.configure(quiet, color);
        console
    }

    /// Changes how much and how colourful, once more is known.
    pub(crate) fn configure(&mut self, quiet: bool, color: ColorChoice) {
        self.quiet = quiet;
        self.out_painter = Painter::new(color, self.out_is_terminal);
        self.err_painter = Painter::new(color, self.err_is_terminal);
        let target = if self.err_is_terminal && !quiet {
            let streams = self.streams.get_mut().unwrap_or_else(PoisonError::into_inner);
            (streams.lines)()
        } else {
            ProgressDrawTarget::hidden()
        };
        self.lines.set_draw_target(target);
    }

    /// Begins a stage: `Reading`, `ropey 1.5.1`.
    pub(crate) fn stage(&self, name: &'static str, subject: &str) -> Stage<'_> {
        Stage::begin(self, &self.lines, name, subject)
    }

    /// Announces a finding as it is made, if it looks like the subject's fault. A terminal shows
    /// the number of them in the stage's line instead, and all of them at the end.
    pub(crate) fn finding(&self, finding: &Finding) {
        if !self.err_is_terminal && finding.class == Class::Bug {
            self.progress_line(Tone::Bad, "Found", &finding.headline());
        }
    }

    /// Prints a problem that does not end the run.
    pub(crate) fn warn(&self, text: &str) {
        if !self.quiet {
            let label = self.err_painter.paint(Tone::Warning, "warning:");
            self.write_err(&format!("{label} {text}\n"));
        }
    }

    /// Prints the error that ends the run.
    pub(crate) fn error(&self, error: &CommandError) {
        let label = self.err_painter.paint(Tone::Bad, "error:");
        let mut text = format!("{label} {error}\n");
        if let Some(help) = error.help() {
            let label = self.err_painter.paint(Tone::Strong, "help:");
            for line in help.lines() {
                text.push_str(&format!("  {label} {line}\n"));
            }
        }
        self.write_err(&text);
    }

    /// A ready-made complaint, in the variant that fits the stream.
    pub(crate) fn complain(&self, coloured: &str, plain: &str) {
        self.write_err(if self.err_painter.is_on() { coloured } else { plain });
    }

    /// Prints results. A reader who has read enough is no failure.
    pub(crate) fn result(&self, text: &str) -> Result<(), CommandError> {
        let text = shown(text, self.out_painter);
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        let written = streams.out.write_all(text.as_bytes()).and_then(|()| streams.out.flush());
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(CommandError::Output(error))
            }
            _ => Ok(()),
        }
    }

    /// The workflow that the command runs in, if it runs in one.
    pub(crate) fn workflow(&self) -> Option<&GithubWorkflow> {
        self.workflow.as_ref()
    }

    /// Prints commands to the runner of a workflow, which reads standard error as well.
    pub(crate) fn annotate(&self, commands: &str) {
        self.write_err(commands);
    }

    /// Returns whether a person can be asked: progress goes to a terminal, and input comes from one.
    pub(crate) fn is_interactive(&self) -> bool {
        self.err_is_terminal && io::stdin().is_terminal()
    }

    /// A question to a person, which is asked however quiet a run is.
    pub(crate) fn prompt(&self, text: &str) {
        self.write_err(text);
    }

    /// Paints for standard output.
    pub(crate) fn painter(&self) -> Painter {
        self.out_painter
    }

    /// The width of the terminal that results go to, if they go to one.
    pub(crate) fn width(&self) -> Option<usize> {
        self.out_width
    }

    /// The width of the terminal that progress goes to, if it goes to one.
    pub(super) fn err_width(&self) -> Option<usize> {
        self.err_width
    }

    pub(super) fn err_painter(&self) -> Painter {
        self.err_painter
    }

    /// A line of the record of a run: a word at the margin, and what it says.
    pub(super) fn progress_line(&self, tone: Tone, word: &str, text: &str) {
        if !self.quiet {
            let word = self.err_painter.paint(tone, &format!("{word:>12}"));
            self.write_err(&format!("{word} {}\n", text.trim_end()));
        }
    }

    /// Errors are ignored: without standard error there is no place to report them.
    fn write_err(&self, text: &str) {
        let text = shown(text, self.err_painter);
        self.lines.suspend(|| {
            let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = streams.err.write_all(text.as_bytes()).and_then(|()| streams.err.flush());
        });
    }
}

/// The text as it is printed: of what stands in it, much comes from the crate under test, its settings and its file names.
fn shown(text: &str, painter: Painter) -> String {
    if painter.is_on() { visible_styled(text) } else { visible(text) }
}

impl Observer for Console {
    fn stage(&self, name: &'static str, subject: &str) -> Box<dyn StageProgress + '_> {
        Box::new(Console::stage(self, name, subject))
    }

    fn finding(&self, finding: &Finding) {
        Console::finding(self, finding);
    }

    fn warn(&self, text: &str) {
        Console::warn(self, text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::streams::captured;
    use super::*;
    use gadfly_session::error::SessionError;

    fn console(quiet: bool) -> (Console, captured::Buffer, captured::Buffer) {
        let (streams, out, err) = captured::streams();
        (Console::new(streams, quiet, ColorChoice::Auto), out, err)
    }

    #[test]
    fn an_error_is_followed_by_what_to_do() {
        let (console, out, err) = console(false);
        console.error(&CommandError::from(SessionError::Usage {
            message: "crates/app has no library target".to_owned(),
            help: Some("point it at crates/core".to_owned()),
        }));
        assert_eq!(
            err.text(),
            "error: crates/app has no library target\n  help: point it at crates/core\n"
        );
        assert_eq!(out.text(), "");
    }

    #[test]
    fn quiet_leaves_results_and_errors() {
        let (console, out, err) = console(true);
        console.warn("no");
        console.finding(&Finding::example());
        console.stage("Reading", "ropey 1.5.1").finish("no");
        console.result("yes\n").expect("printed");
        console.error(&SessionError::Interrupted.into());
        assert_eq!(out.text(), "yes\n");
        assert_eq!(err.text(), "error: interrupted\n");
    }

    #[test]
    fn findings_are_lines_without_a_terminal() {
        let (console, _, err) = console(false);
        console.finding(&Finding::example());
        assert_eq!(
            err.text(),
            "       Found url::Url::path_segments_mut panics: index out of bounds\n"
        );
    }

    #[test]
    fn characters_that_terminals_obey_are_written_out() {
        let hostile = "a\u{1b}[2J\u{9b}31m\u{7}\u{202e}b\rc";
        let written_out = "a\\u{1b}[2J\\u{9b}31m\\u{7}\\u{202e}b\\u{d}c";
        for color in [ColorChoice::Never, ColorChoice::Always] {
            let (streams, out, err) = captured::streams();
            let console = Console::new(streams, false, color);
            let strong = console.painter().paint(Tone::Strong, "own");
            console.result(&format!("{strong} {hostile}\n")).expect("printed");
            assert_eq!(out.text(), format!("{strong} {written_out}\n"));
            console.warn(hostile);
            console.finding(&Finding { message: hostile.to_owned(), ..Finding::example() });
            console.stage("Reading", hostile).finish(hostile);
            assert_eq!(err.text().matches(written_out).count(), 4, "{}", err.text());
            assert!(!err.text().contains(['\u{9b}', '\u{7}', '\u{202e}', '\r']), "{}", err.text());
        }
    }

    #[test]
    fn warnings_go_to_standard_error() {
        let (console, out, err) = console(false);
        console.warn("the sandbox is off");
        assert_eq!(err.text(), "warning: the sandbox is off\n");
        assert_eq!(out.text(), "");
    }

    #[test]
    fn closed_pipes_are_fine_and_full_disks_fail() {
        struct Failing(io::ErrorKind);
        impl Write for Failing {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(self.0.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let print = |kind| {
            let (mut streams, _, _) = captured::streams();
            streams.out = Box::new(Failing(kind));
            Console::new(streams, false, ColorChoice::Auto).result("text")
        };
        print(io::ErrorKind::BrokenPipe).expect("quiet success");
        print(io::ErrorKind::StorageFull).expect_err("a failure");
    }
}
