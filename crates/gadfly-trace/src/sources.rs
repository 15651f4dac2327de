//! This crate's own sources, for a tool that writes them out beside a user's crate.

/// Path below the crate's folder, and text.
pub static FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../Cargo.toml")),
    ("src/format.rs", include_str!("format.rs")),
    ("src/guard.rs", include_str!("guard.rs")),
    ("src/known.rs", include_str!("known.rs")),
    ("src/lib.rs", include_str!("lib.rs")),
    ("src/limits.rs", include_str!("limits.rs")),
    ("src/macros.rs", include_str!("macros.rs")),
    ("src/memory.rs", include_str!("memory.rs")),
    ("src/output.rs", include_str!("output.rs")),
    ("src/shape.rs", include_str!("shape.rs")),
    ("src/sink.rs", include_str!("sink.rs")),
    ("src/sources.rs", include_str!("sources.rs")),
    ("src/text.rs", include_str!("text.rs")),
    ("src/thread.rs", include_str!("thread.rs")),
];

#[cfg(test)]
mod tests {
    use super::FILES;
    use std::path::Path;

    #[test]
    fn every_source_file_is_embedded() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = vec!["Cargo.toml".to_owned()];
        collect(root, "src", &mut found);
        found.sort();
        let embedded: Vec<&str> = FILES.iter().map(|(path, _)| *path).collect();
        assert_eq!(embedded, found);
    }

    fn collect(root: &Path, folder: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(root.join(folder)).expect("the folder is readable") {
            let entry = entry.expect("the entry is readable");
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                collect(root, &path, found);
            } else {
                found.push(path);
            }
        }
    }
}
