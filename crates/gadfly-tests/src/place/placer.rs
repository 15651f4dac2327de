//! The only writer in the tree of the crate under test.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use gadfly_build::atomic_file;
use gadfly_cargo::{read_linked, read_regular};
use gadfly_test_file::{Block, Blocks, TestFile};

use super::add::{Addition, add};
use super::error::PlaceError;
use super::merging::pick;
use super::replace::{Replacement, replace};
use crate::emit::TestText;
use crate::home::Home;

/// The most bytes of a file of tests.
const MOST: u64 = 64 << 20;

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
        Ok(text_of(&home.path(&self.package))?.unwrap_or_default())
    }

    /// Tests of a file of tests of its own that stand there as they were written last, but for those with these names: nothing
    /// if there are no others.
    pub fn unclaimed(
        &self,
        file: &str,
        claimed: &BTreeSet<String>,
    ) -> Result<Option<String>, PlaceError> {
        let existing = text_of(&Home::own_file(file).path(&self.package))?;
        let Some((existing, last)) = existing.zip(self.last(file)) else { return Ok(None) };
        let last = Blocks::read(&last);
        let is_ours = |test: &Block<'_>| last.blocks.iter().any(|it| it.text == test.text);
        Ok(pick(&existing, &|test| !claimed.contains(test.name) && is_ours(test)))
    }

    /// One test of a file of tests of its own, alone with what it needs, as it stands there.
    pub fn alone(&self, file: &str, test: &str) -> Option<String> {
        let existing = text_of(&Home::own_file(file).path(&self.package)).ok()??;
        pick(&existing, &|block| block.name == test)
    }

    /// The copy of a file as it was written last.
    fn last(&self, file: &str) -> Option<String> {
        String::from_utf8(read_regular(&self.copy(file), MOST).ok()?).ok()
    }

    fn copy(&self, file: &str) -> PathBuf {
        self.copies.join(format!("{file}.rs"))
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
        let standing = self.read(home)?;
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
        let copy = self.copy(file);
        let existing = text_of(&path)?;
        let last = self.last(file);
        Ok(match replace(existing.as_deref(), last.as_deref(), text) {
            Replacement::Nothing => Outcome::Placed,
            Replacement::Keep => Outcome::Kept,
            Replacement::Write => {
                write(&path, text)?;
                record(&copy, text)?;
                Outcome::Placed
            }
            Replacement::Record => {
                record(&copy, text)?;
                Outcome::Placed
            }
            Replacement::Remove => {
                remove(&path)?;
                atomic_file::clear(&copy);
                Outcome::Placed
            }
            Replacement::Merge(merged) if compiles(&merged.text)? => {
                write(&path, &merged.text)?;
                record(&copy, text)?;
                Outcome::Merged { kept: merged.kept }
            }
            Replacement::Merge(_) => {
                write(&path.with_file_name(format!("{file}_new.rs")), text)?;
                Outcome::Beside
            }
        })
    }
}

/// The text of a person's file; nothing if there is none.
fn text_of(path: &Path) -> Result<Option<String>, PlaceError> {
    let unusable = |source| PlaceError::Unusable { path: path.to_owned(), source };
    match read_linked(path, MOST) {
        Ok(bytes) => String::from_utf8(bytes)
            .map(Some)
            .map_err(|error| unusable(io::Error::new(io::ErrorKind::InvalidData, error))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(unusable(source)),
    }
}

/// Writes a copy, in a folder of gadfly's own.
fn record(copy: &Path, text: &str) -> Result<(), PlaceError> {
    let failed = |source| PlaceError::Unusable { path: copy.to_owned(), source };
    if let Some(folder) = copy.parent() {
        atomic_file::make_own_folder(folder).map_err(failed)?;
    }
    atomic_file::write_own(copy, text.as_bytes()).map_err(failed)
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

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str =
        "//! Header.\n\n#[test]\nfn a() {\n    one();\n}\n\n#[test]\nfn b() {\n    two();\n}\n";

    fn placed(placer: &Placer, text: &str) -> Result<Outcome, PlaceError> {
        placer.place_own("gadfly_failures", text, &mut |_| Ok(true))
    }

    #[test]
    fn unclaimed_tests_are_those_without_a_record() {
        let root = tempfile::tempdir().expect("a folder");
        let placer = Placer::new(root.path(), &root.path().join("placed"));
        let unclaimed = |names: &[&str]| {
            let claimed = names.iter().map(|name| (*name).to_owned()).collect();
            let text = placer.unclaimed("gadfly_failures", &claimed).expect("readable");
            text.map(|text| {
                Blocks::read(&text).blocks.iter().map(|it| it.name.to_owned()).collect()
            })
        };
        assert_eq!(unclaimed(&[]), None::<Vec<String>>, "there is no file");
        placed(&placer, FILE).expect("placed");
        assert_eq!(unclaimed(&["a", "b"]), None);
        assert_eq!(unclaimed(&["a"]), Some(vec!["b".to_owned()]));
        // What a person has changed is kept in any case.
        let path = root.path().join("tests/gadfly_failures.rs");
        std::fs::write(&path, FILE.replace("two()", "mine()")).expect("written");
        assert_eq!(unclaimed(&["a"]), None);
        assert_eq!(unclaimed(&["b"]), Some(vec!["a".to_owned()]));
    }

    #[test]
    fn folders_in_place_of_files_stay() {
        let root = tempfile::tempdir().expect("a folder");
        let placer = Placer::new(root.path(), &root.path().join("placed"));
        let inside = root.path().join("tests/gadfly_failures.rs/mine");
        std::fs::create_dir_all(inside.parent().expect("a folder")).expect("made");
        std::fs::write(&inside, "text").expect("written");
        placed(&placer, FILE).expect_err("it is a folder");
        assert!(inside.exists() && !root.path().join("placed").exists());
    }

    #[test]
    fn damaged_copies_make_tests_a_persons() {
        let root = tempfile::tempdir().expect("a folder");
        let placer = Placer::new(root.path(), &root.path().join("placed"));
        placed(&placer, FILE).expect("placed");
        let copy = root.path().join("placed/gadfly_failures.rs");
        for damage in [b"".as_slice(), b"\xff\xfe", b"fn a() {"] {
            std::fs::write(&copy, damage).expect("written");
            assert_eq!(placed(&placer, "").expect("kept"), Outcome::Kept);
        }
        std::fs::remove_file(&copy).expect("it is there");
        std::fs::create_dir(&copy).expect("a folder");
        assert_eq!(placed(&placer, "").expect("kept"), Outcome::Kept);
        assert_eq!(placed(&placer, FILE).expect("the same"), Outcome::Placed);
        assert_eq!(std::fs::read_to_string(&copy).expect("a copy again"), FILE);
    }
}
