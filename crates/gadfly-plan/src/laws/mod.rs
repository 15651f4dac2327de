//! Laws that follow from the names and signatures of the public functions.
//!
//! Each law has a file, in the folder of what it is about: it looks for the functions it is about among those of one concrete type,
//! and states what must hold of their results. `list` has them all; `propose` asks each of them
//! about each type; `type_methods` is a type with its functions; `statement` is a law about one type;
//! `support` is what statements call. Precision comes first: a law that a sensible crate breaks
//! on purpose is no law.

mod collections;
mod contracts;
mod inverses;
mod keyed;
mod list;
mod numbers;
mod propose;
mod siblings;
pub mod statement;
mod support;
pub mod type_methods;
mod unchecked;

pub use contracts::rep_check::is_rep_check;
pub use propose::propose;
pub use statement::asserting;
pub use support::SUPPORT;
pub use unchecked::is_unchecked;
