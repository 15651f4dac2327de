//! A run from beginning to end.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

use gadfly_tests::emit::TestText;
use gadfly_wire::{ExhaustCounts, ExhaustMode};

use super::build;
use super::case::{self, REPEATS};
use super::discover::{self, Entry};
use super::error::ExhaustError;
use super::event::Event;
use super::options::ExhaustOptions;
use super::page::Page;
use super::prove::{self, Candidate};
use super::report::{ExhaustReport, FunctionReport, Placement};
use super::schedule::Schedule;
use super::target::Target;

/// Builds the crate with tracing and searches its functions one after the other.
///
/// # Errors
/// If the crate cannot be found, built or searched. Failing inputs are no errors: they are in the
/// report, and so are functions whose own bounds or predicate stopped their search.
pub fn run(
    options: &ExhaustOptions,
    events: &mut dyn FnMut(Event),
) -> Result<ExhaustReport, ExhaustError> {
    let target = Target::find(options)?;
    let package = target.package.name.to_string();
    let version = target.package.version.to_string();
    events(Event::Building { package: package.clone(), version: version.clone() });
    let build_started = Instant::now();
    let programs = build::traced_tests(&target, options)?;
    let (entries, filtered) = discover::entries(&programs, options, &target)?;
    let build_seconds = build_started.elapsed().as_secs_f64();
    if entries.is_empty() {
        return Err(ExhaustError::NothingToRun { package, filtered });
    }
    let functions = entries.iter().map(|entry| entry.function.clone()).collect();
    events(Event::Built { seconds: build_seconds, functions });
    std::fs::create_dir_all(&target.out)
        .map_err(ExhaustError::io(format!("create {}", target.out.display())))?;
    let started = Instant::now();
    let deadline = options.time.map(|time| started + time);
    let mut report = ExhaustReport { package, version, build_seconds, ..ExhaustReport::default() };
    let mut texts = Vec::new();
    for entry in &entries {
        let search = Search { entry, options, target: &target, deadline };
        let (function, tests) = match search.run(events) {
            Ok(searched) => searched,
            Err(ExhaustError::Interrupted) => {
                report.interrupted = true;
                break;
            }
            Err(ExhaustError::Search { function, message }) => (
                FunctionReport { function, error: Some(message), ..Default::default() },
                Vec::new(),
            ),
            Err(error) => return Err(error),
        };
        events(Event::Finished(Box::new(function.clone())));
        report.functions.push(function);
        texts.push(tests);
        if gadfly_cargo::is_interrupted() {
            report.interrupted = true;
            break;
        }
    }
    report.search_seconds = started.elapsed().as_secs_f64();
    if report.has_findings() && !report.interrupted {
        let proving = Instant::now();
        events(Event::Proving { tests: report.functions.iter().flat_map(|it| &it.case).count() });
        let candidates = candidates(&entries, &mut report.functions, texts);
        match prove::prove(&target, options, candidates) {
            Err(ExhaustError::Interrupted) => report.interrupted = true,
            other => other?,
        }
        report.confirm_seconds = proving.elapsed().as_secs_f64();
        events(Event::Proven { functions: report.functions.clone() });
    }
    Ok(report)
}

/// The cases that are worth a test: they failed every time, and their function can be told from
/// all others by its name.
fn candidates<'a>(
    entries: &'a [Entry],
    functions: &'a mut [FunctionReport],
    texts: Vec<Vec<TestText>>,
) -> Vec<Candidate<'a>> {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in entries {
        *names.entry(entry.name()).or_default() += 1;
    }
    let mut candidates = Vec::new();
    for ((entry, function), texts) in entries.iter().zip(functions).zip(texts) {
        let Some(case) = &mut function.case else { continue };
        if case.confirmed < REPEATS {
            continue;
        }
        if names[entry.name()] > 1 {
            let reason = "another function of this name is searched too; give it a name of its own";
            case.placement = Placement::Refused(reason.to_owned());
            continue;
        }
        candidates.push(Candidate { entry, case, texts });
    }
    candidates
}

/// The search of one function.
struct Search<'a> {
    entry: &'a Entry,
    options: &'a ExhaustOptions,
    target: &'a Target,
    deadline: Option<Instant>,
}

impl Search<'_> {
    fn run(
        &self,
        events: &mut dyn FnMut(Event),
    ) -> Result<(FunctionReport, Vec<TestText>), ExhaustError> {
        let Self { entry, options, target, deadline } = *self;
        let (directory, scratch) = (target.directory.as_path(), target.out.as_path());
        let started = Instant::now();
        let mut page = Page::default();
        let draw = options.mode == ExhaustMode::Draw;
        let mut listen = |event: Event| {
            if let (true, Event::Structure { text, svg, .. }) = (draw, &event) {
                page.add(text, svg);
            }
            events(event);
        };
        let schedule =
            Schedule { entry, options, directory, scratch, deadline, events: &mut listen };
        let searched = schedule.run()?;
        let seconds = started.elapsed().as_secs_f64();
        let mut counts = ExhaustCounts::default();
        let mut unread = BTreeSet::new();
        for result in searched.results.iter().flatten() {
            counts.add(&result.counts);
            unread.extend(result.unread.iter().cloned());
        }
        counts.failures += searched.deaths.len() as u64;
        let case = if searched.interrupted {
            None
        } else {
            case::choose(entry, options, directory, scratch, &searched)?
        };
        if let (false, Some((case, _))) = (draw, &case) {
            page.add(&format!("{}: {}", case.arguments, case.message), &case.svg);
        }
        let has_page = draw || case.is_some();
        let page = if has_page { Some(self.write(&page)?) } else { None };
        let (case, texts) = case.unzip();
        let report = FunctionReport {
            function: entry.function.clone(),
            file: searched.file,
            line: searched.line,
            bounds: searched.bounds,
            counts,
            unread: unread.into_iter().collect(),
            seconds,
            case,
            unfinished: searched.out_of_time || searched.interrupted,
            error: None,
            page,
        };
        Ok((report, texts.unwrap_or_default()))
    }

    fn write(&self, page: &Page) -> Result<PathBuf, ExhaustError> {
        let name = self.entry.function.replace("::", ".");
        let path = self.target.out.join(format!("{name}.html"));
        std::fs::write(&path, page.finish(&self.entry.function))
            .map_err(ExhaustError::io(format!("write {}", path.display())))?;
        Ok(path)
    }
}
