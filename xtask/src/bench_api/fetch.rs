//! Sources of a published crate, brought here by cargo.
//!
//! A scratch package depends on the exact version; cargo says where it unpacked it, and that folder is copied. Without a
//! network it works with what cargo has cached.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::run::cargo_output;

/// A published version of a crate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Release<'r> {
    /// The crate.
    pub(crate) name: &'r str,
    /// The exact version, with what follows a `+`.
    pub(crate) version: &'r str,
    /// The checksum of its archive, needed if it is yanked: cargo takes such a version from a lock file alone.
    pub(crate) checksum: Option<&'r str>,
}

/// A fresh copy of the crate's sources below `folder`, unless there is one.
pub(crate) fn sources(folder: &Path, release: Release<'_>) -> Result<PathBuf, String> {
    let Release { name, version, checksum } = release;
    let copy = folder.join("subjects").join(format!("{name}-{version}"));
    if copy.join("Cargo.toml").exists() {
        return Ok(copy);
    }
    let scratch = folder.join("fetch").join(format!("{name}-{version}"));
    write(&scratch.join("src/lib.rs"), "")?;
    let manifest = |requirement: &str| {
        format!(
            "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[dependencies.subject]\n\
             package = \"{name}\"\nversion = \"{requirement}\"\n\n[workspace]\n"
        )
    };
    let exact = version.split('+').next().unwrap_or(version);
    let ask = |more: &[&str]| {
        let mut arguments = vec!["metadata", "--format-version", "1"];
        arguments.extend(more);
        cargo_output(&arguments, &scratch)
    };
    let metadata = if let Some(checksum) = checksum {
        // A version nearby makes the lock file, in which it is then replaced.
        let series = exact.rsplit_once('.').map_or(exact, |(series, _)| series);
        write(&scratch.join("Cargo.toml"), &manifest(series))?;
        cargo_output(&["generate-lockfile"], &scratch)?;
        let lock = scratch.join("Cargo.lock");
        let text = std::fs::read_to_string(&lock).map_err(|error| failed("read", &lock, &error))?;
        write(&lock, &relocked(&text, name, version, checksum))?;
        ask(&["--locked"])?
    } else {
        write(&scratch.join("Cargo.toml"), &manifest(&format!("={exact}")))?;
        ask(&["--offline"]).or_else(|_| ask(&[]))?
    };
    let unpacked = unpacked(&metadata, name, version)
        .ok_or_else(|| format!("cargo did not say where {name} {version} is"))?;
    // Under another name first, so that a copy that was interrupted is not taken for a whole one.
    let partial = copy.with_extension("partial");
    let _ = std::fs::remove_dir_all(&partial);
    copy_folder(&unpacked, &partial)?;
    std::fs::rename(&partial, &copy).map_err(|error| failed("rename", &partial, &error))?;
    Ok(copy)
}

/// A lock file with another version of one package.
fn relocked(lock: &str, name: &str, version: &str, checksum: &str) -> String {
    let mut is_it = false;
    lock.lines()
        .map(|line| {
            match line.split_once(" = ") {
                Some(("name", value)) => is_it = value == format!("\"{name}\""),
                Some(("version", _)) if is_it => return format!("version = \"{version}\"\n"),
                Some(("checksum", _)) if is_it => return format!("checksum = \"{checksum}\"\n"),
                _ => {}
            }
            format!("{line}\n")
        })
        .collect()
}

/// The folder of a package, according to `cargo metadata`.
fn unpacked(metadata: &str, name: &str, version: &str) -> Option<PathBuf> {
    let metadata: Value = serde_json::from_str(metadata).ok()?;
    let package = metadata["packages"]
        .as_array()?
        .iter()
        .find(|package| package["name"] == name && package["version"] == version)?;
    Some(Path::new(package["manifest_path"].as_str()?).parent()?.to_owned())
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::create_dir_all(to).map_err(|error| failed("create", to, &error))?;
    let entries = std::fs::read_dir(from).map_err(|error| failed("read", from, &error))?;
    for entry in entries {
        let path = entry.map_err(|error| failed("read", from, &error))?.path();
        let Some(name) = path.file_name() else { continue };
        let target = to.join(name);
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            std::fs::copy(&path, &target).map_err(|error| failed("copy", &path, &error))?;
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| failed("create", folder, &error))?;
    }
    std::fs::write(path, text).map_err(|error| failed("write", path, &error))
}

fn failed(what: &str, path: &Path, error: &std::io::Error) -> String {
    format!("failed to {what} {}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_asked_for_version_is_found_among_all_packages() {
        let metadata = r#"{"packages": [
            {"name": "either", "version": "0.9.0", "manifest_path": "/a/old/Cargo.toml"},
            {"name": "fetch", "version": "1.0.0", "manifest_path": "/b/Cargo.toml"},
            {"name": "either", "version": "1.0.0", "manifest_path": "/a/new/Cargo.toml"}]}"#;
        assert_eq!(unpacked(metadata, "either", "1.0.0"), Some(PathBuf::from("/a/new")));
        assert_eq!(unpacked(metadata, "either", "2.0.0"), None);
    }

    #[test]
    fn a_lock_file_gets_the_version_and_the_checksum_of_one_package() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.2\"\nchecksum = \"x\"\n\n\
                    [[package]]\nname = \"b\"\nversion = \"1.0.2\"\nchecksum = \"y\"\n";
        let expected = lock.replacen("1.0.2", "1.0.1", 1).replace("\"x\"", "\"z\"");
        assert_eq!(relocked(lock, "a", "1.0.1", "z"), expected);
    }
}
