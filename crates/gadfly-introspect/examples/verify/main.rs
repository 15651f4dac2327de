//! Has the compiler judge a model: `cargo run -p gadfly-introspect --example verify -- <path>`.
//!
//! Writes a library that calls every function with the types the model states, checks it, and
//! prints the functions that rustc rejects.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for developers")]

mod wrappers;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use gadfly_cargo::{DependencySource, Invocation, Subject, SubjectRequest, locate};
use gadfly_introspect::introspect;

fn main() -> ExitCode {
    let path = std::env::args().nth(1).map_or_else(|| PathBuf::from("."), PathBuf::from);
    match verify(path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn verify(path: PathBuf) -> Result<(), Box<dyn std::error::Error>> {
    let subject = locate(&SubjectRequest { path, ..SubjectRequest::default() })?;
    let target_dir = subject.target_directory.join("gadfly");
    let model = introspect(&subject, &target_dir.join("rustdoc"), &mut |_| {})?.model;
    let wrappers = wrappers::wrappers(&model);
    let directory = target_dir.join("verify");
    std::fs::create_dir_all(directory.join("src"))?;
    std::fs::write(directory.join("src/lib.rs"), &wrappers.source)?;
    std::fs::write(directory.join("Cargo.toml"), manifest(&subject))?;
    let _ = std::fs::remove_file(directory.join("Cargo.lock"));
    if let Some(lock) = &subject.lock_file {
        std::fs::copy(lock, directory.join("Cargo.lock"))?;
    }
    let finished = Invocation::cargo(&directory)
        .args(["check", "--message-format=short", "--color=never"])
        .run()?;
    let mut rejected: BTreeMap<&str, &str> = BTreeMap::new();
    // That a parameter outlives a lifetime is implied by an impl's header, not by a function's.
    // An impl may ask less of a lifetime than its trait, and some parameters need a turbofish.
    let is_implied = |line: &str| {
        ["[E0309]", "[E0310]", "[E0621]", "[E0283]", "[E0282]", "[E0284]"]
            .iter()
            .any(|c| line.contains(c))
    };
    let errors = finished.stderr.lines().filter(|line| line.contains(": error"));
    for line in errors.filter(|line| !is_implied(line)) {
        let number = line.strip_prefix("src/lib.rs:").and_then(|rest| rest.split(':').next());
        let function = number
            .and_then(|number| number.parse().ok())
            .and_then(|number: usize| wrappers.functions.get(&number));
        match function {
            Some(function) => {
                rejected.entry(function).or_insert(line);
            }
            None => println!("{line}"),
        }
    }
    if !finished.status.success() && rejected.is_empty() {
        println!("{}", finished.stderr);
    }
    for (function, line) in &rejected {
        println!("{function}\n    {line}");
    }
    println!(
        "{}: {} functions, {} called, {} rejected",
        subject.package,
        model.functions.len(),
        wrappers.functions.len(),
        rejected.len()
    );
    Ok(())
}

fn manifest(subject: &Subject) -> String {
    let mut text = format!(
        "[package]\nname = \"verify\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
         [dependencies]\n{} = {{ package = \"{}\", path = {:?} }}\n",
        subject.lib_name, subject.package, subject.package_root
    );
    for dependency in subject.dependencies.iter().filter(|dependency| !dependency.is_proc_macro) {
        let source = match &dependency.source {
            DependencySource::Path(path) => format!("path = {path:?}"),
            DependencySource::Git { url, reference, .. } => match reference {
                Some((kind, value)) => format!("git = {url:?}, {kind} = {value:?}"),
                None => format!("git = {url:?}"),
            },
            DependencySource::Registry { .. } => format!("version = \"={}\"", dependency.version),
        };
        text.push_str(&format!(
            "{} = {{ package = \"{}\", {source}, default-features = false, features = {:?} }}\n",
            dependency.crate_name, dependency.package, dependency.features
        ));
    }
    text.push_str(subject.patch_toml.as_deref().unwrap_or_default());
    text
}
