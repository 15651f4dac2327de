//! Laws that follow from the names and signatures of the public functions.
//!
//! Each law has a file: it looks for the functions it is about among those of one concrete type,
//! and states what must hold of their results. `list` has them all; `propose` asks each of them
//! about each type; `type_methods` is a type with its functions; `statement` is a law about one type;
//! `support` is what statements call. Precision comes first: a law that a sensible crate breaks
//! on purpose is no law.

mod capacity;
mod checked;
mod clamping;
mod clearing;
mod containing;
mod conversions;
mod counting;
mod defaults;
mod emptiness;
mod ends;
mod entries;
mod equal_observers;
mod extremes;
mod finding;
mod handles;
mod idempotence;
mod indexing;
mod insertion;
mod involution;
mod list;
mod membership;
mod operators;
mod propose;
mod rotation;
mod round_trips;
mod rounding;
mod setting;
mod splitting;
mod stacks;
pub mod statement;
mod subsets;
mod support;
mod trying;
pub mod type_methods;
mod unchecked;
mod uniting;

pub use propose::propose;
pub use statement::asserting;
pub use support::SUPPORT;
pub use unchecked::is_unchecked;
