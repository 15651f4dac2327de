//! Which of the counters in a built harness stand for edges of the subject's code.
//!
//! Instrumented code comes with a table of addresses, one per counter and in the same order; the line table says which
//! file each address comes from. Generic code of the subject is compiled into the operations, and code of other crates
//! into the subject, so it is the file that decides, not the crate. A comparison of the standard library's that was made
//! part of a function of the subject is the subject's way to go.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gadfly_wire::{EdgeRange, SubjectEdges};
use object::{Object, ObjectSection, RelocationTarget};

/// The section with the table: per counter an address and a word of flags.
const TABLE: &str = "__sancov_pcs";

/// The bytes of an entry of the table.
const ENTRY: usize = 16;

/// Why there is no coverage.
#[derive(Debug, thiserror::Error)]
pub enum EdgesError {
    /// The harness could not be read.
    #[error("failed to read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The harness is not a program of the expected form.
    #[error("{} has no table of edges: {message}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// Why.
        message: String,
    },
}

/// The counters of a harness whose code stands in files below `sources`.
pub fn subject_edges(binary: &Path, sources: &Path) -> Result<SubjectEdges, EdgesError> {
    let bad = |message: String| EdgesError::Table { path: binary.to_owned(), message };
    let bytes = std::fs::read(binary)
        .map_err(|source| EdgesError::Read { path: binary.to_owned(), source })?;
    let addresses = addresses(&bytes).map_err(bad)?;
    let loader =
        addr2line::Loader::new(binary).map_err(|error| bad(format!("no line table: {error}")))?;
    let prefix = sources.to_string_lossy();
    let place = |address: u64| {
        let mut frames = loader.find_frames(address).ok()?;
        let mut within: Vec<String> = Vec::new();
        while let Ok(Some(frame)) = frames.next() {
            let Some(location) = frame.location else { continue };
            let Some(file) = location.file else { continue };
            if is_below(file, &prefix) {
                let within: Vec<&str> = within.iter().map(String::as_str).collect();
                let place = (file.to_owned(), location.line, location.column);
                return is_of_subject(&within).then_some(place);
            }
            within.push(file.to_owned());
        }
        None
    };
    let found: Vec<Option<Place>> = addresses.iter().map(|address| place(*address)).collect();
    let flags: Vec<bool> = found.iter().map(Option::is_some).collect();
    let places = numbered(found.into_iter().flatten());
    Ok(SubjectEdges { counters: flags.len() as u32, ranges: ranges(&flags), places })
}

/// File, line and column.
type Place = (String, Option<u32>, Option<u32>);

/// The number of each place: equal ones have one.
fn numbered(places: impl Iterator<Item = Place>) -> Vec<u32> {
    let mut numbers: BTreeMap<Place, u32> = BTreeMap::new();
    let mut number = |place| {
        let next = numbers.len() as u32;
        *numbers.entry(place).or_insert(next)
    };
    places.map(&mut number).collect()
}

/// The address of every counter, in order.
fn addresses(bytes: &[u8]) -> Result<Vec<u64>, String> {
    let file = object::File::parse(bytes).map_err(|error| error.to_string())?;
    let section = file.section_by_name(TABLE).ok_or("it was built without counters")?;
    let data = section.data().map_err(|error| error.to_string())?;
    let start = section.address();
    let end = start + data.len() as u64;
    // Addresses in a program that can be loaded anywhere are filled in when it is loaded.
    let mut filled: BTreeMap<u64, u64> = BTreeMap::new();
    for (offset, relocation) in file.dynamic_relocations().into_iter().flatten() {
        if (start..end).contains(&offset) && relocation.target() == RelocationTarget::Absolute {
            filled.insert(offset, relocation.addend() as u64);
        }
    }
    let entries = data.chunks_exact(ENTRY).zip((start..).step_by(ENTRY));
    Ok(entries
        .map(|(entry, at)| {
            let stored = entry.first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
            filled.get(&at).copied().unwrap_or(stored)
        })
        .collect())
}

