//! A second package over the same sources, whose library may use what its tests may.
//!
//! A folder of links to all files of the package except the manifest, which is rewritten: the library, with the development
//! dependencies that its sources name as ordinary ones. The same code is built at other paths; the package
//! itself is not changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cargo_metadata::{Dependency as Declared, DependencyKind, Package, TargetKind};
use toml::{Table, Value};

use crate::locate::{library_of, locate, metadata};
use crate::{LocateError, Subject, SubjectRequest};

/// Entries of a package that a shadow does not have.
const LEFT_OUT: &[&str] = &["Cargo.toml", "Cargo.lock", "target", ".git", ".cargo"];

/// A feature that enables the dependencies of tests.
const FEATURE: &str = "__gadfly";

/// Makes the shadow of a package in a folder of its own, and finds it there. `named` says whether the sources name a crate.
pub fn shadow(
    subject: &Subject,
    folder: &Path,
    named: &dyn Fn(&str) -> bool,
) -> Result<Subject, LocateError> {
    let args = ["--no-deps".to_owned()];
    let members = metadata(&subject.manifest_path, &subject.toolchain_dir, &args)?;
    let package = members
        .packages
        .iter()
        .find(|package| package.id.repr == subject.package_id)
        .ok_or_else(|| LocateError::NoManifest { path: subject.manifest_path.clone() })?;
    let failed = |source| LocateError::Shadow { path: folder.to_owned(), source };
    let manifest = manifest(package, subject, named);
    let needs_feature = manifest.contains(FEATURE);
    write(subject, folder, &manifest).map_err(failed)?;
    let mut features = subject.features.clone();
    if needs_feature {
        features.push(FEATURE.to_owned());
    }
    let found = locate(&SubjectRequest {
        path: folder.join("Cargo.toml"),
        package: None,
        features,
        all_features: subject.all_features,
        no_default_features: subject.no_default_features,
    })?;
    Ok(Subject {
        target_directory: subject.target_directory.clone(),
        toolchain_dir: subject.toolchain_dir.clone(),
        patch_toml: subject.patch_toml.clone(),
        ..found
    })
}

/// Names of the crates that the package's tests may use, as sources write them: its development dependencies, and others that are always
/// there.
pub fn crates_for_tests(subject: &Subject) -> Result<Vec<String>, LocateError> {
    let args = ["--no-deps".to_owned()];
    let members = metadata(&subject.manifest_path, &subject.toolchain_dir, &args)?;
    let package = members.packages.iter().find(|it| it.id.repr == subject.package_id);
    let declared = package.into_iter().flat_map(|package| &package.dependencies);
    Ok(declared
        .filter(|dependency| match dependency.kind {
            DependencyKind::Development => true,
            DependencyKind::Normal => !dependency.optional,
            _ => false,
        })
        .map(|dependency| key(dependency).replace('-', "_"))
        .collect())
}

fn write(subject: &Subject, folder: &Path, manifest: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut wanted: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for entry in std::fs::read_dir(&subject.package_root)? {
        let entry = entry?;
        let name = entry.file_name();
        if !LEFT_OUT.iter().any(|left_out| name == *left_out) {
            wanted.insert(folder.join(name), entry.path());
        }
    }
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let target = std::fs::read_link(&path).ok();
        if target.is_some() && wanted.get(&path) != target.as_ref() {
            std::fs::remove_file(&path)?;
        } else if target.is_some() {
            wanted.remove(&path);
        }
    }
    for (link, target) in wanted {
        make_link(&target, &link)?;
    }
    write_if_changed(&folder.join("Cargo.toml"), manifest)?;
    // Versions are the package's: its lock file is copied whenever it has changed.
    if let Some(lock) = &subject.lock_file {
        let text = std::fs::read_to_string(lock)?;
        if write_if_changed(&folder.join("Cargo.lock.subject"), &text)? {
            write_if_changed(&folder.join("Cargo.lock"), &text)?;
        }
    }
    Ok(())
}

fn manifest(package: &Package, subject: &Subject, named: &dyn Fn(&str) -> bool) -> String {
    let mut root = Table::new();
    let mut about = Table::new();
    about.insert("name".to_owned(), package.name.to_string().into());
    about.insert("version".to_owned(), package.version.to_string().into());
    about.insert("edition".to_owned(), package.edition.to_string().into());
    about.insert("publish".to_owned(), false.into());
    for kind in ["autobins", "autotests", "autobenches", "autoexamples"] {
        about.insert(kind.to_owned(), false.into());
    }
    if let Some(links) = &package.links {
        about.insert("links".to_owned(), links.clone().into());
    }
    let relative = |path: &Path| {
        let short = path.strip_prefix(&subject.package_root).unwrap_or(path);
        Value::from(short.to_string_lossy().into_owned())
    };
    let script =
        package.targets.iter().find(|target| target.kind.contains(&TargetKind::CustomBuild));
    if let Some(script) = script {
        about.insert("build".to_owned(), relative(script.src_path.as_std_path()));
    }
    root.insert("package".to_owned(), about.into());
    let mut lib = Table::new();
    lib.insert("name".to_owned(), subject.lib_name.clone().into());
    lib.insert("path".to_owned(), relative(&subject.lib_path));
    if let Some(library) = library_of(package) {
        lib.insert("edition".to_owned(), library.edition.to_string().into());
    }
    root.insert("lib".to_owned(), lib.into());
    let switched_on = dependencies(package, named, &mut root);
    let mut features = Table::new();
    for (name, parts) in &package.features {
        features.insert(name.clone(), parts.clone().into());
    }
    if !switched_on.is_empty() {
        features.insert(FEATURE.to_owned(), switched_on.into());
    }
    root.insert("features".to_owned(), features.into());
    root.insert("workspace".to_owned(), Table::new().into());
    let mut text = toml::to_string(&root).expect("a table of strings is TOML");
    if let Some(patch) = &subject.patch_toml {
        text.push('\n');
        text.push_str(patch);
    }
    text
}

