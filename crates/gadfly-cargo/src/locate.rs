//! Finds the crate under test from the arguments of the command.

use std::path::{Path, PathBuf};

use cargo_metadata::{
    Dependency as Declared, DependencyKind, Metadata, MetadataCommand, Node, NodeDep, Package,
    PackageId, Resolve, Target, TargetKind,
};

use crate::patch::patch_toml;
use crate::{
    Dependency, DependencySource, IndirectDependency, Invocation, LocateError, RunError, Subject,
    SubjectRequest, nearest,
};

/// Finds the package, its library and its dependencies.
pub fn locate(request: &SubjectRequest) -> Result<Subject, LocateError> {
    let manifest = find_manifest(&request.path)?;
    let directory = manifest.parent().unwrap_or(Path::new("/")).to_owned();
    let members = metadata(&manifest, &directory, &["--no-deps".to_owned()])?;
    let package = choose_package(&members, &manifest, request.package.as_deref())?;
    let library = choose_library(&members, package)?;
    check_features(package, &request.features)?;

    let workspace_root = members.workspace_root.clone().into_std_path_buf();
    let rustc = rustc_version(&workspace_root)?;
    let mut subject = Subject {
        package: package.name.to_string(),
        version: package.version.to_string(),
        lib_name: library.name.replace('-', "_"),
        edition: library.edition.to_string(),
        manifest_path: package.manifest_path.clone().into_std_path_buf(),
        package_root: package
            .manifest_path
            .parent()
            .map(|parent| parent.to_owned().into_std_path_buf())
            .unwrap_or_default(),
        target_directory: members.target_directory.clone().into_std_path_buf(),
        lib_path: library.src_path.clone().into_std_path_buf(),
        features: request.features.clone(),
        all_features: request.all_features,
        no_default_features: request.no_default_features,
        enabled_features: Vec::new(),
        dependencies: Vec::new(),
        patch_toml: std::fs::read_to_string(workspace_root.join("Cargo.toml"))
            .ok()
            .and_then(|text| patch_toml(&text, &workspace_root)),
        lock_file: None,
        toolchain_dir: workspace_root.clone(),
        package_id: package.id.repr.clone(),
        rustc_version: field(&rustc, "release: "),
        host: field(&rustc, "host: "),
        rustc_verbose_version: rustc,
        workspace_root,
    };
    resolve(&mut subject)?;
    Ok(subject)
}

/// Features and dependencies, which need cargo's resolution.
fn resolve(subject: &mut Subject) -> Result<(), LocateError> {
    let mut args = vec!["--filter-platform".to_owned(), subject.host.clone()];
    args.extend(subject.feature_args());
    let resolved = metadata(&subject.manifest_path, &subject.toolchain_dir, &args)?;
    let id = PackageId { repr: subject.package_id.clone() };
    if let Some(resolve) = &resolved.resolve
        && let Some(node) = resolve.nodes.iter().find(|node| node.id == id)
    {
        subject.enabled_features = node.features.iter().map(ToString::to_string).collect();
        let declared = resolved.packages.iter().find(|package| package.id == id);
        subject.dependencies = normal_dependencies(node)
            .filter_map(|dep| {
                let own = (declared?, &subject.enabled_features[..]);
                dependency(&resolved, resolve, own, &dep.pkg, &dep.name)
            })
            .collect();
        subject.dependencies.sort_by(|a, b| a.crate_name.cmp(&b.crate_name));
    }
    let lock_file = subject.workspace_root.join("Cargo.lock");
    subject.lock_file = lock_file.exists().then_some(lock_file);
    Ok(())
}

fn dependency(
    metadata: &Metadata,
    resolve: &Resolve,
    (declared, enabled): (&Package, &[String]),
    id: &PackageId,
    crate_name: &str,
) -> Option<Dependency> {
    let package = metadata.packages.iter().find(|package| package.id == *id)?;
    let library = library_of(package)?;
    let node = resolve.nodes.iter().find(|node| node.id == *id)?;
    let features: Vec<String> = node.features.iter().map(ToString::to_string).collect();
    let declaration = declared.dependencies.iter().find(|dep| {
        dep.kind == DependencyKind::Normal
            && dep.name == *package.name
            && dep.rename.as_deref().is_none_or(|name| name.replace('-', "_") == crate_name)
    });
    // It may serve the package's own tests alone.
    if declaration.is_some_and(|dep| dep.optional && !is_switched_on(declared, enabled, dep)) {
        return None;
    }
    Some(Dependency {
        package: package.name.to_string(),
        crate_name: crate_name.to_owned(),
        lib_name: library.name.replace('-', "_"),
        version: package.version.to_string(),
        source: source(package, declaration.and_then(|dep| dep.registry.clone())),
        is_proc_macro: library.kind.contains(&TargetKind::ProcMacro),
        optional: declaration.is_some_and(|dep| dep.optional),
        default_features: features.iter().any(|feature| feature == "default"),
        features,
        package_id: id.repr.clone(),
        manifest_path: package.manifest_path.clone().into_std_path_buf(),
        edition: library.edition.to_string(),
        dependencies: normal_dependencies(node)
            .filter_map(|dep| indirect_dependency(metadata, resolve, &dep.pkg))
            .collect(),
    })
}

