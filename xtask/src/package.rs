//! `cargo xtask package`: every package as it would be published, and the command installed from these packages alone.
//!
//! Packages are unpacked below `target/published`, outside of the workspace, and patched into each other as the registry
//! would join them. What a manifest leaves out of its package, or takes from the checkout, fails here.

use std::path::{Path, PathBuf};

use toml::Table;

use crate::run::{cargo, cargo_output, note, output, root};

/// Packs and unpacks all packages, installs the command from them, and runs it on a new crate.
pub(crate) fn package() -> Result<(), String> {
    let root = root();
    let manifests = published(&root.join("crates"))?;
    let order = publish_order(&manifests)?;
    note(&format!("publish in this order: {}", order.join(" ")));
    let names: Vec<&str> = order.iter().flat_map(|name| ["-p", name]).collect();
    let options = ["package", "--no-verify", "--allow-dirty", "--quiet"];
    cargo(&[&options[..], &names[..]].concat(), &[])?;

    let place = root.join("target/published");
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).map_err(|error| error.to_string())?;
    let version = version_of(&root)?;
    for name in &order {
        let archive = root.join(format!("target/package/{name}-{version}.crate"));
        let archive = archive.to_string_lossy();
        run(Path::new("tar"), &["-xzmf", &archive], &place)?;
    }
    let program = install(&place, &order, &version)?;
    try_out(&program, &place)
}

/// Builds the command from the unpacked packages, as a workspace with the checkout's profiles and lock file so that
/// dependencies are not built again, and copies it away from all sources.
fn install(place: &Path, order: &[&str], version: &str) -> Result<PathBuf, String> {
    let root = root();
    let read = |name: &str| std::fs::read_to_string(root.join(name)).map_err(|it| it.to_string());
    let write = |name: &str, text: &str| {
        std::fs::write(place.join(name), text).map_err(|error| format!("{name}: {error}"))
    };
    write("Cargo.toml", &workspace(&read("Cargo.toml")?, order, version)?)?;
    write("Cargo.lock", &read("Cargo.lock")?)?;
    let manifest = place.join("Cargo.toml");
    let options = ["build", "--quiet", "--package", "cargo-gadfly", "--target-dir", "target"];
    cargo(&[&options[..], &["--manifest-path", &manifest.to_string_lossy()]].concat(), &[])?;
    let program = place.join("bin/cargo-gadfly");
    std::fs::create_dir_all(place.join("bin")).map_err(|error| error.to_string())?;
    std::fs::copy(root.join("target/debug/cargo-gadfly"), &program)
        .map_err(|error| error.to_string())?;
    Ok(program)
}

/// The checkout's manifest with the unpacked packages as its members, each in the place of the registry's.
fn workspace(checkout: &str, order: &[&str], version: &str) -> Result<String, String> {
    let mut manifest: Table = checkout.parse().map_err(|error| format!("Cargo.toml: {error}"))?;
    let folders = order.iter().map(|name| format!("{name}-{version}"));
    let patches: Table = order
        .iter()
        .zip(folders.clone())
        .map(|(name, folder)| {
            let path = Table::from_iter([("path".to_owned(), folder.into())]);
            ((*name).to_owned(), path.into())
        })
        .collect();
    let workspace = Table::from_iter([
        ("resolver".to_owned(), "3".into()),
        ("members".to_owned(), folders.map(toml::Value::from).collect::<Vec<_>>().into()),
    ]);
    manifest.insert("workspace".to_owned(), workspace.into());
    let patches = Table::from_iter([("crates-io".to_owned(), patches.into())]);
    manifest.insert("patch".to_owned(), patches.into());
    Ok(manifest.to_string())
}

/// Explores a crate that has nothing to do with the checkout.
fn try_out(program: &Path, place: &Path) -> Result<(), String> {
    let subject = place.join("subject");
    let source = "pub fn half(number: u8) -> u8 { number / 2 }\n";
    let manifest =
        "[workspace]\n[package]\nname = \"subject\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    std::fs::create_dir_all(subject.join("src")).map_err(|error| error.to_string())?;
    std::fs::write(subject.join("src/lib.rs"), source).map_err(|error| error.to_string())?;
    std::fs::write(subject.join("Cargo.toml"), manifest).map_err(|error| error.to_string())?;
    let printed = output(program, &["explore", "--calls", "1000", "--no-write"], &subject)?;
    if printed.contains("Nothing broke") {
        return Ok(());
    }
    Err(format!("the installed command did not explore a new crate:\n{printed}"))
}

