//! The files of a copy.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gadfly_cargo::{Invocation, Subject};
use toml::Table;

use super::{manifest, modules};
use crate::InstrumentError;
use crate::source::{FoundFunction, Rewrite, Site, Unseen, test_modules};

/// A crate to be traced.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The crate.
    pub subject: &'a Subject,
    /// The folder of the copy.
    pub folder: PathBuf,
    /// The folder that it is built into.
    pub target: PathBuf,
    /// `true` if functions that are not public are traced too.
    pub with_private: bool,
    /// `true` if values that tests and examples make are logged too.
    pub with_callers: bool,
}

impl Request<'_> {
    /// Cargo in the copy, with the features that were asked for.
    pub fn cargo(&self, command: &str) -> Invocation {
        Invocation::cargo(&self.folder)
            .arg(command)
            .args(self.subject.feature_args())
            .env("CARGO_TARGET_DIR", &self.target)
            .env("RUSTFLAGS", "--cap-lints warn")
    }
}

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

/// What is left as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Left {
    /// Functions by file and line of their name.
    pub(crate) functions: BTreeMap<String, BTreeMap<u32, Unseen>>,
    /// Lines by file whose expressions are not logged; all of them if there is line 0.
    pub(crate) sites: BTreeMap<String, BTreeSet<usize>>,
    /// `true` if there are no examples, because what they need cannot be built.
    pub(crate) has_no_examples: bool,
}

/// The copy of a package.
pub(crate) struct Scratch<'a> {
    request: &'a Request<'a>,
    /// Rust files of the library below the package's folder, with their texts.
    sources: BTreeMap<String, String>,
    /// Rust files of tests and examples, and of modules for tests alone, as above.
    callers: BTreeMap<String, String>,
    manifest: Table,
    is_first_edition: bool,
}

/// A round of rewriting.
#[derive(Default)]
pub(crate) struct Round {
    pub(crate) functions: Vec<FoundFunction>,
    pub(crate) in_macros: usize,
    pub(crate) handles: Vec<String>,
    pub(crate) sites: Vec<Site>,
    /// Files of the library that are no Rust.
    pub(crate) unparsed: Vec<String>,
}

impl<'a> Scratch<'a> {
    /// Copies everything but the sources of the library.
    pub(crate) fn new(request: &'a Request<'a>, tracer: &Path) -> Result<Self, InstrumentError> {
        let root = &request.subject.package_root;
        let original = read_manifest(&root.join("Cargo.toml"))?;
        let place = request.subject.workspace_root.as_path();
        let workspace = match place == root {
            true => None,
            false => Some((read_manifest(&place.join("Cargo.toml"))?, place)),
        };
        let of_workspace = workspace.as_ref().map(|(table, place)| (table, *place));
        let copy = manifest::of_copy(&original, root, of_workspace, tracer);
        let edition = copy.get("package").and_then(|package| package.get("edition")?.as_str());
        let is_first_edition = edition.is_none_or(|edition| edition == "2015");
        if let Some(lock) = &request.subject.lock_file {
            write_if_changed(&request.folder.join("Cargo.lock"), &read(lock)?)?;
        }
        let mut scratch = Self {
            request,
            sources: BTreeMap::new(),
            callers: BTreeMap::new(),
            manifest: copy,
            is_first_edition,
        };
        scratch.write_manifest()?;
        let library = request
            .subject
            .lib_path
            .strip_prefix(root)
            .unwrap_or(&request.subject.lib_path)
            .to_owned();
        let sources = library.parent().unwrap_or(Path::new("")).to_owned();
        scratch.copy(Path::new(""), &sources)?;
        scratch.set_tests_aside(&library);
        Ok(scratch)
    }

    fn write_manifest(&self) -> Result<(), InstrumentError> {
        let path = self.request.folder.join("Cargo.toml");
        let text = toml::to_string(&self.manifest).map_err(|error| InstrumentError::Manifest {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        write_if_changed(&path, &text)
    }

    /// Leaves out examples and the dependencies that nothing else names.
    pub(crate) fn leave_out_examples(&mut self) -> Result<(), InstrumentError> {
        let readme = read(&self.request.subject.package_root.join("README.md")).unwrap_or_default();
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
        let crate_name = &self.request.subject.lib_name;
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

    /// Crates of the first edition would have to name the tracer in every file of theirs.
    fn wants_callers(&self) -> bool {
        self.request.with_callers && !self.is_first_edition
    }

    /// Copies a folder; sources of the library are kept for rewriting.
    fn copy(&mut self, folder: &Path, sources: &Path) -> Result<(), InstrumentError> {
        let from = self.request.subject.package_root.join(folder);
        let entries = std::fs::read_dir(&from).map_err(failed(&from))?;
        for entry in entries {
            let entry = entry.map_err(failed(&from))?;
            let name = entry.file_name();
            let is_left_out = LEFT_OUT.iter().any(|it| name == *it);
            let below = folder.join(&name);
            let path = entry.path();
            // A target directory may be anywhere, this one included; it is marked as a cache.
            let is_cache = path.join("CACHEDIR.TAG").exists();
            if (is_left_out && folder == Path::new("")) || is_cache || path == self.request.folder {
                continue;
            }
            let to = self.request.folder.join(&below);
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

    /// Writes the sources of the library with inserted text.
    pub(crate) fn rewrite(&self, left: &Left) -> Result<Round, InstrumentError> {
        let mut round = Round::default();
        let root = &self.request.subject.package_root;
        let library = self
            .request
            .subject
            .lib_path
            .strip_prefix(root)
            .unwrap_or(&self.request.subject.lib_path);
        let mut next = 0;
        for (file, text) in &self.sources {
            let module =
                modules::module_of(&self.request.subject.lib_name, library, Path::new(file));
            let rewrite = Rewrite {
                file,
                module: &module,
                first: next,
                with_private: self.request.with_private,
                left: left.functions.get(file),
                first_site: self.wants_callers().then(|| number_of(&round.sites)),
                left_sites: left.sites.get(file),
                needs_extern_crate: self.is_first_edition && Path::new(file) == library,
            };
            let to = self.request.folder.join(file);
            match rewrite.apply(text) {
                Ok(rewritten) => {
                    write_if_changed(&to, &rewritten.text)?;
                    let traced = rewritten.functions.iter().filter(|it| it.is_traced()).count();
                    next += u32::try_from(traced).unwrap_or(u32::MAX);
                    round.functions.extend(rewritten.functions);
                    round.in_macros += rewritten.in_macros;
                    round.handles.extend(rewritten.handles);
                    round.sites.extend(rewritten.sites);
                }
                Err(_) => {
                    write_if_changed(&to, text)?;
                    round.unparsed.push(file.clone());
                }
            }
        }
        for (file, text) in &self.callers {
            let rewrite = Rewrite {
                file,
                first_site: self.wants_callers().then(|| number_of(&round.sites)),
                left_sites: left.sites.get(file),
                ..Rewrite::default()
            };
            let rewritten = rewrite.callers(text);
            write_if_changed(&self.request.folder.join(file), &rewritten.0)?;
            round.sites.extend(rewritten.1);
        }
        Ok(round)
    }
}

fn number_of(sites: &[Site]) -> u32 {
    u32::try_from(sites.len()).unwrap_or(u32::MAX)
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
