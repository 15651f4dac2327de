//! `cargo gadfly exhaust`: finds the functions marked `#[gadfly::exhaust]`, builds the crate so that
//! reads of its fields can be seen, and searches in child processes. Prints nothing: events go
//! out while it runs, a report comes back.

mod build;
mod case;
mod discover;
mod error;
mod event;
mod options;
mod page;
mod parts;
mod progress;
mod prove;
mod report;
mod run;
mod run_report;
mod schedule;
mod target;
mod test_source;
mod worker;

pub use build::{Traced, traced_cargo};
pub use error::ExhaustError;
pub use event::Event;
pub use gadfly_wire::ExhaustMode as Mode;
pub use options::{ExhaustOptions, Shard};
pub use report::{Case, CaseKind, ExhaustReport, FunctionReport, Placement};
pub use run::run;
pub(crate) use run_report::{finding, run_report};
