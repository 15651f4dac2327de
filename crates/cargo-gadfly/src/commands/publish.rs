//! The end of every command with findings: its report in all forms.

use std::path::Path;

use crate::args::ReportFormat;
use crate::command_error::CommandError;
use crate::console::Console;
use crate::render::{self, Repository};
use gadfly_session::artifacts::{self, Artifacts};
use gadfly_session::report::RunReport;
use gadfly_wire::{visible, visible_json};

/// The destination of a report.
#[derive(Clone, Copy)]
pub(super) struct ReportPlace<'r> {
    /// The directory of its files.
    pub(super) artifacts: &'r Artifacts,
    /// The package's folder, below which places are.
    pub(super) package_dir: &'r Path,
    /// The form that is printed.
    pub(super) format: ReportFormat,
}

/// Writes `report.json` and `report.html`, prints the report in the form that was asked for, and annotates the workflow that
/// the command runs in.
pub(super) fn publish(
    console: &Console,
    place: ReportPlace<'_>,
    report: &RunReport,
    summary: &dyn Fn(&Console) -> String,
) -> Result<(), CommandError> {
    let json = report.to_json();
    artifacts::write_atomically(&place.artifacts.report(), json.as_bytes())?;
    let page = visible(&render::page(report));
    artifacts::write_atomically(&place.artifacts.page(), page.as_bytes())?;
    let repository = Repository::of_package(place.package_dir);
    if let Some(workflow) = console.workflow() {
        console.annotate(&render::annotations(report, &repository));
        if let Err(error) = workflow.summarise(&render::job_summary(report, &repository)) {
            console.warn(&format!("failed to write the summary of the job: {error}"));
        }
    }
    let text = match place.format {
        ReportFormat::Human => summary(console),
        ReportFormat::Json => json,
        ReportFormat::Sarif => visible_json(&render::sarif(report, &repository)),
        ReportFormat::Junit => render::junit(report, &repository),
    };
    console.result(&text)
}
