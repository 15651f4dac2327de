//! The loop that rewords, compiles and runs until every test left does what it should.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use gadfly_build::sanitizer::{ReportText, Reporter};
use gadfly_build::workspace::{BuildError, Complaint, TestBuild, Workspace, write_if_changed};
use gadfly_cargo::{Invocation, RunError};
use gadfly_model::rust_path;
use gadfly_plan::prepared::Prepared;

use super::order::{Together, guilty};
use super::trial::{Ended, TestRun, Trial};
use crate::emit::{Draft, Prediction, Wording, write_file};

/// How often files are written anew before the rest is given up.
const ATTEMPTS: usize = 12;
/// In how many orders all tests of a file are run together.
const ORDERS: u64 = 3;

/// Tests for one file.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The file's name without its extension.
    pub file: String,
    /// What the file says about itself.
    pub header: Vec<String>,
    /// Its tests.
    pub drafts: Vec<Draft>,
}

/// What was proven of a suite.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The file, with the tests that are left.
    pub text: String,
    /// What became of each draft.
    pub fates: Vec<Fate>,
    /// Of each draft, why nicer wordings would not do.
    pub objections: Vec<Vec<String>>,
    /// Of each draft, the sanitizer's report of its test.
    pub reports: Vec<Option<ReportText>>,
}

/// What became of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It does what was predicted, every time, in this wording.
    Proven(Wording),
    /// It does not compile where only the crate itself can be used.
    Unwritable(String),
    /// It never does what was predicted.
    Unconfirmed(String),
    /// It does not do the same every time.
    Flaky,
    /// It does something else when others have run before it.
    OrderDependent,
}

/// Writes, compiles and runs the suites until what is left is proven.
pub fn prove(
    workspace: &Workspace<'_>,
    prepared: &Prepared,
    scratch: &Path,
    jobs: usize,
    seed: u64,
    suites: &[Suite],
) -> Result<Vec<Proof>, BuildError> {
    let mut states: Vec<Vec<DraftState>> =
        suites.iter().map(|suite| vec![DraftState::new(); suite.drafts.len()]).collect();
    for attempt in 0..ATTEMPTS {
        let texts = write(workspace, prepared, suites, &mut states)?;
        let files: Vec<(&str, &str)> = suites
            .iter()
            .zip(&texts)
            .filter(|(_, text)| !text.is_empty())
            .map(|(suite, text)| (suite.file.as_str(), text.as_str()))
            .collect();
        if files.is_empty() {
            return Ok(proofs(states, texts));
        }
        let programs = match workspace.compile_tests(&files)? {
            TestBuild::Built(programs) => programs,
            TestBuild::Rejected(complaints) => {
                blame(suites, &texts, &complaints, &mut states, attempt + 2 >= ATTEMPTS);
                continue;
            }
        };
        let mut has_changed = false;
        for ((suite, states), _) in suites.iter().zip(&mut states).zip(&texts) {
            let Some(program) = programs.get(&suite.file) else { continue };
            has_changed |= run_all(workspace, suite, program, scratch, jobs, states)?;
        }
        if has_changed {
            continue;
        }
        for (suite, states) in suites.iter().zip(&mut states) {
            let Some(program) = programs.get(&suite.file) else { continue };
            let directory = scratch.join("trial-0");
            has_changed |= run_together(workspace, suite, program, &directory, seed, states)?;
        }
        if !has_changed {
            return Ok(proofs(states, texts));
        }
    }
    // Whatever is left is not proven as it stands together.
    for state in states.iter_mut().flatten() {
        if state.wording().is_some() {
            state.stand = Stand::Over(Fate::Unwritable("the file kept changing".to_owned()));
        }
    }
    let texts = vec![String::new(); suites.len()];
    Ok(proofs(states, texts))
}

/// Where a draft stands.
#[derive(Clone, Debug)]
struct DraftState {
    stand: Stand,
    objections: Vec<String>,
    reports: Option<ReportText>,
}

#[derive(Clone, Debug)]
enum Stand {
    Unproven(Wording),
    Proven(Wording),
    Over(Fate),
}

impl DraftState {
    fn new() -> DraftState {
        DraftState { stand: Stand::Unproven(Wording::Lean), objections: Vec::new(), reports: None }
    }

