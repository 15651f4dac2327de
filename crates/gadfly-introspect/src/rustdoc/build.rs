//! Runs rustdoc to describe a crate as JSON.
//!
//! The format is unstable, so rustdoc needs permission to emit it. The variable for that is set for rustdoc alone, by a
//! wrapper: build scripts that see it would assume a nightly compiler and enable what the subject's normal build lacks.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use gadfly_cargo::{Invocation, Subject};

use crate::error::IntrospectError;

/// A crate to be documented.
pub(crate) struct Unit<'a> {
    /// The package's name, for messages.
    pub(crate) package: &'a str,
    /// The library's name.
    pub(crate) lib_name: &'a str,
    /// The identifier of the package among the resolved ones.
    pub(crate) package_id: &'a str,
    /// The features of a dependency; `None` for the subject itself.
    pub(crate) dependency_features: Option<&'a [String]>,
}

impl Unit<'_> {
    /// Returns whether the sources behind the identifier never change.
    fn is_immutable(&self) -> bool {
        self.dependency_features.is_some()
            && ["registry+", "sparse+", "git+"]
                .iter()
                .any(|source| self.package_id.starts_with(source))
    }
}

/// Flags for rustdoc. Private items are described too: unnameable types occur in public signatures, and only private
/// fields show whether a type is sized.
const FLAGS: &[&str] = &[
    "-Zunstable-options",
    "--output-format=json",
    "--document-private-items",
    "--document-hidden-items",
    "--cap-lints=allow",
];

/// Checks that the subject builds: rustdoc itself does not look into function bodies.
pub(crate) fn check(subject: &Subject, target_dir: &Path) -> Result<(), IntrospectError> {
    let finished = Invocation::cargo(&subject.toolchain_dir)
        .args(["rustc", "--lib", "--profile=check", "--color=never", "--manifest-path"])
        .arg(&subject.manifest_path)
        .arg("--target-dir")
        .arg(target_dir)
        .args(subject.feature_args())
        // Warnings that the crate denies do not affect its users.
        .args(["--", "--cap-lints=allow"])
        .run()
        .map_err(IntrospectError::Run)?;
    if finished.status.success() {
        return Ok(());
    }
    Err(IntrospectError::DoesNotBuild {
        package: subject.package.clone(),
        message: first_error(&finished.stderr),
    })
}

/// The JSON document of a crate, from the cache in `target_dir` when nothing has changed.
pub(crate) fn document(
    subject: &Subject,
    unit: &Unit<'_>,
    target_dir: &Path,
) -> Result<Vec<u8>, IntrospectError> {
    let kept = kept_document(subject, unit, target_dir);
    if unit.is_immutable()
        && let Ok(bytes) = std::fs::read(&kept)
    {
        return Ok(bytes);
    }
    let wrapper = write_wrapper(target_dir)?;
    run(subject, unit, target_dir, &wrapper)?;
    if !keep_fresh(unit, target_dir, &kept)? && !kept.exists() {
        // Cargo takes the removed document for fresh: make it stale.
        for directory in document_directories(target_dir) {
            let _ = std::fs::remove_file(directory.join(unit.lib_name).join("index.html"));
        }
        run(subject, unit, target_dir, &wrapper)?;
        keep_fresh(unit, target_dir, &kept)?;
    }
    std::fs::read(&kept).map_err(|source| IntrospectError::File {
        action: "read",
        path: kept.clone(),
        source,
    })
}

fn run(
    subject: &Subject,
    unit: &Unit<'_>,
    target_dir: &Path,
    wrapper: &Path,
) -> Result<(), IntrospectError> {
    let mut invocation = Invocation::cargo(&subject.toolchain_dir)
        .env("RUSTDOC", wrapper)
        .env("GADFLY_RUSTDOC", std::env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into()))
        .args(["rustdoc", "--lib", "--color=never", "--manifest-path"])
        .arg(&subject.manifest_path)
        .arg("--target-dir")
        .arg(target_dir);
    invocation = match unit.dependency_features {
        Some(_) => invocation.args(["--package", unit.package_id]),
        None => invocation.args(subject.feature_args()),
    };
    let finished = invocation.arg("--").args(FLAGS).run().map_err(IntrospectError::Run)?;
    if finished.status.success() {
        return Ok(());
    }
    Err(IntrospectError::DoesNotBuild {
        package: unit.package.to_owned(),
        message: first_error(&finished.stderr),
    })
}

