//! `cargo gadfly exhaust`.

use super::confine::confine;
use super::prepare::{Ready, prepare};
use crate::args::{ExhaustArgs, OutputFormat};
use crate::artifacts;
use crate::command_error::CommandError;
use crate::console::{Console, Stage};
use crate::error::SessionError;
use crate::exhaust::{self, Event, ExhaustError, ExhaustOptions, FunctionReport, Mode};
use crate::exit_code::ExitCode;
use crate::pipeline::{Job, Pipeline};
use crate::render::{self, ExhaustView};
use crate::text;

/// Searches, writes `report.json` and prints what was found.
pub(crate) fn exhaust(
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
    typed: ExhaustArgs,
) -> Result<ExitCode, CommandError> {
    // A budget of gadfly.toml is meant for searches that have no end of their own.
    let Ready { mut job, format, .. } =
        prepare(pipeline, console, &typed.subject, typed.settings())?;
    job.settings.budget.time = typed.time;
    confine(&job.settings, console)?;
    let options = options(&typed, &job);
    let mut watcher = Watcher::new(console, &options, format);
    let report = exhaust::run(&options, &mut |event| watcher.take(event));
    let (structures, printed) = watcher.end();
    let report = report.map_err(SessionError::from)?;
    printed?;
    let mut run_report = exhaust::run_report(&report, &options, job.settings.seed);
    if format == OutputFormat::Json && options.mode == Mode::Show {
        run_report.details.structures = Some(structures);
    }
    run_report.details.sandbox = Some(job.settings.sandbox);
    let json = run_report.to_json();
    artifacts::write_atomically(&job.artifacts.report(), json.as_bytes())?;
    let text = match format {
        OutputFormat::Json => json,
        OutputFormat::Human => {
            let (painter, width) = (console.painter(), console.width());
            let here = std::env::current_dir().unwrap_or_default();
            let file = job.artifacts.report();
            let view = ExhaustView { mode: options.mode, report_file: &file, here: &here };
            render::exhaust_summary(&report, &view, painter, width)
        }
    };
    console.result(&text)?;
    let failed: Vec<&FunctionReport> =
        report.functions.iter().filter(|function| function.error.is_some()).collect();
    match failed[..] {
        _ if report.has_findings() => Ok(ExitCode::Findings),
        [] => Ok(ExitCode::Clean),
        [FunctionReport { function, .. }, ..] => Err(CommandError::Session(SessionError::Usage {
            message: format!("{function} could not be searched"),
            help: Some("the reason stands above; the other functions were searched".to_owned()),
        })),
    }
}

fn options(typed: &ExhaustArgs, job: &Job) -> ExhaustOptions {
    let mut options = ExhaustOptions::new(&job.request.path);
    options.package.clone_from(&job.request.package);
    let features = &job.settings.features;
    if !features.names.is_empty() {
        options.cargo_arguments.extend(["--features".to_owned(), features.names.join(",")]);
    }
    options.cargo_arguments.extend(features.all.then(|| "--all-features".to_owned()));
    let no_default = features.no_default.then(|| "--no-default-features".to_owned());
    options.cargo_arguments.extend(no_default);
    options.filter = job.settings.filter.clone();
    options.mode = typed.mode();
    options.jobs = Some(job.settings.jobs.get());
    options.shard = typed.shard;
    options.resume = !typed.from_scratch;
    options.time = job.settings.budget.time;
    options.patience = typed.patience.unwrap_or(options.patience);
    options.out = Some(job.artifacts.dir().to_owned());
    options.build = Some(job.artifacts.shared().join("exhaust"));
    options.place = !typed.no_tests;
    options
}

/// Turns events into lines.
struct Watcher<'a> {
    console: &'a Console,
    verb: &'static str,
    /// Structures are printed as they come, unless they belong to one document.
    prints: bool,
    stage: Option<Stage<'a>>,
    subject: String,
    structures: Vec<String>,
    printed: Result<(), CommandError>,
}

