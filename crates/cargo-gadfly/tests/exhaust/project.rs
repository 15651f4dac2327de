//! Throw-away crates that use gadfly.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cargo_gadfly::exhaust::{Event, ExhaustError, ExhaustOptions, ExhaustReport, run};
use gadfly_testkit::{Project, repository_root};

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

/// To be held while tests of failures are proven: that builds a crate's tests where the crate's own
/// are, and a run of the command on the same crate would build them anew meanwhile.
pub(crate) fn proving() -> MutexGuard<'static, ()> {
    static PROVING: Mutex<()> = Mutex::new(());
    PROVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder of traced builds, also those of the command on these crates.
pub(crate) fn traced_target() -> PathBuf {
    target().join("gadfly/.shared/exhaust")
}

/// Options for a crate; results stay inside, in a directory of this name.
pub(crate) fn options(project: &Project, out: &str) -> ExhaustOptions {
    let mut options = ExhaustOptions::new(project.path());
    options.out = Some(project.path().join(out));
    options.build = Some(traced_target());
    options
}

/// Runs a search and collects what is shown.
pub(crate) fn search(
    options: &ExhaustOptions,
) -> Result<(ExhaustReport, Vec<String>), ExhaustError> {
    let mut shown = Vec::new();
    let report = run(options, &mut |event| {
        if let Event::Structure { text, .. } = event {
            shown.push(text);
        }
    })?;
    Ok((report, shown))
}

fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| Path::new("target").to_owned());
    repository_root().join(target).join("exhaust-tests")
}
