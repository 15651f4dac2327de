//! The exhaustive search from end to end, with real builds: the golden counts, the suites of
//! predicates and field types, and runs of the command's module on small crates.

mod crates;
mod project;
mod suite;
