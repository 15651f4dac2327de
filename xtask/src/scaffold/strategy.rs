//! `cargo xtask new-strategy NAME`: a strategy of the engine, chosen by a direction of its own.

use std::path::Path;

use super::edit::{camel_case, edited, insert_before, insert_sorted, write_all};

/// The new file. `{name}` is the name in words, `{Type}` the name of the type.
const TEMPLATE: &str = "\
//! The {name} strategy: sequences of one call, of an operation that takes no arguments.

use super::Strategy;
use crate::link::registry::Registry;
use crate::machine::Machine;
use crate::rng::{mix, Rng};
use crate::run::outcome::CallOutcome;
use gadfly_wire::RunConfig;

/// Calls operations that take no arguments.
pub struct {Type} {
    rng: Rng,
    operations: Vec<u32>,
}

impl {Type} {
    /// A strategy over everything in the table.
    pub fn new(registry: &Registry, config: &RunConfig) -> Self {
        let takes_nothing =
            |id: &u32| registry.operation(*id).is_some_and(|operation| operation.args.is_empty());
        let operations = (0..registry.operations.len() as u32).filter(takes_nothing).collect();
        Self { rng: Rng::new(config.seed), operations }
    }
}

impl Strategy for {Type} {
    fn round(&mut self, machine: &mut Machine<'_>) -> bool {
        if self.operations.is_empty() {
            return false;
        }
        machine.begin();
        let id = self.operations[self.rng.below(self.operations.len())];
        if let CallOutcome::Returned(var) = machine.call(id, &[]) {
            machine.fingerprint(var);
        }
        machine.finish();
        machine.coverage.look();
        true
    }

    fn reseed(&mut self, salt: u64) {
        self.rng = Rng::new(self.rng.bits() ^ mix(salt));
    }
}
";

const STRATEGIES: &str = "crates/gadfly-engine/src/strategy";
const SOURCES: &str = "crates/gadfly-engine/src/sources.rs";
const RUN: &str = "crates/gadfly-wire/src/run.rs";

/// Creates a strategy, lists its file, and gives it a direction. Returns the next steps.
pub(crate) fn new_strategy(root: &Path, name: Option<&String>) -> Result<String, String> {
    let name = name.ok_or("usage: cargo xtask new-strategy NAME")?;
    let is_name = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_');
    if !is_name {
        return Err(format!(
            "`{name}` is not the name of a module: use lower case and underscores"
        ));
    }
    let path = format!("{STRATEGIES}/{name}.rs");
    if root.join(&path).exists() {
        return Err(format!("{path} exists already"));
    }
    let direction = camel_case(name);
    let ty = format!("{direction}Strategy");
    let module = edited(root, &format!("{STRATEGIES}/mod.rs"), |text| {
        let text = insert_sorted(text, "mod ", &format!("mod {name};"))?;
        insert_sorted(&text, "pub use ", &format!("pub use {name}::{ty};"))
    })?;
    let choice = edited(root, &format!("{STRATEGIES}/chosen.rs"), |text| {
        let arm = format!(
            "        (Mode::Explore, Direction::{direction}) => {{\n            \
             Box::new(super::{ty}::new(registry, config))\n        }}\n"
        );
        insert_before(text, "    }\n}\n", &arm)
    })?;
    let sources = edited(root, SOURCES, |text| {
        let line =
            format!("    (\"src/strategy/{name}.rs\", include_str!(\"strategy/{name}.rs\")),");
        insert_sorted(text, "    (\"src/", &line)
    })?;
    let run = edited(root, RUN, |text| add_direction(text, name, &direction))?;
    let file = (path.clone(), TEMPLATE.replace("{name}", &words(name)).replace("{Type}", &ty));
    write_all(root, vec![file, module, choice, sources, run])?;
    Ok(format!(
        "created {path}, chosen by `Direction::{direction}`\n\
         next: write it, add a test to crates/gadfly-engine/tests/it/directed.rs, and give\n\
         `DirectionChoice` of the command a value for it if people may ask for it"
    ))
}

/// Adds a direction with the next number to the message of a run.
fn add_direction(text: &str, name: &str, direction: &str) -> Option<String> {
    let begin = text.find("pub enum Direction {")?;
    let end = begin + text[begin..].find("    }\n")?;
    let numbers = text[begin..end].lines().filter_map(|line| line.trim().split_once(" => "));
    let next = numbers.filter_map(|(number, _)| number.parse::<u32>().ok()).max()? + 1;
    let variant =
        format!("        /// The {} strategy.\n        {next} => {direction},\n", words(name));
    Some(format!("{}{variant}{}", &text[..end], &text[end..]))
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run;
    use crate::scaffold::edit::copy_folder;
    use std::fs;

    const COPIED: [&str; 2] = ["crates/gadfly-engine", "crates/gadfly-wire"];

    #[test]
    fn new_strategies_are_formatted_and_compile() {
        let place = tempfile::tempdir().expect("a folder");
        let root = place.path();
        fs::copy(run::root().join("rustfmt.toml"), root.join("rustfmt.toml")).expect("a file");
        for package in COPIED {
            copy_folder(&format!("{package}/src"), root);
            let manifest = format!("{package}/Cargo.toml");
            fs::copy(run::root().join(&manifest), root.join(&manifest)).expect("a file");
        }
        let name = "zig_zag".to_owned();
        new_strategy(root, Some(&name)).expect("the lists are as expected");
        assert!(new_strategy(root, Some(&name)).is_err(), "it exists already");
        let sources = fs::read_to_string(root.join(SOURCES)).expect("a file");
        assert_eq!(sources.matches("strategy/zig_zag.rs").count(), 2);
        let engine = root.join(COPIED[0]);
        for arguments in [&["fmt", "--check"][..], &["check", "--offline", "--features", "sources"]]
        {
            run::cargo_output(arguments, &engine).expect("cargo accepts the new strategy");
        }
    }

    #[test]
    fn names_that_are_no_modules_are_refused() {
        for name in ["", "Zig", "zig-zag", "1st", "../zig"] {
            assert!(new_strategy(Path::new("/nowhere"), Some(&name.to_owned())).is_err(), "{name}");
        }
    }
}
