//! The crate as a harness has it that links what the crate's test code registers.

use std::path::Path;

use gadfly_build::linked::Linked;
use gadfly_cargo::Subject;
use gadfly_plan::properties::has_invariants;

use crate::error::CliError;
use crate::pipeline::Job;

/// The crate that properties and invariants are written with.
pub(crate) const LIBRARY: &str = "gadfly";

/// The second package over the crate's sources; nothing if the crate does not use the library in its tests.
pub(crate) fn shadow(subject: &Subject, job: &Job) -> Result<Option<Subject>, CliError> {
    let usable = gadfly_cargo::crates_for_tests(subject)?;
    if !usable.iter().any(|name| name == LIBRARY) {
        return Ok(None);
    }
    let sources = sources(&subject.package_root, &["src", "tests"]);
    let named = |name: &str| name == LIBRARY || sources.iter().any(|source| mentions(source, name));
    let folder = job.artifacts.dir().join("check/shadow");
    Ok(Some(gadfly_cargo::shadow(subject, &folder, &named)?))
}

/// The same for a crate whose sources say what holds for its values at any time. Others pay nothing but a look at them.
pub(crate) fn with_invariants(subject: &Subject, job: &Job) -> Result<Option<Subject>, CliError> {
    let sources = sources(&subject.package_root, &["src"]);
    if !has_invariants(sources.iter().map(String::as_str)) {
        return Ok(None);
    }
    shadow(subject, job)
}

/// Links nothing beside the library, since only the library can have methods of its types.
pub(crate) fn library_alone() -> Linked {
    Linked { tests: Vec::new(), spell: gadfly_introspect::public_path_in_std }
}

/// All sources in some folders of a package.
pub(crate) fn sources(root: &Path, folders: &[&str]) -> Vec<String> {
    let mut sources = Vec::new();
    let mut folders: Vec<_> = folders.iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.extend(std::fs::read_to_string(&path));
            }
        }
    }
    sources
}

/// Whether a word occurs in a text.
pub(crate) fn mentions(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let is_longer = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !is_longer(text[..at].chars().next_back())
            && !is_longer(text[at + word.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_are_names() {
        assert!(mentions("use rand::Rng;", "rand"));
        assert!(!mentions("use random::Rng; operand", "rand"));
    }
}
