//! This crate's own sources, for a tool that writes them out beside a user's crate.

/// Path below the crate's folder, and text.
pub static FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../Cargo.toml")),
    ("src/allocator.rs", include_str!("allocator.rs")),
    ("src/borrow.rs", include_str!("borrow.rs")),
    ("src/checkpoint.rs", include_str!("checkpoint.rs")),
    ("src/entry.rs", include_str!("entry.rs")),
    ("src/events.rs", include_str!("events.rs")),
    ("src/execute.rs", include_str!("execute.rs")),
    ("src/fingerprint.rs", include_str!("fingerprint.rs")),
    ("src/frame.rs", include_str!("frame.rs")),
    ("src/generated/arguments.rs", include_str!("generated/arguments.rs")),
    ("src/generated/call.rs", include_str!("generated/call.rs")),
    ("src/generated/mod.rs", include_str!("generated/mod.rs")),
    ("src/generated/probe.rs", include_str!("generated/probe.rs")),
    ("src/generated/vtable.rs", include_str!("generated/vtable.rs")),
    ("src/journal.rs", include_str!("journal.rs")),
    ("src/lib.rs", include_str!("lib.rs")),
    ("src/literal.rs", include_str!("literal.rs")),
    ("src/observe.rs", include_str!("observe.rs")),
    ("src/output.rs", include_str!("output.rs")),
    ("src/panic.rs", include_str!("panic.rs")),
    ("src/pool.rs", include_str!("pool.rs")),
    ("src/program.rs", include_str!("program.rs")),
    ("src/quarantine.rs", include_str!("quarantine.rs")),
    ("src/registry.rs", include_str!("registry.rs")),
    ("src/rng.rs", include_str!("rng.rs")),
    ("src/search.rs", include_str!("search.rs")),
    ("src/sources.rs", include_str!("sources.rs")),
    ("src/strategy/choice.rs", include_str!("strategy/choice.rs")),
    ("src/strategy/mod.rs", include_str!("strategy/mod.rs")),
    ("src/strategy/replay.rs", include_str!("strategy/replay.rs")),
    ("src/strategy/walk.rs", include_str!("strategy/walk.rs")),
    ("src/sys.rs", include_str!("sys.rs")),
    ("src/table.rs", include_str!("table.rs")),
    ("src/watchdog.rs", include_str!("watchdog.rs")),
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