/// Moves a document that was just written to its place in the cache, and leaves the
/// file by which cargo recognises fresh documentation. Returns `false` if none was written.
fn keep_fresh(unit: &Unit<'_>, target_dir: &Path, kept: &Path) -> Result<bool, IntrospectError> {
    let name = format!("{}.json", unit.lib_name);
    let Some(directory) =
        document_directories(target_dir).into_iter().find(|dir| dir.join(&name).exists())
    else {
        return Ok(false);
    };
    let failed = |action: &'static str, path: &Path| {
        let path = path.to_owned();
        move |source| IntrospectError::File { action, path, source }
    };
    let parent = kept.parent().unwrap_or(target_dir);
    std::fs::create_dir_all(parent).map_err(failed("create", parent))?;
    std::fs::rename(directory.join(&name), kept).map_err(failed("write", kept))?;
    let marker = directory.join(unit.lib_name);
    std::fs::create_dir_all(&marker).map_err(failed("create", &marker))?;
    let marker = marker.join("index.html");
    std::fs::write(&marker, "").map_err(failed("write", &marker))?;
    Ok(true)
}

/// `doc`, or `<target>/doc` when cargo's configuration names a target.
fn document_directories(target_dir: &Path) -> Vec<PathBuf> {
    let mut found = vec![target_dir.join("doc")];
    if let Ok(entries) = std::fs::read_dir(target_dir) {
        let mut more: Vec<PathBuf> =
            entries.flatten().map(|entry| entry.path().join("doc")).collect();
        more.sort();
        found.extend(more);
    }
    found.retain(|directory| directory.is_dir());
    found
}

/// One place per package, feature selection and toolchain: cargo keeps those apart too.
fn kept_document(subject: &Subject, unit: &Unit<'_>, target_dir: &Path) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    unit.package_id.hash(&mut hasher);
    subject.package_id.hash(&mut hasher);
    subject.feature_args().hash(&mut hasher);
    unit.dependency_features.hash(&mut hasher);
    subject.rustc_verbose_version.hash(&mut hasher);
    FLAGS.hash(&mut hasher);
    let name = format!("{}-{:016x}.json", unit.lib_name, hasher.finish());
    target_dir.join("rustdoc-json").join(name)
}

#[cfg(unix)]
const WRAPPER: (&str, &str) = (
    "rustdoc-json-wrapper",
    "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec \"${GADFLY_RUSTDOC:-rustdoc}\" \"$@\"\n",
);
#[cfg(not(unix))]
const WRAPPER: (&str, &str) =
    ("rustdoc-json-wrapper.cmd", "@set RUSTC_BOOTSTRAP=1\r\n@rustdoc %*\r\n");

fn write_wrapper(target_dir: &Path) -> Result<PathBuf, IntrospectError> {
    let failed = |action: &'static str, path: &Path| {
        let path = path.to_owned();
        move |source| IntrospectError::File { action, path, source }
    };
    std::fs::create_dir_all(target_dir).map_err(failed("create", target_dir))?;
    let path = target_dir.join(WRAPPER.0);
    if std::fs::read_to_string(&path).is_ok_and(|text| text == WRAPPER.1) {
        return Ok(path);
    }
    // Written aside and moved, so that no process runs half of it.
    let unfinished = target_dir.join(format!("{}.{}", WRAPPER.0, std::process::id()));
    std::fs::write(&unfinished, WRAPPER.1).map_err(failed("write", &unfinished))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&unfinished, std::fs::Permissions::from_mode(0o755))
            .map_err(failed("write", &unfinished))?;
    }
    std::fs::rename(&unfinished, &path).map_err(failed("write", &path))?;
    Ok(path)
}

/// The first error in cargo's output, with the lines that explain it.
fn first_error(stderr: &str) -> String {
    const LINES: usize = 12;
    let lines: Vec<&str> = stderr.lines().collect();
    let start = lines.iter().position(|line| line.starts_with("error")).unwrap_or(0);
    let shown: Vec<&str> = lines[start..]
        .iter()
        .copied()
        .take_while(|line| !line.trim().is_empty())
        .take(LINES)
        .collect();
    shown.join("\n").trim().trim_start_matches("error: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_shown_with_its_lines() {
        let stderr = "   Compiling k\nwarning: unused\n\nerror[E0425]: cannot find `x`\n \
                      --> src/lib.rs:1:1\n\nerror: aborting\n";
        assert_eq!(first_error(stderr), "error[E0425]: cannot find `x`\n --> src/lib.rs:1:1");
        assert_eq!(first_error("error: no such thing\n"), "no such thing");
    }
}
