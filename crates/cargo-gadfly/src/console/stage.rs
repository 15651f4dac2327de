//! One stage of a run: a line that changes while it runs and stays as a record with its time.

use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressState, ProgressStyle};

use super::{Console, Tone};
use gadfly_session::pipeline::StageProgress;
use gadfly_session::text;
use gadfly_wire::visible;

/// The width of the subject, which the details follow.
const SUBJECT_WIDTH: usize = 32;
/// The name at the margin and the space after it.
const NAME_WIDTH: usize = 13;

/// A stage that is running. Dropped before [`Stage::finish`], it vanishes: the error that
/// follows says why.
pub(crate) struct Stage<'a> {
    console: &'a Console,
    bar: ProgressBar,
    name: &'static str,
    subject: String,
    begun: Instant,
}

impl<'a> Stage<'a> {
    pub(super) fn begin(
        console: &'a Console,
        lines: &MultiProgress,
        name: &'static str,
        subject: &str,
    ) -> Self {
        let bar = lines.add(ProgressBar::no_length());
        let word = console.err_painter().paint(Tone::Good, &format!("{name:>12}"));
        bar.set_style(style("{prefix} {wide_msg} {took}"));
        bar.set_prefix(word);
        let stage = Self { console, bar, name, subject: subject.to_owned(), begun: Instant::now() };
        stage.update("");
        stage.bar.enable_steady_tick(Duration::from_millis(100));
        stage
    }

    /// Replaces the description of the current work.
    pub(crate) fn update(&self, detail: &str) {
        self.bar.set_message(visible(&line(&self.subject, detail)));
    }

    /// Sets the fraction that is done; [`Stage::update`] describes the numbers.
    pub(crate) fn progress(&self, done: u64, total: u64) {
        if self.bar.length() != Some(total) {
            self.bar.set_length(total);
            self.bar.set_style(style("{prefix} [{bar:18}] {wide_msg}"));
        }
        self.bar.set_position(done.min(total));
    }

    /// Ends it with its result.
    pub(crate) fn finish(self, detail: &str) {
        self.bar.finish_and_clear();
        let took = format!("({})", text::elapsed(self.begun.elapsed()));
        let record = record(&self.subject, detail, took.len(), self.console.err_width());
        let took = self.console.err_painter().paint(Tone::Faint, &took);
        self.console.progress_line(Tone::Good, self.name, &format!("{record}  {took}"));
    }
}

impl StageProgress for Stage<'_> {
    fn update(&self, detail: &str) {
        Stage::update(self, detail);
    }

    fn progress(&self, done: u64, total: u64) {
        Stage::progress(self, done, total);
    }

    fn finish(self: Box<Self>, detail: &str) {
        Stage::finish(*self, detail);
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Subject and detail in two columns.
fn line(subject: &str, detail: &str) -> String {
    if subject.is_empty() {
        return detail.to_owned();
    }
    format!("{subject:<SUBJECT_WIDTH$} {detail}")
}

/// The record of a stage, cut so that it fits into one line with its name and its time.
fn record(subject: &str, detail: &str, time_width: usize, terminal: Option<usize>) -> String {
    let line = line(subject, detail);
    let taken = NAME_WIDTH + 2 + time_width;
    let room = terminal.map_or(usize::MAX, |width| width.saturating_sub(taken));
    text::cut(line.trim_end(), room)
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .expect("the templates here are valid")
        .with_key("took", |state: &ProgressState, line: &mut dyn std::fmt::Write| {
            let _ = write!(line, "{}", text::elapsed(state.elapsed()));
        })
        .progress_chars("=> ")
}

#[cfg(test)]
mod tests {
    use super::super::streams::captured;
    use super::*;
    use crate::args::ColorChoice;

    #[test]
    fn stages_leave_one_line_without_a_terminal() {
        let (streams, out, err) = captured::streams();
        let console = Console::new(streams, false, ColorChoice::Auto);
        let stage = console.stage("Reading", "ropey 1.5.1");
        stage.update("214 items");
        stage.progress(1, 2);
        assert_eq!(err.text(), "");
        stage.finish("214 public functions");
        let line = err.text();
        let (before, took) = line.rsplit_once("  (").expect("a time at the end");
        assert_eq!(before, "     Reading ropey 1.5.1                      214 public functions");
        assert!(took.ends_with("s)\n"), "{took}");
        assert_eq!(out.text(), "");
    }

    #[test]
    fn terminals_show_running_stages_and_their_records() {
        let (streams, drawn, err) = captured::terminal();
        let console = Console::new(streams, false, ColorChoice::Never);
        let stage = console.stage("Exploring", "");
        stage.progress(9, 18);
        stage.update("0:30/1:00  2 findings");
        let screen = drawn.text();
        assert!(
            screen.contains("   Exploring [=========>        ] 0:30/1:00  2 findings"),
            "{screen}"
        );
        assert_eq!(err.text(), "");
        stage.finish("24.1 M calls");
        assert!(err.text().starts_with("   Exploring 24.1 M calls  ("), "{}", err.text());
    }

    #[test]
    fn quiet_draws_nothing_in_a_terminal_either() {
        let (streams, drawn, err) = captured::terminal();
        let console = Console::new(streams, true, ColorChoice::Never);
        console.stage("Reading", "ropey 1.5.1").finish("214 public functions");
        assert_eq!(drawn.text(), "");
        assert_eq!(err.text(), "");
    }

    #[test]
    fn a_stage_that_fails_leaves_nothing() {
        let (streams, _, err) = captured::streams();
        let console = Console::new(streams, false, ColorChoice::Auto);
        drop(console.stage("Building", "harness"));
        assert_eq!(err.text(), "");
    }

    #[test]
    fn records_fit_into_one_line() {
        assert_eq!(record("ropey", "", 6, None), "ropey");
        let wide = record("", "209 callable, 5 skipped", 6, Some(80));
        assert_eq!(wide, "209 callable, 5 skipped");
        let narrow = record("", "209 callable, 5 skipped", 6, Some(40));
        assert_eq!(narrow, "209 callable, 5 sk…");
        assert_eq!(NAME_WIDTH + narrow.chars().count() + 2 + 6, 40);
    }

    #[test]
    fn the_templates_are_valid() {
        style("{prefix} {wide_msg} {took}");
        style("{prefix} [{bar:18}] {wide_msg}");
    }
}
