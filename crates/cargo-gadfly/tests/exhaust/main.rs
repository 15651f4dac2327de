//! The exhaustive search from end to end, with real builds: the golden counts, the suites of
//! predicates and field types, and runs of the command's module on small crates.

#![expect(clippy::disallowed_methods, reason = "tests run what was built")]

mod command;
mod crates;
mod project;
mod suite;