    fn wording(&self) -> Option<Wording> {
        match self.stand {
            Stand::Unproven(wording) | Stand::Proven(wording) => Some(wording),
            Stand::Over(_) => None,
        }
    }

    fn is_unproven(&self) -> bool {
        matches!(self.stand, Stand::Unproven(_))
    }

    /// Tries the next wording, or gives up.
    fn reword(&mut self, fate: Fate) {
        if let Fate::Unwritable(why) | Fate::Unconfirmed(why) = &fate {
            self.objections.push(why.clone());
        }
        let next = self.wording().and_then(Wording::next);
        self.stand = next.map_or(Stand::Over(fate), Stand::Unproven);
    }
}

/// The text of each suite as it stands; empty where nothing is left.
fn write(
    workspace: &Workspace<'_>,
    prepared: &Prepared,
    suites: &[Suite],
    states: &mut [Vec<DraftState>],
) -> Result<Vec<String>, BuildError> {
    let subject = workspace.subject;
    let mut texts = Vec::new();
    for (suite, states) in suites.iter().zip(states) {
        let text = loop {
            let mut indices = Vec::new();
            let mut drafts = Vec::new();
            for (index, (draft, state)) in suite.drafts.iter().zip(&*states).enumerate() {
                if let Some(wording) = state.wording() {
                    indices.push(index);
                    drafts.push((draft, wording));
                }
            }
            if drafts.is_empty() {
                break String::new();
            }
            let file = write_file(prepared, subject.into(), &suite.header, &drafts);
            if file.unwritten.is_empty() {
                break formatted(workspace, &suite.file, &file.text)?;
            }
            for unwritten in file.unwritten {
                let fate = Fate::Unwritable("it has no readable form".to_owned());
                states[indices[unwritten]].reword(fate);
            }
        };
        texts.push(text);
    }
    Ok(texts)
}

/// The text in the style of the subject, where its formatter can be run.
pub fn formatted(workspace: &Workspace<'_>, file: &str, text: &str) -> Result<String, BuildError> {
    let folder = workspace.root.join("tests");
    let path = folder.join(format!("{file}.unformatted.rs"));
    let failed = |source| BuildError::Write { path: path.clone(), source };
    std::fs::write(&path, text).map_err(failed)?;
    let edition = workspace.subject.edition.clone();
    let run = Invocation::new("rustfmt", &workspace.subject.toolchain_dir)
        .args(["--quiet", "--edition", &edition, "--config-path"])
        .arg(style(workspace)?)
        .arg(&path)
        .run();
    let is_done = match run {
        Err(RunError::Interrupted) => return Err(RunError::Interrupted.into()),
        other => other.is_ok_and(|finished| finished.status.success()),
    };
    let result = std::fs::read_to_string(&path).ok().filter(|_| is_done);
    let _ = std::fs::remove_file(&path);
    Ok(result.unwrap_or_else(|| text.to_owned()))
}

/// The formatter's settings where the file will stand, not where it is now; an empty file if there are none.
fn style(workspace: &Workspace<'_>) -> Result<PathBuf, BuildError> {
    let names = ["rustfmt.toml", ".rustfmt.toml"];
    let folders = workspace.subject.package_root.ancestors();
    let mut files = folders.flat_map(|folder| names.map(|name| folder.join(name)));
    if let Some(file) = files.find(|file| file.is_file()) {
        return Ok(file);
    }
    let none = workspace.root.join("tests/rustfmt.toml");
    write_if_changed(&none, "")?;
    Ok(none)
}

/// Rewords the tests that complaints are about.
fn blame(
    suites: &[Suite],
    texts: &[String],
    complaints: &[Complaint],
    states: &mut [Vec<DraftState>],
    is_late: bool,
) {
    for ((suite, text), states) in suites.iter().zip(texts).zip(states) {
        let mut blamed: Vec<(usize, &str)> = Vec::new();
        let mut is_about_the_rest = None;
        for complaint in complaints.iter().filter(|complaint| complaint.file == suite.file) {
            match owner(text, complaint.line) {
                LineOwner::Test(name) => {
                    let found = suite.drafts.iter().position(|draft| draft.name == name);
                    blamed.extend(found.map(|index| (index, complaint.message.as_str())));
                }
                LineOwner::Use(path) => {
                    let users = users(suite, text, path);
                    blamed.extend(users.into_iter().map(|i| (i, complaint.message.as_str())));
                }
                LineOwner::Rest => is_about_the_rest = Some(complaint.message.as_str()),
            }
        }
        if let Some(message) = is_about_the_rest.filter(|_| blamed.is_empty()) {
            blamed.extend((0..suite.drafts.len()).map(|index| (index, message)));
        }
        blamed.sort_unstable();
        blamed.dedup_by_key(|(index, _)| *index);
        for (index, message) in blamed {
            let fate = Fate::Unwritable(message.to_owned());
            let state = &mut states[index];
            match state.wording() {
                None => {}
                Some(_) if is_late => state.stand = Stand::Over(fate),
                Some(_) => state.reword(fate),
            }
        }
    }
}

