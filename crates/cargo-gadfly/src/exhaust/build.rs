//! The traced build: LLVM's AddressSanitizer pass reports loads, no sanitizer runtime is linked.

use std::path::{Path, PathBuf};

use cargo_metadata::diagnostic::DiagnosticLevel;
use cargo_metadata::{Message, TargetKind};
use gadfly_cargo::Invocation;
use gadfly_test_file::{Folder, NO_FOLDER};

use super::error::ExhaustError;
use super::options::ExhaustOptions;
use super::target::Target;

/// What makes the compiler report loads on a stable toolchain.
const FLAGS: [&str; 9] = [
    "-Cpasses=forceattrs,asan",
    "-Cllvm-args=-force-attribute=sanitize_address",
    "-Cllvm-args=-asan-instrumentation-with-call-threshold=0",
    "-Cllvm-args=-asan-instrument-writes=0",
    "-Cllvm-args=-asan-stack=0",
    "-Cllvm-args=-asan-opt-stack=1",
    "-Cllvm-args=-asan-globals=0",
    "-Cllvm-args=-asan-guard-against-version-mismatch=0",
    "--cfg=gadfly_traced",
];

/// The profile: the callback is worth inlining, and overflow is worth noticing. Debug assertions
/// would check every pointer that the predicate follows and halve the speed. A profile of this name
/// in the workspace's manifest takes its place.
const PROFILE: [&str; 6] = [
    "inherits=\"release\"",
    "lto=\"fat\"",
    "codegen-units=1",
    "overflow-checks=true",
    "package.gadfly-exhaust.overflow-checks=false",
    "debug=\"line-tables-only\"",
];

/// A run of cargo that builds with tracing.
#[derive(Debug)]
pub struct Traced {
    /// The run, up to and including the options; arguments can follow.
    pub cargo: Invocation,
    /// The triple it builds for.
    pub triple: String,
}

/// Prepares `cargo <subcommand>` for a traced build of the crate at `manifest`, into
/// `target_directory`. Build scripts and procedural macros stay as they are.
pub fn traced_cargo(
    subcommand: &str,
    manifest: &Path,
    target_directory: &Path,
) -> Result<Traced, ExhaustError> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Err(ExhaustError::Platform);
    }
    let directory = manifest.parent().unwrap_or(Path::new("."));
    let triple = host_triple(directory)?;
    let mut cargo = Invocation::cargo(directory)
        .arg(subcommand)
        .arg("--manifest-path")
        .arg(manifest)
        .args(["--target", &triple, "--target-dir"])
        .arg(target_directory)
        .args(["--profile", "gadfly-exhaust"])
        // Tests that were written earlier are not searched, and one that no longer compiles must not stop the build.
        .env(Folder::Failures.variable(), NO_FOLDER);
    if !has_profile(manifest) {
        for setting in PROFILE {
            cargo = cargo.arg("--config").arg(format!("profile.gadfly-exhaust.{setting}"));
        }
    }
    cargo = match std::env::var("RUSTFLAGS") {
        // The variable outranks configuration, so the flags have to go there too.
        Ok(flags) if !flags.is_empty() => {
            cargo.env("RUSTFLAGS", format!("{flags} {}", FLAGS.join(" ")))
        }
        _ => {
            let quoted: Vec<String> = FLAGS.iter().map(|flag| format!("\"{flag}\"")).collect();
            let flags = format!("target.{triple}.rustflags=[{}]", quoted.join(","));
            cargo.arg("--config").arg(flags)
        }
    };
    Ok(Traced { cargo: cargo.env_remove("CARGO_ENCODED_RUSTFLAGS"), triple })
}

/// A program with the crate's tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Program {
    pub(super) executable: PathBuf,
    /// What to tell cargo to build just this one: `--test NAME`, or `--lib`.
    pub(super) selector: Vec<String>,
}

/// Builds the crate's tests with tracing.
pub(super) fn traced_tests(
    target: &Target,
    options: &ExhaustOptions,
) -> Result<Vec<Program>, ExhaustError> {
    let cargo = traced_cargo("build", &target.manifest, &target.build)?.cargo;
    // A program that does not link gadfly lacks what the tracing calls; it has nothing to search.
    let cargo = cargo.args(["--tests", "--keep-going"]);
    programs(cargo, target, options, &|error| error.contains("undefined symbol: __asan_"))
}

/// Builds the tests that `cargo` is told to, as usual.
pub(super) fn plain_tests(
    cargo: Invocation,
    target: &Target,
    options: &ExhaustOptions,
) -> Result<Vec<Program>, ExhaustError> {
    programs(cargo.arg("--no-run"), target, options, &|_| false)
}

fn programs(
    cargo: Invocation,
    target: &Target,
    options: &ExhaustOptions,
    is_harmless: &dyn Fn(&str) -> bool,
) -> Result<Vec<Program>, ExhaustError> {
    let cargo = cargo.args(["--message-format", "json", "--quiet"]).args(&options.cargo_arguments);
    let finished = cargo.run()?;
    let mut programs = Vec::new();
    let mut errors = Vec::new();
    for message in Message::parse_stream(finished.stdout.as_slice()).map_while(Result::ok) {
        match message {
            Message::CompilerArtifact(artifact) => {
                let ours = artifact.package_id == target.package.id && artifact.profile.test;
                if let (true, Some(executable)) = (ours, artifact.executable) {
                    let executable = executable.into_std_path_buf();
                    let name = artifact.target.name.clone();
                    let selector = match artifact.target.kind.first() {
                        Some(TargetKind::Test) => vec!["--test".to_owned(), name],
                        Some(TargetKind::Bin) => vec!["--bin".to_owned(), name],
                        _ => vec!["--lib".to_owned()],
                    };
                    programs.push(Program { executable, selector });
                }
            }
            Message::CompilerMessage(message)
                if message.message.level == DiagnosticLevel::Error =>
            {
                errors.push(message.message.rendered.unwrap_or(message.message.message));
            }
            _ => {}
        }
    }
    let only_harmless = !errors.is_empty() && errors.iter().all(|error| is_harmless(error));
    if !finished.status.success() && !only_harmless {
        let mut harmful = errors.into_iter().filter(|error| !is_harmless(error));
        let message = harmful.next().unwrap_or(finished.stderr).trim().to_owned();
        let package = target.package.name.to_string();
        return Err(ExhaustError::Build { package, message });
    }
    programs.sort();
    Ok(programs)
}

/// Whether the manifest, or one above it, has a profile for this build.
fn has_profile(manifest: &Path) -> bool {
    let manifests = manifest.ancestors().skip(1).map(|folder| folder.join("Cargo.toml"));
    manifests.filter_map(|path| std::fs::read_to_string(path).ok()).any(|text| {
        let table: Option<toml::Table> = text.parse().ok();
        let profiles = table.as_ref().and_then(|table| table.get("profile"));
        profiles.is_some_and(|profiles| profiles.get("gadfly-exhaust").is_some())
    })
}

fn host_triple(directory: &Path) -> Result<String, ExhaustError> {
    let finished = Invocation::rustc(directory).arg("-vV").run()?;
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or(ExhaustError::Toolchain)
}