/// Returns whether an enabled feature of the package switches an optional dependency on.
fn is_switched_on(package: &Package, enabled: &[String], dependency: &Declared) -> bool {
    let name = dependency.rename.as_deref().unwrap_or(&dependency.name);
    let switches = |part: &str| {
        part == name
            || part.strip_prefix("dep:") == Some(name)
            || part.split_once('/').is_some_and(|(dependency, _)| dependency == name)
    };
    enabled.iter().any(|feature| {
        feature == name
            || package.features.get(feature).is_some_and(|parts| parts.iter().any(|p| switches(p)))
    })
}

fn indirect_dependency(
    metadata: &Metadata,
    resolve: &Resolve,
    id: &PackageId,
) -> Option<IndirectDependency> {
    let package = metadata.packages.iter().find(|package| package.id == *id)?;
    let library = library_of(package)?;
    if library.kind.contains(&TargetKind::ProcMacro) {
        return None;
    }
    let node = resolve.nodes.iter().find(|node| node.id == *id)?;
    Some(IndirectDependency {
        package: package.name.to_string(),
        lib_name: library.name.replace('-', "_"),
        package_id: id.repr.clone(),
        features: node.features.iter().map(ToString::to_string).collect(),
    })
}

/// The packages that the package itself links, as opposed to those of its tests and build script.
fn normal_dependencies(node: &Node) -> impl Iterator<Item = &NodeDep> {
    node.deps
        .iter()
        .filter(|dep| dep.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal))
}

/// Reads cargo's source identifier: `registry+…`, `git+url?rev=x#commit`, or none for a path.
fn source(package: &Package, registry: Option<String>) -> DependencySource {
    let Some(source) = &package.source else {
        let root = package.manifest_path.parent().map(ToOwned::to_owned).unwrap_or_default();
        return DependencySource::Path(root.into_std_path_buf());
    };
    if let Some(git) = source.repr.strip_prefix("git+") {
        let (address, commit) = match git.split_once('#') {
            Some((address, commit)) => (address, Some(commit.to_owned())),
            None => (git, None),
        };
        let (url, query) = match address.split_once('?') {
            Some((url, query)) => (url, query),
            None => (address, ""),
        };
        let reference = query
            .split('&')
            .find_map(|pair| pair.split_once('='))
            .map(|(name, value)| (name.to_owned(), value.replace("%2F", "/").replace("%2f", "/")));
        return DependencySource::Git { url: url.to_owned(), reference, commit };
    }
    let index = if source.is_crates_io() { None } else { Some(source.repr.clone()) };
    DependencySource::Registry { index, name: registry }
}

fn find_manifest(path: &Path) -> Result<PathBuf, LocateError> {
    let shown = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let absolute =
        shown.canonicalize().map_err(|_| LocateError::NoSuchPath { path: shown.to_owned() })?;
    if absolute.is_file() {
        return if absolute.extension().is_some_and(|extension| extension == "toml") {
            Ok(absolute)
        } else {
            Err(LocateError::NotAManifest { path: shown.to_owned() })
        };
    }
    let is_here = std::env::current_dir()
        .is_ok_and(|here| here.canonicalize().is_ok_and(|here| here == absolute));
    // Like cargo itself, search upwards from the current directory, but not from an explicit path.
    let reach = if is_here { usize::MAX } else { 1 };
    absolute
        .ancestors()
        .take(reach)
        .map(|directory| directory.join("Cargo.toml"))
        .find(|manifest| manifest.is_file())
        .ok_or_else(|| LocateError::NoManifest { path: shown.to_owned() })
}

fn choose_package<'a>(
    members: &'a Metadata,
    manifest: &Path,
    wanted: Option<&str>,
) -> Result<&'a Package, LocateError> {
    let packages = members.workspace_packages();
    if let Some(wanted) = wanted {
        return packages.iter().find(|package| *package.name == wanted).copied().ok_or_else(|| {
            LocateError::UnknownPackage {
                package: wanted.to_owned(),
                candidates: nearest(wanted, packages.iter().map(|package| &**package.name)),
            }
        });
    }
    let own = packages.iter().find(|package| package.manifest_path.as_std_path() == manifest);
    if let Some(own) = own {
        return Ok(own);
    }
    let libraries = library_names(members);
    match &packages[..] {
        [only] => Ok(only),
        _ => Err(LocateError::VirtualWorkspace { manifest: manifest.to_owned(), libraries }),
    }
}

fn choose_library<'a>(members: &Metadata, package: &'a Package) -> Result<&'a Target, LocateError> {
    let library = library_of(package);
    let libraries = library_places(members);
    match library {
        Some(target) if target.kind.contains(&TargetKind::ProcMacro) => {
            Err(LocateError::ProcMacro { package: package.name.to_string(), libraries })
        }
        Some(target) => Ok(target),
        None => Err(LocateError::NoLibrary { package: package.name.to_string(), libraries }),
    }
}

