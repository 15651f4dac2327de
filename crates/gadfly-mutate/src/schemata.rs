//! A copy of a crate with all mutants that compile: the compiler decides, round by round.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use gadfly_cargo::{Invocation, Subject};
use gadfly_instrument::copy::{
    Checked, Complaint, PackageCopy, called_in_constant, cargo_in_copy, check, parse, start,
};

use crate::source::{Defaults, FileRewrite, Left, MutatedFile, WrittenPlace};
use crate::{Mutant, MutateError, switch};

/// The most times that a copy is checked.
const MOST_ROUNDS: usize = 12;

/// A crate to be mutated.
#[derive(Clone, Debug)]
pub struct SchemataRequest<'a> {
    /// The crate.
    pub subject: &'a Subject,
    /// The folder of the copy.
    pub folder: PathBuf,
    /// The folder that it is built into.
    pub target: PathBuf,
}

/// A copy that holds mutants.
#[derive(Clone, Debug)]
pub struct Schemata {
    /// Its mutants, in order of files and lines.
    pub mutants: Vec<Mutant>,
    /// Number of mutants that were written.
    pub written: usize,
    /// Number of mutants in code that is not compiled.
    pub configured_out: usize,
    /// Number of times that the copy was checked.
    pub rounds: usize,
    /// The first mutants of the places, by mutant.
    pub(crate) places: BTreeMap<u32, u32>,
}

impl SchemataRequest<'_> {
    /// Cargo in the copy.
    pub fn cargo(&self, command: &str) -> Invocation {
        // Deprecated functions are the places, and warnings of them show which are compiled.
        cargo_in_copy(self.subject, &self.folder, &self.target, command)
            .env("RUSTFLAGS", "--cap-lints warn --force-warn deprecated")
            .args(["--lib", "--tests"])
    }
}

/// Makes a copy whose library and tests compile, with as many mutants as possible.
///
/// # Errors
///
/// Where files cannot be copied, or the copy does not compile without mutants either.
pub fn schemata(request: &SchemataRequest<'_>) -> Result<Schemata, MutateError> {
    let copy = PackageCopy::new(request.subject, &request.folder, None)?;
    for (file, text) in &copy.callers {
        copy.write(file, text)?;
    }
    let mut defaults = Defaults::default();
    for text in copy.sources.values() {
        if let Ok(file) = parse(&text[start(text)..]) {
            defaults.add(&file);
        }
    }
    let mut left = Left::default();
    for rounds in 1..=MOST_ROUNDS {
        let files = write(&copy, &defaults, &left)?;
        let Checked { is_good, errors, warnings, output } = check(request.cargo("check"))?;
        if is_good {
            return Ok(accepted(&files, &left, &warnings, rounds));
        }
        let before = left.clone();
        for error in &errors {
            leave(&files, error, &mut left);
        }
        if left == before {
            return Err(MutateError::Build { output });
        }
    }
    Err(MutateError::Build { output: "too many rounds".to_owned() })
}

/// Writes the sources of the library, with the switch at the end of its root.
fn write(
    copy: &PackageCopy<'_>,
    defaults: &Defaults,
    left: &Left,
) -> Result<BTreeMap<String, MutatedFile>, MutateError> {
    let mut files = BTreeMap::new();
    let mut next = 1;
    for (file, text) in &copy.sources {
        let module = copy.module_of(file);
        let rewrite = FileRewrite { file, module: &module, first: next, defaults, left };
        // What is no Rust for this parser stays as it is.
        let unchanged = |_| MutatedFile { text: text.clone(), ..MutatedFile::default() };
        let mutated = rewrite.apply(text).unwrap_or_else(unchanged);
        next += u32::try_from(mutated.mutants.len()).unwrap_or(u32::MAX);
        files.insert(file.clone(), mutated);
    }
    for (file, mutated) in &files {
        if Path::new(file) == copy.library() {
            copy.write(file, &format!("{}\n{}", mutated.text, switch::module(next)))?;
        } else {
            copy.write(file, &mutated.text)?;
        }
    }
    Ok(files)
}

