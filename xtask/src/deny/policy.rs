//! The contents of `xtask/dependencies.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The rules for dependencies.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Policy {
    /// Licences that a dependency may have, as SPDX writes them, exceptions included.
    pub(super) licences: Vec<String>,
    /// Crates that come in several incompatible versions, each with the reason.
    #[serde(default)]
    pub(super) several_versions: BTreeMap<String, String>,
}
