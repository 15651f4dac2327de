//! Orders of single commands.

use gadfly_harness::properties::Providers;
use gadfly_walk::Mode;

use super::ItemFilter;

/// Which protocols are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WalkRequest {
    /// The type, as typed; without it, types that can be walked are listed.
    pub(crate) target: Option<String>,
    /// Which protocols.
    pub(crate) mode: Mode,
    /// How many calls are added at most.
    pub(crate) depth: u32,
    /// How many calls are tried to reach a state.
    pub(crate) state_depth: u32,
    /// Whether no value is extended that was reached before.
    pub(crate) merge: bool,
    /// Whether errors end a protocol.
    pub(crate) errors_end: bool,
    /// Whether every sequence is shown.
    pub(crate) all: bool,
    /// Whether outcomes are judged.
    pub(crate) judging: Judging,
    /// Oracles to build on.
    pub(crate) inherit: Vec<String>,
    /// Texts of calls to forget.
    pub(crate) forget: Vec<String>,
    /// Functions that make arguments.
    pub(crate) generators: Vec<String>,
}

/// Judging of outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judging {
    /// Not at all.
    No,
    /// By the oracle alone.
    Oracle,
    /// By the oracle, and by a person where it has no verdict.
    Person,
}

/// Which properties to try, and how.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckOrders {
    /// Only those that match; all if there are none.
    pub(crate) only: ItemFilter,
    /// How many inputs for each, whatever its attribute says.
    pub(crate) cases: Option<u32>,
    /// How many inputs per case may be refused.
    pub(crate) discards: u32,
    /// Which ways to make a value take part.
    pub(crate) providers: Providers,
}
