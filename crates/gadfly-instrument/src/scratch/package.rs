//! A package copied into a folder of its own.

use std::collections::BTreeMap;
use std::path::Path;

use gadfly_cargo::{Invocation, Subject};
use toml::Table;

use super::{manifest, modules};
use crate::InstrumentError;
use crate::source::test_modules;

/// Entries of a package that a copy does not have. A toolchain file would start another compiler.
const LEFT_OUT: &[&str] = &[
    "target",
    ".git",
    ".cargo",
    "rust-toolchain",
    "rust-toolchain.toml",
    "Cargo.toml",
    "Cargo.lock",
];

/// A package in a folder of its own: everything but its Rust files, which are kept as texts to be written with changes.
#[derive(Debug)]
pub struct PackageCopy<'a> {
    subject: &'a Subject,
    folder: &'a Path,
    /// Rust files of the library below the package's folder, with their texts.
    pub sources: BTreeMap<String, String>,
    /// Rust files of tests and examples, and of modules for tests alone, as above.
    pub callers: BTreeMap<String, String>,
    /// `true` if the package has the edition of 2015.
    pub is_first_edition: bool,
    manifest: Table,
}

/// Cargo in a copy, with the features that were asked for. Warnings do not stop it.
pub fn cargo_in_copy(subject: &Subject, folder: &Path, target: &Path, command: &str) -> Invocation {
    Invocation::cargo(folder)
        .arg(command)
        .args(subject.feature_args())
        .env("CARGO_TARGET_DIR", target)
        .env("RUSTFLAGS", "--cap-lints warn")
}

impl<'a> PackageCopy<'a> {
    /// Copies everything but Rust files. With a tracer's folder, the library depends on it.
    ///
    /// # Errors
    ///
    /// Where files cannot be read or written.
    pub fn new(
        subject: &'a Subject,
        folder: &'a Path,
        tracer: Option<&Path>,
    ) -> Result<Self, InstrumentError> {
        let root = &subject.package_root;
        let original = read_manifest(&root.join("Cargo.toml"))?;
        let place = subject.workspace_root.as_path();
        let workspace = match place == root {
            true => None,
            false => Some((read_manifest(&place.join("Cargo.toml"))?, place)),
        };
        let of_workspace = workspace.as_ref().map(|(table, place)| (table, *place));
        let manifest = manifest::of_copy(&original, root, of_workspace, tracer);
        let edition = manifest.get("package").and_then(|package| package.get("edition")?.as_str());
        let is_first_edition = edition.is_none_or(|edition| edition == "2015");
        if let Some(lock) = &subject.lock_file {
            write_if_changed(&folder.join("Cargo.lock"), &read(lock)?)?;
        }
        let (sources, callers) = (BTreeMap::new(), BTreeMap::new());
        let mut copy = Self { subject, folder, sources, callers, is_first_edition, manifest };
        copy.write_manifest()?;
        let library = copy.library().to_owned();
        let of_library = library.parent().unwrap_or(Path::new("")).to_owned();
        copy.copy(Path::new(""), &of_library)?;
        copy.set_tests_aside(&library);
        Ok(copy)
    }

    /// The root of the library, below the package's folder.
    pub fn library(&self) -> &Path {
        let path = &self.subject.lib_path;
        path.strip_prefix(&self.subject.package_root).unwrap_or(path)
    }

    /// The path of the module in a file of the library, crate first.
    pub fn module_of(&self, file: &str) -> String {
        modules::module_of(&self.subject.lib_name, self.library(), Path::new(file))
    }

