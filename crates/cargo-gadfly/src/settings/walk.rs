//! `[walk]` of `gadfly.toml`: what walks of a crate's types go by.

use serde::Deserialize;

/// What walks go by.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct WalkSettings {
    /// Functions that make arguments of their type, rather than what would be chosen: the crate's own, or helpers.
    pub(crate) generators: Vec<String>,
    /// Whether results that are errors end a protocol.
    pub(crate) errors_end: bool,
}
