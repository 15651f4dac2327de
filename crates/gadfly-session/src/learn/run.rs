//! A run from beginning to end.

use std::time::Instant;

use gadfly_cargo::Subject;
use gadfly_instrument::{Instrumented, Request, instrument};
use gadfly_learn::model::Model;
use gadfly_learn::{Learned, Trace};

use super::tracing::Tracing;
use super::{pictures, programs, searching, up_to_date};
use crate::error::CliError;
use crate::pipeline::{Job, LearnOrders, LearnSource, Observer};
use crate::report::{LearnDetails, LearnedType, Learning, ReasonCount, RunReport, TracedSource};
use crate::text;

/// Traces the crate's programs, writes models and their pictures, and searches along the models.
///
/// What cannot be traced is in the report with its reason.
pub(crate) fn learn(
    subject: &Subject,
    job: &Job,
    orders: &LearnOrders,
    console: &dyn Observer,
) -> Result<Learning, CliError> {
    let mut report = RunReport::new("learn", &subject.package, &subject.version, job.settings.seed);
    let (learned, mut details) = models(subject, job, orders, console, &mut report)?;
    let pictures = pictures::write(&learned, &orders.types, &job.artifacts.dir().join("models"))?;
    for model in &mut details.models {
        model.picture = pictures.get(model.type_name.as_str()).cloned();
    }
    let shown = orders.show.map(|form| pictures::text(&learned, &orders.types, form));
    if shown.is_none() && !orders.models_only {
        let along = (&learned, orders.values);
        searching::search_along(subject, job, console, along, &mut report, &mut details)?;
    }
    report.details.learn = Some(details);
    Ok(Learning { report, shown })
}

/// Traces the crate's programs and writes models of what they do.
pub(crate) fn models(
    subject: &Subject,
    job: &Job,
    orders: &LearnOrders,
    console: &dyn Observer,
    report: &mut RunReport,
) -> Result<(Learned, LearnDetails), CliError> {
    let folder = job.artifacts.dir().join("learn");
    let request = Request {
        subject,
        folder: folder.join("copy"),
        target: job.artifacts.shared().join("learn"),
        with_private: true,
        with_callers: true,
    };
    let stage = console.stage("Rewriting", &format!("{} {}", subject.package, subject.version));
    let start = Instant::now();
    let mut instrumented = instrument(&request)?;
    report.seconds.build = start.elapsed().as_secs_f64();
    stage.finish(&traced(&instrumented));

    let mut details = LearnDetails::default();
    let mut tracing = Tracing::new(&request.folder, folder.clone(), orders.trace_time);
    let stage = console.stage("Tracing", "");
    for source in sources(orders) {
        if orders.from.is_empty() && tracing.has_enough(&instrumented.functions) {
            break;
        }
        let name = source.to_string();
        stage.update(&format!("building {name}"));
        let start = Instant::now();
        let built = programs::build(&request, &mut instrumented, &source, &folder)?;
        report.seconds.build += start.elapsed().as_secs_f64();
        let mut traced =
            TracedSource { source: name, not_traced: built.not_built, ..TracedSource::default() };
        tracing.run(&built.programs, &mut traced, &mut |program| stage.update(program))?;
        report.seconds.search += traced.seconds;
        details.sources.push(traced);
    }
    details.calls = details.sources.iter().map(|source| source.calls).sum();
    details.functions_called = tracing.functions_called();
    details.refused_calls = tracing.logs.iter().map(|log| log.refused).sum();
    details.traced = instrumented.functions.0.len() as u64;
    details.not_traced = not_traced(&instrumented);
    stage.finish(&ran(&details));

    let stage = console.stage("Learning", "");
    let trace = Trace::with_handles(tracing.logs, &instrumented.handles);
    let learned = Learned::of(&trace, &instrumented.functions, &orders.purity);
    up_to_date::store(subject, &job.artifacts, &learned)?;
    details.model_file = Some(up_to_date::model_file(&job.artifacts));
    details.plain_types = learned.plain_types.len() as u64;
    details.models = learned.folded.iter().map(learned_type).collect();
    stage.finish(&text::count(details.models.len() as u64, "model"));
    Ok((learned, details))
}

/// Programs to trace, each kind once, in the usual order: building doctests may change what is traced.
fn sources(orders: &LearnOrders) -> Vec<LearnSource> {
    if orders.from.is_empty() {
        return LearnSource::USUAL.to_vec();
    }
    let usual = LearnSource::USUAL.into_iter().filter(|source| orders.from.contains(source));
    let mut sources: Vec<LearnSource> = usual.collect();
    for source in &orders.from {
        if !sources.contains(source) {
            sources.push(source.clone());
        }
    }
    sources
}

fn learned_type(model: &Model) -> LearnedType {
    let inputs = model.nodes.iter().flat_map(|node| &node.inputs);
    let with_values = inputs.filter(|input| input.values.iter().any(Option::is_some));
    LearnedType {
        type_name: model.type_name.clone(),
        objects: model.objects.into(),
        states: model.nodes.len() as u64,
        steps: (model.starts.len() + model.edges()) as u64,
        inputs: with_values.count() as u64,
        picture: None,
    }
}

fn not_traced(instrumented: &Instrumented) -> Vec<ReasonCount> {
    let reasons = instrumented.unseen.iter();
    let mut reasons: Vec<ReasonCount> = reasons
        .map(|(reason, count)| ReasonCount { reason: reason.to_string(), count: *count as u64 })
        .collect();
    if !instrumented.unparsed.is_empty() {
        let reason = "all functions of a file that cannot be parsed".to_owned();
        reasons.push(ReasonCount { reason, count: instrumented.unparsed.len() as u64 });
    }
    reasons
}

fn traced(instrumented: &Instrumented) -> String {
    let traced = instrumented.functions.0.len() as u64;
    let unseen: usize = instrumented.unseen.values().sum();
    match unseen {
        0 => text::count(traced, "function"),
        _ => format!("{}, {unseen} not traced", text::count(traced, "function")),
    }
}

fn ran(details: &LearnDetails) -> String {
    let sources = details.sources.iter().filter(|source| source.programs > 0);
    let mut parts: Vec<String> = sources
        .map(|source| match source.source.strip_suffix('s') {
            Some(one) => text::count(source.tests, one),
            None => source.source.clone(),
        })
        .collect();
    parts.push(text::count(details.calls, "call"));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_run_once_in_the_usual_order() {
        let of = |from: &[LearnSource]| {
            let orders = LearnOrders { from: from.to_vec(), ..LearnOrders::default() };
            sources(&orders).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(of(&[]), ["doctests", "tests", "examples"]);
        let bin = LearnSource::Bin("tool".to_owned());
        let from = [bin.clone(), LearnSource::Tests, bin, LearnSource::Doctests];
        assert_eq!(of(&from), ["doctests", "tests", "bin tool"]);
    }
}
