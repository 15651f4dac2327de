//! `cargo gadfly walk`.

use gadfly_walk::ProtocolMode;
use serde_json::json;

use super::confine::confine;
use super::prepare::{Ready, prepare};
use super::publish::{ReportPlace, publish};
use crate::args::{OutputFormat, WalkArgs, WalkMode};
use crate::command_error::CommandError;
use crate::console::Console;
use crate::console::review::{Lines, Screen};
use crate::exit_code::ExitCode;
use crate::render;
use crate::settings::WalkSettings;
use gadfly_session::pipeline::{Judging, Pipeline, Reviewer, WalkRequest};
use gadfly_session::report::{self, WalkDetails, WalkReport, WalkedType};

/// Walks a type, writes `report.json` and prints what happened; or lists the types that can be walked.
pub(crate) fn walk(
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
    typed: WalkArgs,
) -> Result<ExitCode, CommandError> {
    let typed = typed.settled();
    let Ready { mut job, package_dir, format, walk, .. } =
        prepare(pipeline, console, &typed.subject, typed.settings())?;
    // A walk has an end of its own.
    job.settings.budget.time = typed.time;
    job.settings.budget.calls = None;
    job.settings.tests &= !typed.no_tests;
    job.settings.ignore_failing |= typed.ignore_failing;
    job.settings.instance = typed.target.clone().filter(|target| target.contains('<'));
    confine(&job.settings, console)?;
    let request = request(&typed, &walk);
    let mut reviewer: Box<dyn Reviewer> = match console.is_interactive() && !typed.plain {
        true => Box::new(Screen::default()),
        false => Box::new(Lines::new(console)),
    };
    let mut walked = match pipeline.walk(&job, &request, console, reviewer.as_mut())? {
        WalkReport::Types(types) => {
            let text = match format.without_findings() {
                OutputFormat::Human => render::walked_types(&types, console.painter()),
                OutputFormat::Json => types_json(&types),
            };
            console.result(&text)?;
            return Ok(ExitCode::Clean);
        }
        WalkReport::Walked(walked) => walked,
    };
    walked.report.details.walk = Some(WalkDetails::of(&walked));
    walked.report.details.sandbox = Some(job.settings.sandbox);
    let place = ReportPlace { artifacts: &job.artifacts, package_dir: &package_dir, format };
    publish(console, place, &walked.report, &|console| {
        render::walk_summary(&walked, console.painter())
    })?;
    Ok(if walked.report.has_bugs() { ExitCode::Findings } else { ExitCode::Clean })
}

fn request(typed: &WalkArgs, settings: &WalkSettings) -> WalkRequest {
    let judging = match (typed.ci, typed.test) {
        (true, _) => Judging::Oracle,
        (false, true) => Judging::Person,
        (false, false) => Judging::No,
    };
    let mode = match typed.mode {
        Some(WalkMode::Protocol) => ProtocolMode::Protocol,
        Some(WalkMode::Algebra) => ProtocolMode::Algebra,
        Some(WalkMode::States) => ProtocolMode::States,
        None if judging == Judging::No => ProtocolMode::Protocol,
        None => ProtocolMode::Algebra,
    };
    WalkRequest {
        target: typed.target.clone(),
        mode,
        depth: typed.depth,
        state_depth: typed.state_depth,
        merge: typed.merge_states,
        errors_end: typed.errors_end || settings.errors_end,
        all: typed.all,
        judging,
        inherit: typed.inherit.clone(),
        forget: typed.forget.clone(),
        generators: settings.generators.clone(),
    }
}

fn types_json(types: &[WalkedType]) -> String {
    let types: Vec<serde_json::Value> = types
        .iter()
        .map(|ty| {
            json!({
                "type": ty.ty,
                "constructors": ty.constructors,
                "methods": ty.methods,
                "predicates": ty.predicates,
            })
        })
        .collect();
    let value =
        json!({ "format_version": report::FORMAT_VERSION, "command": "walk", "types": types });
    gadfly_wire::visible_json(&format!("{value:#}\n"))
}
