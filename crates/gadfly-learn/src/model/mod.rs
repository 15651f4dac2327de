//! Which calls may follow which, per type.

mod build;
mod fold;
mod graph;
mod learned;
mod literal;
mod partners;
mod prune;
mod states;

pub use fold::folded;
pub use graph::{Edge, Input, Label, Model, Node, NodeId};
pub use learned::{FORMAT_VERSION, Learned, LearnedError};
pub use literal::Literal;
pub use partners::{Meeting, Partners};
pub use states::{Place, Variables};
