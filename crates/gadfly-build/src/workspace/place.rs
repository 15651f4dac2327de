//! The folders of the generated packages, and the builds that do not depend on operations.

use std::path::{Path, PathBuf};

use gadfly_cargo::{Finished, Invocation, Subject};
use gadfly_test_file::{Folder, NO_FOLDER};

use crate::helpers::Helpers;
use crate::linked::{Linked, TestCrate};
use crate::probe::ExternCrate;

use super::BuildError;
use super::artifacts::{CargoMessage, is_library, is_same_file, metadata_of};
use super::files::write_if_changed;
use super::flavour::Flavour;
use super::instrument::Instrument;
use super::manifest::{self, DEPENDENCIES_PACKAGE, Optimise, PROFILE};

/// The compiler's complaint about a registration whose type it cannot infer.
const GENERIC: &str = "generic `Self` types are currently not permitted";

/// The generated packages of one subject.
pub struct Workspace<'s> {
    /// The crate under test.
    pub subject: &'s Subject,
    /// The generated workspace.
    pub root: PathBuf,
    /// The folder into which everything is compiled.
    pub target_dir: PathBuf,
    /// The engine's sources.
    pub engine: PathBuf,
    /// The compiler that puts counters into the code, if there is one.
    pub instrument: Option<Instrument>,
    /// The flavour in which the subject is built.
    pub flavour: Flavour,
    /// The person's own functions that build values.
    pub helpers: Option<Helpers>,
    /// For a harness that checks properties: what it links.
    pub linked: Option<Linked>,
}

/// Crates the compiler can be asked about.
pub struct Dependencies {
    /// The subject and its direct dependencies.
    pub externs: Vec<ExternCrate>,
    /// The folders of all others.
    pub search_path: Vec<PathBuf>,
}

