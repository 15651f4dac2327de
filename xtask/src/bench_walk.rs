//! `cargo xtask bench walk`: how much a person must answer about published types, and how fast they are walked.
//!
//! Everything runs the command as a person would who says yes to everything: algebra tests of length 1, 2 and 3, and then a
//! protocol test of length 3, on pinned versions.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::bench_api::fetch::{Release, sources};
use crate::run::{answered, cargo, note};

/// A crate, its version and a type.
const SUBJECTS: [(&str, &str, &str); 4] = [
    ("semver", "1.0.28", "Version"),
    ("smallvec", "1.16.4", "SmallVec<[u8; 2]>"),
    ("fixedbitset", "0.5.7", "FixedBitSet"),
    ("url", "2.5.8", "Url"),
];

/// The usage message.
const USAGE: &str = "\
Usage: cargo xtask bench walk [--only NAME[,NAME]]

  Tests of published types by a person who says yes to everything.";

/// The largest share of a protocol test that a person may have to answer.
const MOST_MANUAL: f64 = 0.15;
/// The least number of sequences per second for one of the types.
const LEAST_SPEED: f64 = 200_000.0;

/// The part of a report about a walk.
#[derive(Debug, Deserialize)]
struct Report {
    seconds: Seconds,
    walk: Walk,
}

#[derive(Debug, Deserialize)]
struct Seconds {
    search: f64,
}

#[derive(Debug, Deserialize)]
struct Walk {
    executed: u64,
    discarded: u64,
    exceptional: u64,
    oracle: Oracle,
}

#[derive(Debug, Deserialize)]
struct Oracle {
    manual: u64,
    predicted: u64,
}

/// Walks every type, or those of the crates that are named.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let only: Vec<&str> = match arguments {
        [] => Vec::new(),
        [flag, names] if flag == "--only" => names.split(',').collect(),
        _ => return Err(USAGE.to_owned()),
    };
    cargo(&["build", "--release", "--package", "cargo-gadfly"], &[])?;
    let mut missed = 0;
    let mut fastest = 0.0_f64;
    let wanted = |name: &str| only.is_empty() || only.contains(&name);
    for (name, version, ty) in SUBJECTS.into_iter().filter(|subject| wanted(subject.0)) {
        let release = Release { name, version, checksum: None };
        let crate_ = sources(&root.join("target/bench-walk"), release)?;
        forget(&crate_)?;
        let mut asked = Vec::new();
        for depth in ["1", "2", "3"] {
            asked.push(walk(root, &crate_, ty, "algebra", depth)?.walk.oracle.manual.to_string());
        }
        let Report { seconds, walk } = walk(root, &crate_, ty, "protocol", "3")?;
        let judged = walk.oracle.manual + walk.oracle.predicted;
        let manual = walk.oracle.manual as f64 / (judged as f64).max(1.0);
        let speed = walk.executed as f64 / seconds.search.max(1e-3);
        let mark = if manual > MOST_MANUAL { "✗ " } else { "" };
        note(&format!(
            "{name} {version} {ty}: algebra {} questions at length 1, 2, 3; protocol of length 3: {} executed, {} \
             exceptional, {} discarded, {mark}{:.1}% manual (≤{:.0}%), {speed:.0} sequences/s",
            asked.join(", "),
            walk.executed,
            walk.exceptional,
            walk.discarded,
            100.0 * manual,
            100.0 * MOST_MANUAL,
        ));
        missed += usize::from(manual > MOST_MANUAL);
        fastest = fastest.max(speed);
    }
    note(&format!("fastest: {fastest:.0} sequences/s (≥{LEAST_SPEED:.0})"));
    missed += usize::from(fastest < LEAST_SPEED);
    if missed == 0 { Ok(()) } else { Err(format!("{missed} demands are not met")) }
}

fn walk(root: &Path, crate_: &Path, ty: &str, mode: &str, depth: &str) -> Result<Report, String> {
    let command =
        root.join("target/release").join(format!("cargo-gadfly{}", std::env::consts::EXE_SUFFIX));
    let arguments =
        ["walk", ty, "--mode", mode, "--depth", depth, "--test", "--no-tests", "--format", "json"];
    let text = answered(&command, &arguments, crate_, "y\n")?;
    serde_json::from_str(&text).map_err(|error| format!("no report: {error}"))
}

/// Removes what was answered before.
fn forget(crate_: &Path) -> Result<(), String> {
    let oracles = crate_.join("gadfly/oracles");
    match fs::remove_dir_all(&oracles) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("failed to remove {}: {error}", oracles.display()))
        }
        _ => Ok(()),
    }
}
