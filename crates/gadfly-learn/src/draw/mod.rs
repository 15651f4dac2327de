//! Models as pictures.

mod caption;
mod dot;
mod layout;
mod svg;

pub use dot::dot;
pub use svg::svg;