/// Mutants of a copy that compiles: those that are written in code that is compiled.
fn accepted(
    files: &BTreeMap<String, MutatedFile>,
    left: &Left,
    warnings: &[Complaint],
    rounds: usize,
) -> Schemata {
    let mut schemata = Schemata {
        mutants: Vec::new(),
        written: 0,
        configured_out: 0,
        rounds,
        places: BTreeMap::new(),
    };
    let asked = asked(warnings);
    for (name, file) in files {
        schemata.written += file.mutants.len();
        let compiled = |place: &&WrittenPlace| {
            let is_asked = |bytes: &Range<usize>| {
                place.asked.start <= bytes.start && bytes.end <= place.asked.end
            };
            place.is_deprecated
                || asked.get(name.as_str()).is_some_and(|it| it.iter().any(is_asked))
        };
        let mut live = BTreeSet::new();
        for place in &file.places {
            let is_compiled = compiled(&place);
            for (id, _) in place.mutants.iter().filter(|(id, _)| !left.mutants.contains(id)) {
                if is_compiled {
                    live.insert(*id);
                    schemata.places.insert(*id, place.low);
                } else {
                    schemata.configured_out += 1;
                }
            }
        }
        schemata.mutants.extend(file.mutants.iter().filter(|it| live.contains(&it.id)).cloned());
    }
    schemata
}

/// The places that the compiler has come by, by file.
fn asked(warnings: &[Complaint]) -> BTreeMap<&str, Vec<Range<usize>>> {
    let mut asked: BTreeMap<&str, Vec<Range<usize>>> = BTreeMap::new();
    for warning in warnings.iter().filter(|it| it.message.contains(switch::MODULE)) {
        for place in &warning.places {
            asked.entry(&place.file).or_default().push(place.bytes.clone());
        }
    }
    asked
}

/// Leaves out what an error is about: a mutant, the mutants of a place, those inside of the expression, those of a function; or a
/// function that constants call.
fn leave(files: &BTreeMap<String, MutatedFile>, error: &Complaint, left: &mut Left) {
    if let Some(name) = called_in_constant(&error.message) {
        for (file, mutated) in files {
            let named = mutated.functions.iter().filter(|it| it.was_const && it.name == name);
            left.functions.extend(named.map(|it| (file.clone(), it.line)));
        }
        return;
    }
    let known = |place: &gadfly_instrument::copy::Place| {
        files.get(&place.file).map(|file| (file, place.bytes.clone()))
    };
    let places: Vec<(&MutatedFile, Range<usize>)> = error.places.iter().filter_map(known).collect();
    let found = places
        .iter()
        .find_map(|(file, bytes)| mutant_around(file, bytes).map(|id| vec![id]))
        .or_else(|| places.iter().find_map(|(file, bytes)| place_around(file, bytes)))
        .or_else(|| places.iter().find_map(|(file, bytes)| places_inside(file, bytes)));
    if let Some(mutants) = found {
        left.mutants.extend(mutants);
        return;
    }
    for (file, bytes) in &error.places.iter().map(|it| (&it.file, &it.bytes)).collect::<Vec<_>>() {
        let Some(mutated) = files.get(*file) else { continue };
        let around = mutated.functions.iter().filter(|it| holds(&it.bytes, bytes));
        if let Some(function) = around.min_by_key(|it| it.bytes.len()) {
            left.functions.insert(((*file).clone(), function.line));
            return;
        }
    }
}

fn holds(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn mutant_around(file: &MutatedFile, bytes: &Range<usize>) -> Option<u32> {
    let mutants = file.places.iter().flat_map(|place| &place.mutants);
    let around = mutants.filter(|(_, range)| holds(range, bytes));
    around.min_by_key(|(_, range)| range.len()).map(|(id, _)| *id)
}

fn place_around(file: &MutatedFile, bytes: &Range<usize>) -> Option<Vec<u32>> {
    let around = file.places.iter().filter(|place| holds(&place.bytes, bytes));
    around.min_by_key(|place| place.bytes.len()).map(mutants_of)
}

fn places_inside(file: &MutatedFile, bytes: &Range<usize>) -> Option<Vec<u32>> {
    let inside = file.places.iter().filter(|place| holds(bytes, &place.bytes));
    let mutants: Vec<u32> = inside.flat_map(mutants_of).collect();
    (!mutants.is_empty()).then_some(mutants)
}

fn mutants_of(place: &WrittenPlace) -> Vec<u32> {
    place.mutants.iter().map(|(id, _)| *id).collect()
}
