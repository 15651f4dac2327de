//! `cargo xtask bench api`: how much of well-known crates is reached, and how fast.
//!
//! Fetches pinned versions, runs the command on them as a person would, and puts what came out beside what must come out.

pub(crate) mod fetch;
mod measure;
mod orders;
mod pinned;
mod table;

use std::path::Path;

use crate::run::{cargo, note};

/// The usage message.
pub(crate) const USAGE: &str = "\
Usage: cargo xtask bench api [--only NAME[,NAME]] [--crate NAME@VERSION] [--time DURATION] [--keep]

  --only   only these of the pinned crates
  --crate  this one instead, as often as given; it has no targets of its own
  --time   how long to walk [default: 20s]
  --keep   reuse what an earlier run built, so that no start-up times are measured";

/// Runs the benchmark with the arguments that follow its name.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let orders = orders::parse(arguments)?;
    cargo(&["build", "--release", "--package", "cargo-gadfly"], &[])?;
    let folder = root.join("target/bench-api");
    let command = root.join("target/release").join(format!("cargo-gadfly{EXE}"));
    let mut rows = Vec::new();
    for subject in &orders.subjects {
        note(&format!("{} {}", subject.name, subject.version));
        let (name, version) = (subject.name.as_str(), subject.version.as_str());
        let release = fetch::Release { name, version, checksum: None };
        let sources = fetch::sources(&folder, release)?;
        let measured = measure::explore(&command, &sources, &orders);
        if let Err(message) = &measured {
            note(message);
        }
        rows.push((subject, measured));
        note(&table::render(&rows));
    }
    let missed = table::missed(&rows);
    if missed == 0 { Ok(()) } else { Err(format!("{missed} numbers missed their targets")) }
}

use std::env::consts::EXE_SUFFIX as EXE;
