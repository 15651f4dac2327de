//! The engine's sources, written out where a harness can be built with them.
//!
//! Their manifests are written here and not embedded: cargo rewrites a manifest when it packages a crate, and the rewritten
//! one asks the registry for what stands beside it and names tests that are not written out.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use super::BuildError;
use super::files::write_if_changed;

/// Manifest of the engine as it is built beside a user's crate.
const ENGINE: &str = "\
[package]
name = \"gadfly-engine\"
version = \"0.1.0\"
edition = \"2021\"

[dependencies]
gadfly-wire = { path = \"../gadfly-wire\", package = \"gadfly-harness-wire\" }

[features]
default = [\"allocator\"]
allocator = []
sources = []
";

/// Manifest of the wire format as it is built beside a user's crate. Its package has another name than the
/// original: a crate that depends on `gadfly` may have that one as well, and a lock file cannot
/// distinguish two packages of one name by their paths.
const WIRE: &str = "\
[package]
name = \"gadfly-harness-wire\"
version = \"0.1.0\"
edition = \"2021\"

[lib]
name = \"gadfly_wire\"

[features]
sources = []
";

/// Writes the engine below `base`, in a folder named after its content; returns the engine's.
pub fn write_engine(base: &Path) -> Result<PathBuf, BuildError> {
    let packages = [
        ("gadfly-engine", ENGINE, gadfly_engine::sources::FILES),
        ("gadfly-wire", WIRE, gadfly_wire::sources::FILES),
    ];
    let mut hasher = gadfly_wire::Fnv::default();
    packages.hash(&mut hasher);
    let home = base.join(format!("engine-{:016x}", hasher.finish()));
    for (package, manifest, files) in packages {
        write_if_changed(&home.join(package).join("Cargo.toml"), manifest)?;
        for (path, text) in files.iter().filter(|(path, _)| *path != "Cargo.toml") {
            write_if_changed(&home.join(package).join(path), text)?;
        }
    }
    Ok(home.join("gadfly-engine"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_agree_with_the_checkout() {
        for (package, manifest) in [("gadfly-engine", ENGINE), ("gadfly-wire", WIRE)] {
            let path = format!("{}/../{package}/Cargo.toml", env!("CARGO_MANIFEST_DIR"));
            let original = std::fs::read_to_string(path).expect("the package is in the checkout");
            let parse = |text: &str| text.parse::<toml::Table>().expect("a manifest");
            let (written, original) = (parse(manifest), parse(&original));
            assert_eq!(written.get("features"), original.get("features"));
            for key in ["version", "edition"] {
                assert_eq!(written["package"].get(key), original["package"].get(key), "{package}");
            }
            let names = |table: &toml::Table| -> Vec<String> {
                let dependencies = table.get("dependencies").and_then(toml::Value::as_table);
                dependencies.into_iter().flat_map(|table| table.keys().cloned()).collect()
            };
            assert_eq!(names(&written), names(&original));
        }
        assert!(ENGINE.contains("package = \"gadfly-harness-wire\""), "{ENGINE}");
    }
}