    /// Writes a Rust file, unless it has the text already.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub fn write(&self, file: &str, text: &str) -> Result<(), InstrumentError> {
        write_if_changed(&self.folder.join(file), text)
    }

    fn write_manifest(&self) -> Result<(), InstrumentError> {
        let path = self.folder.join("Cargo.toml");
        let text = toml::to_string(&self.manifest).map_err(|error| InstrumentError::Manifest {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        write_if_changed(&path, &text)
    }

    /// Leaves out examples and the dependencies that nothing else names.
    pub(crate) fn leave_out_examples(&mut self) -> Result<(), InstrumentError> {
        let readme = read(&self.subject.package_root.join("README.md")).unwrap_or_default();
        let (sources, callers) = (&self.sources, &self.callers);
        let is_named = |name: &str| {
            let tests = callers.iter().filter(|(file, _)| !file.starts_with("examples/"));
            let mut texts = sources.iter().chain(tests).map(|(_, text)| text).chain([&readme]);
            texts.any(|text| text.contains(name))
        };
        manifest::leave_out_examples(&mut self.manifest, &is_named);
        self.write_manifest()
    }

    /// Moves sources of modules that are built for tests alone to the callers.
    fn set_tests_aside(&mut self, library: &Path) {
        let crate_name = &self.subject.lib_name;
        let module = |file: &str| modules::module_of(crate_name, library, Path::new(file));
        let declared =
            self.sources.iter().flat_map(|(file, text)| test_modules(text, &module(file)));
        let tests: Vec<String> = declared.collect();
        let is_test = |file: &str| {
            let path = module(file);
            tests.iter().any(|test| {
                path.strip_prefix(test)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            })
        };
        let (aside, kept) =
            std::mem::take(&mut self.sources).into_iter().partition(|(file, _)| is_test(file));
        self.sources = kept;
        self.callers.extend::<BTreeMap<String, String>>(aside);
    }

    /// Copies a folder; sources of the library are kept for rewriting.
    fn copy(&mut self, folder: &Path, sources: &Path) -> Result<(), InstrumentError> {
        let from = self.subject.package_root.join(folder);
        let entries = std::fs::read_dir(&from).map_err(failed(&from))?;
        for entry in entries {
            let entry = entry.map_err(failed(&from))?;
            let name = entry.file_name();
            let is_left_out = LEFT_OUT.iter().any(|it| name == *it);
            let below = folder.join(&name);
            let path = entry.path();
            // A target directory may be anywhere, this one included; it is marked as a cache.
            let is_cache = path.join("CACHEDIR.TAG").exists();
            if (is_left_out && folder == Path::new("")) || is_cache || path == self.folder {
                continue;
            }
            let to = self.folder.join(&below);
            let is_rust = path.extension().is_some_and(|it| it == "rs");
            if path.is_dir() {
                self.copy(&below, sources)?;
            } else if is_rust && below.starts_with(sources) && is_of_library(&below) {
                self.sources.insert(below.to_string_lossy().into_owned(), read(&path)?);
            } else if is_rust && is_program(&below) {
                self.callers.insert(below.to_string_lossy().into_owned(), read(&path)?);
            } else {
                copy_file(&path, &to)?;
            }
        }
        Ok(())
    }
}

/// Returns whether a file is of a program that calls the library.
fn is_program(file: &Path) -> bool {
    file.starts_with("tests") || file.starts_with("examples")
}

/// Programs in a library's folder are crates of their own, which only call it.
fn is_of_library(file: &Path) -> bool {
    let is_program = file.components().any(|part| part.as_os_str() == "bin");
    !is_program && file.file_name().is_none_or(|name| name != "main.rs" && name != "build.rs")
}

fn read_manifest(path: &Path) -> Result<Table, InstrumentError> {
    read(path)?.parse().map_err(|error: toml::de::Error| InstrumentError::Manifest {
        path: path.to_owned(),
        reason: error.to_string(),
    })
}

fn read(path: &Path) -> Result<String, InstrumentError> {
    std::fs::read_to_string(path).map_err(failed(path))
}

fn copy_file(from: &Path, to: &Path) -> Result<(), InstrumentError> {
    let bytes = std::fs::read(from).map_err(failed(from))?;
    if std::fs::read(to).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    make_folder(to)?;
    std::fs::copy(from, to).map(drop).map_err(failed(to))
}

/// Writes a file unless it has the text, so that cargo does not build it again.
pub(crate) fn write_if_changed(path: &Path, text: &str) -> Result<(), InstrumentError> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    make_folder(path)?;
    std::fs::write(path, text).map_err(failed(path))
}

fn make_folder(path: &Path) -> Result<(), InstrumentError> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder).map_err(failed(folder))
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> InstrumentError {
    let path = path.to_owned();
    move |source| InstrumentError::Copy { path: path.clone(), source }
}
