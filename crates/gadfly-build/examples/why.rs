//! Says why functions never returned in the last walk over a crate.
//!
//! `cargo run -p gadfly-build --example why -- target/gadfly/<package>` prints, for each callable function that never
//! returned, its operations with how often they were called and how that ended, and the deaths of the run. With a number of
//! milliseconds behind it, the harness is run again first; a path behind that names another program to run.

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use gadfly_build::run::run_harness;
use gadfly_build::sealed::unseal;
use gadfly_plan::prepared::Prepared;
use gadfly_wire::{Event, EventReader, RunConfig};

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).expect("the folder of a package"));
    let sealed = std::fs::read(folder.join("harness.json")).expect("a harness was made");
    let text = unseal(&sealed).expect("it is whole");
    let prepared: Prepared = serde_json::from_slice(text).expect("a record of it");
    if let Some(millis) = std::env::args().nth(2) {
        let binary = std::env::args().nth(3).map_or(prepared.binary.clone(), PathBuf::from);
        let config = RunConfig {
            plan_path: folder.join("plan.bin").to_string_lossy().into_owned(),
            time_budget_ms: millis.parse().ok(),
            seed: std::env::args().nth(4).and_then(|seed| seed.parse().ok()).unwrap_or(0),
            hang_ms: 500,
            ..RunConfig::default()
        };
        run_harness(&binary, &folder.join("run"), config, &mut |_| {}).expect("a run");
    }
    let bytes = std::fs::read(folder.join("run/events.bin")).expect("it was run");
    let mut reader = EventReader::resume(&bytes, 0);
    let name = |id: u32| prepared.operations.get(id as usize).map_or("", |found| &found.body);
    while let Ok(Some(event)) = reader.next_event() {
        match event {
            Event::Crash { kind, operation, during, magnitude, note, sequence, .. } => println!(
                "death {kind:?} {during:?} magnitude {magnitude} after {}: {} {note}",
                sequence.statements.len(),
                name(operation)
            ),
            Event::Progress { calls, states, functions_returned, crashes, millis, .. } => println!(
                "{millis} ms: {calls} calls, {states} states, {functions_returned} returned, {crashes} deaths"
            ),
            Event::Summary { calls, sequences, millis, recovery_millis, operations, .. } => {
                println!(
                    "{calls} calls in {sequences} sequences, {millis} ms, recovery {recovery_millis} ms"
                );
                let returned: BTreeSet<u32> = prepared
                    .operations
                    .iter()
                    .zip(&operations)
                    .filter(|(_, counts)| counts.returned > 0)
                    .filter_map(|(operation, _)| operation.function)
                    .collect();
                for (index, function) in (0u32..).zip(&prepared.functions) {
                    if !function.callable || returned.contains(&index) {
                        continue;
                    }
                    println!("{}", function.signature);
                    for (operation, counts) in prepared.operations.iter().zip(&operations) {
                        if operation.function == Some(index) {
                            println!(
                                "    called {} panicked {} illegal {} died {}{}: {}",
                                counts.called,
                                counts.panicked,
                                counts.illegal,
                                counts.crashed,
                                if operation.is_built { "" } else { " (not built)" },
                                operation.body
                            );
                        }
                    }
                }
            }
            _ => {}
        }
    }
}
