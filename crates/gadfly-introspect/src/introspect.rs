//! The stage as a whole: documents of the subject and its dependencies, then the model.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use gadfly_cargo::Subject;
use gadfly_model::rust_path;
use gadfly_model::{Model, Skipped};

use crate::error::IntrospectError;
use crate::lower::{Docs, DocumentedCrate, SpellingTable, lower};
use crate::rustdoc::{Crate, ReadError, Unit, check, document, read};

/// A model, and the time it took.
#[derive(Clone, Debug)]
pub struct Introspection {
    /// The public interface of the subject.
    pub model: Model,
    /// Time rustdoc and the check before it took, dependencies' builds included.
    pub json_lasts: f64,
    /// Time spent on reading and lowering.
    pub lower_seconds: f64,
}

/// The current step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IntrospectStep {
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
    progress: &mut dyn FnMut(IntrospectStep),
) -> Result<Introspection, IntrospectError> {
    let mut json_lasts = 0.0;
    let mut lower_seconds = 0.0;
    let mut skipped = Vec::new();
    let unit = Unit {
        package: &subject.package,
        lib_name: &subject.lib_name,
        package_id: &subject.package_id,
        dependency_features: None,
    };
    progress(IntrospectStep::Describing { package: subject.package.clone() });
    let start = Instant::now();
    check(subject, target_dir)?;
    let bytes = document(subject, &unit, target_dir)?;
    json_lasts += start.elapsed().as_secs_f64();
    let start = Instant::now();
    let krate = read_document(subject, &subject.package, &bytes, &mut skipped)?;

    let renames: BTreeMap<String, String> = subject
        .dependencies
        .iter()
        .map(|dependency| (dependency.lib_name.clone(), dependency.crate_name.clone()))
        .collect();
    let mut docs = Docs::new(vec![DocumentedCrate {
        krate,
        lib_name: subject.lib_name.clone(),
        crate_name: subject.lib_name.clone(),
        is_direct: true,
    }]);
    let mut names = SpellingTable::new(&docs, renames.clone());
    let mut lowered = lower(&docs, &names);
    lower_seconds += start.elapsed().as_secs_f64();

    let needed = needed_dependencies(subject, &lowered.mentioned, &docs);
    if !needed.is_empty() {
        let mut sources = docs.into_sources();
        for needed in needed {
            progress(IntrospectStep::Describing { package: needed.unit.package.to_owned() });
            let start = Instant::now();
            let described = document(subject, &needed.unit, target_dir).and_then(|bytes| {
                read_document(subject, needed.unit.package, &bytes, &mut skipped)
            });
            json_lasts += start.elapsed().as_secs_f64();
            match described {
                Ok(krate) => sources.push(DocumentedCrate {
                    krate,
                    lib_name: needed.unit.lib_name.to_owned(),
                    crate_name: needed.crate_name.to_owned(),
                    is_direct: needed.is_direct,
                }),
                Err(error @ IntrospectError::Run(_)) => return Err(error),
                Err(error) => skipped.push(Skipped {
                    item: needed.crate_name.into(),
                    reason: format!("its description is missing: {error}"),
                }),
            }
        }
        progress(IntrospectStep::Lowering);
        let start = Instant::now();
        docs = Docs::new(sources);
        names = SpellingTable::new(&docs, renames);
        lowered = lower(&docs, &names);
        lower_seconds += start.elapsed().as_secs_f64();
    }
    let mut model = lowered.model;
    model.package = subject.package.as_str().into();
    model.version = subject.version.as_str().into();
    model.skipped.extend(skipped);
    Ok(Introspection { model, json_lasts, lower_seconds })
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

/// A dependency whose description is wanted.
struct Needed<'a> {
    unit: Unit<'a>,
    crate_name: &'a str,
    is_direct: bool,
}

/// Dependencies whose types or traits occur in the subject's signatures, or of which it shows
/// items as its own. An indirect one comes with the direct ones through which it may be written.
fn needed_dependencies<'a>(
    subject: &'a Subject,
    mentioned: &BTreeSet<String>,
    docs: &Docs,
) -> Vec<Needed<'a>> {
    let mut crates: BTreeSet<&str> = mentioned.iter().map(|key| rust_path::first(key)).collect();
    crates.extend(docs.shown_crates());
    let usable = || subject.dependencies.iter().filter(|dependency| !dependency.is_proc_macro);
    let direct: BTreeSet<&str> = usable().map(|dependency| &*dependency.lib_name).collect();
    let is_indirect = |name: &str| crates.contains(name) && !direct.contains(name);
    let mut needed = Vec::new();
    let mut indirect = BTreeMap::new();
    for dependency in usable() {
        let shown = dependency.dependencies.iter().filter(|inner| is_indirect(&inner.lib_name));
        let before = indirect.len();
        indirect.extend(shown.map(|inner| (inner.package_id.as_str(), inner)));
        if crates.contains(&*dependency.lib_name) || indirect.len() > before {
            needed.push(Needed {
                unit: Unit {
                    package: &dependency.package,
                    lib_name: &dependency.lib_name,
                    package_id: &dependency.package_id,
                    dependency_features: Some(&dependency.features),
                },
                crate_name: &dependency.crate_name,
                is_direct: true,
            });
        }
    }
    needed.extend(indirect.into_values().map(|inner| Needed {
        unit: Unit {
            package: &inner.package,
            lib_name: &inner.lib_name,
            package_id: &inner.package_id,
            dependency_features: Some(&inner.features),
        },
        crate_name: &inner.lib_name,
        is_direct: false,
    }));
    needed
}
