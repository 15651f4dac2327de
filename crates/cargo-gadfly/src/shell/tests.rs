//! Whole command lines over a pipeline that only pretends.

use std::ffi::OsString;
use std::fs;

use gadfly_wire::ExhaustMode;

use super::run;
use crate::console::{GithubWorkflow, Streams, captured};
use crate::exit_code::ExitCode;
use gadfly_session::error::SessionError;
use gadfly_session::pipeline::{
    CheckOrders, ExhaustOrders, Job, LearnOrders, LocatedCrate, Observer, Pipeline, ReplayRequest,
    Request, Reviewer, StrengthenOrders, ValidInput, WalkRequest,
};
use gadfly_session::report::{
    Class, ExhaustDetails, Finding, LearnDetails, Learning, Listing, ReplayResult, RunReport,
    SearchedFunction, StrengthenDetails, WalkReport, WalkedType,
};

/// Finds the crate in a temporary directory and answers with prepared data.
pub(super) struct Pretend {
    pub(super) dir: tempfile::TempDir,
    pub(super) findings: Vec<Finding>,
    /// The functions of an exhaustive search, and its inputs.
    pub(super) functions: Vec<SearchedFunction>,
    pub(super) inputs: Vec<ValidInput>,
    /// `true` if an exhaustive search ends early.
    pub(super) interrupted: bool,
    panics: bool,
    /// The jobs of all runs as text: settings, request, working directory, and orders.
    pub(super) jobs: Vec<String>,
}

impl Pretend {
    pub(super) fn new() -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        Self {
            dir,
            findings: Vec::new(),
            functions: Vec::new(),
            inputs: Vec::new(),
            interrupted: false,
            panics: false,
            jobs: Vec::new(),
        }
    }

    pub(super) fn with_settings(text: &str) -> Self {
        let pretend = Self::new();
        fs::write(pretend.dir.path().join("gadfly.toml"), text).expect("written");
        pretend
    }

    pub(super) fn report_file(&self) -> std::path::PathBuf {
        self.dir.path().join("target/gadfly/url/report.json")
    }

    /// Runs a command line: exit code, standard output, standard error.
    pub(super) fn run(&mut self, line: &str) -> (ExitCode, String, String) {
        self.run_in_workflow(line, None)
    }

    /// Runs a command line as a step of a workflow.
    pub(super) fn run_in_workflow(
        &mut self,
        line: &str,
        workflow: Option<GithubWorkflow>,
    ) -> (ExitCode, String, String) {
        let (streams, out, err) = captured::streams();
        let streams = Streams { workflow, ..streams };
        let words = std::iter::once("cargo-gadfly").chain(line.split_whitespace());
        let code = run(words.map(OsString::from), self, streams);
        (code, out.text(), err.text())
    }
}

/// A job as text, without what differs from run to run.
fn described(job: &Job) -> String {
    format!("{:?} {:?} {}", job.settings, job.request, job.artifacts.dir().display())
}

impl Pipeline for Pretend {
    fn locate(&mut self, request: &Request) -> Result<LocatedCrate, SessionError> {
        if request.package.as_deref() == Some("missing") {
            return Err(SessionError::Usage {
                message: "no package named missing".to_owned(),
                help: Some("the packages are url".to_owned()),
            });
        }
        if request.package.as_deref() == Some("broken") {
            return Err(SessionError::Subject {
                message: "broken does not build: expected `;` (src/lib.rs:3)".to_owned(),
                help: None,
            });
        }
        Ok(LocatedCrate {
            package: "url".to_owned(),
            manifest_dir: self.dir.path().to_owned(),
            target_dir: self.dir.path().join("target"),
        })
    }

    fn list(&mut self, job: &Job, console: &dyn Observer) -> Result<Listing, SessionError> {
        assert!(!self.panics, "the moon fell");
        self.jobs.push(described(job));
        console.stage("Reading", "url 2.5.8").finish("3 public functions");
        Ok(Listing::example())
    }

    fn explore(&mut self, job: &Job, console: &dyn Observer) -> Result<RunReport, SessionError> {
        self.jobs.push(described(job));
        for finding in &self.findings {
            console.finding(finding);
        }
        Ok(RunReport {
            findings: self.findings.clone(),
            ..RunReport::new("explore", "url", "2.5.8", job.settings.seed)
        })
    }

    fn walk(
        &mut self,
        job: &Job,
        request: &WalkRequest,
        console: &dyn Observer,
        _: &mut dyn Reviewer,
    ) -> Result<WalkReport, SessionError> {
        self.jobs.push(format!("{} {request:?}", described(job)));
        console.stage("Reading", "url 2.5.8").finish("3 public functions");
        Ok(WalkReport::Types(vec![WalkedType {
            ty: "url::Url".to_owned(),
            constructors: 1,
            methods: 2,
            predicates: 0,
        }]))
    }

