//! Laws of formatting, parsing, borrowed text and errors.

pub(super) mod borrow_agrees;
pub(super) mod error_sources;
pub(super) mod formats;
pub(super) mod round_trip;
