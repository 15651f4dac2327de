//! Types: read, printed, substituted, and known to have values.

pub mod lifetimes;
pub mod parse_type;
pub mod shape;
pub mod signature;
pub mod subst;
pub mod tracked;
pub mod universe;
