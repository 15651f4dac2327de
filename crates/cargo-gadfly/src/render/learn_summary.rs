//! The summary of what was learned: programs, models, and what was not traced.

use std::path::Path;

use super::run_summary;
use crate::console::{Painter, Tone};
use gadfly_model::rust_path;
use gadfly_session::pipeline::ItemFilter;
use gadfly_session::report::{LearnDetails, LearnedType, RunReport, SkippedItem};
use gadfly_session::text;

/// The width of a type's name.
const NAME_WIDTH: usize = 32;
/// The most types that are listed.
const MOST_TYPES: usize = 20;
/// The most programs that are named with the reason why they were not traced.
const MOST_NAMED: usize = 6;

/// The summary of a run, with the models of those types that are to be shown; paths are relative to `here`.
pub(crate) fn learn_summary(
    report: &RunReport,
    types: &ItemFilter,
    here: &Path,
    report_file: &Path,
    painter: Painter,
    width: Option<usize>,
) -> String {
    let no_details = LearnDetails::default();
    let details = report.details.learn.as_ref().unwrap_or(&no_details);
    let width = width.unwrap_or(usize::MAX);
    let mut summary = finished(details, painter);
    let is_shown = |model: &&LearnedType| types.admits(&rust_path::plain(&model.type_name));
    // The largest first.
    let mut models: Vec<&LearnedType> = details.models.iter().filter(is_shown).collect();
    models.sort_by_key(|model| (std::cmp::Reverse(model.states), &model.type_name));
    for model in models.iter().take(MOST_TYPES) {
        summary.push_str(&text::cut(&line(model, painter), width));
        summary.push('\n');
    }
    if models.len() > MOST_TYPES {
        summary.push_str(&format!(" … and {} more\n", models.len() - MOST_TYPES));
    }
    if !models.is_empty() {
        summary.push('\n');
    }
    if details.plain_types > 0 {
        let values = text::count(details.plain_types, "type");
        summary.push_str(&format!(" Without a model, as plain values: {values}\n"));
    }
    summary.push_str(&not_traced(details, width));
    summary.push_str(&never_made(details));
    summary.push_str(&run_summary::findings(report, false, painter, Some(width)));
    let path = |file: &Path| file.strip_prefix(here).unwrap_or(file).display().to_string();
    let pictures = details.models.iter().find_map(|model| model.picture.as_deref()?.parent());
    let pictures = pictures.map(|folder| format!("{}/*.svg", path(folder)));
    let files = [details.model_file.as_deref().map(path), pictures];
    let files: Vec<String> = files.into_iter().flatten().collect();
    summary.push_str(&format!(" Wrote {}\n", files.join(" · ")));
    let file = report_file.strip_prefix(here).unwrap_or(report_file);
    summary.push_str(&run_summary::written(report, file));
    summary
}

fn finished(details: &LearnDetails, painter: Painter) -> String {
    format!(
        "{} {} traced, {} called · {} · {}\n\n",
        painter.paint(Tone::Good, &format!("{:>12}", "Finished")),
        text::count(details.traced, "function"),
        text::thousands(details.functions_called),
        text::count(details.calls, "call"),
        text::count(details.models.len() as u64, "model"),
    )
}

/// Functions of the models that the search has not called.
fn never_made(details: &LearnDetails) -> String {
    let names: Vec<&str> = details.never_made.iter().map(|it| it.item.as_str()).collect();
    if names.is_empty() {
        return String::new();
    }
    let named: Vec<&str> =
        names.iter().take(MOST_NAMED).map(|name| rust_path::from_type(name)).collect();
    let more = match names.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(", {more} more"),
    };
    format!(" Never made from what was seen: {}{more}\n", named.join(", "))
}

fn line(model: &LearnedType, painter: Painter) -> String {
    let name = rust_path::without_modules(&model.type_name);
    let name = text::cut(&name, NAME_WIDTH);
    let counts = [
        text::count(model.states, "state"),
        text::count(model.steps, "step"),
        text::count(model.inputs, "input"),
        text::count(model.objects, "object"),
    ];
    let name = painter.paint(Tone::Strong, &format!("{name:<NAME_WIDTH$}"));
    format!(" {name} {}", counts.join(" · "))
}

/// Functions, programs and calls that are not in the models, with reasons.
fn not_traced(details: &LearnDetails, width: usize) -> String {
    let mut lines = Vec::new();
    let reasons: Vec<String> =
        details.not_traced.iter().map(|it| format!("{} ({})", it.count, it.reason)).collect();
    if !reasons.is_empty() {
        lines.push(format!("functions: {}", reasons.join(", ")));
    }
    let skipped: Vec<&SkippedItem> =
        details.sources.iter().flat_map(|source| &source.not_traced).collect();
    for item in skipped.iter().take(MOST_NAMED) {
        lines.push(format!("{}: {}", item.item, item.reason));
    }
    if skipped.len() > MOST_NAMED {
        lines.push(format!("{} more programs", skipped.len() - MOST_NAMED));
    }
    if details.refused_calls > 0 {
        let calls = text::count(details.refused_calls, "call");
        lines.push(format!("{calls}: their threads had made too many"));
    }
    let line = |line: String| text::cut(&format!(" Not traced: {line}"), width) + "\n";
    lines.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::ColorChoice;

    fn summary(types: &ItemFilter) -> String {
        let mut report = RunReport::new("learn", "hound", "3.5.1", 0);
        report.details.learn = Some(LearnDetails::example());
        let painter = Painter::new(ColorChoice::Never, false);
        learn_summary(&report, types, Path::new("/k"), Path::new("/k/report.json"), painter, None)
    }

    #[test]
    fn models_and_what_was_not_traced_are_shown() {
        assert_eq!(
            summary(&ItemFilter::default()),
            "    Finished 72 functions traced, 60 called · 24,539 calls · 1 model\n\n \
             WavWriter<Vec<u8>>               10 states · 18 steps · 719 inputs · 40 objects\n\n \
             Without a model, as plain values: 6 types\n \
             Not traced: functions: 2 (called in a constant)\n \
             Not traced: slow: ended after its time\n \
             Wrote model.json · models/*.svg\n Wrote report.html and report.json\n"
        );
    }

    #[test]
    fn other_types_are_left_out() {
        let types = |text: &str| ItemFilter {
            include: vec![text.to_owned().into()],
            ..ItemFilter::default()
        };
        assert!(summary(&types("WavWriter")).contains("18 steps"));
        assert!(!summary(&types("WavReader")).contains("18 steps"));
    }
}
