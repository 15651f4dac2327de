//! The manifest of a copy.

use std::path::Path;

use toml::{Table, Value};

/// Tables of dependencies.
const DEPENDENCIES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// Makes the manifest of a copy: a workspace of its own, with the tracer if there is one, without benchmarks and lints. What is inherited
/// from the workspace of the original is filled in, and paths become absolute.
pub(super) fn of_copy(
    original: &Table,
    folder: &Path,
    workspace: Option<(&Table, &Path)>,
    tracer: Option<&Path>,
) -> Table {
    let mut copy = original.clone();
    let inherited = workspace.and_then(|(root, _)| root.get("workspace")?.as_table());
    if let Some(package) = copy.get_mut("package").and_then(Value::as_table_mut) {
        let of_workspace = inherited.and_then(|it| it.get("package")?.as_table());
        inherit_package(package, of_workspace);
        package.insert("autobenches".to_owned(), false.into());
        package.remove("workspace");
    }
    let declared = inherited.and_then(|it| it.get("dependencies")?.as_table());
    let root = workspace.map_or(folder, |(_, root)| root);
    in_dependencies(&mut copy, &mut |dependencies| {
        for (name, dependency) in dependencies.iter_mut() {
            complete(name, dependency, folder, declared, root);
        }
    });
    if let Some((root, place)) = workspace {
        for key in ["patch", "profile"] {
            if let (Some(table), None) = (root.get(key), copy.get(key)) {
                copy.insert(key.to_owned(), table.clone());
            }
        }
        absolute_patches(&mut copy, place);
    }
    for key in ["bench", "lints", "badges"] {
        copy.remove(key);
    }
    copy.insert("workspace".to_owned(), Table::new().into());
    if let Some(tracer) = tracer {
        add_tracer(&mut copy, tracer);
    }
    copy
}

fn add_tracer(copy: &mut Table, tracer: &Path) {
    let dependencies = copy.entry("dependencies").or_insert_with(|| Table::new().into());
    if let Some(dependencies) = dependencies.as_table_mut() {
        let path = Value::from(tracer.to_string_lossy().into_owned());
        let tracer = Table::from_iter([("path".to_owned(), path)]);
        dependencies.insert("gadfly-trace".to_owned(), tracer.into());
    }
    optimise_tracer(copy);
}

/// Leaves out examples, and dependencies of tests that are not named: those that only examples and benchmarks need may ask
/// for libraries of the system, without which no test is built either.
pub(super) fn leave_out_examples(copy: &mut Table, is_named: &dyn Fn(&str) -> bool) {
    copy.remove("example");
    if let Some(package) = copy.get_mut("package").and_then(Value::as_table_mut) {
        package.insert("autoexamples".to_owned(), false.into());
    }
    let leave_out = |table: Option<&mut Value>| {
        if let Some(table) = table.and_then(Value::as_table_mut) {
            table.retain(|name, _| is_named(&name.replace('-', "_")));
        }
    };
    leave_out(copy.get_mut("dev-dependencies"));
    let targets = copy.get_mut("target").and_then(Value::as_table_mut);
    for (_, target) in targets.into_iter().flatten() {
        leave_out(target.get_mut("dev-dependencies"));
    }
}

/// Fills in `key.workspace = true`.
fn inherit_package(package: &mut Table, of_workspace: Option<&Table>) {
    let inherited: Vec<String> = package
        .iter()
        .filter(|(_, value)| value.get("workspace").is_some())
        .map(|(key, _)| key.clone())
        .collect();
    for key in inherited {
        match of_workspace.and_then(|it| it.get(&key)) {
            Some(value) => package.insert(key, value.clone()),
            None => package.remove(&key),
        };
    }
    // Files of the workspace that the copy does not have.
    for key in ["readme", "license-file"] {
        package.remove(key);
    }
}

fn in_dependencies(manifest: &mut Table, change: &mut dyn FnMut(&mut Table)) {
    for key in DEPENDENCIES {
        if let Some(table) = manifest.get_mut(key).and_then(Value::as_table_mut) {
            change(table);
        }
    }
    let targets = manifest.get_mut("target").and_then(Value::as_table_mut);
    for (_, target) in targets.into_iter().flatten() {
        for key in DEPENDENCIES {
            if let Some(table) = target.get_mut(key).and_then(Value::as_table_mut) {
                change(table);
            }
        }
    }
}

