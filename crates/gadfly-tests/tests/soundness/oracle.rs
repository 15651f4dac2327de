//! Has the compiler judge what the engine did: sequences that passed are printed as ordinary
//! functions, compiled and run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use gadfly_build::prepare::{HarnessPlan, HarnessSpec};
use gadfly_build::probe::Diagnostic;
use gadfly_build::render::support;
use gadfly_build::run::run_harness;
use gadfly_build::workspace::{Flavour, Optimise, PROFILE, write_if_changed};
use gadfly_cargo::{Invocation, Subject, SubjectRequest};
use gadfly_plan::prepared::Prepared;
use gadfly_plan::stubs;
use gadfly_plan::types::tracked;
use gadfly_tests::print::print_sequence;
use gadfly_wire::{Event, Mode, Outcome, Plan, RunConfig, Sequence, What};

/// A subject with its harness.
pub struct Bench {
    /// The harness.
    pub prepared: Prepared,
    subject: Subject,
    dir: PathBuf,
    target_dir: PathBuf,
}

/// What the compiler and a run said of printed sequences.
#[derive(Default)]
pub struct Verdict {
    /// How many were judged.
    pub judged: usize,
    /// By sequence: what was wrong with it.
    pub faults: BTreeMap<usize, Fault>,
    /// Those that end differently from time to time in the harness too: they look at a clock.
    pub unsteady: BTreeSet<usize>,
}

/// Why a printed sequence is not what the engine took it for.
#[derive(Clone)]
pub enum Fault {
    /// It does not compile.
    Rejected {
        /// The compiler's code, such as `E0502`.
        code: String,
        /// The complaint as a person would see it.
        text: String,
    },
    /// It panicked, or ended the program.
    Died,
}

impl Bench {
    /// Makes the harness of the crate at `path`, working below `base`.
    pub fn prepare(path: &Path, base: &Path) -> Bench {
        Bench::prepare_with(path, base, &|_| {})
    }

    /// The same, with something changed in the plan.
    pub fn prepare_with(path: &Path, base: &Path, change: &dyn Fn(&mut HarnessPlan)) -> Bench {
        let request = SubjectRequest { path: path.to_owned(), ..SubjectRequest::default() };
        let subject = gadfly_cargo::locate(&request).expect("the subject is found");
        let dir = base.join(&subject.package);
        std::fs::create_dir_all(&dir).expect("a folder can be made");
        let order = HarnessSpec {
            subject: &subject,
            package_dir: dir.clone(),
            shared_dir: base.to_owned(),
            fingerprint: String::new(),
            jobs: 2,
            optimise: Optimise::Build,
            flavour: Flavour::default(),
            helpers: None,
            wanted: None,
            linked: None,
            providers: None,
            admits: &|_| true,
        };
        let target_dir = order.target_dir();
        let model = gadfly_introspect::introspect(&subject, &target_dir, &mut |_| {})
            .expect("the subject is read")
            .model;
        let mut planned = order.plan(&model, &mut |_| {}).expect("the subject is planned");
        change(&mut planned);
        // The programs of all subjects have one name in the shared folder.
        static BUILDING: Mutex<()> = Mutex::new(());
        let _building = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
        let prepared = order.build(planned, &mut |_| {}).expect("the harness is built");
        Bench { prepared, subject, dir, target_dir }
    }

    /// The plan of the harness.
    pub fn plan(&self) -> Plan {
        let bytes = std::fs::read(&self.prepared.plan).expect("the plan is there");
        gadfly_wire::from_file_bytes(&bytes).expect("the plan is whole")
    }

    /// Passing sequences of a run with this plan.
    pub fn sample(&self, plan: &Plan, name: &str, orders: Orders) -> Vec<Sequence> {
        let dir = self.dir.join(name);
        std::fs::create_dir_all(&dir).expect("a folder can be made");
        let plan_path = dir.join("plan.bin");
        std::fs::write(&plan_path, gadfly_wire::to_file_bytes(plan)).expect("a file is written");
        let config = RunConfig {
            plan_path: plan_path.to_string_lossy().into_owned(),
            subject_prefixes: vec![self.subject.package_root.to_string_lossy().into_owned()],
            seed: orders.seed,
            calls_budget: Some(orders.calls),
            mode: Mode::Sample { count: orders.count },
            ..RunConfig::default()
        };
        let mut found = Vec::new();
        let outcome = run_harness(&self.prepared.binary, &dir.join("run"), config, &mut |event| {
            if let Event::Sample { sequence } = event {
                found.push(sequence);
            }
        });
        if let Err(error) = outcome {
            assert!(orders.may_fail, "{name}: {error}");
        }
        found
    }