    fn check(
        &mut self,
        job: &Job,
        orders: &CheckOrders,
        console: &dyn Observer,
    ) -> Result<RunReport, SessionError> {
        self.jobs.push(format!("{} {orders:?}", described(job)));
        for finding in &self.findings {
            console.finding(finding);
        }
        Ok(RunReport {
            findings: self.findings.clone(),
            ..RunReport::new("check", "url", "2.5.8", job.settings.seed)
        })
    }

    fn exhaust(
        &mut self,
        job: &Job,
        orders: &ExhaustOrders,
        console: &dyn Observer,
        inputs: &mut dyn FnMut(ValidInput),
    ) -> Result<RunReport, SessionError> {
        self.jobs.push(format!("{} {orders:?}", described(job)));
        if matches!(orders.mode, ExhaustMode::Show | ExhaustMode::Draw) {
            self.inputs.iter().cloned().for_each(inputs);
        }
        for finding in &self.findings {
            console.finding(finding);
        }
        let mut report = RunReport {
            findings: self.findings.clone(),
            ..RunReport::new("exhaust", "url", "2.5.8", job.settings.seed)
        };
        let functions = self.functions.clone();
        let (explored, valid) = (10, self.inputs.len() as u64);
        let details = ExhaustDetails { explored, valid, functions, ..ExhaustDetails::default() };
        report.details.exhaust = Some(details);
        report.details.interrupted = self.interrupted;
        Ok(report)
    }

    fn learn(
        &mut self,
        job: &Job,
        orders: &LearnOrders,
        console: &dyn Observer,
    ) -> Result<Learning, SessionError> {
        console.stage("Tracing", "").finish("41 tests");
        self.jobs.push(format!("{} {orders:?}", described(job)));
        let mut report = RunReport::new("learn", "url", "2.5.8", job.settings.seed);
        report.details.learn = Some(LearnDetails::example());
        Ok(Learning { report, shown: orders.show.map(|_| "digraph {}\n".to_owned()) })
    }

    fn strengthen(
        &mut self,
        job: &Job,
        orders: &StrengthenOrders,
        console: &dyn Observer,
    ) -> Result<RunReport, SessionError> {
        self.jobs.push(format!("{} {orders:?}", described(job)));
        console.stage("Changing", "url 2.5.8").finish("33 changes compile");
        let mut report = RunReport::new("strengthen", "url", "2.5.8", job.settings.seed);
        let mut details = StrengthenDetails::example();
        // More than are shown without being asked for.
        let missed = details.tested[1].clone();
        details.tested.extend(std::iter::repeat_n(missed, 30));
        details.score.changes += 30;
        report.details.strengthen = Some(details);
        Ok(report)
    }

    fn replay(
        &mut self,
        job: &Job,
        request: &ReplayRequest,
        console: &dyn Observer,
    ) -> Result<ReplayResult, SessionError> {
        self.jobs.push(described(job));
        console.stage("Building", "test").finish(&request.id);
        let message = "panics: index out of bounds".to_owned();
        Ok(ReplayResult {
            command_line: Some(vec!["test".to_owned()]),
            output: request.backtrace.then(|| "stack backtrace:".to_owned()),
            ..ReplayResult::new(Finding::example(), request.id == "k3f", message)
        })
    }
}

#[test]
fn a_listing_is_clean_whatever_it_lists() {
    let (code, out, err) = Pretend::new().run("list");
    assert_eq!(code, ExitCode::Clean);
    assert!(out.ends_with(" 2 of 3 public functions are callable\n"), "{out}");
    assert!(err.starts_with("     Reading url 2.5.8"), "{err}");
}

#[test]
fn learned_models_are_printed_alone() {
    let mut pretend = Pretend::new();
    let (code, out, _) = pretend.run("learn --show dot --from bin=tool");
    assert_eq!((code, out.as_str()), (ExitCode::Clean, "digraph {}\n"));
    assert!(pretend.jobs[0].contains("from: [Bin(\"tool\")]"), "{}", pretend.jobs[0]);
    assert!(
        std::fs::read_to_string(pretend.report_file()).is_ok_and(|it| it.contains("\"learn\""))
    );
    let (code, out, _) = pretend.run("learn");
    assert_eq!(code, ExitCode::Clean);
    assert!(out.starts_with("    Finished 72 functions traced"), "{out}");
    let (code, _, err) = pretend.run("learn --from bench");
    assert_eq!(code, ExitCode::Usage);
    assert!(err.contains("`bench` is not one of doctests, tests, examples, bin=NAME"), "{err}");
}

