//! Asks cargo for the dependencies and reports all problems at once.

use std::path::Path;

use super::policy::Policy;
use super::problems::{Metadata, problems};
use crate::run;

/// The platform whose dependencies may not come in several versions: the one that is tested. Crates for other platforms
/// alone are neither compiled nor used there.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// Checks the dependencies of the workspace at `root`.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let path = root.join("xtask/dependencies.toml");
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("failed to read {}: {error}", path.display()))?;
    let policy: Policy =
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let all = metadata(root, &[])?;
    let built = metadata(root, &["--filter-platform", PLATFORM])?;
    let problems = problems(&policy, &all, &built);
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn metadata(root: &Path, arguments: &[&str]) -> Result<Metadata, String> {
    let always = ["metadata", "--format-version", "1", "--locked"];
    let text = run::cargo_output(&[&always[..], arguments].concat(), root)?;
    serde_json::from_str(&text).map_err(|error| format!("failed to read `cargo metadata`: {error}"))
}
