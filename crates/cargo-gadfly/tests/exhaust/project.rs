//! Throw-away crates that use gadfly.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gadfly_testkit::{Project, Tool, repository_root};
use serde_json::Value;

/// A profile without link-time optimisation: the results do not depend on it, and it takes long here.
pub(crate) const PROFILE: &str = "[profile.gadfly-exhaust]\ninherits = \"release\"\n\
    lto = \"off\"\ncodegen-units = 16\nopt-level = 1\noverflow-checks = true\n";

/// A crate with this library. All of them are built into one target directory.
pub(crate) fn project(name: &str, library: &str) -> Project {
    let gadfly = repository_root().join("crates/gadfly");
    let wire = repository_root().join("crates/gadfly-wire");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n\
         [dependencies]\ngadfly = {{ path = {gadfly:?} }}\n\
         gadfly-wire = {{ path = {wire:?} }}\n\n[workspace]\n\n{PROFILE}"
    );
    let config = format!("[build]\ntarget-dir = {:?}\n", target());
    Project::empty()
        .with("Cargo.toml", &manifest)
        .with("src/lib.rs", library)
        // A program that does not use gadfly is no obstacle.
        .with("tests/plain.rs", "#[test]\nfn sum() {\n    assert_eq!(1 + 1, 2);\n}\n")
        .with(".cargo/config.toml", &config)
}

/// To be held by runs on the crate that tests share: one run at a time works on a crate.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static RUNNING: Mutex<()> = Mutex::new(());
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder of traced builds, also those of the command on these crates.
pub(crate) fn traced_target() -> PathBuf {
    target().join("gadfly/.shared/exhaust")
}

/// The command.
pub(crate) fn gadfly() -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_cargo-gadfly"))
}

/// The results of a run on a crate.
pub(crate) struct Searched {
    /// Its `report.json`.
    pub(crate) report: Value,
    /// Its summary, or the inputs that it shows.
    pub(crate) stdout: String,
}

/// Runs a search of the crate that is called `name`.
pub(crate) fn search(project: &Project, name: &str, flags: &str, code: i32) -> Searched {
    let run = gadfly().run(project, &format!("exhaust {flags}")).expect_code(code);
    let path = target().join("gadfly").join(name).join("report.json");
    let text = std::fs::read_to_string(path).expect("a report");
    Searched { report: serde_json::from_str(&text).expect("JSON"), stdout: run.stdout }
}

impl Searched {
    /// The results of a function.
    pub(crate) fn function(&self, name: &str) -> &Value {
        let functions = self.report["exhaust"]["functions"].as_array().expect("functions");
        functions.iter().find(|function| function["function"] == name).expect(name)
    }

    /// The finding of a function.
    pub(crate) fn finding(&self, name: &str) -> Option<&Value> {
        let findings = self.report["findings"].as_array().expect("findings");
        findings.iter().find(|finding| finding["item"] == name)
    }

    /// A text of the finding of a function.
    pub(crate) fn text(&self, name: &str, key: &str) -> &str {
        self.finding(name).and_then(|finding| finding[key].as_str()).expect(name)
    }

    /// The part of the summary about the failure of a function.
    pub(crate) fn block(&self, name: &str) -> &str {
        let start = format!("{name} ");
        let mut blocks = self.stdout.split("\n FAIL  ");
        blocks.find(|block| block.starts_with(&start)).expect(name)
    }
}

fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| Path::new("target").to_owned());
    repository_root().join(target).join("exhaust-tests")
}
