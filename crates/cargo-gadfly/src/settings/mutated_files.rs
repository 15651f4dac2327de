//! Mutated `gadfly.toml` files: refused or read.

use super::FileSettings;
use gadfly_testkit::mutation::{Dice, tree};

/// The number of mutated files.
const SETTINGS: usize = 3000;

#[test]
fn mutated_settings_are_refused_or_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("gadfly.toml");
    let text = "features = [\"a\", \"b\"]\nall-features = false\ntime = \"2m\"\ncalls = 100\nseed = 7\n\
                include = [\"Rope\", \"iter::*\"]\nexclude = [\"*_unchecked\"]\njobs = 2\nformat = \
                \"json\"\nout = \"target/x\"\nquiet = true\ncolor = \"never\"\ntests = true\nwrite = \
                false\nignore-failing = true\n\n[triage]\nbug = [\"A\"]\ndocumented = [\"Rope::char\"]\n";
    let words: &[&[u8]] = &[
        b"=",
        b"[",
        b"]",
        b"\"\"\"",
        b"'",
        b"[[triage]]",
        b"18446744073709551616",
        b"-1",
        b"0",
        b"\"99999999999999999999h\"",
        b"\"0.1ms\"",
        b"*",
        b"::",
        b"\xff",
        b"\r",
        b"#",
        b"nan",
        b"1979-05-27T07:32:00Z",
        b"a.b.c.d = 1\n",
        b"{",
        b"\"../../../x\"",
        b"\\u0000",
    ];
    let mut dice = Dice(4);
    let (mut refused, mut read) = (0, 0);
    for _ in 0..SETTINGS {
        std::fs::write(&path, dice.mutate(text.as_bytes(), words)).expect("written");
        match FileSettings::read_beside(folder.path()) {
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
            Ok(_) => read += 1,
        }
    }
    assert!(refused > 100 && read > 100, "{refused} {read}");
    assert_eq!(tree(folder.path()).len(), 1);
}
