//! Problems of dependencies, from what cargo lists and what is allowed.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::licence::is_allowed;
use super::policy::Policy;

/// The part of `cargo metadata` that matters here.
#[derive(Debug, Deserialize)]
pub(super) struct Metadata {
    packages: Vec<ListedPackage>,
}

#[derive(Debug, Deserialize)]
struct ListedPackage {
    name: String,
    version: String,
    license: Option<String>,
    /// `None` for packages of the workspace.
    source: Option<String>,
}

/// Compares dependencies with the policy: licences and sources of `all`, versions of those that are `built`.
pub(super) fn problems(policy: &Policy, all: &Metadata, built: &Metadata) -> Vec<String> {
    let mut problems = licence_problems(policy, all);
    problems.extend(source_problems(all));
    problems.extend(version_problems(policy, built));
    problems
}

fn licence_problems(policy: &Policy, all: &Metadata) -> Vec<String> {
    let is_fine = |package: &&ListedPackage| {
        package.license.as_ref().is_some_and(|licence| is_allowed(licence, &policy.licences))
    };
    let refused = all.packages.iter().filter(|package| !is_fine(package));
    refused
        .map(|ListedPackage { name, version, license, .. }| {
            let license = license.as_deref().unwrap_or("none");
            format!("{name} {version}: licence {license} is not allowed in xtask/dependencies.toml")
        })
        .collect()
}

/// Packages come from this workspace or from one registry.
fn source_problems(all: &Metadata) -> Vec<String> {
    let mut registries = BTreeSet::new();
    let mut problems = Vec::new();
    for ListedPackage { name, version, source, .. } in &all.packages {
        match source.as_deref() {
            None => {}
            Some(source) if source.starts_with("registry+") || source.starts_with("sparse+") => {
                registries.insert(source);
            }
            Some(source) => problems.push(format!("{name} {version}: comes from {source}")),
        }
    }
    if registries.len() > 1 {
        problems.push(format!("dependencies come from several registries: {registries:?}"));
    }
    problems
}

/// A crate has one version, or a reason for several that are incompatible.
fn version_problems(policy: &Policy, built: &Metadata) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeMap<String, &str>> = BTreeMap::new();
    for package in built.packages.iter().filter(|package| package.source.is_some()) {
        let compatible = compatible(&package.version);
        versions.entry(&package.name).or_default().insert(compatible, &package.version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    let mut problems = Vec::new();
    for (name, versions) in &versions {
        if policy.several_versions.get(*name).is_none_or(|reason| reason.trim().is_empty()) {
            let versions: Vec<&str> = versions.values().copied().collect();
            problems.push(format!(
                "{name}: versions {}; use one, or give a reason in xtask/dependencies.toml",
                versions.join(" and ")
            ));
        }
    }
    let stale = policy.several_versions.keys().filter(|name| !versions.contains_key(name.as_str()));
    problems.extend(
        stale.map(|name| format!("xtask/dependencies.toml: {name} no longer has several versions")),
    );
    problems
}

/// The part of a version that compatible versions share: `1`, `0.2`, `0.0.3`.
fn compatible(version: &str) -> String {
    let parts: Vec<&str> = version.split('.').collect();
    let count = parts.iter().position(|part| *part != "0").map_or(parts.len(), |at| at + 1);
    parts[..count].join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata(packages: &[(&str, &str, Option<&str>, Option<&str>)]) -> Metadata {
        let packages = packages
            .iter()
            .map(|(name, version, license, source)| ListedPackage {
                name: (*name).to_owned(),
                version: (*version).to_owned(),
                license: license.map(str::to_owned),
                source: source.map(str::to_owned),
            })
            .collect();
        Metadata { packages }
    }

    fn policy(several: &[(&str, &str)]) -> Policy {
        let own = |(name, reason): &(&str, &str)| ((*name).to_owned(), (*reason).to_owned());
        Policy {
            licences: vec!["MIT".to_owned()],
            several_versions: several.iter().map(own).collect(),
        }
    }

    const REGISTRY: Option<&str> = Some("registry+index");
    const MIT: Option<&str> = Some("MIT");

    #[test]
    fn ordinary_dependencies_pass() {
        let all = metadata(&[
            ("own", "0.1.0", MIT, None),
            ("a", "1.0.0", MIT, REGISTRY),
            ("b", "0.3.1", MIT, REGISTRY),
            ("b", "0.3.0", MIT, REGISTRY),
        ]);
        assert_eq!(problems(&policy(&[]), &all, &all), [""; 0]);
    }

    #[test]
    fn licences_and_sources_are_checked_everywhere() {
        let all = metadata(&[
            ("own", "0.1.0", None, None),
            ("a", "1.0.0", Some("GPL-3.0"), REGISTRY),
            ("b", "1.0.0", MIT, Some("git+https://example.org/b")),
            ("c", "1.0.0", MIT, Some("sparse+other")),
        ]);
        assert_eq!(
            problems(&policy(&[]), &all, &metadata(&[])),
            [
                "own 0.1.0: licence none is not allowed in xtask/dependencies.toml",
                "a 1.0.0: licence GPL-3.0 is not allowed in xtask/dependencies.toml",
                "b 1.0.0: comes from git+https://example.org/b",
                "dependencies come from several registries: {\"registry+index\", \"sparse+other\"}",
            ]
        );
    }

    #[test]
    fn incompatible_versions_need_a_reason() {
        let built = metadata(&[
            ("a", "1.9.0", MIT, REGISTRY),
            ("a", "2.0.0", MIT, REGISTRY),
            ("b", "0.1.0", MIT, REGISTRY),
            ("b", "0.2.0", MIT, REGISTRY),
        ]);
        let policy = policy(&[("b", "c wants the old one"), ("d", "gone")]);
        assert_eq!(
            problems(&policy, &metadata(&[]), &built),
            [
                "a: versions 1.9.0 and 2.0.0; use one, or give a reason in xtask/dependencies.toml",
                "xtask/dependencies.toml: d no longer has several versions",
            ]
        );
    }

    #[test]
    fn compatibility_follows_the_first_number_that_counts() {
        assert_eq!(["1.2.3", "0.2.3", "0.0.3"].map(compatible), ["1", "0.2", "0.0.3"]);
    }
}
