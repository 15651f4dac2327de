//! The engine's calls per second on one core, over std types with borrows:
//! `cargo run --release --package gadfly-engine --example speed [SECONDS] [SEED]`.

#[path = "../tests/support/std_table.rs"]
mod std_table;

use gadfly_engine::entry;
use gadfly_engine::generated::Table;
use gadfly_engine::link::registry::Registry;
use gadfly_wire::{Event, RunConfig};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let seconds = numbers.next().transpose()?.unwrap_or(5);
    let seed = numbers.next().transpose()?.unwrap_or(0);
    let mut table = Table::default();
    std_table::register(&mut table);
    let registry = Registry::link(table, &std_table::plan())?;
    // In process: containment costs next to nothing, but events in memory would stay in the child.
    let config = RunConfig {
        contain: false,
        seed,
        time_budget_ms: Some(seconds * 1000),
        ..RunConfig::default()
    };
    let mut events: Vec<Event> = Vec::new();
    entry::run_from_now(&config, &registry, &mut events);
    let Some(Event::Summary { calls, sequences, states, millis, .. }) = events.last() else {
        return Err("the run has no summary".into());
    };
    let per_second = |count: u64| count * 1000 / millis.max(&1);
    writeln!(
        std::io::stdout(),
        "{} calls/s, {} sequences/s, {states} distinct values in {millis} ms",
        per_second(*calls),
        per_second(*sequences),
    )?;
    Ok(())
}
