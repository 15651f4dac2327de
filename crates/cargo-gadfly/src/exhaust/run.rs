//! A run from beginning to end.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use super::build::Target;
use super::case;
use super::discover::{self, Entry};
use super::error::ExhaustError;
use super::event::Event;
use super::options::{ExhaustOptions, Mode};
use super::page::Page;
use super::report::{Counts, ExhaustReport, FunctionReport};
use super::schedule::Schedule;

/// Builds the crate with tracing and searches its functions one after the other.
///
/// # Errors
/// If the crate cannot be found, built or searched. Failing inputs are no errors: they are in the
/// report.
pub fn run(
    options: &ExhaustOptions,
    events: &mut dyn FnMut(Event),
) -> Result<ExhaustReport, ExhaustError> {
    let target = Target::find(options)?;
    let package = target.package.name.to_string();
    events(Event::Building { package: package.clone() });
    let build_started = Instant::now();
    let executables = target.build(options)?;
    let (entries, filtered) = discover::entries(&executables, options)?;
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
    let mut report = ExhaustReport {
        package,
        version: target.package.version.to_string(),
        build_seconds,
        ..ExhaustReport::default()
    };
    for entry in &entries {
        let function = search(entry, options, &target.directory, &target.out, deadline, events)?;
        events(Event::Finished(Box::new(function.clone())));
        report.functions.push(function);
    }
    report.search_seconds = started.elapsed().as_secs_f64();
    Ok(report)
}

fn search(
    entry: &Entry,
    options: &ExhaustOptions,
    directory: &Path,
    out: &Path,
    deadline: Option<Instant>,
    events: &mut dyn FnMut(Event),
) -> Result<FunctionReport, ExhaustError> {
    let started = Instant::now();
    let mut page = Page::default();
    let draw = options.mode == Mode::Draw;
    let mut listen = |event: Event| {
        if let (true, Event::Structure { text, svg, .. }) = (draw, &event) {
            page.add(text, svg);
        }
        events(event);
    };
    let schedule =
        Schedule { entry, options, directory, scratch: out, deadline, events: &mut listen };
    let searched = schedule.run()?;
    let seconds = started.elapsed().as_secs_f64();
    let mut counts = Counts::default();
    let mut unread = BTreeSet::new();
    for result in searched.results.iter().flatten() {
        counts.add(&result.counts);
        unread.extend(result.unread.iter().cloned());
    }
    counts.failures += searched.deaths.len() as u64;
    let case = case::choose(entry, options, directory, out, &searched)?;
    let name = entry.function.replace("::", ".");
    let page = if draw {
        Some((name, page.finish(&entry.function)))
    } else {
        case.as_ref().map(|case| {
            let mut page = Page::default();
            page.add(&format!("{}: {}", case.arguments, case.message), &case.svg);
            (name, page.finish(&entry.function))
        })
    };
    let page = match page {
        None => None,
        Some((name, text)) => {
            let path = out.join(format!("{name}.html"));
            std::fs::write(&path, text)
                .map_err(ExhaustError::io(format!("write {}", path.display())))?;
            Some(path)
        }
    };
    Ok(FunctionReport {
        function: entry.function.clone(),
        file: searched.file,
        line: searched.line,
        bounds: searched.bounds,
        counts,
        unread: unread.into_iter().collect(),
        seconds,
        case,
        out_of_time: searched.out_of_time,
        page,
    })
}
