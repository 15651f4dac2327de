//! Runs the test of a finding again, in the build in which it was found.

use gadfly_build::workspace::{Flavour, TestBuild};
use gadfly_cargo::Subject;
use gadfly_tests::prove::{Ended, Trial};
use gadfly_wire::EXIT_REPORTED;

use super::findings::finding_store;
use super::harness;
use crate::check::replay_inside;
use crate::deliver::placing::placer;
use crate::error::CliError;
use crate::pipeline::{Job, ReplayRequest};
use crate::report::{Finding, ReplayResult, RunReport};

/// The file a single test is compiled as.
const FILE: &str = "gadfly_replay";

/// Compiles the test of a finding against the crate as it is, and runs it.
pub(crate) fn replay(
    subject: &Subject,
    job: &Job,
    request: &ReplayRequest,
) -> Result<ReplayResult, CliError> {
    let id = request.id.as_str();
    let report = RunReport::read(&job.artifacts.report()).map_err(|_| CliError::Usage {
        message: format!("{} was not explored yet", subject.package),
        help: Some("run `cargo gadfly explore` first".to_owned()),
    })?;
    let Some(known) = finding_store::one(&job.artifacts, &placer(subject, job), id) else {
        let Some(finding) = report.findings.iter().find(|finding| finding.id == id) else {
            return Err(unknown(&report, id));
        };
        if let Some((fails, message)) = replay_inside(subject, job, finding)? {
            return Ok(ReplayResult::new(finding.clone(), fails, message));
        }
        return Err(CliError::Usage {
            message: format!("finding {id} has no test to run"),
            help: Some(
                "only findings with a test can be run again; report.json has the calls".to_owned(),
            ),
        });
    };
    let name = known.test().unwrap_or_default();
    let admits = |path: &str| job.settings.filter.admits(path);
    // In the build in which it was found, whatever the settings say now.
    let flavour = Flavour::of_name(&known.finding.profile).unwrap_or_default();
    let order = harness::order_of(subject, job, flavour, &admits)?;
    let workspace = order.workspace()?;
    workspace.prepare(order.optimise)?;
    let (mut command_line, mut output) = (None, None);
    let (fails, message) = match workspace.compile_tests(&[(FILE, &known.text)])? {
        TestBuild::Rejected(complaints) => {
            let why = complaints.first().map_or("", |complaint| &complaint.message);
            (true, format!("the test does not compile any more: {why}"))
        }
        TestBuild::Built(programs) => {
            let missing = || CliError::Internal("cargo named no program".to_owned());
            let program = programs.get(FILE).ok_or_else(missing)?;
            let directory = job.artifacts.trial();
            let trial = Trial {
                is_sanitized: flavour.is_sanitized,
                caught: known.finding.caught(),
                ..Trial::new(program, &directory, name)
            };
            command_line = Some(trial.command_line());
            if request.backtrace {
                output = Some(Trial { backtrace: true, ..trial }.run()?.output);
            }
            failure_of(trial.run()?.ended, &known.finding)
        }
    };
    let replayed = ReplayResult::new(known.finding, fails, message);
    Ok(ReplayResult { command_line, output, ..replayed })
}

/// Returns whether a test still fails, and how.
pub(crate) fn failure_of(ended: Ended, finding: &Finding) -> (bool, String) {
    match ended {
        Ended::Passed => (false, "does not fail any more".to_owned()),
        // The finding has the sanitizer's report.
        Ended::Panicked(message) if message.ends_with(&format!(": {EXIT_REPORTED}")) => {
            (true, finding.message_line())
        }
        Ended::Panicked(message) => (true, format!("panics: {message}")),
        Ended::Late => (true, "does not return".to_owned()),
        Ended::Otherwise => (true, "ends in another way".to_owned()),
    }
}

fn unknown(report: &RunReport, id: &str) -> CliError {
    let known: Vec<&str> = report
        .findings
        .iter()
        .filter(|finding| finding.test.is_some())
        .map(|finding| finding.id.as_str())
        .collect();
    let help = match &known[..] {
        [] => "the last run has no finding with a test".to_owned(),
        ids => format!("the last run found: {}", ids.join(", ")),
    };
    CliError::Usage { message: format!("there is no finding {id}"), help: Some(help) }
}