fn is_below(file: &str, folder: &str) -> bool {
    file.strip_prefix(folder).is_some_and(|rest| rest.starts_with(['/', '\\']))
}

/// Returns whether code that became part of a function of the subject is to count as that function's, by the files that it comes
/// from, innermost first: where the subject asks the standard library about texts, numbers and the like, whose answers depend
/// on values alone. Elsewhere the way may depend on addresses, or on the random numbers that tables hash with, and so
/// differ from run to run.
fn is_of_subject(within: &[&str]) -> bool {
    const VALUES: &[&str] = &[
        "str/",
        "char/",
        "num/",
        "slice/cmp.rs",
        "slice/mod.rs",
        "slice/index.rs",
        "option.rs",
        "result.rs",
        "cmp.rs",
    ];
    const ADDRESSES: &[&str] = &["str/validations.rs", "slice/memchr.rs"];
    let is_in = |file: &str, parts: &[&str]| {
        let file = file.replace('\\', "/");
        let inside = file.rsplit_once("/core/src/").map(|(_, inside)| inside);
        inside.is_some_and(|inside| parts.iter().any(|part| inside.starts_with(part)))
    };
    within.last().is_none_or(|asked| is_in(asked, VALUES))
        && !within.iter().any(|file| is_in(file, ADDRESSES))
}

fn ranges(flags: &[bool]) -> Vec<EdgeRange> {
    let mut ranges: Vec<EdgeRange> = Vec::new();
    for (index, _) in (0_u32..).zip(flags).filter(|(_, is_subject)| **is_subject) {
        match ranges.last_mut() {
            Some(last) if last.first + last.count == index => last.count += 1,
            _ => ranges.push(EdgeRange { first: index, count: 1 }),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_that_follow_one_another_are_one_range() {
        let found = ranges(&[false, true, true, false, true]);
        let pairs: Vec<(u32, u32)> = found.iter().map(|range| (range.first, range.count)).collect();
        assert_eq!(pairs, [(1, 2), (4, 1)]);
    }

    #[test]
    fn copies_of_code_have_one_place() {
        let place = |line| ("src/lib.rs".to_owned(), Some(line), Some(5));
        assert_eq!(numbered([place(3), place(9), place(3)].into_iter()), [0, 1, 0]);
    }

    #[test]
    fn a_folder_with_a_longer_name_is_not_below() {
        assert!(is_below("/a/src/lib.rs", "/a/src"));
        assert!(!is_below("/a/src2/lib.rs", "/a/src"));
    }

    #[test]
    fn library_edges_are_the_subjects_and_others_are_not() {
        let check = |files: &[&str]| {
            let files: Vec<String> =
                files.iter().map(|it| format!("/rustc/1/library/{it}")).collect();
            is_of_subject(&files.iter().map(String::as_str).collect::<Vec<_>>())
        };
        assert!(check(&[]));
        assert!(check(&["core/src/ub_checks.rs", "core/src/str/traits.rs", "core/src/str/mod.rs"]));
        assert!(!check(&["core/src/str/validations.rs", "core/src/str/converts.rs"]));
        assert!(check(&["core/src/ptr/mod.rs", "alloc/src/string.rs", "core/src/result.rs"]));
        assert!(!check(&["core/src/str/mod.rs", "alloc/src/string.rs"]));
        assert!(!check(&["hashbrown-0.16/src/raw.rs", "std/src/collections/hash/map.rs"]));
    }

    #[test]
    fn a_program_without_counters_is_reported() {
        let own = std::env::current_exe().expect("a running test has a program");
        let error = subject_edges(&own, Path::new("/")).expect_err("tests are not instrumented");
        assert!(error.to_string().contains("without counters"), "{error}");
        assert!(subject_edges(Path::new("/nonexistent"), Path::new("/")).is_err());
    }
}
