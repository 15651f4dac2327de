//! From sequences to test files, as text.
//!
//! Pure: what is written here is a proposal until [`crate::prove`] has compiled and run it.

mod block;
mod draft;
mod file;
mod function;
mod header;
mod keeping;
mod naming;
mod own_name;
mod property_test;
mod search_test;
mod support;
mod test_name;
mod test_text;
mod values_file;

pub use block::{Wording, write_block};
pub use draft::{Containment, Draft, Prediction};
pub use file::{TestFile, write_file};
pub use header::Header;
pub use keeping::complaint;
pub use naming::Naming;
pub use property_test::{PropertyInput, Replay, property_test};
pub use search_test::search_tests;
pub use test_name::{TestNames, base_name};
pub use test_text::TestText;
pub use values_file::{Maker, values_file, yielding};