    /// Prints the sequences, compiles them, and runs those that compile if asked.
    pub fn judge(&self, sequences: &[Sequence], name: &str, is_run: bool) -> Verdict {
        let mut verdict = Verdict { judged: sequences.len(), ..Verdict::default() };
        let root = self.dir.join(name);
        self.write_manifests(&root);
        loop {
            let printed = self.print(sequences, &verdict.faults);
            write_if_changed(&root.join("program/src/main.rs"), &printed.text).expect("written");
            let command = if is_run { "build" } else { "check" };
            let finished = Invocation::cargo(&self.subject.toolchain_dir)
                .args([command, "--offline", "--profile", PROFILE, "--message-format", "json"])
                .arg("--manifest-path")
                .arg(root.join("Cargo.toml"))
                .arg("--target-dir")
                // Not where the subject was built with counters, for which only a harness has use.
                .arg(self.target_dir.join("printed"))
                .run()
                .expect("cargo runs");
            let before = verdict.faults.len();
            let stdout = String::from_utf8_lossy(&finished.stdout);
            for diagnostic in stdout.lines().filter_map(complaint) {
                printed.blame(&diagnostic, &mut verdict.faults);
            }
            if finished.status.success() {
                let program = stdout.lines().rev().find_map(executable);
                if let (true, Some(program)) = (is_run, program) {
                    self.run(&program, sequences, &mut verdict);
                }
                return verdict;
            }
            assert!(before < verdict.faults.len(), "{}\n{stdout}", finished.stderr);
        }
    }

    /// The source of one sequence as it was judged.
    pub fn source(&self, sequence: &Sequence) -> String {
        print_sequence(&self.prepared, sequence)
    }

    /// A workspace of its own with the profile of the harness, so that the subject is not built again.
    fn write_manifests(&self, root: &Path) {
        let read = |path: &str| std::fs::read_to_string(self.dir.join("build").join(path));
        let workspace = read("Cargo.toml").expect("the harness has a workspace");
        let workspace: Vec<&str> = workspace
            .lines()
            .map(|line| if line.starts_with("members") { "members = [\"program\"]" } else { line })
            .collect();
        write_if_changed(&root.join("Cargo.toml"), &workspace.join("\n")).expect("written");
        let package = read("dependencies/Cargo.toml").expect("the harness has dependencies");
        let package = package.replace("gadfly-dependencies", "gadfly-printed");
        write_if_changed(&root.join("program/Cargo.toml"), &package).expect("written");
        if let Ok(lock) = read("Cargo.lock") {
            write_if_changed(&root.join("Cargo.lock"), &lock).expect("written");
        }
    }

    fn print(&self, sequences: &[Sequence], faults: &BTreeMap<usize, Fault>) -> Printed {
        let mut text =
            format!("#![allow(warnings)]\nmod support {{ {} }}\nuse support::*;\n", support());
        text.push_str(&tracked::definition());
        text.push_str(&stubs::module(&self.prepared.implementors));
        let mut functions = Vec::new();
        let mut calls = String::new();
        let mut line = text.lines().count() + 1;
        for (number, sequence) in sequences.iter().enumerate() {
            if faults.contains_key(&number) {
                continue;
            }
            functions.push((line, number));
            let body = self.source(sequence);
            line += body.lines().count() + 2;
            writeln!(text, "fn s{number}() {{\n{body}}}").expect("text grows");
            writeln!(calls, "try_it({number}, s{number});").expect("text grows");
        }
        functions.push((line, usize::MAX));
        writeln!(
            text,
            "fn try_it(number: usize, sequence: fn()) {{\n\
             let first = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);\n\
             if number < first {{ return; }}\n\
             println!(\"start {{number}}\");\n\
             if std::panic::catch_unwind(sequence).is_ok() {{ println!(\"done {{number}}\"); }}\n\
             }}\nfn main() {{\n{calls}println!(\"through\");\n}}"
        )
        .expect("text grows");
        Printed { text, functions }
    }

    /// Runs the program, again from behind a sequence that ended it.
    fn run(&self, program: &Path, sequences: &[Sequence], verdict: &mut Verdict) {
        let scratch = self.dir.join("printed-scratch");
        std::fs::create_dir_all(&scratch).expect("a folder can be made");
        let mut first = 0;
        while first < sequences.len() {
            let invocation = Invocation::new(program, &scratch).arg(first.to_string());
            let finished = invocation.run().expect("the program runs");
            let stdout = String::from_utf8_lossy(&finished.stdout);
            let numbers = |word: &str| -> BTreeSet<usize> {
                let lines = stdout.lines();
                lines.filter_map(|line| line.strip_prefix(word)?.trim().parse().ok()).collect()
            };
            let (started, done) = (numbers("start"), numbers("done"));
            for number in started.difference(&done) {
                if self.is_steady(&sequences[*number]) {
                    verdict.faults.insert(*number, Fault::Died);
                } else {
                    verdict.unsteady.insert(*number);
                }
            }
            let last = started.last().copied();
            let is_through = stdout.lines().any(|line| line == "through");
            first = last.map_or(sequences.len(), |last| last + 1);
            if is_through {
                return;
            }
        }
    }