/// Whose a line is.
enum LineOwner<'t> {
    Test(&'t str),
    Use(&'t str),
    Rest,
}

fn owner(text: &str, line: usize) -> LineOwner<'_> {
    let mut current = None;
    for (number, content) in text.lines().enumerate() {
        if let Some(rest) = content.strip_prefix("fn ") {
            current = rest.split(['(', '<']).next();
        }
        if number + 1 == line {
            let path = content.strip_prefix("use ").map(|rest| rest.trim_end_matches(';'));
            return match (path, current) {
                (Some(path), _) => LineOwner::Use(path),
                (None, Some(name)) => LineOwner::Test(name),
                (None, None) => LineOwner::Rest,
            };
        }
        if content == "}" {
            current = None;
        }
    }
    LineOwner::Rest
}

/// The tests in whose text a name of an import occurs; all of them where names do not matter.
fn users(suite: &Suite, text: &str, import: &str) -> Vec<usize> {
    let names: Vec<&str> = rust_path::last(import)
        .split(['{', '}', ',', ' '])
        .filter(|name| !name.is_empty() && !matches!(*name, "as" | "_"))
        .collect();
    let is_nameless = import.contains(" as _");
    let mut current = None;
    let mut found = Vec::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("fn ") {
            current = rest.split(['(', '<']).next();
        } else if let Some(test) = current
            && (is_nameless || names.iter().any(|name| line.contains(name)))
            && let Some(index) = suite.drafts.iter().position(|draft| draft.name == test)
        {
            found.push(index);
        }
        if line == "}" {
            current = None;
        }
    }
    if found.is_empty() { (0..suite.drafts.len()).collect() } else { found }
}

/// How the runs of a test went.
struct Seen {
    index: usize,
    runs: Vec<TestRun>,
    report: Option<String>,
}

/// Runs what is not proven yet; whether anything has to be written anew.
fn run_all(
    workspace: &Workspace<'_>,
    suite: &Suite,
    program: &Path,
    scratch: &Path,
    jobs: usize,
    states: &mut [DraftState],
) -> Result<bool, BuildError> {
    let waiting: Vec<usize> =
        (0..states.len()).filter(|index| states[*index].is_unproven()).collect();
    let is_sanitized = workspace.flavour.is_sanitized;
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Seen>> = Mutex::new(Vec::new());
    let work = |number: usize| -> Result<(), RunError> {
        let directory: PathBuf = scratch.join(format!("trial-{number}"));
        loop {
            let Some(index) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return Ok(());
            };
            let draft = &suite.drafts[*index];
            let test = draft.name.as_str();
            let caught = draft.caught();
            let trial = Trial { is_sanitized, caught, ..Trial::new(program, &directory, test) };
            let runs = trial.repeated(&draft.prediction)?;
            let report = runs.last().and_then(|run| run.report.clone());
            let seen = Seen { index: *index, runs, report };
            results.lock().expect("no worker panics with it").push(seen);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|number| scope.spawn(move || work(number))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("workers do not panic"))
    })?;
    let mut has_changed = false;
    // The program may be another one when all is proven.
    let reporter = Reporter::new(workspace.subject, program);
    for Seen { index, runs, report } in results.into_inner().expect("no thread panics with it") {
        let prediction: &Prediction = &suite.drafts[index].prediction;
        let fit = runs.iter().filter(|run| run.is_as_predicted(prediction)).count();
        let wording = states[index].wording().unwrap_or(Wording::Plain);
        if fit == runs.len() {
            states[index].reports = report.and_then(|report| reporter.describe(&report));
            states[index].stand = Stand::Proven(wording);
            continue;
        }
        has_changed = true;
        if fit > 0 {
            states[index].stand = Stand::Over(Fate::Flaky);
        } else {
            let fate = Fate::Unconfirmed(format!("{:?}", runs[0].ended));
            if runs[0].ended == Ended::Late {
                // Other words for the same calls take as long.
                states[index].stand = Stand::Over(fate);
            } else {
                states[index].reword(fate);
            }
        }
    }
    Ok(has_changed)
}

