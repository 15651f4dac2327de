//! `[learn]` of `gadfly.toml`: settings of tracing.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Settings of tracing.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct LearnSettings {
    /// Parameters that a function does not change, by the function's path or its end: what a traced run shows is overruled.
    pub(crate) unchanged: BTreeMap<String, Vec<String>>,
}