#[test]
fn json_goes_to_standard_output_alone() {
    let (code, out, _) = Pretend::new().run("list --format json");
    assert_eq!(code, ExitCode::Clean);
    let value: serde_json::Value = serde_json::from_str(&out).expect("nothing but JSON");
    assert_eq!(value["functions"]["callable"], 2);
}

#[test]
fn findings_have_an_exit_code_and_a_report() {
    let mut pretend = Pretend::new();
    pretend.findings = vec![Finding::example()];
    let (code, out, err) = pretend.run("explore --seed 9");
    assert_eq!(code, ExitCode::Findings);
    assert!(out.contains("panics: index out of bounds"), "{out}");
    assert!(err.contains("Found url::Url"), "{err}");
    let report = RunReport::read(&pretend.report_file()).expect("a report");
    assert_eq!(report.findings.len(), 1);
    assert_eq!(report.seed, 9);
}

#[test]
fn documented_panics_leave_the_exit_code_clean() {
    let mut pretend = Pretend::new();
    pretend.findings = vec![Finding { class: Class::Documented, ..Finding::example() }];
    let (code, out, _) = pretend.run("");
    assert_eq!(code, ExitCode::Clean);
    assert!(out.contains("Nothing broke"), "{out}");
}

#[test]
fn json_output_equals_the_report_file() {
    let mut pretend = Pretend::new();
    let (_, out, _) = pretend.run("--format json --quiet");
    assert_eq!(out, fs::read_to_string(pretend.report_file()).expect("a report"));
}

#[test]
fn out_moves_everything_that_is_written() {
    let mut pretend = Pretend::new();
    let place = pretend.dir.path().join("elsewhere");
    let (code, _, err) = pretend.run(&format!("explore --out {}", place.display()));
    assert_eq!(code, ExitCode::Clean, "{err}");
    assert!(place.join("report.json").is_file());
    assert!(!pretend.dir.path().join("target").exists());
}

#[test]
fn broken_settings_are_bad_usage_without_output() {
    let mut pretend = Pretend::with_settings("seed = 1\nexclud = []\n");
    let (code, out, err) = pretend.run("list");
    assert_eq!(code, ExitCode::Usage);
    assert_eq!(
        err,
        "error: gadfly.toml: line 2: unknown setting `exclud`; did you mean `exclude`?\n"
    );
    assert_eq!(out, "");
    assert!(!pretend.dir.path().join("target").exists());
}

#[test]
fn file_settings_apply_unless_typed() {
    let mut pretend = Pretend::with_settings("seed = 5\nquiet = true\n");
    let (_, _, err) = pretend.run("explore");
    assert_eq!(err, "");
    pretend.run("explore --seed 6");
    assert!(pretend.jobs[0].contains("seed: 5"), "{}", pretend.jobs[0]);
    assert!(pretend.jobs[1].contains("seed: 6"), "{}", pretend.jobs[1]);
}

#[test]
fn refusals_of_stages_come_with_help() {
    let (code, _, err) = Pretend::new().run("list -p missing");
    assert_eq!(code, ExitCode::Usage);
    assert_eq!(err, "error: no package named missing\n  help: the packages are url\n");
}

#[test]
fn build_failures_have_their_own_code() {
    let (code, _, err) = Pretend::new().run("list -p broken");
    assert_eq!(code, ExitCode::Subject);
    assert_eq!(err, "error: broken does not build: expected `;` (src/lib.rs:3)\n");
}

#[test]
fn features_reach_the_stages_from_flag_or_file() {
    let mut pretend = Pretend::with_settings("features = [\"serde\"]\n");
    pretend.run("list");
    pretend.run("list --all-features");
    assert!(pretend.jobs[0].contains("names: [\"serde\"], all: false"), "{}", pretend.jobs[0]);
    assert!(pretend.jobs[1].contains("names: [], all: true"), "{}", pretend.jobs[1]);
}

#[test]
fn a_second_run_at_once_is_refused() {
    let mut pretend = Pretend::new();
    let target = pretend.dir.path().join("target");
    let _first = gadfly_session::artifacts::Artifacts::of_package(&target, "url").expect("opened");
    let (code, _, err) = pretend.run("list");
    assert_eq!(code, ExitCode::Failure);
    assert!(err.starts_with("error: another gadfly run is at work on this crate"), "{err}");
    assert!(err.contains("\n  help: wait until it ends"), "{err}");
}

#[test]
fn bad_usage_goes_to_standard_error() {
    let (code, out, err) = Pretend::new().run("list --formt json");
    assert_eq!(code, ExitCode::Usage);
    assert_eq!(out, "");
    assert!(err.starts_with("error: unexpected argument '--formt'"), "{err}");
}

