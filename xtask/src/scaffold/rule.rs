//! `cargo xtask new-rule NAME [FOLDER]`: a rule of triage.

use std::path::Path;

use crate::run::note;

/// The folder of rules about panics that refuse an argument.
const USUAL_FOLDER: &str = "refusal";
/// The rule before which a new one is put: it always applies.
const LAST: &str = "    promise::unexplained::RULE,\n";

/// Makes the file of a rule and registers it, in the repository at `root`.
pub(crate) fn new_rule(root: &Path, arguments: &[String]) -> Result<(), String> {
    let (id, folder) = match arguments {
        [id] => (id.as_str(), USUAL_FOLDER),
        [id, folder] => (id.as_str(), folder.as_str()),
        _ => return Err("Usage: cargo xtask new-rule NAME [FOLDER]".to_owned()),
    };
    let made = create(&root.join("crates/gadfly-triage"), id, folder)?;
    note(&format!(
        "made {made} and put it before `unexplained` in crates/gadfly-triage/src/list.rs\n\
         next: write its condition and examples, then cargo test -p gadfly-triage"
    ));
    Ok(())
}

/// Makes the file of a rule and registers it, in the crate of rules; returns the file's path in there.
fn create(package: &Path, id: &str, folder: &str) -> Result<String, String> {
    let is_kebab = |c: char| c.is_ascii_lowercase() || c == '-';
    if id.is_empty() || !id.chars().all(is_kebab) || id.starts_with('-') || id.ends_with('-') {
        return Err(format!("`{id}` is not in kebab case: lower-case letters and hyphens"));
    }
    let rules = package.join("src/rules");
    let contents = rules.join(folder).join("mod.rs");
    if !contents.is_file() {
        return Err(format!("there is no folder of rules named `{folder}`"));
    }
    let module = id.replace('-', "_");
    let folders =
        std::fs::read_dir(&rules).map_err(|error| format!("{}: {error}", rules.display()))?;
    let is_taken = folders.flatten().any(|it| it.path().join(format!("{module}.rs")).exists());
    if is_taken {
        return Err(format!("there is a rule named `{id}`"));
    }
    let list = package.join("src/list.rs");
    let listed = read(&list)?;
    if !listed.contains(LAST) {
        return Err(format!("{}: there is no line `{}`", list.display(), LAST.trim()));
    }
    write(&contents, &with_module(&read(&contents)?, &module))?;
    let entry = format!("    {folder}::{module}::RULE,\n{LAST}");
    write(&list, &listed.replacen(LAST, &entry, 1))?;
    let file = format!("src/rules/{folder}/{module}.rs");
    write(&package.join(&file), &TEMPLATE.replace("NAME", id))?;
    Ok(file)
}

/// A table of contents with one more module, in the order of their names.
fn with_module(contents: &str, module: &str) -> String {
    let line = format!("pub(crate) mod {module};");
    let mut lines: Vec<&str> = contents.lines().collect();
    let is_module = |line: &&str| line.starts_with("pub(crate) mod ");
    let last = lines.iter().rposition(|line| is_module(&line)).map_or(lines.len(), |at| at + 1);
    let at = lines.iter().position(|other| is_module(&other) && *other > line.as_str());
    lines.insert(at.unwrap_or(last), &line);
    lines.join("\n") + "\n"
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// A rule that decides nothing, with an example that says so when the tests run.
const TEMPLATE: &str = r#"//! Panics of a sort that the first line of this file describes.

use crate::class::Class;
use crate::examples::{INDEX, panic};
use crate::facts::Facts;
use crate::rule::{Example, Phase, Rule, Conclusion};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "NAME",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    summary: "the reason in one clause",
    explanation: "The reason in full, and where it ends.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && facts.message == "words that no panic has"
}

fn matches() -> Vec<Example> {
    vec![Example::new("`insert(9)` is refused", panic("insert", INDEX))]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new("`insert()` fails in the same way", panic("insert", INDEX).without_arguments())]
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    /// A temporary copy of the crate of rules.
    struct Copy(tempfile::TempDir);

    impl Copy {
        fn new() -> Copy {
            let folder = tempfile::tempdir().expect("a folder");
            let source = crate::run::root().join("crates/gadfly-triage/src");
            copy(&source, &folder.path().join("src"));
            Copy(folder)
        }

        fn text(&self, file: &str) -> String {
            read(&self.0.path().join(file)).expect("it is there")
        }
    }

    fn copy(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).expect("made");
        for entry in std::fs::read_dir(from).expect("read").flatten() {
            let target = to.join(entry.file_name());
            if entry.path().is_dir() {
                copy(&entry.path(), &target);
            } else {
                std::fs::copy(entry.path(), target).expect("copied");
            }
        }
    }

    #[test]
    fn a_new_rule_is_written_and_registered_once() {
        let copy = Copy::new();
        let file = create(copy.0.path(), "own-new-check", "refusal").expect("made");
        assert_eq!(file, "src/rules/refusal/own_new_check.rs");
        assert!(copy.text(&file).contains("    id: \"own-new-check\",\n"));
        let list = copy.text("src/list.rs");
        assert!(
            list.contains("    refusal::own_new_check::RULE,\n    promise::unexplained::RULE,\n")
        );
        let contents = copy.text("src/rules/refusal/mod.rs");
        let modules: Vec<&str> =
            contents.lines().filter(|line| line.starts_with("pub(crate) mod ")).collect();
        assert!(modules.contains(&"pub(crate) mod own_new_check;") && modules.is_sorted());
        let again = create(copy.0.path(), "own-new-check", "promise");
        assert_eq!(again, Err("there is a rule named `own-new-check`".to_owned()));
    }

    #[test]
    fn modules_stay_before_other_items() {
        let contents = "//! Rules.\n\npub(crate) mod a;\npub(crate) mod c;\n\nfn helper() {}\n";
        assert!(
            with_module(contents, "b").contains("mod a;\npub(crate) mod b;\npub(crate) mod c;")
        );
        assert!(with_module(contents, "d").contains("mod c;\npub(crate) mod d;\n\nfn helper"));
    }

    #[test]
    fn bad_names_change_nothing() {
        let copy = Copy::new();
        let before = copy.text("src/list.rs");
        for (id, folder) in [("Own_Check", "refusal"), ("", "refusal"), ("own", "nowhere")] {
            assert!(create(copy.0.path(), id, folder).is_err(), "{id} {folder}");
        }
        assert_eq!(copy.text("src/list.rs"), before);
    }
}
