//! The traced build: LLVM's AddressSanitizer pass reports loads, no sanitizer runtime is linked.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cargo_metadata::{Message, Metadata, MetadataCommand, Package};

use super::error::ExhaustError;
use super::options::ExhaustOptions;

/// What makes the compiler report loads on a stable toolchain.
const FLAGS: [&str; 8] = [
    "-Cpasses=forceattrs,asan",
    "-Cllvm-args=-force-attribute=sanitize_address",
    "-Cllvm-args=-asan-instrumentation-with-call-threshold=0",
    "-Cllvm-args=-asan-instrument-writes=0",
    "-Cllvm-args=-asan-stack=0",
    "-Cllvm-args=-asan-globals=0",
    "-Cllvm-args=-asan-guard-against-version-mismatch=0",
    "--cfg=gadfly_traced",
];

/// The profile: the callback is worth inlining, and overflow is worth noticing. Debug assertions
/// would check every pointer that the predicate follows and halve the speed.
const PROFILE: [&str; 6] = [
    "inherits=\"release\"",
    "lto=\"fat\"",
    "codegen-units=1",
    "overflow-checks=true",
    "package.gadfly-exhaust.overflow-checks=false",
    "debug=\"line-tables-only\"",
];

/// A cargo command that builds with tracing.
pub struct Traced {
    /// The command, up to and including the options; arguments can follow.
    pub command: Command,
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
    let triple = host_triple()?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.arg(subcommand).arg("--manifest-path").arg(manifest);
    command.arg("--target").arg(&triple).arg("--target-dir").arg(target_directory);
    command.args(["--profile", "gadfly-exhaust"]);
    for setting in PROFILE {
        command.arg("--config").arg(format!("profile.gadfly-exhaust.{setting}"));
    }
    match std::env::var("RUSTFLAGS") {
        // The variable outranks configuration, so the flags have to go there too.
        Ok(flags) if !flags.is_empty() => {
            command.env("RUSTFLAGS", format!("{flags} {}", FLAGS.join(" ")));
        }
        _ => {
            let quoted: Vec<String> = FLAGS.iter().map(|flag| format!("\"{flag}\"")).collect();
            let flags = format!("target.{triple}.rustflags=[{}]", quoted.join(","));
            command.arg("--config").arg(flags);
        }
    }
    command.env_remove("CARGO_ENCODED_RUSTFLAGS");
    Ok(Traced { command, triple })
}

/// The crate to search.
pub(super) struct Target {
    pub(super) package: Package,
    pub(super) directory: PathBuf,
    /// Where results go.
    pub(super) out: PathBuf,
    build: PathBuf,
}

impl Target {
    /// Finds the package that the options mean.
    pub(super) fn find(options: &ExhaustOptions) -> Result<Self, ExhaustError> {
        let path = &options.path;
        let manifest = if path.is_dir() { path.join("Cargo.toml") } else { path.clone() };
        let mut command = MetadataCommand::new();
        let metadata = command.manifest_path(&manifest).no_deps().exec().map_err(|error| {
            let message = error.to_string().trim().to_owned();
            ExhaustError::Metadata { path: path.clone(), message }
        })?;
        let package = choose(&metadata, options)?;
        let target = metadata.target_directory.as_std_path().join("gadfly");
        let out = options.out.clone().unwrap_or_else(|| target.join(package.name.as_str()));
        let directory =
            package.manifest_path.parent().map(|parent| parent.as_std_path().to_owned());
        let directory = directory.unwrap_or_default();
        Ok(Self {
            package,
            directory,
            out: out.join("exhaust"),
            build: target.join("exhaust-build"),
        })
    }

    /// Builds the crate's tests and returns the executables.
    pub(super) fn build(&self, options: &ExhaustOptions) -> Result<Vec<PathBuf>, ExhaustError> {
        let manifest = self.package.manifest_path.as_std_path();
        let mut command = traced_cargo("test", manifest, &self.build)?.command;
        command.args(["--no-run", "--lib", "--bins", "--tests"]);
        command.args(["--message-format", "json-render-diagnostics", "--quiet"]);
        command.args(&options.cargo_arguments);
        command.stdin(Stdio::null());
        let output = command.output().map_err(ExhaustError::io("run cargo"))?;
        let mut executables = Vec::new();
        for message in Message::parse_stream(output.stdout.as_slice()).map_while(Result::ok) {
            if let Message::CompilerArtifact(artifact) = message {
                let ours = artifact.package_id == self.package.id && artifact.profile.test;
                if let (true, Some(executable)) = (ours, artifact.executable) {
                    executables.push(executable.into_std_path_buf());
                }
            }
        }
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(ExhaustError::Build { message });
        }
        executables.sort();
        Ok(executables)
    }
}

fn choose(metadata: &Metadata, options: &ExhaustOptions) -> Result<Package, ExhaustError> {
    let packages = metadata.workspace_packages();
    let names = || packages.iter().map(|package| package.name.to_string()).collect();
    if let Some(name) = &options.package {
        let found = packages.iter().find(|package| package.name.as_str() == name);
        return found
            .map(|package| (*package).clone())
            .ok_or_else(|| ExhaustError::NoSuchPackage { name: name.clone(), names: names() });
    }
    if let Some(root) = metadata.root_package() {
        return Ok(root.clone());
    }
    match packages.as_slice() {
        [only] => Ok((*only).clone()),
        _ => Err(ExhaustError::SeveralPackages { path: options.path.clone(), names: names() }),
    }
}

fn host_triple() -> Result<String, ExhaustError> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let output = Command::new(rustc).arg("-vV").output().map_err(ExhaustError::io("run rustc"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| ExhaustError::Build {
        message: "rustc -vV does not name the host".to_owned(),
    })
}
