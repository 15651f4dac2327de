//! `[patch]` and `[replace]` of a workspace, for another manifest.

use std::path::Path;

/// The `[patch.*]` and `[replace]` tables of the manifest `text` in `root`, with relative paths
/// made absolute; `None` when there are none.
pub(crate) fn patch_toml(text: &str, root: &Path) -> Option<String> {
    let manifest: toml::Table = text.parse().ok()?;
    let mut kept = toml::Table::new();
    if let Some(toml::Value::Table(registries)) = manifest.get("patch") {
        let mut patch = registries.clone();
        for (_, entries) in &mut patch {
            make_absolute(entries, root);
        }
        if !patch.is_empty() {
            kept.insert("patch".to_owned(), toml::Value::Table(patch));
        }
    }
    if let Some(replace @ toml::Value::Table(_)) = manifest.get("replace") {
        let mut replace = replace.clone();
        make_absolute(&mut replace, root);
        kept.insert("replace".to_owned(), replace);
    }
    if kept.is_empty() { None } else { Some(kept.to_string()) }
}

fn make_absolute(entries: &mut toml::Value, root: &Path) {
    let toml::Value::Table(entries) = entries else { return };
    for (_, entry) in entries {
        if let toml::Value::Table(entry) = entry
            && let Some(toml::Value::String(path)) = entry.get_mut("path")
        {
            *path = root.join(&*path).to_string_lossy().into_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_of_patches_become_absolute() {
        let text = r#"
            [package]
            name = "k"
            [patch.crates-io]
            foo = { path = "../foo" }
            bar = { git = "https://example.com/bar" }
        "#;
        let patch = patch_toml(text, Path::new("/w")).expect("there is a patch");
        let read: toml::Table = patch.parse().expect("it is TOML");
        assert_eq!(read["patch"]["crates-io"]["foo"]["path"].as_str(), Some("/w/../foo"));
        assert_eq!(
            read["patch"]["crates-io"]["bar"]["git"].as_str(),
            Some("https://example.com/bar")
        );
        assert!(read.get("package").is_none());
    }

    #[test]
    fn a_manifest_without_patches_has_none() {
        assert_eq!(patch_toml("[package]\nname = 'k'\n", Path::new("/w")), None);
    }
}
