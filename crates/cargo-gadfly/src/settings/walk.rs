//! `[walk]` of `gadfly.toml`: settings of walks.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Settings of walks.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct WalkSettings {
    /// Functions that make arguments of their type, rather than what would be chosen: the crate's own, or helpers.
    /// Those that make the walked type begin as well.
    pub(crate) generators: Vec<String>,
    /// The values of parameters: `"Stack::with_limit.limit" = [2, 3]`.
    pub(crate) streams: BTreeMap<String, Vec<StreamValue>>,
    /// True if results that are errors end a protocol.
    pub(crate) errors_end: bool,
}

/// A value of a parameter, as text.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(from = "TomlValue")]
pub(crate) struct StreamValue(pub(crate) String);

/// A value as it stands in the file; integers beyond its range are texts.
#[derive(Deserialize)]
#[serde(untagged)]
enum TomlValue {
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
}

impl From<TomlValue> for StreamValue {
    fn from(value: TomlValue) -> Self {
        Self(match value {
            TomlValue::Bool(value) => value.to_string(),
            TomlValue::Integer(value) => value.to_string(),
            TomlValue::Float(value) => value.to_string(),
            TomlValue::Text(value) => value,
        })
    }
}
