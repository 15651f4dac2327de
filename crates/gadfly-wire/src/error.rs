//! Everything that can be wrong with bytes we did not necessarily write.

use std::fmt;

/// The reason for which bytes could not be read as a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireError {
    /// The input ends inside a value. For a growing event stream: more may follow.
    Truncated,
    /// The checksum of a frame does not match its payload.
    Corrupt,
    /// The file does not start with the expected magic.
    NotAMessage {
        /// The kind of message that was asked for.
        expected: &'static str,
    },
    /// The file was written by another version of the format.
    Version {
        /// The version found in the file.
        found: u32,
    },
    /// A choice has no variant with this tag.
    UnknownTag {
        /// The type being decoded.
        what: &'static str,
        /// The tag found.
        tag: u8,
    },
    /// A value is outside the range of its type.
    OutOfRange {
        /// The type being decoded.
        what: &'static str,
    },
    /// Bytes are left over after the message.
    Trailing,
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireError::Truncated => f.write_str("the message is cut short"),
            WireError::Corrupt => f.write_str("the message is damaged: its checksum does not match"),
            WireError::NotAMessage { expected } => write!(f, "the file is not a {expected} message"),
            WireError::Version { found } => write!(
                f,
                "the message has format version {found}, but this build reads version {}: rebuild the harness",
                crate::FORMAT_VERSION
            ),
            WireError::UnknownTag { what, tag } => write!(f, "unknown tag {tag} for {what}"),
            WireError::OutOfRange { what } => write!(f, "a value does not fit {what}"),
            WireError::Trailing => f.write_str("bytes are left over after the message"),
        }
    }
}

impl std::error::Error for WireError {}
