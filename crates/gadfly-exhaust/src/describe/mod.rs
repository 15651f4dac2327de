//! Structures as pictures: one description, shown as text, as Rust source and as a drawing.

mod shape;
mod source;
mod svg;
mod text;
mod visit;

pub use shape::{Atom, Picture, PointerKind, Shape};
pub use source::Source;
pub use visit::Describe;
