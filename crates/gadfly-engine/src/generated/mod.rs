//! Everything generated code may name.
//!
//! Owns the vocabulary of generated operations: markers for the ways an argument is passed, `call` and
//! `try_call`, and the probing of what a type can do. What is generic here is compiled once per operation or type
//! without optimisation, so it is kept to a minimum; everything that does not depend on a type is elsewhere.

mod arguments;
mod call;
mod law_table;
mod probe;
mod vtable;

pub use crate::link::table::Table;
pub use crate::values::spliced::spliced;
pub use crate::values::tracked;
pub use crate::{judged, vtable, vtable_of};
pub use arguments::{args, Argument, Arguments, ArgumentsOf, Mut, MutDst, Ref, RefDst, Val};
pub use arguments::{ArgumentSpec, Passing, TypeIds};
pub use call::{call, try_call, Call, RawCall, RunFn};
pub use law_table::{leak_laws, LawTable, SizeHint, Traversal};
pub use law_table::{CloneFromFn, CompareFn, DrainFn, LenFn, OperatorsFn, ParseFn};
pub use law_table::{CloneIterator, EqItems, RoundTrip, TwoEnds};
pub use law_table::{SizeHintFn, SourcesFn, TextFn, TraverseFn};
pub use probe::{fallback, leak, Probe};
pub use vtable::{CloneFn, CmpFn, DefaultFn, EqFn, FormatFn, HashFn, PartialCmpFn};
pub use vtable::{TypeInfo, Vtable};
