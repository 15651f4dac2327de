//! The engine's sources, written out where a harness can be built with them.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use super::BuildError;
use super::files::write_if_changed;

/// Writes the engine below `base`, in a folder named after its content; returns the engine's.
pub fn write_engine(base: &Path) -> Result<PathBuf, BuildError> {
    let packages = [
        ("gadfly-engine", gadfly_engine::sources::FILES),
        ("gadfly-wire", gadfly_wire::sources::FILES),
    ];
    let mut hasher = crate::stable_hash::StableHasher::default();
    packages.hash(&mut hasher);
    let home = base.join(format!("engine-{:016x}", hasher.finish()));
    for (package, files) in packages {
        for (path, text) in files {
            write_if_changed(&home.join(package).join(path), text)?;
        }
    }
    Ok(home.join("gadfly-engine"))
}