    /// Whether the harness itself gets through the sequence every time.
    fn is_steady(&self, sequence: &Sequence) -> bool {
        let config = RunConfig {
            plan_path: self.prepared.plan.to_string_lossy().into_owned(),
            mode: Mode::replay(vec![sequence.clone(); 50]),
            ..RunConfig::default()
        };
        let mut is_steady = true;
        let directory = self.dir.join("replay");
        std::fs::create_dir_all(&directory).expect("a folder can be made");
        let outcome = run_harness(&self.prepared.binary, &directory, config, &mut |event| {
            if let Event::Replayed { outcome, .. } = event {
                is_steady &= outcome == Outcome::Returned;
            }
        });
        outcome.is_ok() && is_steady
    }
}

impl Verdict {
    /// How many compiled and ran.
    pub fn passed(&self) -> usize {
        self.judged - self.faults.len()
    }

    /// The compiler's codes and how often each came.
    pub fn codes(&self) -> BTreeMap<&str, usize> {
        let mut codes = BTreeMap::new();
        for fault in self.faults.values() {
            let code = match fault {
                Fault::Rejected { code, .. } => code.as_str(),
                Fault::Died => "died",
            };
            *codes.entry(code).or_default() += 1;
        }
        codes
    }
}

/// The settings of a sampling run.
#[derive(Clone, Copy)]
pub struct Orders {
    /// The seed.
    pub seed: u64,
    /// Sequences wanted.
    pub count: u32,
    /// Calls at most.
    pub calls: u64,
    /// Whether the run may end in any way; the sequences until then count.
    pub may_fail: bool,
}

/// Chooses sequences that differ in what they call with what, and what that ends.
pub fn select(mut sequences: Vec<Sequence>, count: usize) -> Vec<Sequence> {
    sequences.dedup();
    let mut seen = BTreeSet::new();
    let (mut chosen, mut rest) = (Vec::new(), Vec::new());
    for sequence in sequences {
        let fresh = features(&sequence).into_iter().filter(|feature| seen.insert(*feature)).count();
        if fresh > 0 { chosen.push((fresh, sequence)) } else { rest.push(sequence) }
    }
    // What brought much that was new comes first; the order among equals is the engine's.
    chosen.sort_by_key(|(fresh, _)| std::cmp::Reverse(*fresh));
    chosen.into_iter().map(|(_, sequence)| sequence).chain(rest).take(count).collect()
}

/// Ids of the operations that a sequence uses.
pub fn operations(sequence: &Sequence) -> BTreeSet<u32> {
    sequence.statements.iter().filter_map(|statement| operation(statement.what)).collect()
}

fn operation(what: What) -> Option<u32> {
    match what {
        What::Operation(id) => Some(id),
        What::Literal(_) => None,
    }
}

fn features(sequence: &Sequence) -> BTreeSet<(u32, u32, u8, u8)> {
    let maker = |var: u32| operation(sequence.statements[var as usize].what).unwrap_or(u32::MAX);
    let mut found = BTreeSet::new();
    for statement in &sequence.statements {
        let Some(id) = operation(statement.what) else { continue };
        for (index, argument) in (0u8..).zip(&statement.args) {
            found.insert((id, maker(argument.var), index, argument.access as u8));
        }
        found.extend(statement.kills.iter().map(|killed| (id, maker(*killed), 0, u8::MAX)));
    }
    found
}

struct Printed {
    text: String,
    /// The first line of each function, and its sequence.
    functions: Vec<(usize, usize)>,
}

impl Printed {
    fn blame(&self, diagnostic: &Diagnostic, faults: &mut BTreeMap<usize, Fault>) {
        for (_, line) in diagnostic.lines(&|file| file.ends_with("main.rs")) {
            let at = self.functions.partition_point(|(first, _)| *first <= line);
            let Some((_, number)) = at.checked_sub(1).and_then(|at| self.functions.get(at)) else {
                continue;
            };
            let code = diagnostic.code.as_ref().map(|code| code.code.clone()).unwrap_or_default();
            let text = diagnostic.rendered.clone().unwrap_or_else(|| diagnostic.message.clone());
            if *number != usize::MAX {
                faults.entry(*number).or_insert(Fault::Rejected { code, text });
            }
        }
    }
}

fn complaint(line: &str) -> Option<Diagnostic> {
    let message: serde_json::Value = serde_json::from_str(line).ok()?;
    let diagnostic: Diagnostic = serde_json::from_value(message.get("message")?.clone()).ok()?;
    diagnostic.is_error().then_some(diagnostic)
}

fn executable(line: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(line).ok()?;
    message.get("executable")?.as_str().map(PathBuf::from)
}