impl Workspace<'_> {
    /// Writes the manifests and takes over the subject's lock file.
    pub fn prepare(&self, optimise: Optimise) -> Result<(), BuildError> {
        let (subject, version) = (self.subject, &manifest::version(&self.root));
        write_if_changed(&self.root.join("Cargo.toml"), &self.workspace(optimise))?;
        let dependencies = self.root.join("dependencies");
        write_if_changed(
            &dependencies.join("Cargo.toml"),
            &manifest::dependencies_package(version, subject, self.helpers.as_ref()),
        )?;
        write_if_changed(&dependencies.join("src/lib.rs"), "")?;
        let operations = self.root.join("operations");
        let text = manifest::operations_package(
            version,
            subject,
            &self.engine,
            self.helpers.as_ref(),
            self.linked.as_ref(),
        );
        write_if_changed(&operations.join("Cargo.toml"), &text)?;
        if !operations.join("src/main.rs").exists() {
            write_if_changed(&operations.join("src/main.rs"), "fn main() {}\n")?;
        }
        let tests = self.root.join("tests");
        let text = manifest::tests_package(version, subject);
        write_if_changed(&tests.join("Cargo.toml"), &text)?;
        write_if_changed(&tests.join("src/lib.rs"), "")?;
        if let Some(helpers) = &self.helpers {
            let text = manifest::helpers_package(version, subject, helpers);
            write_if_changed(&self.root.join("helpers/Cargo.toml"), &text)?;
            self.show_helpers_to_tests(helpers)?;
        }
        if let Some(linked) = &self.linked {
            self.prepare_linked(version, linked)?;
        }
        self.take_over_lock()
    }

    /// Writes the packages of test files with properties, and that of the program that lists all properties.
    fn prepare_linked(&self, version: &str, linked: &Linked) -> Result<(), BuildError> {
        for test in &linked.tests {
            let text = manifest::test_package(version, self.subject, test);
            write_if_changed(&self.root.join(test.package()).join("Cargo.toml"), &text)?;
        }
        let text = manifest::listing_package(version, self.subject, &self.engine, linked);
        write_if_changed(&self.root.join("listing/Cargo.toml"), &text)?;
        if !self.root.join("listing/src/main.rs").exists() {
            write_if_changed(&self.root.join("listing/src/main.rs"), "fn main() {}\n")?;
        }
        Ok(())
    }

    fn workspace(&self, optimise: Optimise) -> String {
        manifest::workspace(
            self.subject,
            optimise,
            self.flavour,
            self.instrument.is_some(),
            self.members(),
        )
    }

    /// Packages of the workspace that only some runs have.
    fn members(&self) -> Vec<String> {
        let mut members = Vec::new();
        if self.helpers.is_some() {
            members.push("helpers".to_owned());
        }
        if let Some(linked) = &self.linked {
            members.push("listing".to_owned());
            members.extend(linked.tests.iter().map(TestCrate::package));
        }
        members
    }

    /// Copies the helpers to where tests are proven, so that `mod` finds them there as in the person's own tests.
    fn show_helpers_to_tests(&self, helpers: &Helpers) -> Result<(), BuildError> {
        let folder = self.tests_dir().join(&helpers.module);
        let copy = |from: &Path, to: &Path| -> Result<(), BuildError> {
            let text = std::fs::read_to_string(from)
                .map_err(|source| BuildError::Write { path: to.to_owned(), source })?;
            write_if_changed(to, &text).map(drop)
        };
        copy(&helpers.file, &folder.join("mod.rs"))?;
        // Modules of the helpers' own.
        let beside = match helpers.file.parent() {
            Some(parent) if helpers.file.ends_with("mod.rs") => parent.to_owned(),
            _ => helpers.file.with_extension(""),
        };
        for entry in std::fs::read_dir(beside).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            if path.extension().is_some_and(|extension| extension == "rs") && name != "mod.rs" {
                copy(&path, &folder.join(name))?;
            }
        }
        Ok(())
    }

    /// Versions are the subject's: its lock file is copied whenever it has changed.
    fn take_over_lock(&self) -> Result<(), BuildError> {
        let Some(lock) = &self.subject.lock_file else { return Ok(()) };
        let Ok(text) = std::fs::read_to_string(lock) else { return Ok(()) };
        if write_if_changed(&self.root.join("Cargo.lock.subject"), &text)? {
            write_if_changed(&self.root.join("Cargo.lock"), &text)?;
        }
        Ok(())
    }

    /// Checks the subject and its dependencies, and says where their metadata is.
    pub fn check_dependencies(&self) -> Result<Dependencies, BuildError> {
        let args = ["check", "--package", DEPENDENCIES_PACKAGE];
        let finished = self.cargo_offline_first(&args)?;
        let stdout = String::from_utf8_lossy(&finished.stdout);
        let messages: Vec<CargoMessage> = stdout.lines().filter_map(CargoMessage::parse).collect();
        if !finished.status.success() {
            if let Some(message) = self.about_helpers(&messages) {
                return Err(BuildError::Helpers { message });
            }
            return Err(self.subject_error(&messages, &finished.stderr));
        }
        Ok(self.collect(&messages))
    }

    /// Why the subject does not build; with its test code where that is linked.
    pub(crate) fn subject_error(&self, messages: &[CargoMessage], stderr: &str) -> BuildError {
        let package = self.subject.package.clone();
        let message = first_error(messages, stderr);
        if self.linked.is_none() {
            return BuildError::Subject { package, message };
        }
        let is_generic = message.contains(GENERIC);
        let message = match first_place(messages, &self.subject.package_root) {
            Some(place) => format!("{message} ({place})"),
            None => message,
        };
        BuildError::Tests { package, message, is_generic }
    }

    /// The compiler's complaint about the helpers, if they do not compile.
    fn about_helpers(&self, messages: &[CargoMessage]) -> Option<String> {
        let file = self.helpers.as_ref()?.file.to_string_lossy().into_owned();
        messages.iter().find_map(|message| match message {
            CargoMessage::Complaint { message } if message.is_error() => {
                let lines = message.lines(&|path: &str| path == file);
                let (_, line) = lines.first()?;
                Some(format!("line {line}: {}", message.message))
            }
            _ => None,
        })
    }

    /// Compiles what does not depend on operations: the engine, the subject and its dependencies.
    pub fn build_ahead(&self) -> Result<(), BuildError> {
        let packages = ["--package", DEPENDENCIES_PACKAGE, "--package", "gadfly-engine"];
        let args = [&["build", "--profile", PROFILE], &packages[..]].concat();
        self.build(&args).map(drop)
    }

    fn collect(&self, messages: &[CargoMessage]) -> Dependencies {
        let mut externs = Vec::new();
        let mut search_path: Vec<PathBuf> = Vec::new();
        for message in messages {
            let CargoMessage::Artifact { target, manifest_path, filenames, .. } = message else {
                continue;
            };
            if let Some(parent) = filenames.first().and_then(|file| file.parent())
                && !search_path.iter().any(|known| known == parent)
            {
                search_path.push(parent.to_owned());
            }
            if !is_library(target) {
                continue;
            }
            let Some(file) = metadata_of(filenames) else { continue };
            if let Some(name) = self.name_of(manifest_path, target.name.replace('-', "_")) {
                externs.push(ExternCrate { name, file: file.clone() });
            }
        }
        Dependencies { externs, search_path }
    }

    /// The name in paths of the subject or a direct dependency, by its manifest.
    fn name_of(&self, manifest_path: &Path, lib_name: String) -> Option<String> {
        if is_same_file(manifest_path, &self.subject.manifest_path) {
            return Some(self.subject.lib_name.clone());
        }
        if let Some(helpers) = &self.helpers
            && is_same_file(manifest_path, &self.root.join("helpers/Cargo.toml"))
        {
            return Some(helpers.module.clone());
        }
        let mut direct =
            self.subject.dependencies.iter().filter(|dependency| !dependency.is_proc_macro);
        let found =
            direct.find(|dependency| is_same_file(manifest_path, &dependency.manifest_path))?;
        debug_assert!(!lib_name.is_empty());
        Some(found.crate_name.clone())
    }

    /// Compiles what is to be run, in the workspace's flavour.
    pub(crate) fn build(&self, args: &[&str]) -> Result<Finished, BuildError> {
        if !self.flavour.is_sanitized {
            return self.cargo_offline_first(args);
        }
        // With a target named, build-time programs are kept apart from the result.
        let host = &self.subject.host;
        self.cargo_offline_first(&[args, &["--target", host]].concat())
    }

    /// Runs cargo on the generated workspace; only when that fails for want of a package is the
    /// network allowed.
    pub(crate) fn cargo_offline_first(&self, args: &[&str]) -> Result<Finished, BuildError> {
        let finished = self.cargo(args).arg("--offline").run()?;
        let is_missing = !finished.status.success() && finished.stdout.is_empty();
        if is_missing { Ok(self.cargo(args).run()?) } else { Ok(finished) }
    }

    fn cargo(&self, args: &[&str]) -> Invocation {
        let mut cargo = Invocation::cargo(&self.subject.toolchain_dir);
        if let Some(instrument) = &self.instrument {
            cargo = cargo.env("RUSTC_WRAPPER", &instrument.wrapper);
        }
        if self.linked.is_some() {
            // Tests and values that were written earlier take no part, and one that no longer compiles must not stop the build.
            for folder in Folder::ALL {
                cargo = cargo.env(folder.variable(), NO_FOLDER);
            }
        }
        cargo
            .args(args)
            .arg("--manifest-path")
            .arg(self.root.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&self.target_dir)
            .args(["--message-format", "json"])
    }
}

