//! A run from beginning to end.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gadfly_build::atomic_file;
use gadfly_build::test_programs::TestPrograms;
use gadfly_cargo::Subject;
use gadfly_mutate::own_tests::{OwnTests, Score, TestRoom, verdicts};
use gadfly_mutate::{MissedList, Mutant, MutateError, Schemata, SchemataRequest, schemata};

use super::cache::Cache;
use crate::artifacts::ArtifactsError;
use crate::error::CliError;
use crate::pipeline::{ItemFilter, Job, Observer, StrengthenOrders};
use crate::report::{RunReport, Seconds, StrengthenDetails};
use crate::text;

/// The time that a test gets. It ends tests that wait for something; endless loops end by counting.
const PATIENCE: Duration = Duration::from_secs(60);

/// Changes the crate in small ways, and runs its tests against each change.
pub(crate) fn strengthen(
    subject: &Subject,
    job: &Job,
    orders: &StrengthenOrders,
    observer: &dyn Observer,
) -> Result<RunReport, CliError> {
    let folder = job.artifacts.dir().join("strengthen");
    let unwritable = |source| ArtifactsError::Create { path: folder.clone(), source };
    atomic_file::make_own_folder(&folder).map_err(unwritable)?;
    let missed = orders.missed.as_deref().map(read_list).transpose()?;
    let cache = Cache::new(subject, &folder);
    let mut report =
        RunReport::new("strengthen", &subject.package, &subject.version, job.settings.seed);
    let is_wanted = |mutant: &Mutant| {
        job.settings.filter.admits(&mutant.function)
            && missed.as_ref().is_none_or(|missed| missed.has(mutant))
    };
    let details = match cache.read() {
        Some(all) => StrengthenDetails { is_cached: true, ..all },
        None => {
            let run = Run { subject, job, folder, observer };
            let is_everything = missed.is_none() && job.settings.filter == ItemFilter::default();
            let details = run.tested(&is_wanted, &mut report.seconds)?;
            if is_everything {
                cache.write(&details);
            }
            details
        }
    };
    report.details.strengthen = Some(chosen(details, &is_wanted)?);
    report.details.sandbox = Some(job.settings.sandbox);
    Ok(report)
}

/// The results about wanted changes.
fn chosen(
    mut details: StrengthenDetails,
    is_wanted: &dyn Fn(&Mutant) -> bool,
) -> Result<StrengthenDetails, CliError> {
    details.tested.retain(|tested| is_wanted(&tested.mutant));
    details.score = Score::of(&details.tested);
    if details.tested.is_empty() { Err(nothing_to_change()) } else { Ok(details) }
}

fn nothing_to_change() -> CliError {
    let message = "there is no code to change".to_owned();
    let help = "--include, --exclude and --missed choose changes; unsafe functions, macros and \
                impls of Debug are not changed";
    CliError::Usage { message, help: Some(help.to_owned()) }
}

fn read_list(path: &Path) -> Result<MissedList, CliError> {
    let help = Some("mutants.out/missed.txt of cargo-mutants is such a list".to_owned());
    let text = std::fs::read_to_string(path).map_err(|error| CliError::Usage {
        message: format!("failed to read {}: {error}", path.display()),
        help: help.clone(),
    })?;
    let list = MissedList::parse(&text);
    if list.is_empty() {
        let message = format!("{} names no change", path.display());
        return Err(CliError::Usage { message, help });
    }
    Ok(list)
}

/// A run on a crate.
struct Run<'a> {
    subject: &'a Subject,
    job: &'a Job,
    /// The folder of its working files.
    folder: PathBuf,
    observer: &'a dyn Observer,
}

impl Run<'_> {
    fn tested(
        &self,
        is_wanted: &dyn Fn(&Mutant) -> bool,
        seconds: &mut Seconds,
    ) -> Result<StrengthenDetails, CliError> {
        let request = SchemataRequest {
            subject: self.subject,
            folder: self.folder.join("crate"),
            target: self.job.artifacts.shared().join("mutants"),
        };
        // Files that the crate has no more would be built otherwise.
        atomic_file::clear(&request.folder);
        let start = Instant::now();
        let schemata = self.schemata(&request)?;
        seconds.check = start.elapsed().as_secs_f64();
        if !schemata.mutants.iter().any(is_wanted) {
            return Err(nothing_to_change());
        }
        let start = Instant::now();
        let programs = self.programs(&request)?;
        seconds.build = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let details = self.verdicts(&request, &schemata, &programs, is_wanted)?;
        seconds.search = start.elapsed().as_secs_f64();
        Ok(details)
    }

    fn schemata(&self, request: &SchemataRequest<'_>) -> Result<Schemata, CliError> {
        let name = format!("{} {}", self.subject.package, self.subject.version);
        let stage = self.observer.stage("Changing", &name);
        let schemata = schemata(request)?;
        let changes = text::count(schemata.mutants.len() as u64, "change");
        stage.finish(&format!("{changes} compile"));
        Ok(schemata)
    }

    fn programs(&self, request: &SchemataRequest<'_>) -> Result<Vec<PathBuf>, CliError> {
        let stage = self.observer.stage("Building", "tests");
        let built = TestPrograms::build(request.cargo("test").arg("--no-run"))?;
        if !built.is_complete {
            let output = built.errors.into_iter().find_map(|error| error.rendered);
            return Err(MutateError::Build { output: output.unwrap_or(built.stderr) }.into());
        }
        // Everything that cargo builds here for tests is of the copy, a workspace of its own.
        let mut programs: Vec<PathBuf> =
            built.programs.into_iter().map(|program| program.executable).collect();
        programs.sort();
        stage.finish(&text::count(programs.len() as u64, "program"));
        Ok(programs)
    }

    fn verdicts(
        &self,
        request: &SchemataRequest<'_>,
        schemata: &Schemata,
        programs: &[PathBuf],
        is_wanted: &dyn Fn(&Mutant) -> bool,
    ) -> Result<StrengthenDetails, CliError> {
        let scratch = self.folder.join("scratch");
        let room = TestRoom {
            package: &request.folder,
            scratch: &scratch,
            patience: PATIENCE,
            jobs: self.job.settings.jobs.get(),
        };
        let stage = self.observer.stage("Testing", "without changes");
        let tests = OwnTests::explore(programs, &room, &mut |done| {
            stage.update(&text::count(done as u64, "test"));
        })?;
        stage.finish(&format!("{} pass", text::count(tests.passing() as u64, "test")));
        if tests.passing() == 0 {
            self.observer.warn("the crate has no test that passes in the sandbox");
        }
        let wanted: Vec<Mutant> =
            schemata.mutants.iter().filter(|mutant| is_wanted(mutant)).cloned().collect();
        let stage = self.observer.stage("Testing", "each change");
        let total = wanted.len() as u64;
        let tested = verdicts(schemata, &wanted, &tests, &room, &mut |done| {
            stage.progress(done as u64, total);
            stage.update(&format!("{done} of {total}"));
        })?;
        let score = Score::of(&tested);
        stage.finish(&format!("{} of {} caught", score.caught, score.changes));
        Ok(StrengthenDetails {
            score,
            written: schemata.written,
            configured_out: schemata.configured_out,
            rounds: schemata.rounds,
            own_tests: tests.passing(),
            failing_tests: tests.failing,
            tested,
            ..StrengthenDetails::default()
        })
    }
}
