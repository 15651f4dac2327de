//! Single values: literals, fingerprints, formatted text, and values that track their own use.

pub(crate) mod drawn;
pub mod fingerprint;
pub(crate) mod formatted;
pub mod literal;
pub(crate) mod spliced;
pub mod tracked;
