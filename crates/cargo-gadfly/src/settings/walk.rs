//! `[walk]` of `gadfly.toml`: settings of walks.

use serde::Deserialize;

/// Settings of walks.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct WalkSettings {
    /// Functions that make arguments of their type, rather than what would be chosen: the crate's own, or helpers.
    pub(crate) generators: Vec<String>,
    /// True if results that are errors end a protocol.
    pub(crate) errors_end: bool,
}
