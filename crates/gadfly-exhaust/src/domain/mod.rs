//! Domains: the values that a place may take, given by an attribute, by the bounds or by the type.

mod domain_trait;
mod each;
mod index;
mod listed;
mod pointer;
mod range;
mod skip;

pub use domain_trait::{Auto, Domain};
pub use each::{lengths, Each, Lengths, Many, Sequence};
pub use index::{Index, Slots};
pub use listed::{Listed, Values};
pub use pointer::Aliased;
pub use skip::Skip;
