//! Orders of single commands.

use gadfly_plan::properties::Providers;
use gadfly_walk::ProtocolMode;

use super::ItemFilter;

/// An order to walk a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WalkRequest {
    /// The type, as typed; without it, types that can be walked are listed.
    pub(crate) target: Option<String>,
    /// The kind of protocols.
    pub(crate) mode: ProtocolMode,
    /// The greatest number of calls that are added.
    pub(crate) depth: u32,
    /// The greatest number of calls tried to reach a state.
    pub(crate) state_depth: u32,
    /// True if no value is extended that was reached before.
    pub(crate) merge: bool,
    /// True if errors end a protocol.
    pub(crate) errors_end: bool,
    /// True if every sequence is shown.
    pub(crate) all: bool,
    /// Judging of outcomes.
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

/// An order to try properties.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckOrders {
    /// Patterns over properties; all match if there are none.
    pub(crate) only: ItemFilter,
    /// Inputs for each, whatever its attribute says.
    pub(crate) cases: Option<u32>,
    /// Inputs per case that may be refused.
    pub(crate) discards: u32,
    /// Ways to make a value.
    pub(crate) providers: Providers,
}
