//! Findings on disk, and running their tests again.

use std::path::PathBuf;

use gadfly_cargo::Subject;
use gadfly_harness::confirm::{Ended, Trial};
use gadfly_harness::workshop::TestBuild;

use super::harness;
use crate::artifacts::{self, write_atomically};
use crate::error::CliError;
use crate::pipeline::Job;
use crate::report::{FORMAT_VERSION, Finding, Replay, RunReport};

/// The file a single test is compiled as.
const FILE: &str = "gadfly_replay";

/// Keeps the test of a finding, for later.
pub(super) fn keep(job: &Job, finding: &Finding, text: &str) -> Result<(), CliError> {
    let path = test_path(job, &finding.id);
    let folder = path.parent().unwrap_or(&path).to_owned();
    std::fs::create_dir_all(&folder)
        .map_err(|source| artifacts::ArtifactsError::Create { path: folder, source })?;
    Ok(write_atomically(&path, text.as_bytes())?)
}

/// Compiles the test of a finding against the crate as it is, and runs it.
pub(super) fn replay(subject: &Subject, job: &Job, id: &str) -> Result<Replay, CliError> {
    let report = RunReport::read(&job.artifacts.report()).map_err(|_| CliError::Usage {
        message: format!("{} was not explored yet", subject.package),
        help: Some("run `cargo gadfly explore` first".to_owned()),
    })?;
    let finding = report.findings.iter().find(|finding| finding.id == id);
    // It becomes the name of a file, and reports can be written by anybody.
    let is_plain = id.chars().all(|c| c.is_ascii_alphanumeric());
    let finding = finding.filter(|_| is_plain).cloned().ok_or_else(|| unknown(&report, id))?;
    let no_test = || CliError::Usage {
        message: format!("finding {id} has no test to run"),
        help: Some("only what a test shows can be run again; report.json has the calls".to_owned()),
    };
    let text = std::fs::read_to_string(test_path(job, id)).map_err(|_| no_test())?;
    let name = finding.test.as_deref().and_then(|test| test.split("::").nth(1));
    let name = name.ok_or_else(no_test)?.to_owned();
    let admits = |path: &str| job.settings.filter.admits(path);
    let order = harness::order(subject, job, &admits);
    let workshop = order.workshop()?;
    workshop.prepare(order.optimise)?;
    let (fails, message) = match workshop.compile_tests(&[(FILE, &text)])? {
        TestBuild::Rejected(complaints) => {
            let why = complaints.first().map_or("", |complaint| &complaint.message);
            (true, format!("the test does not compile any more: {why}"))
        }
        TestBuild::Built(programs) => {
            let missing = || CliError::Internal("cargo named no program".to_owned());
            let program = programs.get(FILE).ok_or_else(missing)?;
            let trial = Trial { program, directory: job.artifacts.dir(), test: &name };
            match trial.run()? {
                Ended::Passed => (false, "does not fail any more".to_owned()),
                Ended::Panicked(message) => (true, format!("panics: {message}")),
                Ended::Late => (true, "does not return".to_owned()),
                Ended::Otherwise => (true, "ends in another way".to_owned()),
            }
        }
    };
    Ok(Replay { format_version: FORMAT_VERSION, command: "replay", finding, fails, message })
}

fn test_path(job: &Job, id: &str) -> PathBuf {
    job.artifacts.dir().join("findings").join(format!("{id}.rs"))
}

fn unknown(report: &RunReport, id: &str) -> CliError {
    let known: Vec<&str> = report
        .findings
        .iter()
        .filter(|finding| finding.test.is_some())
        .map(|finding| finding.id.as_str())
        .collect();
    let help = match &known[..] {
        [] => "the last run found nothing that a test shows".to_owned(),
        ids => format!("the last run found: {}", ids.join(", ")),
    };
    CliError::Usage { message: format!("there is no finding {id}"), help: Some(help) }
}
