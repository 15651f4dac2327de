//! The directory in which a subject's harness is made.

mod artifacts;
mod blame;
mod compile;
mod engine;
mod error;
mod files;
mod flavour;
mod instrument;
mod manifest;
mod place;
mod tests;

pub(crate) use artifacts::CargoMessage;
pub use compile::Built;
pub use engine::write_engine;
pub use error::BuildError;
pub use files::write_if_changed;
pub(crate) use flavour::check_sanitizer;
pub use flavour::{Flavour, contained};
pub use instrument::Instrument;
pub(crate) use manifest::LISTING_PACKAGE;
pub use manifest::{HARNESS_PACKAGE, Optimise, PROFILE};
pub use place::{Dependencies, Workspace};
pub use tests::{Complaint, TestBuild};
