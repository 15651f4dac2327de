//! A value behind a pointer that can be written with one of its formatting functions.

use crate::generated::FormatFn;
use std::fmt;

/// A value with one of its formatting functions.
pub(crate) struct FormattedText {
    place: *const u8,
    format: FormatFn,
}

impl FormattedText {
    /// A value and how to format it.
    ///
    /// # Safety
    /// The place must hold a live value of the function's type that may be read, for as long as this exists.
    pub(crate) unsafe fn new(place: *const u8, format: FormatFn) -> Self {
        Self { place, format }
    }
}

impl fmt::Display for FormattedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: `new` asks for a live value of the function's type.
        unsafe { (self.format)(self.place, f) }
    }
}
