//! The crate to search, and where everything about it goes.

use std::path::PathBuf;

use cargo_metadata::{Metadata, MetadataCommand, Package};

use super::error::ExhaustError;
use super::options::ExhaustOptions;

/// The crate to search.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) package: Package,
    pub(super) manifest: PathBuf,
    pub(super) directory: PathBuf,
    /// Where results go.
    pub(super) out: PathBuf,
    /// Where the traced build goes.
    pub(super) build: PathBuf,
}

impl Target {
    /// Finds the package that the options mean.
    pub(super) fn find(options: &ExhaustOptions) -> Result<Self, ExhaustError> {
        let path = &options.path;
        let manifest = if path.is_dir() { path.join("Cargo.toml") } else { path.clone() };
        let mut command = MetadataCommand::new();
        let metadata = command.manifest_path(&manifest).no_deps().exec().map_err(|error| {
            let message = error.to_string().trim().to_owned();
            ExhaustError::Metadata { path: path.clone(), message }
        })?;
        let package = choose(&metadata, options)?;
        let gadfly = metadata.target_directory.as_std_path().join("gadfly");
        let out = options.out.clone().unwrap_or_else(|| gadfly.join(package.name.as_str()));
        let build = options.build.clone().unwrap_or_else(|| gadfly.join(".shared/exhaust"));
        let manifest = package.manifest_path.clone().into_std_path_buf();
        let directory = manifest.parent().map(PathBuf::from).unwrap_or_default();
        Ok(Self { package, manifest, directory, out: out.join("exhaust"), build })
    }
}

fn choose(metadata: &Metadata, options: &ExhaustOptions) -> Result<Package, ExhaustError> {
    let packages = metadata.workspace_packages();
    let names = || packages.iter().map(|package| package.name.to_string()).collect();
    if let Some(name) = &options.package {
        let found = packages.iter().find(|package| package.name.as_str() == name);
        return found
            .map(|package| (*package).clone())
            .ok_or_else(|| ExhaustError::NoSuchPackage { name: name.clone(), names: names() });
    }
    if let Some(root) = metadata.root_package() {
        return Ok(root.clone());
    }
    match packages.as_slice() {
        [only] => Ok((*only).clone()),
        _ => Err(ExhaustError::SeveralPackages { path: options.path.clone(), names: names() }),
    }
}
