//! The tracer's sources, written out where a copy can be built with them.

use std::path::{Path, PathBuf};

use crate::InstrumentError;
use crate::scratch::write_if_changed;

/// Manifest of the tracer as it is built beside a copy: cargo rewrites the original when it packages the crate.
const MANIFEST: &str = "\
[package]
name = \"gadfly-trace\"
version = \"0.1.0\"
edition = \"2021\"

[lib]
doctest = false
test = false

[features]
sources = []
";

/// Writes the tracer below a folder; returns its own.
pub(crate) fn write(base: &Path) -> Result<PathBuf, InstrumentError> {
    let home = base.join("gadfly-trace");
    write_if_changed(&home.join("Cargo.toml"), MANIFEST)?;
    for (path, text) in
        gadfly_trace::sources::FILES.iter().filter(|(path, _)| *path != "Cargo.toml")
    {
        write_if_changed(&home.join(path), text)?;
    }
    Ok(home)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_agree_with_the_checkout() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../gadfly-trace/Cargo.toml");
        let original = std::fs::read_to_string(path).expect("the package is in the checkout");
        let parse = |text: &str| text.parse::<toml::Table>().expect("a manifest");
        let (written, original) = (parse(MANIFEST), parse(&original));
        assert_eq!(written.get("features"), original.get("features"));
        for key in ["name", "version", "edition"] {
            assert_eq!(written["package"].get(key), original["package"].get(key));
        }
        assert!(original.get("dependencies").is_none());
    }
}
