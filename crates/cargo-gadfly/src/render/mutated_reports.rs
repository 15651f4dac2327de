//! Mutated reports: refused, or shown at any width.

use super::run_summary;
use crate::console::Painter;
use gadfly_session::report::{Finding, MinimisedLengths, RunReport, UnstableItem};
use gadfly_testkit::mutation::{Dice, tree};

/// The number of mutated files.
const REPORTS: usize = 3000;

#[test]
fn mutated_reports_are_refused_or_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.json");
    let mut report = RunReport {
        findings: vec![Finding::example(), Finding::example()],
        ..RunReport::new("explore", "url", "2.5.8", 7)
    };
    report.details.interrupted = true;
    let explore = &mut report.details.explore;
    explore.fixed = Some(vec![Finding::example()]);
    explore.never_called = Some(vec!["url::Url::join".to_owned()]);
    explore.unstable = Some(vec![UnstableItem::default()]);
    explore.minimised = Some(MinimisedLengths::default());
    let json = report.to_json().into_bytes();
    let words: &[&[u8]] = &[
        b"null",
        b"1e999",
        b"-1",
        b"18446744073709551616",
        b"[[[[[[[[[[",
        b"{\"a\":",
        b"\"",
        b"\\ud800",
        b"\"../../../etc/passwd\"",
        b"\xf0\x9f",
        b"\x1b[2J",
        b"\\u0000",
        b"\n\n\n",
    ];
    let mut dice = Dice(3);
    let (mut refused, mut shown) = (0, 0);
    for _ in 0..REPORTS {
        std::fs::write(&path, dice.mutate(&json, words)).expect("written");
        match RunReport::read(&path) {
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
            Ok(report) => {
                let width = Some(20 + dice.below(100));
                run_summary(&report, &path, true, Painter::new(Default::default(), false), width);
                shown += 1;
            }
        }
    }
    assert!(refused > 100 && shown > 100, "{refused} {shown}");
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(RunReport::from_json(&deep).is_err());
    assert_eq!(tree(folder.path()).len(), 1);
}