/// The target other Rust code can use; a proc-macro counts.
pub(crate) fn library_of(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|target| {
        target.kind.iter().any(|kind| {
            matches!(
                kind,
                TargetKind::Lib | TargetKind::RLib | TargetKind::DyLib | TargetKind::ProcMacro
            )
        })
    })
}

fn testable_members(members: &Metadata) -> impl Iterator<Item = &Package> {
    members.workspace_packages().into_iter().filter(|package| {
        library_of(package).is_some_and(|target| !target.kind.contains(&TargetKind::ProcMacro))
    })
}

fn library_names(members: &Metadata) -> Vec<String> {
    testable_members(members).map(|package| package.name.to_string()).collect()
}

/// Directories of the members that can be tested, as a person in the workspace would type them.
fn library_places(members: &Metadata) -> Vec<String> {
    testable_members(members)
        .filter_map(|package| package.manifest_path.parent())
        .map(|root| match root.strip_prefix(&members.workspace_root) {
            Ok(relative) if relative.as_str().is_empty() => ".".to_owned(),
            Ok(relative) => relative.to_string(),
            Err(_) => root.to_string(),
        })
        .collect()
}

fn check_features(package: &Package, features: &[String]) -> Result<(), LocateError> {
    let asked = features.iter().flat_map(|list| list.split([',', ' '])).filter(|f| !f.is_empty());
    for feature in asked {
        // `dependency/feature` is checked by cargo.
        if !feature.contains('/') && !package.features.contains_key(feature) {
            return Err(LocateError::UnknownFeature {
                package: package.name.to_string(),
                feature: feature.to_owned(),
                candidates: nearest(feature, package.features.keys().map(String::as_str)),
            });
        }
    }
    Ok(())
}

pub(crate) fn metadata(
    manifest: &Path,
    directory: &Path,
    args: &[String],
) -> Result<Metadata, LocateError> {
    let finished = Invocation::cargo(directory)
        .args(["metadata", "--format-version", "1", "--color", "never", "--manifest-path"])
        .arg(manifest)
        .args(args)
        .run()
        .map_err(|source| match source {
            RunError::Interrupted => LocateError::Interrupted,
            source => LocateError::NoCargo { source },
        })?;
    let broken = |message| LocateError::Manifest { manifest: manifest.to_owned(), message };
    if !finished.status.success() {
        let whole = finished.stderr.as_str();
        let message = cargo_message(whole);
        // The toolchain that the directory asks for is missing: nothing is wrong with the manifest.
        let is_rustup = message.contains("toolchain") && message.contains("is not installed");
        if is_rustup {
            return Err(LocateError::Toolchain { message });
        }
        let signs =
            ["network failure", "failed to download", "failed to fetch", "failed to connect"];
        if signs.iter().any(|sign| whole.contains(sign)) {
            return Err(LocateError::Network { manifest: manifest.to_owned(), message });
        }
        return Err(broken(message));
    }
    MetadataCommand::parse(String::from_utf8_lossy(&finished.stdout))
        .map_err(|error| broken(error.to_string()))
}

/// The text behind `error:` in cargo's output: the complaint, and the cause at the end of its chain.
fn cargo_message(stderr: &str) -> String {
    let start = stderr.find("error: ").map_or(0, |at| at + "error: ".len());
    let text = &stderr[start..];
    let end = text.find("\nStack backtrace:").unwrap_or(text.len());
    let mut causes = text[..end].split("\nCaused by:").map(str::trim);
    let complaint = causes.next().unwrap_or_default();
    match causes.last() {
        Some(cause) => format!("{complaint}: {cause}"),
        None => complaint.to_owned(),
    }
}

fn rustc_version(directory: &Path) -> Result<String, LocateError> {
    let finished = Invocation::rustc(directory).arg("-vV").run().map_err(|error| match error {
        RunError::Interrupted => LocateError::Interrupted,
        error => LocateError::Toolchain { message: error.to_string() },
    })?;
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    if !finished.status.success() || !text.contains("host: ") {
        return Err(LocateError::Toolchain { message: finished.stderr.trim().to_owned() });
    }
    Ok(text)
}

fn field(text: &str, prefix: &str) -> String {
    text.lines().find_map(|line| line.strip_prefix(prefix)).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_s_message_is_the_complaint_and_the_last_cause() {
        let stderr = "    Updating index\nerror: failed to get `far`\n\nCaused by:\n  unable\n\n\
                      Caused by:\n  no route\n";
        assert_eq!(cargo_message(stderr), "failed to get `far`: no route");
        let rustup = "error: toolchain '1' is not installed\n\nStack backtrace:\n 0: main\n";
        assert_eq!(cargo_message(rustup), "toolchain '1' is not installed");
    }
}