fn run(program: &Path, arguments: &[&str], folder: &Path) -> Result<(), String> {
    match output(program, arguments, folder) {
        Err(message) if !message.is_empty() => Err(message),
        _ => Ok(()),
    }
}

/// Manifests of the packages that are published, by name.
fn published(crates: &Path) -> Result<Vec<(String, Table)>, String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(crates).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path().join("Cargo.toml");
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let manifest: Table =
            text.parse().map_err(|error| format!("{}: {error}", path.display()))?;
        let package = manifest.get("package").and_then(|package| package.as_table());
        let is_published = |package: &&Table| package.get("publish").is_none();
        let name = package.filter(is_published).and_then(|package| package.get("name")?.as_str());
        if let Some(name) = name {
            found.push((name.to_owned(), manifest.clone()));
        }
    }
    found.sort_by(|left, right| left.0.cmp(&right.0));
    Ok(found)
}

/// The packages with each after all that it depends on.
fn publish_order(manifests: &[(String, Table)]) -> Result<Vec<&str>, String> {
    let mut order: Vec<&str> = Vec::new();
    while order.len() < manifests.len() {
        let next = manifests.iter().find(|(name, manifest)| {
            let is_ours = |it: &str| manifests.iter().any(|(name, _)| name == it);
            let mut needed = dependencies(manifest).into_iter().filter(|it| is_ours(it));
            !order.contains(&name.as_str()) && needed.all(|it| order.contains(&it))
        });
        match next {
            Some((name, _)) => order.push(name),
            None => return Err("packages depend on each other in a cycle".to_owned()),
        }
    }
    Ok(order)
}

fn dependencies(manifest: &Table) -> Vec<&str> {
    let tables = ["dependencies", "build-dependencies"].map(|key| manifest.get(key)?.as_table());
    tables.into_iter().flatten().flat_map(|table| table.keys().map(String::as_str)).collect()
}

fn version_of(root: &Path) -> Result<String, String> {
    let metadata = cargo_output(&["metadata", "--no-deps", "--format-version", "1"], root)?;
    let metadata: serde_json::Value =
        serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let mut versions = packages.filter(|it| it["name"] == "cargo-gadfly");
    let version = versions.next().and_then(|it| it["version"].as_str());
    version.map(str::to_owned).ok_or_else(|| "cargo-gadfly has no version".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifests(texts: &[(&str, &str)]) -> Vec<(String, Table)> {
        let parse = |text: &str| text.parse().expect("a manifest");
        texts.iter().map(|(name, text)| ((*name).to_owned(), parse(text))).collect()
    }

    #[test]
    fn packages_follow_their_dependencies() {
        let all = manifests(&[
            ("a", "[dependencies]\nc = \"1\"\nserde = \"1\""),
            ("b", ""),
            ("c", "[build-dependencies]\nb = \"1\""),
        ]);
        assert_eq!(publish_order(&all).expect("an order"), ["b", "c", "a"]);
    }

    #[test]
    fn test_dependencies_do_not_order_packages() {
        let all = manifests(&[
            ("a", "[dev-dependencies]\nb = \"1\""),
            ("b", "[dependencies]\na = \"1\""),
        ]);
        assert_eq!(publish_order(&all).expect("an order"), ["a", "b"]);
    }

    #[test]
    fn unpacked_packages_replace_the_checkout() {
        let checkout = "[workspace]\nmembers = [\"crates/*\"]\n[workspace.dependencies]\na = { path = \"crates/a\" }\n[profile.dev]\ndebug = false\n";
        let text = workspace(checkout, &["a"], "0.1.0").expect("a manifest");
        let manifest: Table = text.parse().expect("a manifest");
        assert_eq!(manifest["patch"]["crates-io"]["a"]["path"].as_str(), Some("a-0.1.0"));
        assert_eq!(manifest["workspace"]["members"][0].as_str(), Some("a-0.1.0"));
        assert!(manifest["profile"].get("dev").is_some() && !text.contains("crates/"), "{text}");
    }

    #[test]
    fn cycles_are_errors() {
        let all =
            manifests(&[("a", "[dependencies]\nb = \"1\""), ("b", "[dependencies]\na = \"1\"")]);
        assert!(publish_order(&all).is_err());
    }
}