#[test]
fn help_is_a_result() {
    for line in ["-h", "--help", "explore -h", "list --help", "--version"] {
        let (code, out, err) = Pretend::new().run(line);
        assert_eq!(code, ExitCode::Clean, "{line}");
        assert!(!out.is_empty() && err.is_empty(), "{line}: {err}");
    }
}

#[test]
fn colours_are_used_when_asked_for() {
    let (_, out, err) = Pretend::new().run("list --color always");
    assert!(out.contains("\u{1b}[") && err.contains("\u{1b}["), "{out}{err}");
    let (_, _, err) = Pretend::new().run("list --color always --formt x");
    assert!(err.contains("\u{1b}["), "{err}");
}

#[test]
fn internal_panics_ask_for_a_report() {
    let mut pretend = Pretend::new();
    pretend.panics = true;
    let (code, _, err) = pretend.run("list");
    assert_eq!(code, ExitCode::Failure);
    assert!(err.starts_with("error: gadfly itself failed: the moon fell"), "{err}");
    assert!(err.contains("\n  help: this is a bug in gadfly; please report it"), "{err}");
    assert_eq!(err.lines().count(), 2, "{err}");
}

#[test]
fn a_replay_ends_as_its_test_does() {
    let (code, out, _) = Pretend::new().run("replay k3f");
    assert_eq!(code, ExitCode::Findings);
    assert!(out.contains("fails  url::Url::path_segments_mut"), "{out}");
    let (code, out, _) = Pretend::new().run("replay zzz --format json");
    assert_eq!(code, ExitCode::Clean);
    assert!(out.contains("\"fails\": false"), "{out}");
}

#[test]
fn weak_tests_fail_a_run_that_asks() {
    let mut pretend = Pretend::new();
    let (code, out, _) = pretend.run("strengthen");
    assert_eq!(code, ExitCode::Clean);
    assert!(out.starts_with(" your tests catch 1 of 33 changes (3.0%); 32 left:\n"), "{out}");
    let (code, ..) = pretend.run("strengthen --fail-under 3");
    assert_eq!(code, ExitCode::Clean);
    let (code, out, _) = pretend.run("strengthen --fail-under 4 --format json");
    assert_eq!(code, ExitCode::Findings);
    assert_eq!(out, fs::read_to_string(pretend.report_file()).expect("a report"));
    assert_eq!(pretend.run("strengthen --fail-under 101").0, ExitCode::Usage);
}

#[test]
fn rules_are_explained_without_a_crate() {
    let mut pretend = Pretend::new();
    let (code, out, err) = pretend.run("explain");
    assert_eq!((code, err.as_str()), (ExitCode::Clean, ""));
    assert!(out.starts_with("Decided when a failure is seen\n"), "{out}");
    let (code, out, _) = pretend.run("explain zero-divisor");
    assert_eq!(code, ExitCode::Clean);
    assert!(out.starts_with("zero-divisor: precondition\n"), "{out}");
    let (_, out, _) = pretend.run("explain policy");
    assert!(out.contains("`[triage.rules]`"), "{out}");
    assert!(!pretend.dir.path().join("target").exists());
}

#[test]
fn explained_rules_are_one_json_document() {
    let rules = |line: &str| {
        let (code, out, _) = Pretend::new().run(line);
        assert_eq!(code, ExitCode::Clean);
        let value: serde_json::Value = serde_json::from_str(&out).expect("nothing but JSON");
        value["rules"].as_array().expect("a list").clone()
    };
    assert_eq!(rules("explain --format json").len(), gadfly_triage::RULES.len());
    let one = rules("explain zero-divisor --format json");
    assert_eq!((one.len(), one[0]["class"].as_str()), (1, Some("precondition")));
}

#[test]
fn unknown_rules_are_refused_with_a_suggestion() {
    let (code, out, err) = Pretend::new().run("explain zero-divizor");
    assert_eq!((code, out.as_str()), (ExitCode::Usage, ""));
    assert_eq!(
        err,
        "error: no rule is named `zero-divizor`; did you mean `zero-divisor`?\n  help: `cargo \
         gadfly explain` lists all rules\n"
    );
}

#[test]
fn settings_name_rules_that_exist() {
    let mut pretend = Pretend::with_settings("[triage.rules]\nzero-divizor = \"bug\"\n");
    let (code, _, err) = pretend.run("list");
    assert_eq!(code, ExitCode::Usage);
    assert!(
        err.starts_with("error: gadfly.toml: line 1: no rule is named `zero-divizor`"),
        "{err}"
    );
    let mut pretend = Pretend::with_settings("[triage.rules]\nzero-divisor = \"bug\"\n");
    let (code, _, err) = pretend.run("list");
    assert_eq!(code, ExitCode::Clean, "{err}");
}
