//! `cargo xtask new-law NAME FOLDER`: a law that follows from a function's name, with a type that breaks it and one
//! that keeps it.

use std::path::Path;

use super::edit::{camel_case, check_kebab_case, edited, insert_before, insert_sorted, write_all};
use crate::run::note;

const LAWS: &str = "crates/gadfly-plan/src/laws";
const LIST: &str = "crates/gadfly-plan/src/laws/list.rs";
const TEST: &str = "crates/gadfly-tests/tests/laws/main.rs";
const FIXTURES: [&str; 2] = ["fixtures/names-broken", "fixtures/names-kept"];

/// The new law. `NAME` is its name, `MODULE` the same in snake case.
const LAW: &str = r#"//! Calling `MODULE` twice changes nothing.

use crate::laws::statement::Statement;
use crate::laws::type_methods::TypeMethods;

/// States it of `MODULE` of types that can be copied and compared.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    if !type_methods.is_copied() || !type_methods.has("std::cmp::Eq") {
        return Vec::new();
    }
    let change = type_methods.change("MODULE", 0).filter(|method| method.output.is_unit());
    let Some(method) = change else { return Vec::new() };
    let run = method.run(&["&mut changed"]);
    let said = method.say(&["changed"]);
    vec![Statement {
        name: "NAME",
        sentence: "calling `MODULE` twice changes nothing".to_owned(),
        body: format!("let mut changed = x0.clone(); {run}; {run}; same(&changed, x0)"),
        assertion: format!(
            "let mut changed = {{0}}.clone(); {said}; {said}; assert!(changed == {{0}});"
        ),
        terms: vec![method],
        inputs: vec![type_methods.lent(0).input],
    }]
}
"#;

/// A type that keeps the law of the template, in both fixtures: the test of laws fails until one of them breaks it.
const FIXTURE: &str = r#"//! Types for the law `NAME`.

/// `NAME`: say how it VERB the law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TYPE(pub u8);

impl TYPE {
    pub fn MODULE(&mut self) {
        self.0 = !self.0;
    }
}
"#;

/// Creates a law in a folder of laws, in the repository at `root`.
pub(crate) fn new_law(root: &Path, arguments: &[String]) -> Result<(), String> {
    let [name, folder] = arguments else {
        return Err(format!(
            "Usage: cargo xtask new-law NAME FOLDER\nfolders of laws: {}",
            folders(root)?.join(", ")
        ));
    };
    let made = create(root, name, folder)?;
    note(&format!(
        "created {} and registered it\n\
         next: write its condition and assertion, a type that breaks it, one that keeps it and \
         lookalikes,\nthen cargo test -p gadfly-tests --test laws",
        made.join(", ")
    ));
    Ok(())
}

/// Creates the files of a law and its fixtures; returns their paths.
fn create(root: &Path, name: &str, folder: &str) -> Result<Vec<String>, String> {
    check_kebab_case(name)?;
    let folders = folders(root)?;
    if !folders.iter().any(|known| known == folder) {
        return Err(format!("no folder of laws is named `{folder}`: {}", folders.join(", ")));
    }
    let module = name.replace('-', "_");
    let ty = camel_case(&module);
    let fill =
        |text: &str| text.replace("NAME", name).replace("MODULE", &module).replace("TYPE", &ty);
    let mut files = vec![(format!("{LAWS}/{folder}/{module}.rs"), fill(LAW))];
    for (fixture, verb) in FIXTURES.into_iter().zip(["breaks", "keeps"]) {
        let text = fill(FIXTURE).replace("VERB", verb);
        files.push((format!("{fixture}/src/{module}.rs"), text));
    }
    let created: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    let is_taken = |path: &&String| root.join(path).exists();
    if let Some(path) = created.iter().find(is_taken) {
        return Err(format!("{path} exists already"));
    }
    let line = format!("pub(in crate::laws) mod {module};");
    files.push(edited(root, &format!("{LAWS}/{folder}/mod.rs"), |text| {
        insert_sorted(text, "pub(in crate::laws) mod ", &line)
    })?);
    files.push(edited(root, LIST, |text| {
        let text = insert_before(text, "];\n", &format!("    {folder}::{module}::state,\n"))?;
        insert_before(&text, &format!("use super::{folder}::"), &format!("use super::{folder};\n"))
    })?);
    files.push(edited(root, TEST, |text| {
        insert_sorted(text, "    (\"", &format!("    (\"{name}\", \"{ty}\"),"))
    })?);
    for fixture in FIXTURES {
        files.push(edited(root, &format!("{fixture}/src/lib.rs"), |text| {
            let text = insert_sorted(text, "mod ", &format!("mod {module};"))?;
            insert_sorted(&text, "pub use ", &format!("pub use {module}::{ty};"))
        })?);
    }
    write_all(root, files)?;
    Ok(created)
}

/// The names of the folders of laws, in order.
fn folders(root: &Path) -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(root.join(LAWS)).map_err(|error| format!("{LAWS}: {error}"))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{cargo_output, root};
    use crate::scaffold::edit::copy_folder;

    /// A temporary copy of what the laws consist of, without what they need to compile.
    fn copied() -> tempfile::TempDir {
        let place = tempfile::tempdir().expect("a folder");
        let folders = [LAWS, "crates/gadfly-tests/tests/laws", FIXTURES[0], FIXTURES[1]];
        folders.iter().for_each(|folder| copy_folder(folder, place.path()));
        std::fs::copy(root().join("rustfmt.toml"), place.path().join("rustfmt.toml"))
            .expect("copied");
        place
    }

    #[test]
    fn new_laws_are_registered_once_and_formatted() {
        let place = copied();
        let text = |file: &str| std::fs::read_to_string(place.path().join(file)).expect("a file");
        let made = create(place.path(), "own-law", "numbers").expect("created");
        assert!(text(LIST).contains("    numbers::own_law::state,\n];"));
        assert!(text(&format!("{LAWS}/numbers/mod.rs")).contains("laws) mod own_law;\n"));
        assert!(text(TEST).contains("    (\"own-law\", \"OwnLaw\"),\n"));
        let again = create(place.path(), "own-law", "numbers").expect_err("it exists");
        assert_eq!(again, format!("{} exists already", made[0]));
        let mut files = made;
        files.push(LIST.to_owned());
        files.extend(FIXTURES.map(|fixture| format!("{fixture}/src/lib.rs")));
        for file in files {
            let arguments = ["--check", "--edition", "2024", &file];
            let found = crate::run::output(Path::new("rustfmt"), &arguments, place.path());
            assert_eq!(found, Err(String::new()), "{file} is formatted: rustfmt is silent");
        }
    }

    #[test]
    fn fixtures_of_a_new_law_compile() {
        let place = copied();
        create(place.path(), "own-law", "numbers").expect("created");
        for fixture in FIXTURES {
            let fixture = place.path().join(fixture);
            std::fs::rename(fixture.join("Cargo_test.toml"), fixture.join("Cargo.toml"))
                .expect("a manifest");
            cargo_output(&["check", "--offline"], &fixture).expect("it compiles");
        }
    }

    #[test]
    fn bad_names_change_nothing() {
        let place = copied();
        let before = std::fs::read(place.path().join(LIST)).expect("a file");
        for (name, folder) in [("Own_Law", "numbers"), ("", "numbers"), ("own", "nowhere")] {
            assert!(create(place.path(), name, folder).is_err(), "{name} {folder}");
        }
        assert_eq!(std::fs::read(place.path().join(LIST)).expect("a file"), before);
    }
}
