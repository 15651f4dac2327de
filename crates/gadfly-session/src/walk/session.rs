//! One walk from the harness to the report.

use std::sync::Arc;

use gadfly_build::prepare::sources_of;
use gadfly_build::replay::Replays;
use gadfly_cargo::Subject;
use gadfly_model::rust_path;
use gadfly_plan::prepared::Prepared;
use gadfly_walk::{Outcome, ProtocolMode, Role, Start, StateMachine, Tally, Walk, draw};
use gadfly_wire::RunConfig;

use super::judging::{WalkContext, test};
use super::parser_inputs::try_parser_inputs;
use super::protocol::Protocol;
use super::running::{Ran, Runs, WalkShape};
use super::sentences::SentenceWriter;
use super::surface::{Surface, WalkableType, candidates};
use super::target::{file_stem, resolve};
use crate::artifacts::write_atomically;
use crate::deliver::pipeline::read_plan;
use crate::error::CliError;
use crate::harness::{self, Harness};
use crate::pipeline::{Job, Judging, Observer, Reviewer, WalkRequest};
use crate::report::{RunReport, SkippedItem, WalkReport, Walked, WalkedType};
use crate::text;

/// How many sequences are shown unless all are asked for.
const MOST_SHOWN: usize = 400;
/// A walk without a time of its own may take this long.
const LONGEST_MS: u64 = 24 * 3_600_000;
/// Longer walks are not run twice to see what differs.
const MOST_REPEATED: usize = 300_000;

/// Walks a type, or lists those that can be walked.
pub(in super::super) fn walk(
    subject: &Subject,
    job: &Job,
    request: &WalkRequest,
    console: &dyn Observer,
    reviewer: &mut dyn Reviewer,
) -> Result<WalkReport, CliError> {
    let mut report = RunReport::new("walk", &subject.package, &subject.version, job.settings.seed);
    let Harness { built, prepared } = harness::prepare(subject, job, console, &mut report.seconds)?;
    let plan = read_plan(&prepared)?;
    let candidates = candidates(&prepared, &plan);
    let Some(typed) = &request.target else {
        return Ok(WalkReport::Types(candidates.into_iter().map(listed).collect()));
    };
    let ty = resolve(&candidates, typed)?.ty.clone();
    let inherit: Vec<String> = request
        .inherit
        .iter()
        .map(|name| {
            resolve(&candidates, name).map_or_else(|_| name.clone(), |it| file_stem(&it.ty))
        })
        .collect();
    let request = &WalkRequest { inherit, ..request.clone() };
    let config = config(&built, job, &prepared);
    let directory = job.artifacts.dir().join("run");
    let replays = Replays {
        binary: prepared.binary.clone(),
        directory: directory.join("sentences"),
        config: config.clone(),
    };
    let surface = Surface::of(&prepared, &plan, &ty);
    let texts = try_parser_inputs(&prepared, &plan, &request.generators, &ty, &replays)?;
    let protocol = Protocol::new(&prepared, &plan, surface, &request.generators, &texts);
    if protocol.constructors().is_empty() {
        return Err(CliError::Usage {
            message: format!("{typed} cannot be walked: no constructor has all its arguments"),
            help: protocol.left_out.first().map(|(item, reason)| format!("{item}: {reason}")),
        });
    }
    let runs = Runs {
        prepared: &prepared,
        config: &config,
        directory: &directory,
        root: &built.package_root,
    };
    let writer = SentenceWriter { prepared: &prepared, protocol: &protocol, replays: &replays };
    let (machine, ran) = run(&runs, &protocol, request, console)?;
    let Ran { walk, seconds, calls, is_cut } = ran;
    let tally = Tally::of(&walk);
    report.calls = calls;
    report.sequences = tally.executed();
    report.seconds.search = seconds;
    report.calls_per_second = calls as f64 / seconds.max(1e-3);
    report.functions.public = prepared.functions.len() as u64;
    report.functions.callable = prepared.callable() as u64;
    count_functions(&protocol, &walk, &mut report);
    report.skipped = skipped(&protocol);
    let picture = draw_states(job, &protocol, &machine)?;
    let mut walked = Walked {
        ty: protocol.ty.clone(),
        mode: request.mode,
        depth: request.depth,
        tally,
        pure: pure(&walk),
        hidden_changes: hidden_changes(&walk),
        is_opaque: is_opaque(&walk),
        left_out: protocol.left_out.clone(),
        shown: Vec::new(),
        hidden: 0,
        seconds,
        is_cut,
        testing: None,
        picture,
        machine,
        report,
    };
    if request.judging == Judging::No {
        show(&mut walked, &walk, &writer, request.all)?;
    } else {
        let place = WalkContext { subject, job, console };
        test(&mut walked, &walk, &writer, &runs, &place, request, reviewer)?;
    }
    Ok(WalkReport::Walked(Box::new(walked)))
}

