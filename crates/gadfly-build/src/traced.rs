//! Builds of crates in which reads of fields can be seen: LLVM's AddressSanitizer pass reports loads, and no
//! sanitizer runtime is linked.

use std::path::Path;

use gadfly_cargo::{Invocation, RunError};
use gadfly_test_file::{Folder, NO_FOLDER};

/// Flags with which the compiler reports loads on a stable toolchain.
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

/// Reasons why there is no such build.
#[derive(Debug, thiserror::Error)]
pub enum TracedError {
    /// Loads cannot be reported on this platform.
    #[error(
        "exhaustive search of plain structs needs Linux on x86-64; use gadfly::Field elsewhere"
    )]
    Platform,
    /// The compiler does not name its host.
    #[error("the Rust toolchain does not work: `rustc -vV` does not name the host")]
    Toolchain,
    /// The compiler cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
}

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
) -> Result<Traced, TracedError> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Err(TracedError::Platform);
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

/// Returns whether the manifest, or one above it, has a profile for this build.
fn has_profile(manifest: &Path) -> bool {
    let manifests = manifest.ancestors().skip(1).map(|folder| folder.join("Cargo.toml"));
    manifests.filter_map(|path| std::fs::read_to_string(path).ok()).any(|text| {
        let table: Option<toml::Table> = text.parse().ok();
        let profiles = table.as_ref().and_then(|table| table.get("profile"));
        profiles.is_some_and(|profiles| profiles.get("gadfly-exhaust").is_some())
    })
}

fn host_triple(directory: &Path) -> Result<String, TracedError> {
    let finished = Invocation::rustc(directory).arg("-vV").run()?;
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or(TracedError::Toolchain)
}
