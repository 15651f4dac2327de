//! The only writer in the tree of the crate under test.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use gadfly_build::atomic_file;
use gadfly_test_file::TestFile;

use super::add::{Addition, add};
use super::error::PlaceError;
use super::replace::{Replacement, replace};
use crate::emit::TestText;
use crate::home::Home;

/// Reads and writes test files of a package.
#[derive(Clone, Debug)]
pub struct Placer {
    package: PathBuf,
    /// Copies of files of their own as they were written last.
    copies: PathBuf,
}

/// A file as it is going to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Where it is.
    pub path: PathBuf,
    /// Its text.
    pub content: String,
    /// The name of the test that was added.
    pub test: String,
    /// `true` if the file holds this very test already.
    pub is_known: bool,
}

/// What was done with a file of tests of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is as it was asked for.
    Placed,
    /// A person has edited it, and it is kept.
    Kept,
    /// A person has edited it, and tests were added.
    Merged {
        /// How many functions of the person's are in it.
        kept: usize,
    },
    /// A person has edited it in a way that new tests do not compile with: they are in a file beside it.
    Beside,
}

impl Placer {
    /// Places files in a package; `copies` is a folder of gadfly's own.
    pub fn new(package: &Path, copies: &Path) -> Placer {
        Placer { package: package.to_owned(), copies: copies.to_owned() }
    }

    /// The text of a file; empty if there is none.
    pub fn read(&self, home: &Home) -> Result<String, PlaceError> {
        let path = home.path(&self.package);
        match std::fs::read_to_string(&path) {
            Ok(text) => Ok(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            Err(source) => Err(PlaceError::Unusable { path, source }),
        }
    }

    /// Plans files with these tests added, each to its home, in order. Files in `anew` lose what they hold, unless a person has
    /// edited them.
    pub fn plan<'t>(
        &self,
        tests: impl IntoIterator<Item = (&'t Home, &'t TestText)>,
        is_anew: &dyn Fn(&Home) -> bool,
    ) -> Vec<Result<Planned, PlaceError>> {
        let mut contents: BTreeMap<PathBuf, String> = BTreeMap::new();
        let mut planned = Vec::new();
        for (home, text) in tests {
            let path = home.path(&self.package);
            let standing = match contents.get(&path) {
                Some(content) => Ok(content.clone()),
                None => self.standing(home, is_anew(home)),
            };
            let plan = standing.and_then(|standing| {
                let addition = home.head().and_then(|head| add(&standing, &head, &home.name, text));
                let Some(Addition { content, test, is_known }) = addition else {
                    return Err(PlaceError::Edited { path: path.clone() });
                };
                contents.insert(path.clone(), content.clone());
                Ok(Planned { path, content, test, is_known })
            });
            planned.push(plan);
        }
        planned
    }

    /// The text that tests are added to: that of the file, or if it is written anew, nothing unless a person has edited it.
    pub fn standing(&self, home: &Home, is_anew: bool) -> Result<String, PlaceError> {
        let text = self.read(home)?;
        let is_ours = is_anew
            && home.head().is_some_and(|head| TestFile::unedited(&text, head.origin()).is_some());
        Ok(if is_ours { String::new() } else { text })
    }

    /// Puts a planned file in its place.
    pub fn place(&self, planned: &Planned) -> Result<(), PlaceError> {
        write(&planned.path, &planned.content)
    }

    /// Replaces a whole file of a function or type, unless a person has edited it.
    pub fn place_whole(&self, home: &Home, content: &str) -> Result<(), PlaceError> {
        let path = home.path(&self.package);
        let standing = self.read(home).unwrap_or_default();
        let is_ours = |head: gadfly_test_file::Head<'_>| {
            standing.is_empty() || TestFile::unedited(&standing, head.origin()).is_some()
        };
        if !home.head().is_some_and(is_ours) {
            return Err(PlaceError::Edited { path });
        }
        write(&path, content)
    }

    /// Replaces a file of tests of its own; `text` is empty when there is no test for it. `compiles` is asked about a merged
    /// file.
    pub fn place_own<E: From<PlaceError>>(
        &self,
        file: &str,
        text: &str,
        compiles: &mut dyn FnMut(&str) -> Result<bool, E>,
    ) -> Result<Outcome, E> {
        let path = Home::own_file(file).path(&self.package);
        if let Some(folder) = path.parent() {
            atomic_file::remove_unfinished(folder);
        }
        let copy = self.copies.join(format!("{file}.rs"));
        let existing = std::fs::read_to_string(&path).ok();
        let last = std::fs::read_to_string(&copy).ok();
        Ok(match replace(existing.as_deref(), last.as_deref(), text) {
            Replacement::Nothing => Outcome::Placed,
            Replacement::Keep => Outcome::Kept,
            Replacement::Write => {
                write(&path, text)?;
                write(&copy, text)?;
                Outcome::Placed
            }
            Replacement::Record => {
                write(&copy, text)?;
                Outcome::Placed
            }
            Replacement::Remove => {
                remove(&path)?;
                remove(&copy)?;
                Outcome::Placed
            }
            Replacement::Merge(merged) if compiles(&merged.text)? => {
                write(&path, &merged.text)?;
                write(&copy, text)?;
                Outcome::Merged { kept: merged.kept }
            }
            Replacement::Merge(_) => {
                write(&path.with_file_name(format!("{file}_new.rs")), text)?;
                Outcome::Beside
            }
        })
    }
}

fn write(path: &Path, text: &str) -> Result<(), PlaceError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|source| PlaceError::NoFolder { path: folder.to_owned(), source })?;
    }
    atomic_file::write(path, text.as_bytes())
        .map_err(|source| PlaceError::Unusable { path: path.to_owned(), source })
}

/// Removes a file that nothing uses any more.
pub fn remove(path: &Path) -> Result<(), PlaceError> {
    match std::fs::remove_file(path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(source) => Err(PlaceError::Unusable { path: path.to_owned(), source }),
    }
}