/// The place of the first complaint that stops a build, relative to the package.
fn first_place(messages: &[CargoMessage], package_root: &Path) -> Option<String> {
    let first = messages.iter().find_map(|message| match message {
        CargoMessage::Complaint { message } if message.is_error() => Some(message),
        _ => None,
    });
    let (file, line) = first?.lines(&|_| true).into_iter().next()?;
    let short = Path::new(&file).strip_prefix(package_root).unwrap_or(Path::new(&file));
    Some(format!("{}:{line}", short.display()))
}

/// The first complaint that stops a build, from the compiler or from cargo.
pub(crate) fn first_error(messages: &[CargoMessage], stderr: &str) -> String {
    let from_compiler = messages.iter().find_map(|message| match message {
        CargoMessage::Complaint { message } if message.is_error() => Some(message.message.clone()),
        _ => None,
    });
    from_compiler.unwrap_or_else(|| {
        let line = stderr.lines().find(|line| line.starts_with("error"));
        line.unwrap_or("cargo gave no reason").trim_start_matches("error: ").to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_has_its_place_in_the_package() {
        let complaint = |level: &str, message: &str, file: &str| {
            let line = format!(
                r#"{{"reason":"compiler-message","message":{{"message":"{message}","code":null,"level":"{level}",
                "spans":[{{"file_name":"{file}","line_start":3,"is_primary":true,"expansion":null}}],"children":[],"rendered":null}}}}"#
            );
            CargoMessage::parse(&line).expect("a message")
        };
        let messages = [
            complaint("warning", "unused", "src/lib.rs"),
            complaint("error", "mismatched types", "/t/shadow/tests/outside.rs"),
            complaint("error", "no such name", "src/lib.rs"),
        ];
        assert_eq!(first_error(&messages, ""), "mismatched types");
        let place = first_place(&messages, Path::new("/t/shadow"));
        assert_eq!(place.as_deref(), Some("tests/outside.rs:3"));
        assert_eq!(first_place(&messages[..1], Path::new("/t/shadow")), None);
    }
}
