//! Automation of the repository: `cargo xtask <task>`.

fn main() {}