/// Finds states where there are predicates, and walks.
fn run(
    runs: &Runs<'_>,
    protocol: &Protocol,
    request: &WalkRequest,
    console: &dyn Observer,
) -> Result<(StateMachine, Ran), CliError> {
    let stage = console.stage("Walking", "");
    stage.update("looking for states");
    let machine = runs.states(protocol, request.state_depth)?;
    let starts = match request.mode {
        ProtocolMode::Protocol | ProtocolMode::Algebra => {
            protocol.constructors().map(|call| Start { state: None, calls: vec![call] }).collect()
        }
        ProtocolMode::States => machine
            .states
            .iter()
            .map(|state| Start { state: Some(state.name.clone()), calls: state.calls.clone() })
            .collect(),
    };
    let shape = WalkShape {
        mode: request.mode,
        depth: request.depth,
        merge: request.merge,
        errors_end: request.errors_end,
        most: None,
    };
    let ran = runs.walk(protocol, starts, shape, &mut |done, total| {
        stage.progress(done, total.max(done));
        stage.update(&format!(
            "{} of about {} sequences",
            text::magnitude(done),
            text::magnitude(total)
        ));
    })?;
    let mut ran = ran;
    if request.judging != Judging::No && !ran.is_cut && ran.walk.steps.len() <= MOST_REPEATED {
        stage.update("once more, to find differences");
        let again = runs.walk(protocol, ran.walk.starts.clone(), shape, &mut |_, _| {})?;
        mark_unstable(&mut ran.walk, &again.walk);
    }
    let rate = ran.walk.steps.len() as f64 / ran.seconds.max(1e-3);
    let count = text::count(ran.walk.steps.len() as u64, "sequence");
    stage.finish(&format!("{count}, {}/s", text::rate(rate)));
    Ok((machine, ran))
}

/// Notes which outcomes are not the same in another run: they are not worth a question.
fn mark_unstable(walk: &mut Walk, again: &Walk) {
    if walk.steps.len() != again.steps.len() {
        return;
    }
    let unstable = Arc::new(Outcome::Unstable);
    for (step, other) in walk.steps.iter_mut().zip(&again.steps) {
        if step.outcome.is_executed() && step.outcome != other.outcome {
            step.outcome = Arc::clone(&unstable);
        }
    }
}

/// Chooses the sequences that are shown of a walk without judging.
fn show(
    walked: &mut Walked,
    walk: &Walk,
    writer: &SentenceWriter<'_>,
    all: bool,
) -> Result<(), CliError> {
    let wanted: Vec<usize> = walk
        .order()
        .into_iter()
        .filter(|step| {
            let outcome = &walk.steps[*step].outcome;
            let is_withheld = walk.mode == ProtocolMode::Algebra && **outcome == Outcome::Unit;
            outcome.is_executed() && !is_withheld
        })
        .collect();
    let most = if all { wanted.len() } else { wanted.len().min(MOST_SHOWN) };
    walked.hidden = (wanted.len() - most) as u64;
    walked.shown = writer.shown(walk, &wanted[..most])?;
    Ok(())
}

fn draw_states(
    job: &Job,
    protocol: &Protocol,
    machine: &StateMachine,
) -> Result<Option<std::path::PathBuf>, CliError> {
    if machine.states.is_empty() {
        return Ok(None);
    }
    let path = job.artifacts.dir().join(format!("walk-{}.svg", file_stem(&protocol.ty)));
    write_atomically(&path, draw(machine, &format!("States of {}", protocol.ty)).as_bytes())?;
    Ok(Some(path))
}

fn pure(walk: &Walk) -> Vec<String> {
    let purity = walk.purity();
    let names = walk.methods.iter().filter(|call| purity.is_pure(**call));
    names.map(|call| walk.calls[*call].name.clone()).collect()
}

/// Calls that take the value by shared reference and change it.
fn hidden_changes(walk: &Walk) -> Vec<String> {
    let purity = walk.purity();
    let is_hidden =
        |call: &&usize| walk.calls[**call].role == Role::Observe && !purity.is_pure(**call);
    walk.methods.iter().filter(is_hidden).map(|call| walk.calls[*call].name.clone()).collect()
}

fn is_opaque(walk: &Walk) -> bool {
    let starts = walk.steps.iter().filter(|step| step.parent.is_none());
    starts.clone().count() > 0
        && starts.filter(|step| step.outcome.is_normal()).all(|step| {
            walk.calls[step.call].role == Role::Construct
                && matches!(*step.outcome, Outcome::Opaque(_))
        })
}

fn count_functions(protocol: &Protocol, walk: &Walk, report: &mut RunReport) {
    let mut called = vec![false; protocol.calls.len()];
    let mut returned = called.clone();
    for step in &walk.steps {
        called[step.call] |= step.outcome.is_executed();
        returned[step.call] |= step.outcome.is_normal();
    }
    let count = |marks: &[bool]| marks.iter().filter(|mark| **mark).count() as u64;
    report.functions.called = count(&called);
    report.functions.returned = count(&returned);
}

fn skipped(protocol: &Protocol) -> Vec<SkippedItem> {
    let items = protocol.left_out.iter();
    items
        .map(|(item, reason)| SkippedItem { item: rust_path::plain(item), reason: reason.clone() })
        .collect()
}

fn listed(candidate: WalkableType) -> WalkedType {
    let WalkableType { ty, constructors, methods, predicates } = candidate;
    WalkedType { ty, constructors, methods, predicates }
}

fn config(subject: &Subject, job: &Job, prepared: &Prepared) -> RunConfig {
    let time = job.settings.budget.time;
    let time =
        time.map_or(LONGEST_MS, |time| u64::try_from(time.as_millis()).unwrap_or(LONGEST_MS));
    RunConfig {
        plan_path: prepared.plan.to_string_lossy().into_owned(),
        subject_prefixes: vec![sources_of(subject).to_string_lossy().into_owned()],
        seed: job.settings.seed,
        time_budget_ms: Some(time),
        laws: false,
        sanitized: job.settings.flavour.is_sanitized,
        ..RunConfig::default()
    }
}
