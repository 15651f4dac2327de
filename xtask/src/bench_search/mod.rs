//! `cargo xtask bench bugs|precision|direction|throughput|memory`: how good the search of `explore` is.
//!
//! Everything runs the command as a person would, on pinned versions, with seed 0.

mod bugs;
mod direction;
mod memory;
mod orders;
mod precision;
mod report;
mod rows;
mod throughput;

use std::path::Path;

use crate::run::cargo;

/// The usage message.
pub(crate) const USAGE: &str = "\
Usage: cargo xtask bench <WHAT> [--only NAME[,NAME]] [--time DURATION] [--calls N] [--bad-only] [--all] [--list FILE]

  bugs        known bugs of benches/bugs.toml, found in one version and not in another [60s]
  precision   findings of class bug in crates that have few [60s]
  direction   distinct findings of the directed search against the undirected one, in equal calls [8000000]
  throughput  calls per second of the whole loop [20s]
  memory      memory and speed of a long run [10m]

  --only      only these crates, or rows of bugs
  --time      how long to search
  --calls     how many calls each strategy makes
  --bad-only  leave out the versions that do not have the bug
  --list      bugs of this file instead of benches/bugs.toml
  --all       measure the other baselines of direction, too: some take hours on crates with expensive calls";

/// Runs a benchmark by its name, if there is one.
pub(crate) fn run(root: &Path, name: &str, arguments: &[String]) -> Result<(), String> {
    let bench = match name {
        "bugs" => bugs::run,
        "precision" => precision::run,
        "direction" => direction::run,
        "throughput" => throughput::run,
        "memory" => memory::run,
        _ => return Err(USAGE.to_owned()),
    };
    let orders = orders::parse(arguments)?;
    cargo(&["build", "--release", "--package", "cargo-gadfly"], &[])?;
    bench(root, &orders)
}
