//! The stage as a whole: documents of the subject and its dependencies, then the model.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use gadfly_cargo::{Dependency, Subject};
use gadfly_model::{Model, Skipped};

use crate::error::IntrospectError;
use crate::lower::{Docs, Names, lower};
use crate::rustdoc::{Crate, ReadError, Unit, check, document, read};

/// A model, and what it took.
#[derive(Clone, Debug)]
pub struct Introspection {
    /// What the subject offers.
    pub model: Model,
    /// Time rustdoc and the check before it took, dependencies' builds included.
    pub json_seconds: f64,
    /// Time spent on reading and lowering.
    pub lower_seconds: f64,
}

/// What is being done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// rustdoc describes this package.
    Describing {
        /// The package.
        package: String,
    },
    /// The descriptions are read.
    Lowering,
}

/// Describes the subject. rustdoc works in `target_dir`.
pub fn introspect(
    subject: &Subject,
    target_dir: &Path,
    progress: &mut dyn FnMut(Progress),
) -> Result<Introspection, IntrospectError> {
    let mut json_seconds = 0.0;
    let mut lower_seconds = 0.0;
    let mut skipped = Vec::new();
    let unit = Unit {
        package: &subject.package,
        lib_name: &subject.lib_name,
        package_id: &subject.package_id,
        spec: None,
    };
    progress(Progress::Describing { package: subject.package.clone() });
    let start = Instant::now();
    check(subject, target_dir)?;
    let bytes = document(subject, &unit, target_dir)?;
    json_seconds += start.elapsed().as_secs_f64();
    let start = Instant::now();
    let krate = read_document(subject, &subject.package, &bytes, &mut skipped)?;

    let renames: BTreeMap<String, String> = subject
        .dependencies
        .iter()
        .map(|dependency| (dependency.lib_name.clone(), dependency.crate_name.clone()))
        .collect();
    let mut docs = Docs::new(vec![(krate, subject.lib_name.clone(), subject.lib_name.clone())]);
    let mut names = Names::new(&docs, renames.clone());
    let mut lowered = lower(&docs, &names);
    lower_seconds += start.elapsed().as_secs_f64();

    let needed = needed_dependencies(subject, &lowered.mentioned, &docs);
    if !needed.is_empty() {
        let mut crates = docs.into_crates();
        for dependency in needed {
            progress(Progress::Describing { package: dependency.package.clone() });
            let start = Instant::now();
            let described = describe(subject, dependency, target_dir, &mut skipped);
            json_seconds += start.elapsed().as_secs_f64();
            match described {
                Ok(krate) => {
                    crates.push((
                        krate,
                        dependency.lib_name.clone(),
                        dependency.crate_name.clone(),
                    ));
                }
                Err(error @ IntrospectError::Run(_)) => return Err(error),
                Err(error) => skipped.push(Skipped {
                    item: dependency.crate_name.as_str().into(),
                    reason: format!("its description is missing: {error}"),
                }),
            }
        }
        progress(Progress::Lowering);
        let start = Instant::now();
        docs = Docs::new(crates);
        names = Names::new(&docs, renames);
        lowered = lower(&docs, &names);
        lower_seconds += start.elapsed().as_secs_f64();
    }
    let mut model = lowered.model;
    model.package = subject.package.as_str().into();
    model.version = subject.version.as_str().into();
    model.skipped.extend(skipped);
    Ok(Introspection { model, json_seconds, lower_seconds })
}

fn describe(
    subject: &Subject,
    dependency: &Dependency,
    target_dir: &Path,
    skipped: &mut Vec<Skipped>,
) -> Result<Crate, IntrospectError> {
    let unit = Unit {
        package: &dependency.package,
        lib_name: &dependency.lib_name,
        package_id: &dependency.package_id,
        spec: Some(dependency.package_id.clone()),
    };
    let bytes = document(subject, &unit, target_dir)?;
    read_document(subject, &dependency.package, &bytes, skipped)
}

fn read_document(
    subject: &Subject,
    package: &str,
    bytes: &[u8],
    skipped: &mut Vec<Skipped>,
) -> Result<Crate, IntrospectError> {
    let document = read(bytes).map_err(|error| match error {
        ReadError::Format(found) => {
            IntrospectError::Format { found, toolchain: subject.rustc_version.clone() }
        }
        ReadError::Malformed(message) => {
            IntrospectError::Malformed { package: package.to_owned(), message }
        }
    })?;
    let unread = document.unread.into_iter();
    skipped.extend(unread.map(|(item, reason)| Skipped { item: item.into(), reason }));
    Ok(document.krate)
}

/// Direct dependencies whose types or traits occur in the subject's signatures, or which it
/// shows as its own.
fn needed_dependencies<'a>(
    subject: &'a Subject,
    mentioned: &BTreeSet<String>,
    docs: &Docs,
) -> Vec<&'a Dependency> {
    let mut crates: BTreeSet<&str> =
        mentioned.iter().filter_map(|key| key.split("::").next()).collect();
    crates.extend(docs.shown_crates());
    subject
        .dependencies
        .iter()
        .filter(|dependency| !dependency.is_proc_macro)
        .filter(|dependency| crates.contains(dependency.lib_name.as_str()))
        .collect()
}
