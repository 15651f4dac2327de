//! The file in which a prepared harness is recorded, read back.

use std::path::{Path, PathBuf};

use gadfly_plan::prepared::Prepared;

/// The record in a file, if it is whole, of this format, and made from the same things; and
/// if what it refers to is still there, in the same folder.
pub fn load(path: &Path, fingerprint: &str) -> Option<Prepared> {
    let prepared = Prepared::from_bytes(&std::fs::read(path).ok()?, fingerprint)?;
    let home = path.parent()?;
    // Any program may have written it, and it names what is run.
    let is_there = |file: &PathBuf| file.parent() == Some(home) && file.is_file();
    let is_usable = is_there(&prepared.binary)
        && is_there(&prepared.plan)
        && prepared.edges.as_ref().is_none_or(is_there);
    is_usable.then_some(prepared)
}
