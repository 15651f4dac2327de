//! Files of tests whose property is gone, or has another signature and did not fail again: they test nothing any more.

use gadfly_build::linked::TEST_PREFIX;
use gadfly_cargo::Subject;
use gadfly_model::rust_path;
use gadfly_plan::properties::PropertyRecord;
use gadfly_test_file::{Folder, Origin, TestFile, names_called, same_signature};
use gadfly_tests::place::remove;

use crate::linking::{mentions, sources};

/// Removes files without edits, if files may be written, and reports that; for the others, reports advice.
pub(super) fn leftovers(
    subject: &Subject,
    properties: &[PropertyRecord],
    is_tried: &dyn Fn(&str) -> bool,
    may_write: bool,
) -> Vec<String> {
    let folder = Folder::Failures.of(&subject.package_root);
    let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = files.map(|file| file.path()).collect();
    paths.sort();
    let sources = sources(&subject.package_root, &["src", "tests"]);
    let mut notes = Vec::new();
    for path in paths {
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Some(leftover) = Leftover::of(name, &text, properties) else { continue };
        // What was not tried now may fail the next time, and is written anew then.
        if !leftover.is_gone && !is_tried(name) {
            continue;
        }
        let file = format!("tests/{}/{name}.rs", Folder::Failures.name());
        let why = &leftover.why;
        // What is switched off in this build is not gone.
        let head = format!("fn {}", leftover.name);
        let is_somewhere = leftover.is_gone && sources.iter().any(|text| mentions(text, &head));
        notes.push(if is_somewhere {
            format!("{file} is not used: {why}, as the crate is built here")
        } else if leftover.is_ours && may_write && remove(&path).is_ok() {
            format!("removed {file}: {why}")
        } else {
            format!("{file} is not used, and can be deleted: {why}")
        });
    }
    notes
}

/// A file that is not used.
#[derive(Debug, PartialEq, Eq)]
struct Leftover {
    /// The property's name.
    name: String,
    why: String,
    /// Whether there is no such property, in this build at least.
    is_gone: bool,
    /// `true` if the file has no edits.
    is_ours: bool,
}

impl Leftover {
    /// Why a file is not used; nothing if it is, or is not about properties.
    fn of(file: &str, text: &str, properties: &[PropertyRecord]) -> Option<Leftover> {
        let gone = |name: &str, is_ours| Leftover {
            name: name.to_owned(),
            why: format!("there is no property {name}"),
            is_gone: true,
            is_ours,
        };
        let origin = Origin::of_line(text.lines().next()?)?;
        let ours = TestFile::unedited(text, origin);
        match origin {
            Origin::CheckByName => {
                let keys: Vec<&str> = names_called(text).collect();
                let is_called = |property: &PropertyRecord| {
                    let key = &property.key;
                    keys.contains(&key.strip_prefix(TEST_PREFIX).unwrap_or(key))
                };
                let first = keys.first().filter(|_| !properties.iter().any(is_called))?;
                let name = rust_path::head(rust_path::last(first));
                Some(gone(name, ours.is_some()))
            }
            Origin::Check => {
                let mut named =
                    properties.iter().filter(|it| !it.is_method && it.name == file).peekable();
                if named.peek().is_none() {
                    return Some(gone(file, ours.is_some()));
                }
                let old = ours?.signature?;
                let is_other = named.all(|it| !same_signature(&it.signature, old));
                is_other.then(|| Leftover {
                    name: file.to_owned(),
                    why: format!("it is for {file} as {old}"),
                    is_gone: false,
                    is_ours: true,
                })
            }
            Origin::Exhaust | Origin::Values => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use gadfly_test_file::Head;
    use gadfly_tests::emit::TestText;
    use gadfly_tests::place::add;

    use super::*;

    fn file(head: Head<'_>, body: &str) -> String {
        let text = TestText { summary: "No.".to_owned(), ignored: None, body: body.to_owned() };
        add("", &head, "holds", &text).expect("a draft").content
    }

    fn property(key: &str, is_method: bool) -> PropertyRecord {
        PropertyRecord {
            key: key.to_owned(),
            name: "holds".to_owned(),
            signature: "fn(u8)".to_owned(),
            is_method,
            ..PropertyRecord::default()
        }
    }

    #[test]
    fn files_of_missing_or_changed_properties_are_leftovers() {
        let properties = [property("k::props::holds", false)];
        let same = file(Head::Check { signature: "fn (u8)" }, "holds(1);");
        assert_eq!(Leftover::of("holds", &same, &properties), None);
        let gone = Leftover::of("other", &same, &properties).expect("left over");
        assert_eq!((gone.why.as_str(), gone.is_gone), ("there is no property other", true));
        let other = file(Head::Check { signature: "fn(u16)" }, "holds(1);");
        let other = Leftover::of("holds", &other, &properties).expect("left over");
        assert_eq!((other.why.as_str(), other.is_gone), ("it is for holds as fn(u16)", false));
        let changed = same.replace("holds(1)", "holds(2)");
        assert!(!Leftover::of("other", &changed, &properties).expect("left over").is_ours);
        assert_eq!(Leftover::of("holds", &changed, &properties), None);
        assert_eq!(Leftover::of("mine", "#[test]\nfn mine() {}\n", &properties), None);
    }

    #[test]
    fn files_that_call_by_name_are_asked_for_the_name() {
        let text = file(
            Head::CheckByName,
            "replay_named(\n    \"laws::A<b::C>::holds\",\n    &mut [],\n);",
        );
        let there = [property("gadfly_test_laws::A<b::C>::holds", true)];
        assert_eq!(Leftover::of("a_holds", &text, &there), None);
        assert!(Leftover::of("a_holds", &text, &[]).is_some_and(|it| it.is_gone && it.is_ours));
    }
}
