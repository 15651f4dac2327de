//! Properties that a crate's test code registers: found, given values, and printed as calls.
//!
//! Operations that make their inputs are chosen here as well; making and trying inputs is the engine's task.

mod attribute;
mod candidates;
mod changers;
mod entry;
mod generators;
mod providers;
mod rank;
mod record;
mod type_names;

pub use attribute::has_invariants;
pub use candidates::{Spell, given};
pub use changers::changers;
pub use entry::{
    EntryKind, EntryParameter, EntryReturns, ListedEntry, ListingError, parse_listing,
};
pub use generators::generators;
pub use providers::{Providers, participants};
pub use rank::{Ranks, ranks};
pub use record::PropertyRecord;
pub use type_names::is_private;