impl<'a> Watcher<'a> {
    fn new(console: &'a Console, options: &ExhaustOptions, format: OutputFormat) -> Self {
        let verb = match options.mode {
            Mode::Check => "Searching",
            Mode::Count => "Counting",
            Mode::Show => "Showing",
            Mode::Draw => "Drawing",
        };
        Self {
            console,
            verb,
            prints: options.mode == Mode::Show && format == OutputFormat::Human,
            stage: None,
            subject: String::new(),
            structures: Vec::new(),
            printed: Ok(()),
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Building { package, version } => {
                self.subject = format!("{package} {version}");
                self.stage = Some(self.console.stage("Building", &self.subject));
            }
            Event::Built { functions, .. } => {
                let count = text::count(functions.len() as u64, "function");
                self.finish(&format!("{count} to search"));
            }
            Event::Started { function, bounds, resumed, parts } => {
                if resumed > 0 {
                    let known = text::count(resumed as u64, "part");
                    self.console.warn(&format!(
                        "{function}: going on where an earlier run stopped, with {known} of {parts} \
                         done (--from-scratch starts anew)"
                    ));
                }
                self.stage = Some(self.console.stage(self.verb, ""));
                self.update(&format!("{function}   {bounds}"));
            }
            Event::Progress { function, explored, valid, rate, estimate } => {
                if let (Some(stage), Some(estimate)) = (&self.stage, estimate) {
                    stage.progress(explored, estimate.max(explored));
                }
                self.update(&progress(&function, explored, valid, rate, estimate));
            }
            Event::Structure { text, .. } if self.prints => {
                let printed = self.console.result(&format!("{text}\n"));
                if self.printed.is_ok() {
                    self.printed = printed;
                }
            }
            Event::Structure { text, svg, .. } if svg.is_empty() => self.structures.push(text),
            Event::Finished(function) => self.finished(&function),
            Event::Proving { tests } => {
                self.stage = Some(self.console.stage("Proving", ""));
                self.update(&text::count(tests as u64, "test"));
            }
            Event::Proven { functions } => {
                let cases = || functions.iter().filter_map(|function| function.case.as_ref());
                let (all, placed) = (cases().count(), cases().filter(|it| it.placed().is_some()));
                let placed = placed.count();
                let all = text::count(all as u64, "test");
                self.finish(&format!("{placed} of {all} failing as predicted"));
            }
            _ => {}
        }
    }

    fn finished(&mut self, function: &FunctionReport) {
        if let Some(error) = &function.error {
            self.stage = None;
            self.console.warn(&format!("{}: {error}", function.function));
            return;
        }
        let counts = function.counts;
        let cut = if function.unfinished { ", unfinished" } else { "" };
        let name = text::cut(&function.function, 40);
        self.finish(&format!(
            "{name:<32} {} candidates, {} valid{cut}",
            text::magnitude(counts.explored),
            text::magnitude(counts.valid),
        ));
        if let Some(finding) = exhaust::finding(function) {
            self.console.finding(&finding);
        }
    }

    fn update(&self, detail: &str) {
        if let Some(stage) = &self.stage {
            stage.update(detail);
        }
    }

    fn finish(&mut self, detail: &str) {
        if let Some(stage) = self.stage.take() {
            stage.finish(detail);
        }
    }

    fn end(self) -> (Vec<String>, Result<(), CommandError>) {
        (self.structures, self.printed)
    }
}

/// The numbers first: a narrow terminal cuts off the name.
fn progress(function: &str, explored: u64, valid: u64, rate: f64, estimate: Option<u64>) -> String {
    let of = estimate.map(|total| format!(" of about {}", text::magnitude(rounded(total))));
    format!(
        "{}{} candidates · {}/s · {} valid · {function}",
        text::magnitude(explored),
        of.unwrap_or_default(),
        text::rate(rate),
        text::magnitude(valid),
    )
}

/// Two figures: an estimate should not look exact.
fn rounded(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    number.div_ceil(unit) * unit
}

impl From<ExhaustError> for SessionError {
    fn from(error: ExhaustError) -> Self {
        let message = error.to_string();
        let help = |text: &str| Some(text.to_owned());
        match error {
            ExhaustError::Interrupted => SessionError::Interrupted,
            ExhaustError::Build { .. } => SessionError::Subject { message, help: None },
            ExhaustError::NothingToRun { filtered: false, .. } => SessionError::Usage {
                message,
                help: help(
                    "add gadfly to the dependencies and mark a function with #[gadfly::exhaust(..)]; \
                     docs/exhaust.md shows how",
                ),
            },
            ExhaustError::NothingToRun { .. } => SessionError::Usage {
                message,
                help: help("a pattern names whole segments of a path: insert_adds_one, tests::*"),
            },
            ExhaustError::Io { .. }
            | ExhaustError::Platform
            | ExhaustError::Run(_)
            | ExhaustError::Toolchain => SessionError::Environment { message, help: None },
            _ => SessionError::Usage { message, help: None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_how_much_is_left() {
        assert_eq!(
            progress("insert", 1_200_000, 1_430, 14e6, Some(2_961_123)),
            "1.20 M of about 3.00 M candidates · 14.0 M/s · 1,430 valid · insert"
        );
        assert_eq!(
            progress("insert", 12, 3, 100.0, None),
            "12 candidates · 100/s · 3 valid · insert"
        );
    }

    #[test]
    fn estimates_have_two_figures() {
        for (number, text) in [(0, 0), (7, 7), (99, 99), (101, 110), (2_961_123, 3_000_000)] {
            assert_eq!(rounded(number), text);
        }
    }
}
