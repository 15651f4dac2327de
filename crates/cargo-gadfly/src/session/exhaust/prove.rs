//! Proving the tests that show a failure: they are compiled as the crate's own tests will be, and
//! have to fail as predicted in fresh processes. What is proven is placed in the crate.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;

use gadfly_cargo::Invocation;
use gadfly_test_file::{Folder, checksum};
use gadfly_tests::emit::TestText;
use gadfly_tests::place::{Home, HomeKind, Placer, Planned};

use super::build::{self, Program};
use super::discover::Entry;
use super::error::failed;
use super::target::Target;
use crate::error::CliError;
use crate::report::{CaseKind, FailingCase, Placement};

/// A failing input on its way to a test.
pub(super) struct Candidate<'a> {
    pub(super) entry: &'a Entry,
    pub(super) case: &'a mut FailingCase,
    /// Best first.
    pub(super) texts: Vec<TestText>,
}

/// Proves and places as many as possible, and notes in each case what became of it.
pub(super) fn prove(target: &Target<'_>, candidates: Vec<Candidate<'_>>) -> Result<(), CliError> {
    let placer = Placer::new(&target.subject.package_root, &target.out);
    let bench = Bench { target, placer };
    let mut open = Vec::new();
    for candidate in candidates {
        let first = bench.draft(&candidate, 0);
        if let Some(draft) = settle(candidate.case, first) {
            open.push((candidate, draft));
        }
    }
    if open.is_empty() {
        return Ok(());
    }
    let drafts: Vec<&Planned> = open.iter().map(|(_, draft)| draft).collect();
    let selectors: Vec<&Program> = open.iter().map(|(it, _)| &it.entry.program).collect();
    match bench.build(&drafts, &selectors)? {
        Some(programs) => {
            for (candidate, draft) in &mut open {
                bench.judge(candidate, draft, &programs)?;
            }
        }
        // Together they do not compile: each by itself, the surer way of writing it last.
        None => {
            for (candidate, _) in &mut open {
                bench.one_by_one(candidate)?;
            }
        }
    }
    Ok(())
}

/// Where tests are tried.
struct Bench<'a> {
    target: &'a Target<'a>,
    placer: Placer,
}

