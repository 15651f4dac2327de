//! This crate's own sources, for a tool that writes them out beside a user's crate.

/// Path below the crate's folder, and text.
pub static FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../Cargo.toml")),
    ("src/codec.rs", include_str!("codec.rs")),
    ("src/coverage.rs", include_str!("coverage.rs")),
    ("src/declare.rs", include_str!("declare.rs")),
    ("src/error.rs", include_str!("error.rs")),
    ("src/event.rs", include_str!("event.rs")),
    ("src/exhaust.rs", include_str!("exhaust.rs")),
    ("src/file.rs", include_str!("file.rs")),
    ("src/hash.rs", include_str!("hash.rs")),
    ("src/lib.rs", include_str!("lib.rs")),
    ("src/literal.rs", include_str!("literal.rs")),
    ("src/pipe.rs", include_str!("pipe.rs")),
    ("src/plan.rs", include_str!("plan.rs")),
    ("src/run.rs", include_str!("run.rs")),
    ("src/scan.rs", include_str!("scan.rs")),
    ("src/search.rs", include_str!("search.rs")),
    ("src/sequence.rs", include_str!("sequence.rs")),
    ("src/sources.rs", include_str!("sources.rs")),
    ("src/splice.rs", include_str!("splice.rs")),
    ("src/visible.rs", include_str!("visible.rs")),
    ("src/walk.rs", include_str!("walk.rs")),
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
