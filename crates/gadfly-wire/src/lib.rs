//! Versioned messages between `cargo gadfly` and the harness binaries it builds.
//!
//! Owns every type that crosses that boundary and the bytes it turns into. Refuses dependencies, unsafe
//! code and panics on hostile input: a truncated or corrupted file is a [`WireError`].
//!
//! ```
//! use gadfly_wire::{Plan, RunConfig, from_file_bytes, to_file_bytes};
//!
//! let config = RunConfig { seed: 7, ..RunConfig::default() };
//! let bytes = to_file_bytes(&config);
//! assert_eq!(from_file_bytes::<RunConfig>(&bytes), Ok(config));
//! assert!(from_file_bytes::<Plan>(&bytes).is_err());
//! ```

#[macro_use]
mod declare;
mod codec;
mod coverage;
mod error;
mod event;
mod exhaust;
mod file;
mod hash;
mod literal;
mod pipe;
mod plan;
mod run;
mod scan;
mod search;
mod sequence;
#[cfg(any(test, feature = "sources"))]
pub mod sources;
mod splice;
mod visible;
mod walk;

pub use codec::{Decode, Encode, Reader, Writer};
pub use coverage::{EdgeCounts, EdgeRange, SubjectEdges};
pub use error::WireError;
pub use event::{
    CheckEnd, CrashKind, During, Event, LabelCount, Law, Location, Observed, OperationCounts,
    Outcome, ProcessChange, SubjectFrame,
};
pub use exhaust::{
    Choice, Choices, ExhaustCounts, ExhaustEvent, ExhaustMode, ExhaustOrder, ExhaustPart,
    ExhaustRecord, FailingInput, NoChoices, WeighedPart,
};
pub use file::{
    event_stream_header, from_file_bytes, to_file_bytes, to_frame, to_keyed_frame, EventReader,
    Message, FORMAT_VERSION,
};
pub use hash::{fnv32, fnv64, Fnv};
pub use literal::{Literal, LiteralType, LiteralValue};
pub use pipe::{pipe_head, PipeReader};
pub use plan::{Flow, FlowKind, FlowTo, OperationKind, OperationPlan, Plan};
pub use run::{
    CheckOrder, Direction, Mode, ProcessChangeAt, RunConfig, EXIT_REPORTED, FORK_PASS, REPORT_FILE,
};
pub use scan::{is_readable, to_marked_frame, EventScanner};
pub use search::SearchSettings;
pub use sequence::{Access, Argument, Sequence, Statement, What};
pub use splice::spliced;
pub use visible::{visible, visible_json, visible_styled};
pub use walk::{
    ArgumentMaker, ArgumentSource, Growth, Role, WalkCall, WalkEdge, WalkOrder, WalkOutcome,
};
