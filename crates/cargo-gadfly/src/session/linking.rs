//! The crate as a harness has it that links what the crate's test code registers.

use std::path::Path;

use gadfly_cargo::Subject;
use gadfly_harness::properties::Linked;

use crate::error::CliError;
use crate::pipeline::Job;

/// The crate that properties and invariants are written with.
pub(super) const LIBRARY: &str = "gadfly";

/// The second package over the crate's sources; nothing if the crate does not use the library in its tests.
pub(super) fn shadow(subject: &Subject, job: &Job) -> Result<Option<Subject>, CliError> {
    let development = gadfly_cargo::development_crates(subject)?;
    if !development.iter().any(|name| name == LIBRARY) {
        return Ok(None);
    }
    let sources = sources(&subject.package_root, &["src", "tests"]);
    let named = |name: &str| name == LIBRARY || mentions(&sources, name);
    let folder = job.artifacts.dir().join("check/shadow");
    Ok(Some(gadfly_cargo::shadow(subject, &folder, &named)?))
}

/// The same for a crate whose sources say what holds for its values at any time. Others pay nothing but a look at them.
pub(super) fn with_invariants(subject: &Subject, job: &Job) -> Result<Option<Subject>, CliError> {
    if !has_invariants(&sources(&subject.package_root, &["src"])) {
        return Ok(None);
    }
    shadow(subject, job)
}

/// What such a harness links beside the library: nothing, for nobody but the library can have methods of its types.
pub(super) fn library_alone() -> Linked {
    Linked { tests: Vec::new(), spell: gadfly_introspect::public_path_in_std }
}

/// All sources in some folders of a package, in one text.
pub(super) fn sources(root: &Path, folders: &[&str]) -> String {
    let mut text = String::new();
    let mut folders: Vec<_> = folders.iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                text.push_str(&std::fs::read_to_string(&path).unwrap_or_default());
                text.push('\n');
            }
        }
    }
    text
}

/// Whether sources have the attribute, by its path or imported.
fn has_invariants(sources: &str) -> bool {
    let is_attribute = |line: &str| {
        let line = line.trim_start();
        let inner = line.strip_prefix("#[").map(str::trim_start).unwrap_or_default();
        let inner = inner.strip_prefix("::").unwrap_or(inner);
        let name = inner.strip_prefix("gadfly::").unwrap_or(inner);
        name.strip_prefix("invariant").is_some_and(|rest| !rest.starts_with(is_part))
    };
    sources.lines().any(is_attribute) && mentions(sources, LIBRARY)
}

/// Whether a word occurs in a text.
pub(super) fn mentions(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let is_longer = |c: Option<char>| c.is_some_and(is_part);
        !is_longer(text[..at].chars().next_back())
            && !is_longer(text[at + word.len()..].chars().next())
    })
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_are_names() {
        assert!(mentions("use rand::Rng;", "rand"));
        assert!(!mentions("use random::Rng; operand", "rand"));
    }

    #[test]
    fn invariants_are_known_by_their_attribute() {
        assert!(has_invariants("impl A {\n    #[gadfly::invariant]\n    fn f(&self) -> bool {"));
        assert!(has_invariants("use gadfly::invariant;\n#[invariant]\nfn f(&self) {}"));
        assert!(!has_invariants("// The invariant of gadfly::A.\n#[gadfly::check]\nfn f() {}"));
        assert!(!has_invariants("#[invariant]\nfn f(&self) {}"), "somebody else's");
        assert!(!has_invariants("#[gadfly::invariants]"));
    }
}