fn complete(
    name: &str,
    dependency: &mut Value,
    folder: &Path,
    declared: Option<&Table>,
    root: &Path,
) {
    let is_inherited = dependency.get("workspace").is_some();
    if let (true, Some(own)) = (is_inherited, dependency.as_table()) {
        let mut full = match declared.and_then(|it| it.get(name)) {
            Some(Value::String(version)) => {
                Table::from_iter([("version".to_owned(), version.clone().into())])
            }
            Some(Value::Table(table)) => table.clone(),
            _ => Table::new(),
        };
        absolute(&mut full, root);
        for (key, value) in own.iter().filter(|(key, _)| *key != "workspace") {
            match (full.get_mut(key), value) {
                (Some(Value::Array(all)), Value::Array(more)) => all.extend(more.iter().cloned()),
                _ => drop(full.insert(key.clone(), value.clone())),
            }
        }
        *dependency = full.into();
    } else if let Some(table) = dependency.as_table_mut() {
        absolute(table, folder);
    }
}

fn absolute(dependency: &mut Table, folder: &Path) {
    if let Some(Value::String(path)) = dependency.get_mut("path") {
        *path = folder.join(&*path).to_string_lossy().into_owned();
    }
}

fn absolute_patches(manifest: &mut Table, root: &Path) {
    let sources = manifest.get_mut("patch").and_then(Value::as_table_mut);
    for (_, source) in sources.into_iter().flatten() {
        for (_, patch) in source.as_table_mut().into_iter().flatten() {
            if let Some(patch) = patch.as_table_mut() {
                absolute(patch, root);
            }
        }
    }
}

/// Builds the tracer with optimisations in every profile.
fn optimise_tracer(manifest: &mut Table) {
    let mut at = manifest;
    for key in ["profile", "dev", "package", "gadfly-trace"] {
        let next = at.entry(key).or_insert_with(|| Table::new().into());
        let Some(next) = next.as_table_mut() else { return };
        at = next;
    }
    at.insert("opt-level".to_owned(), 3.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Table {
        text.parse().expect("a manifest")
    }

    #[test]
    fn copies_stand_alone_and_have_the_tracer() {
        let original = table(
            "[package]\nname = \"a\"\nversion = \"1.0.0\"\nreadme = \"R.md\"\n[dependencies]\nb = { path = \"../b\" }\nc = \"1\"\n\
             [[bench]]\nname = \"x\"\n[lints.rust]\nx = \"deny\"\n[target.'cfg(unix)'.dev-dependencies]\nd = { path = \"d\" }\n",
        );
        let copy = of_copy(&original, Path::new("/w/a"), None, Some(Path::new("/t")));
        assert_eq!(copy["dependencies"]["b"]["path"].as_str(), Some("/w/a/../b"));
        let of_target = &copy["target"]["cfg(unix)"]["dev-dependencies"]["d"];
        assert_eq!(of_target["path"].as_str(), Some("/w/a/d"));
        assert_eq!(copy["dependencies"]["gadfly-trace"]["path"].as_str(), Some("/t"));
        assert!(copy.get("bench").is_none() && copy.get("lints").is_none());
        assert!(copy["workspace"].as_table().is_some_and(Table::is_empty));
        assert!(copy["package"].get("readme").is_none());
        let plain = of_copy(&original, Path::new("/w/a"), None, None);
        assert!(plain["dependencies"].get("gadfly-trace").is_none());
    }

    #[test]
    fn examples_go_with_their_dependencies() {
        let mut copy = table(
            "[package]\nname = \"a\"\n[[example]]\nname = \"x\"\n[dev-dependencies]\nc-pal = \"1\"\nrand = \"1\"\n",
        );
        leave_out_examples(&mut copy, &|name| name == "rand");
        assert!(copy.get("example").is_none());
        let left = copy["dev-dependencies"].as_table().map(|table| table.keys().cloned().collect());
        assert_eq!(left, Some(vec!["rand".to_owned()]));
        assert_eq!(copy["package"]["autoexamples"].as_bool(), Some(false));
    }

    #[test]
    fn inherited_keys_are_filled_in() {
        let original = table(
            "[package]\nname = \"a\"\nversion.workspace = true\nedition.workspace = true\n\
             [dependencies]\nb = { workspace = true, features = [\"y\"] }\nc.workspace = true\n",
        );
        let root = table(
            "[workspace.package]\nversion = \"2.0.0\"\nedition = \"2021\"\n[workspace.dependencies]\n\
             b = { path = \"b\", features = [\"x\"] }\nc = \"3\"\n[patch.crates-io]\nd = { path = \"d\" }\n",
        );
        let workspace = Some((&root, Path::new("/w")));
        let copy = of_copy(&original, Path::new("/w/a"), workspace, Some(Path::new("/t")));
        assert_eq!(copy["package"]["version"].as_str(), Some("2.0.0"));
        let b = &copy["dependencies"]["b"];
        assert_eq!(
            (b["path"].as_str(), b["features"].as_array().map(Vec::len)),
            (Some("/w/b"), Some(2))
        );
        assert_eq!(copy["dependencies"]["c"]["version"].as_str(), Some("3"));
        assert_eq!(copy["patch"]["crates-io"]["d"]["path"].as_str(), Some("/w/d"));
    }
}
