//! The file in which a prepared harness is recorded: written with sums of the files that it refers to, and read back.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::io::{self, Read};
use std::path::Path;

use gadfly_cargo::{open_regular, read_regular};
use gadfly_plan::prepared::Prepared;

use crate::atomic_file::write_own;
use crate::sealed::{seal, unseal};

/// The most bytes of a record; that of a large crate has some ten million.
const MOST: u64 = 1 << 30;

/// Writes a record, once the files that it refers to are in their places.
pub fn store(path: &Path, prepared: &mut Prepared) -> io::Result<()> {
    prepared.sums = sums(prepared)?;
    write_own(path, &seal(&prepared.to_bytes()))
}

/// The record in a file, if it is whole, of this format, and made from the same things; and
/// if what it refers to is still there as it was, in the same folder.
pub fn load(path: &Path, fingerprint: &str) -> Option<Prepared> {
    let prepared = Prepared::from_bytes(unseal(&read_regular(path, MOST).ok()?)?, fingerprint)?;
    let home = path.parent()?;
    // Any program may have written it, and it names what is run.
    let is_usable = prepared.files().iter().all(|file| file.parent() == Some(home))
        && sums(&prepared).ok()? == prepared.sums;
    is_usable.then_some(prepared)
}

/// Sums of the files that a record refers to.
fn sums(prepared: &Prepared) -> io::Result<Vec<u64>> {
    prepared.files().into_iter().map(sum).collect()
}

/// The sum of a file. It is compared on this machine alone, so any hash will do.
fn sum(file: &Path) -> io::Result<u64> {
    let mut file = open_regular(file)?;
    let mut hasher = DefaultHasher::new();
    let mut buffer = vec![0; 1 << 20];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finish()),
            count => hasher.write(&buffer[..count]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_make_a_record_unusable() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("harness.json");
        let mut prepared = Prepared::new("print".to_owned(), "k", "1.0.0");
        prepared.binary = folder.path().join("harness");
        prepared.plan = folder.path().join("plan.bin");
        prepared.edges = Some(folder.path().join("edges.bin"));
        let whole = |file: &Path| file.as_os_str().as_encoded_bytes().repeat(3);
        for file in prepared.files() {
            std::fs::write(file, whole(file)).expect("written");
        }
        store(&record, &mut prepared).expect("all files are there");
        assert!(load(&record, "print").is_some());
        assert!(load(&record, "another").is_none());
        for file in prepared.files() {
            let mut damaged = whole(file);
            damaged[7] ^= 1;
            std::fs::write(file, &damaged).expect("written");
            assert!(load(&record, "print").is_none(), "{}", file.display());
            std::fs::remove_file(file).expect("it is there");
            assert!(load(&record, "print").is_none(), "{}", file.display());
            std::fs::create_dir(file).expect("a folder in its place");
            assert!(load(&record, "print").is_none(), "{}", file.display());
            std::fs::remove_dir(file).expect("it is there");
            std::fs::write(file, whole(file)).expect("written");
            assert!(load(&record, "print").is_some());
        }
    }
}