/// Writes the tables of dependencies; returns the optional ones that tests need.
fn dependencies(package: &Package, named: &dyn Fn(&str) -> bool, root: &mut Table) -> Vec<String> {
    let mut switched_on = Vec::new();
    let is_needed = |declared: &&Declared| named(&key(declared).replace('-', "_"));
    let of_kind = |kind| package.dependencies.iter().filter(move |declared| declared.kind == kind);
    for declared in of_kind(DependencyKind::Normal) {
        section(root, declared, "dependencies").insert(key(declared).to_owned(), value(declared));
    }
    for declared in of_kind(DependencyKind::Build) {
        let section = section(root, declared, "build-dependencies");
        section.insert(key(declared).to_owned(), value(declared));
    }
    for declared in of_kind(DependencyKind::Development).filter(is_needed) {
        let section = section(root, declared, "dependencies");
        match section.get_mut(key(declared)).and_then(Value::as_table_mut) {
            Some(twin) => {
                merge(twin, declared);
                if twin.get("optional").and_then(Value::as_bool) == Some(true) {
                    let plain = key(declared);
                    let is_implicit = package.features.contains_key(plain);
                    switched_on.push(if is_implicit {
                        plain.to_owned()
                    } else {
                        format!("dep:{plain}")
                    });
                }
            }
            None => {
                section.insert(key(declared).to_owned(), value(declared));
            }
        }
    }
    switched_on
}

/// Merges a development dependency into the ordinary one of the same name.
fn merge(twin: &mut Table, declared: &Declared) {
    if declared.uses_default_features {
        twin.remove("default-features");
    }
    let mut features: Vec<String> = twin
        .get("features")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|feature| feature.as_str().map(str::to_owned))
        .collect();
    features.extend(declared.features.iter().cloned());
    twin.insert("features".to_owned(), features.into());
}

fn section<'r>(root: &'r mut Table, declared: &Declared, name: &str) -> &'r mut Table {
    fn inner<'t>(table: &'t mut Table, name: &str) -> &'t mut Table {
        let entry = table.entry(name).or_insert_with(|| Value::Table(Table::new()));
        if !entry.is_table() {
            *entry = Value::Table(Table::new());
        }
        entry.as_table_mut().expect("it is one")
    }
    match &declared.target {
        None => inner(root, name),
        Some(target) => inner(inner(inner(root, "target"), &target.to_string()), name),
    }
}

fn key(declared: &Declared) -> &str {
    declared.rename.as_deref().unwrap_or(&declared.name)
}

fn value(declared: &Declared) -> Value {
    let mut table = Table::new();
    table.insert("package".to_owned(), declared.name.clone().into());
    if declared.optional {
        table.insert("optional".to_owned(), true.into());
    }
    if !declared.uses_default_features {
        table.insert("default-features".to_owned(), false.into());
    }
    if !declared.features.is_empty() {
        table.insert("features".to_owned(), declared.features.clone().into());
    }
    let source = declared.source.as_ref().map(|source| source.repr.as_str());
    if let Some(path) = &declared.path {
        table.insert("path".to_owned(), path.to_string().into());
    } else if let Some(git) = source.and_then(|source| source.strip_prefix("git+")) {
        let address = git.split('#').next().unwrap_or(git);
        let (url, query) = address.split_once('?').unwrap_or((address, ""));
        table.insert("git".to_owned(), url.into());
        if let Some((name, reference)) = query.split('&').find_map(|pair| pair.split_once('=')) {
            table.insert(name.to_owned(), reference.replace("%2F", "/").into());
        }
    } else {
        table.insert("version".to_owned(), declared.req.to_string().into());
        if let Some(registry) = &declared.registry {
            table.insert("registry-index".to_owned(), registry.clone().into());
        }
    }
    table.into()
}

fn write_if_changed(path: &Path, text: &str) -> std::io::Result<bool> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(false);
    }
    std::fs::write(path, text)?;
    Ok(true)
}

#[cfg(unix)]
fn make_link(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
fn make_link(target: &Path, link: &Path) -> std::io::Result<()> {
    if target.is_dir() {
        std::fs::create_dir_all(link)?;
        for entry in std::fs::read_dir(target)? {
            let entry = entry?;
            make_link(&entry.path(), &link.join(entry.file_name()))?;
        }
        return Ok(());
    }
    std::fs::copy(target, link).map(drop)
}
