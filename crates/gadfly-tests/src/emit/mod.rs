//! From sequences to test files, as text.
//!
//! Pure: what is written here is a proposal until [`crate::prove`] has compiled and run it.

mod block;
mod draft;
mod file;
mod keeping;
mod support;
mod test_name;
mod test_text;

pub use block::{Wording, write_block};
pub use draft::{Containment, Draft, Prediction};
pub use file::{TestFile, write_file};
pub use keeping::complaint;
pub use test_name::{TestNames, base_name};
pub use test_text::TestText;
