//! Tests of the engine in their own process, one module per theme: `cargo test -p gadfly-engine --test it -- THEME::`.

#[path = "../support/machine.rs"]
mod machine;
#[path = "../support/std_table.rs"]
mod std_table;
#[path = "../support/turns.rs"]
mod turns;

mod borrow;
mod broken_text;
mod check;
mod cost;
mod directed;
mod distinct;
mod drawn;
mod expensive;
mod explore;
mod generated;
mod handles;
mod invariants;
mod keep;
mod law_operations;
mod laws;
mod ledger;
mod panicking;
mod splicing;
mod walk;
