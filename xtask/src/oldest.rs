//! Build of the crates that users link, with the oldest dependencies that their manifests allow.
//!
//! A lock file of theirs may hold any of them. `cargo` alone would always try the newest.

use std::fmt::Write as _;
use std::path::Path;

use toml::Table;

use crate::run::{cargo, root};

/// The packages that a user's crate links.
const LINKED: [&str; 5] =
    ["gadfly", "gadfly-check", "gadfly-exhaust", "gadfly-macros", "gadfly-test-file"];

/// Builds a crate that links all of it, with those dependencies.
pub(crate) fn check() -> Result<(), String> {
    let place = root().join("target/oldest");
    let write = |name: &str, text: &str| {
        std::fs::write(place.join(name), text).map_err(|error| format!("{name}: {error}"))
    };
    std::fs::create_dir_all(place.join("src")).map_err(|error| error.to_string())?;
    write("src/lib.rs", "pub use gadfly::*;\n")?;
    let manifests: Result<Vec<Table>, String> =
        LINKED.iter().map(|name| read(&root().join("crates").join(name))).collect();
    write("Cargo.toml", &manifest(&read(&root())?, &manifests?))?;
    cargo(&["check", "--quiet", "--manifest-path", "target/oldest/Cargo.toml"], &[])
}

fn read(folder: &Path) -> Result<Table, String> {
    let path = folder.join("Cargo.toml");
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    text.parse().map_err(|error| format!("{}: {error}", path.display()))
}

/// A manifest that pins what is asked for from elsewhere to the version that is asked for.
fn manifest(workspace: &Table, linked: &[Table]) -> String {
    let declared = table(workspace, &["workspace", "dependencies"]);
    let mut text = String::from(
        "[workspace]\n\n[package]\nname = \"oldest\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[dependencies]\n\
         gadfly = { path = \"../../crates/gadfly\" }\n",
    );
    for (name, requirement) in &declared {
        let version = requirement.as_str().or_else(|| requirement.get("version")?.as_str());
        let is_asked_for = linked.iter().any(|manifest| asks_for(manifest, name));
        if let (true, None, Some(version)) = (is_asked_for, requirement.get("path"), version) {
            let _ = writeln!(text, "{name} = \"={version}\"");
        }
    }
    text
}

/// Returns whether a crate cannot do without a dependency, on this platform or another.
fn asks_for(manifest: &Table, name: &str) -> bool {
    let is_needed = |dependencies: &Table| {
        dependencies.get(name).is_some_and(|it| it.get("optional").is_none())
    };
    let targets = table(manifest, &["target"]);
    let of_targets = targets.values().filter_map(|target| target.get("dependencies")?.as_table());
    is_needed(&table(manifest, &["dependencies"])) || of_targets.into_iter().any(is_needed)
}

fn table(manifest: &Table, keys: &[&str]) -> Table {
    let mut found = manifest.clone();
    for key in keys {
        found = found.get(*key).and_then(|value| value.as_table()).cloned().unwrap_or_default();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needed_dependencies_are_pinned_to_what_is_asked_for() {
        let workspace = "[workspace.dependencies]
ours = { path = \"x\", version = \"0.1.0\" }
one = \"1.2\"
two = { version = \"0.3.4\", features = [\"full\"] }
three = \"3\"
four = \"4\"
";
        let linked = "[dependencies]
ours.workspace = true
one.workspace = true
three = { workspace = true, optional = true }

[target.'cfg(unix)'.dependencies]
two.workspace = true
";
        let parse = |text: &str| text.parse().expect("a manifest");
        let text = manifest(&parse(workspace), &[parse(linked)]);
        assert!(text.ends_with("one = \"=1.2\"\ntwo = \"=0.3.4\"\n"), "{text}");
    }
}