/// Runs all tests of a file in one process, in several orders; whether some had to be dropped. One that ends the process of all
/// costs no other.
fn run_together(
    workspace: &Workspace<'_>,
    suite: &Suite,
    program: &Path,
    directory: &Path,
    seed: u64,
    states: &mut [DraftState],
) -> Result<bool, BuildError> {
    let hangs = suite.drafts.iter().filter(|draft| draft.prediction == Prediction::Hangs);
    let skipped: Vec<&str> = hangs.map(|draft| draft.name.as_str()).collect();
    let together = Together { program, directory, is_sanitized: workspace.flavour.is_sanitized };
    let mut has_changed = false;
    let mut is_cut = false;
    for order in 0..ORDERS {
        let verdicts = together.shuffled(seed.wrapping_add(order), &skipped)?;
        if verdicts.is_cut {
            // What it did before may be the doing of the test that ended it.
            is_cut = true;
            continue;
        }
        for (draft, state) in suite.drafts.iter().zip(&mut *states) {
            let is_expected = draft.prediction == Prediction::Passes;
            let passed = verdicts.passed.get(&draft.name);
            if passed.is_some_and(|passed| *passed != is_expected) && state.wording().is_some() {
                state.stand = Stand::Over(Fate::OrderDependent);
                has_changed = true;
            }
        }
    }
    Ok(has_changed || (is_cut && drop_deadly(suite, &together, states)?))
}

/// Drops passing tests that end the process of others, one after the other; returns whether there are any.
fn drop_deadly(
    suite: &Suite,
    together: &Together<'_>,
    states: &mut [DraftState],
) -> Result<bool, RunError> {
    let mut has_changed = false;
    loop {
        let left = suite.drafts.iter().zip(&*states).filter(|(draft, state)| {
            draft.prediction == Prediction::Passes && state.wording().is_some()
        });
        let mut names: Vec<&str> = left.map(|(draft, _)| draft.name.as_str()).collect();
        names.sort_unstable();
        let mut ends = |tests: &[&str]| Ok(tests.is_empty() || !together.these(tests)?.is_cut);
        let Some(deadly) = guilty::<RunError>(&names, &mut ends)? else { return Ok(has_changed) };
        let index = suite.drafts.iter().position(|draft| draft.name == deadly);
        if let Some(index) = index {
            let why = "it ends the process in which other tests run";
            states[index].stand = Stand::Over(Fate::Unconfirmed(why.to_owned()));
            has_changed = true;
        }
    }
}

fn proofs(states: Vec<Vec<DraftState>>, texts: Vec<String>) -> Vec<Proof> {
    states
        .into_iter()
        .zip(texts)
        .map(|(states, text)| Proof {
            text,
            objections: states.iter().map(|state| state.objections.clone()).collect(),
            reports: states.iter().map(|state| state.reports.clone()).collect(),
            fates: states
                .into_iter()
                .map(|state| match state.stand {
                    Stand::Proven(wording) => Fate::Proven(wording),
                    Stand::Over(fate) => fate,
                    Stand::Unproven(_) => Fate::Unconfirmed("it was not run".to_owned()),
                })
                .collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_belong_to_the_test_around_their_line() {
        let text = "//! Header.\n\nuse k::A;\n\n/// Doc.\n#[test]\nfn first() {\n    a();\n}\n\n\
                    #[test]\nfn second() {\n    b();\n}\n";
        assert!(matches!(owner(text, 3), LineOwner::Use("k::A")));
        assert!(matches!(owner(text, 8), LineOwner::Test("first")));
        assert!(matches!(owner(text, 13), LineOwner::Test("second")));
        assert!(matches!(owner(text, 10), LineOwner::Rest));
    }
}