impl Bench<'_> {
    fn draft(&self, candidate: &Candidate<'_>, way: usize) -> Result<Planned, Placement> {
        let text = candidate.texts.get(way).ok_or(Placement::DoesNotCompile)?;
        let home = home(candidate.entry);
        let planned = self.placer.plan([(&home, text)], &|_| false).pop();
        let planned = planned.ok_or(Placement::DoesNotCompile)?;
        planned.map_err(|reason| Placement::Refused(reason.to_string()))
    }

    fn one_by_one(&self, candidate: &mut Candidate<'_>) -> Result<(), CliError> {
        for way in 0.. {
            let draft = self.draft(candidate, way);
            let Some(draft) = settle(candidate.case, draft) else { return Ok(()) };
            if let Some(programs) = self.build(&[&draft], &[&candidate.entry.program])? {
                candidate.case.test = candidate.texts[way].named(&draft.test);
                candidate.case.body.clone_from(&candidate.texts[way].body);
                return self.judge(candidate, &draft, &programs);
            }
        }
        Ok(())
    }

    /// Compiles the crate's tests together with the drafts; nothing if that fails.
    fn build(
        &self,
        drafts: &[&Planned],
        programs: &[&Program],
    ) -> Result<Option<Vec<Program>>, CliError> {
        // Cargo compiles again when the variable changes, so that the name tells the contents.
        let all: String = drafts.iter().map(|draft| draft.content.as_str()).collect();
        let folder = self.target.out.join(format!("proof-{:016x}", checksum(&all)));
        let write = |path: &Path, text: &str| {
            std::fs::write(path, text).map_err(failed(format!("write {}", path.display())))
        };
        std::fs::create_dir_all(&folder).map_err(failed(format!("create {}", folder.display())))?;
        for draft in drafts {
            write(&folder.join(draft.path.file_name().unwrap_or_default()), &draft.content)?;
        }
        let selectors: BTreeSet<&[String]> =
            programs.iter().map(|program| program.selector.as_slice()).collect();
        let mut cargo = Invocation::cargo(&self.target.subject.package_root)
            .args(["test", "--manifest-path"])
            .arg(&self.target.subject.manifest_path)
            .env(Folder::Failures.variable(), &folder);
        for selector in selectors {
            cargo = cargo.args(selector);
        }
        let built = build::plain_tests(cargo, self.target);
        // The programs do not need it any more.
        let _ = std::fs::remove_dir_all(&folder);
        match built {
            Ok(programs) => Ok(Some(programs)),
            Err(CliError::Subject { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Runs a test, and places it if it fails as predicted every time.
    fn judge(
        &self,
        candidate: &mut Candidate<'_>,
        draft: &Planned,
        programs: &[Program],
    ) -> Result<(), CliError> {
        let Candidate { entry, case, .. } = candidate;
        let program = programs.iter().find(|it| it.selector == entry.program.selector);
        let Some(program) = program else {
            case.placement = Placement::DoesNotCompile;
            return Ok(());
        };
        let path = home(entry).path_of(&draft.test);
        let repeats = if case.kind == CaseKind::Hang { 1 } else { FailingCase::REPEATS };
        for _ in 0..repeats {
            if !self.fails(&program.executable, &path, case)? {
                case.placement = Placement::Passes;
                return Ok(());
            }
        }
        case.test_name.clone_from(&draft.test);
        case.placement = match draft.is_known {
            true => Placement::Known { path: draft.path.clone(), test: path },
            false => match self.target.settings.write.then(|| self.placer.place(draft)) {
                Some(Ok(())) => Placement::Placed { path: draft.path.clone(), test: path },
                Some(Err(reason)) => Placement::Refused(reason.to_string()),
                None => Placement::Refused(
                    "--no-tests or gadfly.toml keeps it out of the crate".to_owned(),
                ),
            },
        };
        Ok(())
    }

    /// Whether the test fails in a fresh process as the input did in the search.
    fn fails(&self, program: &Path, test: &str, case: &FailingCase) -> Result<bool, CliError> {
        let directory = &self.target.subject.package_root;
        let run = Invocation::new(program, directory)
            .contained(self.target.sandbox()?)
            .args(["--exact", test, "--include-ignored", "--test-threads=1"])
            .env("CARGO_MANIFEST_DIR", directory)
            .env_remove("RUST_BACKTRACE");
        let mut run = run.converse()?;
        let (sender, ended) = channel();
        if let Some(mut output) = run.take_output() {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                // What was read before an error is still worth looking at.
                let _ = output.read_to_end(&mut bytes);
                let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
            });
        }
        // Unread, it could fill its pipe; a thread of its own is enough.
        if let Some(mut errors) = run.take_errors() {
            std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
        }
        let patience = self.target.orders.patience.max(Duration::from_secs(2));
        let Ok(output) = ended.recv_timeout(patience) else {
            run.end();
            return Ok(case.kind == CaseKind::Hang);
        };
        let status = run.wait().map_err(failed("run a test"))?;
        let expected = case.message.trim_start_matches("panics: ").lines().next().unwrap_or("");
        Ok(match case.kind {
            CaseKind::Panic | CaseKind::Contract => {
                status.code() == Some(101) && output.contains(expected)
            }
            CaseKind::Crash => !status.success() && status.code() != Some(101),
            CaseKind::Hang => false,
        })
    }
}

/// The home of tests of a function.
fn home(entry: &Entry) -> Home {
    let parent = match entry.module() {
        "" => String::new(),
        module => format!("{module}::"),
    };
    let name = entry.name().to_owned();
    let selector = entry.program.selector.clone();
    Home { kind: HomeKind::BesideFunction, file: name.clone(), name, parent, selector }
}

/// The draft, or a note in the case why there is none.
fn settle(case: &mut FailingCase, draft: Result<Planned, Placement>) -> Option<Planned> {
    match draft {
        Ok(draft) => Some(draft),
        Err(placement) => {
            case.placement = placement;
            None
        }
    }
}
