//! Mutated files for tests of parsers: damaged bytes are refused or read, never a panic.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Random choices, the same every time.
pub struct Dice(pub u64);

impl Dice {
    /// A number below the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        ((self.0 >> 33) as usize) % limit.max(1)
    }

    /// Bytes with a few changes of every kind.
    pub fn mutate(&mut self, bytes: &[u8], words: &[&[u8]]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..1 + self.below(4) {
            let at = self.below(bytes.len() + 1);
            let until = (at + self.below(12)).min(bytes.len());
            match self.below(8) {
                0 => bytes.truncate(at),
                1 => bytes.splice(at..at, [self.below(256) as u8]).for_each(drop),
                2 => bytes.drain(at..until).for_each(drop),
                3 => {
                    let copy = bytes[at..until].to_vec();
                    bytes.splice(at..at, copy).for_each(drop);
                }
                4 => {
                    let word = words[self.below(words.len())];
                    bytes.splice(at..until, word.iter().copied()).for_each(drop);
                }
                5 => bytes[at..until].fill([0, 0xff, 0x80, b'0'][self.below(4)]),
                _ if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                _ => {}
            }
        }
        bytes
    }
}

/// Everything below a folder.
pub fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"))
    {
        if entry.path().is_dir() {
            found.extend(tree(&entry.path()));
        } else {
            found.insert(entry.path(), std::fs::read(entry.path()).expect("a file"));
        }
    }
    found
}
