//! `cargo xtask new-rule NAME [FOLDER]`: a rule of triage.

use std::path::Path;

use super::edit::{check_kebab_case, edited, insert_before, insert_sorted, write_all};
use crate::run::note;

const RULES: &str = "crates/gadfly-triage/src/rules";
const LIST: &str = "crates/gadfly-triage/src/list.rs";
/// The folder of rules about panics that refuse an argument.
const USUAL_FOLDER: &str = "refusal";
/// The rule before which a new one is put: it always applies.
const LAST: &str = "    promise::unexplained::RULE,\n";

/// Creates the file of a rule and registers it, in the repository at `root`.
pub(crate) fn new_rule(root: &Path, arguments: &[String]) -> Result<(), String> {
    let (id, folder) = match arguments {
        [id] => (id.as_str(), USUAL_FOLDER),
        [id, folder] => (id.as_str(), folder.as_str()),
        _ => return Err("Usage: cargo xtask new-rule NAME [FOLDER]".to_owned()),
    };
    let made = create(root, id, folder)?;
    note(&format!(
        "created {made} and registered it before `unexplained` in {LIST}\n\
         next: write its condition and examples, then cargo test -p gadfly-triage"
    ));
    Ok(())
}

/// Creates the file of a rule and registers it; returns the file's path.
fn create(root: &Path, id: &str, folder: &str) -> Result<String, String> {
    check_kebab_case(id)?;
    let contents = format!("{RULES}/{folder}/mod.rs");
    if !root.join(&contents).is_file() {
        return Err(format!("there is no folder of rules named `{folder}`"));
    }
    let module = id.replace('-', "_");
    let folders =
        std::fs::read_dir(root.join(RULES)).map_err(|error| format!("{RULES}: {error}"))?;
    if folders.flatten().any(|it| it.path().join(format!("{module}.rs")).exists()) {
        return Err(format!("there is a rule named `{id}`"));
    }
    let contents = edited(root, &contents, |text| {
        insert_sorted(text, "pub(crate) mod ", &format!("pub(crate) mod {module};"))
    })?;
    let list = edited(root, LIST, |text| {
        insert_before(text, LAST, &format!("    {folder}::{module}::RULE,\n"))
    })?;
    let file = format!("{RULES}/{folder}/{module}.rs");
    let text = TEMPLATE.replace("NAME", id);
    write_all(root, vec![contents, list, (file.clone(), text)])?;
    Ok(file)
}

/// A rule that decides nothing, with an example that says so when the tests run.
const TEMPLATE: &str = r#"//! Panics of a sort that the first line of this file describes.

use crate::class::Class;
use crate::examples::{INDEX, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "NAME",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
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
    use crate::scaffold::edit::copy_folder;

    /// A temporary copy of the crate of rules.
    struct Copy(tempfile::TempDir);

    impl Copy {
        fn new() -> Copy {
            let folder = tempfile::tempdir().expect("a folder");
            copy_folder("crates/gadfly-triage/src", folder.path());
            Copy(folder)
        }

        fn text(&self, file: &str) -> String {
            std::fs::read_to_string(self.0.path().join(file)).expect("it is there")
        }
    }

    #[test]
    fn a_new_rule_is_written_and_registered_once() {
        let copy = Copy::new();
        let file = create(copy.0.path(), "own-new-check", "refusal").expect("made");
        assert_eq!(file, "crates/gadfly-triage/src/rules/refusal/own_new_check.rs");
        assert!(copy.text(&file).contains("    id: \"own-new-check\",\n"));
        let list = copy.text(LIST);
        assert!(
            list.contains("    refusal::own_new_check::RULE,\n    promise::unexplained::RULE,\n")
        );
        let contents = copy.text(&format!("{RULES}/refusal/mod.rs"));
        let modules: Vec<&str> =
            contents.lines().filter(|line| line.starts_with("pub(crate) mod ")).collect();
        assert!(modules.contains(&"pub(crate) mod own_new_check;") && modules.is_sorted());
        let again = create(copy.0.path(), "own-new-check", "promise");
        assert_eq!(again, Err("there is a rule named `own-new-check`".to_owned()));
    }

    #[test]
    fn bad_names_change_nothing() {
        let copy = Copy::new();
        let before = copy.text(LIST);
        for (id, folder) in [("Own_Check", "refusal"), ("", "refusal"), ("own", "nowhere")] {
            assert!(create(copy.0.path(), id, folder).is_err(), "{id} {folder}");
        }
        assert_eq!(copy.text(LIST), before);
    }
}
